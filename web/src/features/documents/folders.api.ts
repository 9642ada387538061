import type { Document } from '@frontdesk/contract/documents'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Answer } from '#web/lib/call-types.ts'
import { call } from '#web/lib/call.ts'
import { type DocumentsFilter, useRefreshDocuments } from './documents.api.ts'

/** With how many documents match in it. */
export type CountedFolder = Answer<'GET /documents/folders'>['folders'][number]

type FoldersFilter = Pick<DocumentsFilter, 'search' | 'category' | 'kind'>

/** All folders by name, with how many documents match in each, and in none. */
export const foldersQuery = ({ search, category, kind }: FoldersFilter = {}) =>
  queryOptions({
    queryKey: ['documents', 'folders', { search, category, kind }],
    queryFn: ({ signal }) =>
      call('GET /documents/folders', { signal, query: { search, category, kind } }),
    placeholderData: (before) => before,
  })

/** Adds a folder, or renames the one that `id` names. */
export function useSaveFolder() {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string | null; name: string }) =>
      id === null
        ? call('POST /documents/folders', { body: { name } })
        : call('PUT /documents/folders/:id', { params: { id }, body: { name } }),
    onSuccess: refresh,
  })
}

export function useDeleteFolder() {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /documents/folders/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Puts documents into a folder; null: into none. */
export const moveDocuments = (ids: string[], folderId: string | null) =>
  call('POST /documents/move', { body: { document_ids: ids, folder_id: folderId } })

/** Puts each back to where it was. */
export async function moveBack(documents: Document[]) {
  for (const folder of new Set(documents.map(({ folder_id: id }) => id))) {
    const ids = documents.filter(({ folder_id: id }) => id === folder).map(({ id }) => id)
    await moveDocuments(ids, folder)
  }
}

/** Puts a document on top of everybody's list, or back among the others. */
export function usePinDocument(id: string) {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (pinned: boolean) =>
      call('PUT /documents/:id/pin', { params: { id }, body: { pinned } }),
    onSuccess: refresh,
  })
}
