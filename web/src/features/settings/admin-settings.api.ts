import type { AdminSettings } from '@frontdesk/contract/settings'
import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type SettingsBody = Input<Api['PUT /admin/settings']['body']>

/** The settings with the `ETag` that a save of them has to name. */
export type LoadedSettings = { data: AdminSettings; etag: string | null }

/** All settings as `data`, with their `etag`. */
export const adminSettingsQuery = queryOptions({
  queryKey: ['settings', 'admin'],
  queryFn: ({ signal }) => callForPage('GET /admin/settings', { signal }),
  // Editing begins on what the server has now.
  staleTime: 0,
})

/** Saves settings that were read with this `etag`; what the body leaves out stays. */
export function useUpdateSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: { body: SettingsBody; etag: string | null }) =>
      callForPage('PUT /admin/settings', { body, headers: ifMatch(etag) }),
    onSuccess: (saved) => {
      const { data, etag } = saved
      client.setQueryData(adminSettingsQuery.queryKey, {
        data,
        etag,
        nextCursor: null,
        more: false,
        total: null,
      })
      return client.invalidateQueries({
        queryKey: ['settings'],
        predicate: ({ queryKey }) => queryKey[1] !== 'admin',
      })
    },
  })
}

/** Puts a logo up, or takes it down. It holds at once: it is no part of the form. */
export function useChangeLogo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return void (await call('DELETE /admin/settings/logo'))
      const body = new FormData()
      body.append('logo', file)
      await call('POST /admin/settings/logo', { body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['settings'] }),
  })
}

/** Ends all sessions but the own one. */
export function useSignEverybodyOut() {
  const refresh = useRefresh('users')
  return useMutation({
    mutationFn: () => call('DELETE /admin/sessions'),
    onSuccess: refresh,
  })
}
