import { z } from 'zod'
import { Document, documentFilter } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, requiredLine } from './fields.ts'

/** At most so many documents are moved by one call. */
const MOST_MOVED = 500

/** Where documents are put; a document is in one folder or in none. */
export const DocumentFolder = z.object({ id, name: z.string() })
export type DocumentFolder = z.infer<typeof DocumentFolder>

const body = z.object({ name: requiredLine(100, 'Please enter a name') })

export const documentFolderEndpoints = {
  listDocumentFolders: endpoint({
    method: 'GET',
    path: '/documents/folders',
    access: 'user',
    summary: 'All folders by name, with how many documents match in each, and in none.',
    query: z.object(documentFilter),
    response: z.object({
      folders: z.array(
        DocumentFolder.extend({
          documents: z.int().describe('Those that match.'),
          all_documents: z.int().describe('Those in it, whatever is asked for.'),
        }),
      ),
      unfiled: z.int().describe('Documents that match and are in no folder.'),
    }),
  }),
  createDocumentFolder: endpoint({
    method: 'POST',
    path: '/documents/folders',
    access: 'admin',
    summary: 'Adds a folder. 409 `name_taken`, in whatever letter case.',
    body,
    response: DocumentFolder,
    status: 201,
  }),
  renameDocumentFolder: endpoint({
    method: 'PUT',
    path: '/documents/folders/:id',
    access: 'admin',
    summary: 'Renames a folder; its documents stay in it. 409 `name_taken`.',
    params: byId,
    body,
    response: DocumentFolder,
  }),
  deleteDocumentFolder: endpoint({
    method: 'DELETE',
    path: '/documents/folders/:id',
    access: 'admin',
    summary: 'Deletes a folder; its documents stay, in no folder.',
    params: byId,
  }),
  moveDocuments: endpoint({
    method: 'POST',
    path: '/documents/move',
    access: 'admin',
    summary:
      'Puts documents into a folder, or into none, all or nothing. Their revision stays. 404 where one is not there, 422 `unknown_folder`.',
    body: z.object({
      document_ids: z.array(id).min(1, 'Please choose a document').max(MOST_MOVED),
      folder_id: id.nullable().describe('Null: into none.'),
    }),
    response: z.object({ moved: z.int().describe('Those that were elsewhere before.') }),
  }),
  pinDocument: endpoint({
    method: 'PUT',
    path: '/documents/:id/pin',
    access: 'admin',
    summary: 'Puts a document on top of the list for everybody, or back among the others.',
    params: byId,
    body: z.object({ pinned: z.boolean() }),
    response: Document,
  }),
}
