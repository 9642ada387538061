import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, download } from '#web/lib/call.ts'
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
