import type { Api } from '@frontdesk/contract/all'
import type { BackupSettings } from '@frontdesk/contract/backups'
import type { Input } from '@frontdesk/contract/endpoint'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type BackupSettingsBody = Input<Api['PUT /admin/backups/settings']['body']>

const BACKUPS_PAGE = 10
const REHEARSALS_SHOWN = 3

/** The settings with the `ETag` that a save of them has to name. */
export type LoadedBackupSettings = { data: BackupSettings; etag: string | null }

/** When and where backups are made. */
export const backupSettingsQuery = queryOptions({
  queryKey: ['backups', 'settings'],
  queryFn: ({ signal }) => callForPage('GET /admin/backups/settings', { signal }),
  // Editing begins on what the server has now.
  staleTime: 0,
})

/** A page of backups, newest first. */
export const backupsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['backups', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/backups', { signal, query: { limit: BACKUPS_PAGE, cursor } }),
    placeholderData: keepPreviousData,
  })

/** The last rehearsals, newest first. */
export const rehearsalsQuery = queryOptions({
  queryKey: ['backups', 'rehearsals'],
  queryFn: ({ signal }) =>
    call('GET /admin/backups/rehearsals', { signal, query: { limit: REHEARSALS_SHOWN } }),
})

export function useSaveBackupSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: { body: BackupSettingsBody; etag: string | null }) =>
      callForPage('PUT /admin/backups/settings', {
        body: change.body,
        headers: ifMatch(change.etag),
      }),
    onSuccess: ({ data, etag }) =>
      client.setQueryData(backupSettingsQuery.queryKey, {
        data,
        etag,
        nextCursor: null,
        more: false,
        total: null,
      }),
  })
}

export function useMakeBackup() {
  const refresh = useRefresh('backups')
  return useMutation({ mutationFn: () => call('POST /admin/backups'), onSuccess: refresh })
}

export function useRehearse() {
  const refresh = useRefresh('backups')
  return useMutation({
    mutationFn: () => call('POST /admin/backups/rehearsals'),
    onSuccess: refresh,
  })
}
