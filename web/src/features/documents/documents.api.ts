import type { Api } from '@frontdesk/contract/all'
import type { Document } from '@frontdesk/contract/documents'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { SendOptions } from '#web/features/editing/use-sending.ts'
import { call, callForPage, download, ifMatch } from '#web/lib/call.ts'
import { dataUrlOf } from '#web/lib/files.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { byCursor } from '#web/lib/paging.ts'

export type DocumentBody = Input<Api['PUT /documents/:id']['body']>
export type DocumentsFilter = Pick<
  NonNullable<Input<Api['GET /documents']['query']>>,
  'search' | 'category' | 'kind' | 'folder' | 'pinned_first' | 'sort' | 'order'
>

/** Two columns, three or four: no last row is left half empty. */
const PAGE = 48

/** Documents that match, a page at a time, with how many there are in all. */
export const documentsQuery = (filter: DocumentsFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /documents', {
        signal,
        query: { ...filter, limit: PAGE, cursor: pageParam },
      }),
    ...byCursor,
  })

/** One document as `data`, with the `etag` that a save of it has to name. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /documents/:id', { signal, params: { id } }),
    staleTime: 0,
  })

/** How large a file may be. */
export const limitsQuery = queryOptions({
  queryKey: ['document_limits'],
  queryFn: ({ signal }) => call('GET /documents/limits', { signal }),
  staleTime: 'static',
})

/** A small picture of a document as an address that an image element can show. */
export const thumbnailQuery = ({ id, sha256 }: Document) =>
  queryOptions({
    queryKey: ['document_thumbnails', sha256],
    queryFn: async ({ signal }) => {
      const { blob } = await download('GET /documents/:id/thumbnail', { signal, params: { id } })
      return dataUrlOf(blob)
    },
    staleTime: 'static',
    gcTime: 15 * 60_000,
    retry: false,
  })

/**
 * The address of a picture that was fetched with the token. Its key is the file's hash: it never goes
 * stale; its bytes are let go a while after nobody looks at it.
 */
export const previewQuery = ({ id, sha256 }: Document) =>
  queryOptions({
    queryKey: ['document_previews', sha256],
    queryFn: async ({ signal }) => {
      const key = 'GET /documents/:id/file'
      const { blob } = await download(key, { signal, params: { id }, query: { preview: 'true' } })
      return URL.createObjectURL(blob)
    },
    staleTime: 'static',
    gcTime: 15 * 60_000,
    retry: false,
  })

export type DocumentUpload = {
  title: string
  category: string
  description: string
  /** Empty: in none. */
  folder_id: string
  file: File
}

/** Sends a file with what is said about it. */
export async function sendDocument(
  upload: DocumentUpload,
  options: SendOptions,
): Promise<Document> {
  const form = new FormData()
  form.set('title', upload.title.trim())
  form.set('category', upload.category)
  if (upload.description.trim() !== '') form.set('description', upload.description.trim())
  if (upload.folder_id !== '') form.set('folder_id', upload.folder_id)
  // The last one: the server then knows the texts before all of the file is there.
  form.set('file', upload.file, upload.file.name)
  return await call('POST /documents', { body: form, ...options })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateDocument(id: string) {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: ({ body, etag }: { body: DocumentBody; etag: string | null }) =>
      call('PUT /documents/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export const removeDocument = (id: string) => call('DELETE /documents/:id', { params: { id } })

export const restoreDocument = (id: string) =>
  call('POST /documents/:id/restore', { params: { id } })

/** Asks again for everything that a change to a document touches. */
export const useRefreshDocuments = () => useRefresh('documents')
