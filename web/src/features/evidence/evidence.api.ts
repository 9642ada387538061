import type { Api } from '@frontdesk/contract/all'
import type { EvidenceSettings } from '@frontdesk/contract/checkpoints'
import type { Input } from '@frontdesk/contract/endpoint'
import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage, download, ifMatch } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type PackWishes = Input<Api['POST /admin/evidence']['body']>

/** Packs of evidence, the newest first. */
export const packsQuery = queryOptions({
  queryKey: ['evidence-packs', 'list'],
  queryFn: ({ signal }) => call('GET /admin/evidence', { signal, query: { limit: 100 } }),
})

export function useMakePack() {
  const refresh = useRefresh('evidence-packs')
  return useMutation({
    mutationFn: (body: PackWishes) => call('POST /admin/evidence', { body }),
    onSuccess: refresh,
  })
}

/** Ends making it, or removes it with its file. */
export function useRemovePack() {
  const refresh = useRefresh('evidence-packs')
  return useMutation({
    mutationFn: (id: string) => call('DELETE /admin/evidence/:id', { params: { id } }),
    onSettled: refresh,
  })
}

/** Hands the pack to the person's own disk. */
export async function savePack({ id, created_at: made }: EvidencePack): Promise<void> {
  const { blob } = await download('GET /admin/evidence/:id/file', { params: { id } })
  saveAs(blob, `evidence-${made.slice(0, 10)}.zip`)
}

const CHECKPOINTS_PAGE = 10

/** A page of checkpoints with their copies, newest first, and how many there are. */
export const checkpointsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['checkpoints', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/evidence/checkpoints', {
        signal,
        query: { limit: CHECKPOINTS_PAGE, cursor },
      }),
    placeholderData: keepPreviousData,
  })

/** The settings with the `ETag` that a save of them has to name. */
export type LoadedEvidenceSettings = { data: EvidenceSettings; etag: string | null }

/** Who gets checkpoints, by which key they are signed, and who else is asked. */
export const evidenceSettingsQuery = queryOptions({
  queryKey: ['checkpoints', 'settings'],
  queryFn: ({ signal }) => callForPage('GET /admin/evidence/settings', { signal }),
  // Editing begins on what the server has now.
  staleTime: 0,
})

export function useSaveMailTo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: { mailTo: string[]; etag: string | null }) =>
      callForPage('PUT /admin/evidence/settings', {
        body: { mail_to: change.mailTo },
        headers: ifMatch(change.etag),
      }),
    onSuccess: ({ data, etag }) =>
      client.setQueryData(evidenceSettingsQuery.queryKey, {
        data,
        etag,
        nextCursor: null,
        more: false,
        total: null,
      }),
  })
}

export function useMakeCheckpoint() {
  const refresh = useRefresh('checkpoints')
  return useMutation({
    mutationFn: () => call('POST /admin/evidence/checkpoints'),
    onSuccess: refresh,
  })
}
