import type { Api } from '@frontdesk/contract/all'
import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import type { Document, DocumentCategory, DocumentKind } from '@frontdesk/contract/documents'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { SendOptions } from '#web/features/editing/use-sending.ts'
import { call, callForPage, download, ifMatch } from '#web/lib/call.ts'
import { dataUrlOf } from '#web/lib/files.ts'
import { byCursor } from '#web/lib/paging.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { textOf } from '#web/lib/search-params.ts'

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

/** `PDF`; a file whose type nobody knows is just a file. */
export const typeLabel = (type: string) => (type === 'bin' ? 'File' : type.toUpperCase())

export const kindLabels: Record<DocumentKind, string> = {
  pdf: 'PDF',
  image: 'Pictures',
  text: 'Texts',
  sheet: 'Spreadsheets',
  slides: 'Presentations',
  other: 'Other files',
}

/** `Lease 2031.pdf` → `Lease 2031` (spec.md, section 5). */
export function titleFrom(fileName: string): string {
  const bare = fileName.replace(/(?<=[^.])\.[^.\s]{1,12}$/, '')
  return bare.trim().slice(0, 200)
}

/** Orders of the list by their names in the address; the first one needs none. */
export const orders = {
  '': { label: 'By title', sort: 'title', order: 'asc' },
  newest: { label: 'Newest first', sort: 'updated', order: 'desc' },
  oldest: { label: 'Oldest first', sort: 'updated', order: 'asc' },
  largest: { label: 'Largest first', sort: 'size', order: 'desc' },
} as const
type OrderName = keyof typeof orders

export type ListParams = {
  search: string
  category: DocumentCategory | ''
  kind: DocumentKind | ''
  /** The id of a folder, or `none`. */
  folder: string
  order: OrderName
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of constants
const kinds = Object.keys(kindLabels) as DocumentKind[]
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of constants
const orderNames = Object.keys(orders) as OrderName[]

const FOLDER = /^(?:none|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What the address says; anything unknown in it counts as left out. */
export function readListParams(raw: Record<string, unknown>): ListParams {
  const [category, kind, order] = [textOf(raw.category), textOf(raw.kind), textOf(raw.order)]
  const folder = textOf(raw.folder)
  return {
    search: textOf(raw.search),
    category: isOneOf(DOCUMENT_CATEGORIES, category) ? category : '',
    kind: isOneOf(kinds, kind) ? kind : '',
    folder: FOLDER.test(folder) ? folder : '',
    order: isOneOf(orderNames, order) ? order : '',
  }
}

/** The same, as the server is asked. */
export function filterOf({ search, category, kind, folder, order }: ListParams): DocumentsFilter {
  const { sort, order: direction } = orders[order]
  return {
    search: search || undefined,
    category: category || undefined,
    kind: kind || undefined,
    folder: folder || undefined,
    pinned_first: 'true',
    sort,
    order: direction,
  }
}
