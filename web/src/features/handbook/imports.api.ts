import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { ListedImport } from '@frontdesk/contract/imports'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { SendOptions } from '#web/features/editing/use-sending.ts'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

type Kept = Input<Api['POST /imports/:id/keep']['body']>
export type KeptPart = Kept['parts'][number]

/** Files that are being brought in, and those that last became drafts; the newest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ signal }) => call('GET /imports', { signal }),
})

/** One of them, with what was read in it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => call('GET /imports/:id', { signal, params: { id } }),
  })

/** Sends a file that is to be read. */
export async function sendImport(file: File, options: SendOptions): Promise<ListedImport> {
  const form = new FormData()
  form.set('file', file, file.name)
  return await call('POST /imports', { body: form, ...options })
}

export function useRemoveImport() {
  const refresh = useRefresh('imports')
  return useMutation({
    mutationFn: (id: string) => call('DELETE /imports/:id', { params: { id } }),
    onSettled: refresh,
  })
}

/** Makes a draft of each part. */
export function useKeepImport(id: string) {
  const refresh = useRefresh('imports', 'drafts')
  return useMutation({
    mutationFn: (kept: Kept) => call('POST /imports/:id/keep', { params: { id }, body: kept }),
    onSuccess: refresh,
  })
}

/** Where the file itself is, for what shows a PDF. */
export const fileAddress = (id: string) =>
  `/api/v1/imports/${encodeURIComponent(id)}/file?preview=true`
