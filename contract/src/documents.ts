import { z } from 'zod'
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_REQUIRED,
  DOCUMENT_KINDS,
  DOCUMENT_TITLE_REQUIRED,
} from './constants.ts'
import { endpoint } from './endpoint.ts'
import { COUNTS, byId, editing, id, line, paging, requiredLine, text } from './fields.ts'

export const DocumentCategory = z.enum(DOCUMENT_CATEGORIES)
export type DocumentCategory = z.infer<typeof DocumentCategory>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const kinds = Object.keys(DOCUMENT_KINDS) as (keyof typeof DOCUMENT_KINDS)[]

export const DocumentKind = z.enum([...kinds, 'other'])
export type DocumentKind = z.infer<typeof DocumentKind>

export const Document = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  category: DocumentCategory,
  file_name: z.string().describe('As it was called where it came from.'),
  file_type: z
    .string()
    .describe('What the bytes of the file are, such as `pdf`; `bin` where that is not known.'),
  mime_type: z.string().describe('The same, as the web calls it.'),
  file_size: z.int().describe('Bytes.'),
  sha256: z.string().describe('Of the file, in hexadecimal.'),
  has_thumbnail: z.boolean(),
  text_state: z
    .enum(['waiting', 'done', 'none', 'failed'])
    .describe(
      'Whether the search knows the text of the file: not yet, yes, there is none, or it could not be read.',
    ),
  folder_id: id.nullable(),
  folder_name: z.string().nullable(),
  pinned: z.boolean().describe('On top of the list, for everybody.'),
  ...editing,
})
export type Document = z.infer<typeof Document>

const documentBody = z.object({
  title: requiredLine(200, DOCUMENT_TITLE_REQUIRED),
  category: z
    .string({ error: DOCUMENT_CATEGORY_REQUIRED })
    .trim()
    .min(1, DOCUMENT_CATEGORY_REQUIRED)
    .pipe(DocumentCategory),
  description: text(2000).nullish(),
  folder_id: id.nullish().describe('Left out: where it is; null: in none.'),
})

/** By what a list of documents is narrowed. */
export const documentFilter = {
  search: line(200).optional(),
  category: DocumentCategory.optional(),
  kind: DocumentKind.optional().describe('Kind of file.'),
}

export const documentEndpoints = {
  listDocuments: endpoint({
    method: 'GET',
    path: '/documents',
    access: 'user',
    summary: `Documents, by title where no other order is asked for. ${COUNTS}`,
    query: z.object({
      ...paging,
      ...documentFilter,
      folder: z
        .union([id, z.literal('none')])
        .optional()
        .describe('The id of a folder; `none`: in no folder.'),
      pinned_first: z.enum(['true', 'false']).optional(),
      sort: z.enum(['title', 'updated', 'size']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    }),
    response: z.array(Document),
  }),
  documentLimits: endpoint({
    method: 'GET',
    path: '/documents/limits',
    access: 'user',
    summary: 'How large a file may be.',
    response: z.object({ max_bytes: z.int() }),
  }),
  createDocument: endpoint({
    method: 'POST',
    path: '/documents',
    access: 'admin',
    summary:
      'Adds a document with its file. 413 over the limit, 503 or 507 where the file cannot be kept; nothing is left behind then.',
    upload: { field: 'file', fields: documentBody },
    response: Document,
    status: 201,
  }),
  getDocument: endpoint({
    method: 'GET',
    path: '/documents/:id',
    access: 'user',
    summary: 'One document; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: Document,
  }),
  updateDocument: endpoint({
    method: 'PUT',
    path: '/documents/:id',
    access: 'admin',
    summary:
      'Saves title, category, description and, where it is named, the folder, never the file; with `If-Match`, 409 `edit_conflict` when somebody else saved first.',
    params: byId,
    body: documentBody,
    response: Document,
  }),
  deleteDocument: endpoint({
    method: 'DELETE',
    path: '/documents/:id',
    access: 'admin',
    summary: 'Hides a document; its file is kept for 30 days.',
    params: byId,
  }),
  restoreDocument: endpoint({
    method: 'POST',
    path: '/documents/:id/restore',
    access: 'admin',
    summary: 'Brings a deleted document back, within 30 days.',
    params: byId,
    response: Document,
  }),
  getDocumentFile: endpoint({
    method: 'GET',
    path: '/documents/:id/file',
    access: 'user',
    summary:
      'The file as it was uploaded, to be saved. Honours `Range`, `If-Range` and `If-None-Match`. `preview=true`: to be shown, for pictures and PDF.',
    params: byId,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    produces: 'application/octet-stream',
  }),
  getDocumentThumbnail: endpoint({
    method: 'GET',
    path: '/documents/:id/thumbnail',
    access: 'user',
    summary:
      'A small picture of a picture or of the first page of a PDF; 404 where there is none. Honours `If-None-Match`.',
    params: byId,
    produces: 'image/webp',
  }),
}
