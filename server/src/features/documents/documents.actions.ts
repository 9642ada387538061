import type { Document, documentEndpoints } from '@frontdesk/contract/documents'
import type { Output } from '@frontdesk/contract/endpoint'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import type { Upload } from '../../http/upload.ts'
import type { DocumentFiles } from './document-files.ts'
import { refuseUnknownFolder } from './document-folders.actions.ts'
import { addReading } from './read-document.actions.ts'
import {
  findDocument,
  findKnownFiles,
  findKnownThumbnails,
  forgetFilesOfDeleted,
  lockDocument,
} from './documents.queries.ts'

export type DocumentDraft = Output<typeof documentEndpoints.updateDocument.body>

/** What asking for a document that is not there says. */
export const noSuchDocument = () => notFound('Document not found')

/** Adds a document whose file is kept already, and has the file read. */
export async function createDocument(
  db: Db,
  actor: { id: string },
  { file, fields }: Upload<DocumentDraft>,
): Promise<Document> {
  const id = uuidv7()
  await refuseUnknownFolder(db, fields.folder_id)
  await db
    .insertInto('documents')
    .values({
      id,
      title: fields.title,
      description: fields.description?.trim() || null,
      category: fields.category,
      folder_id: fields.folder_id ?? null,
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      mime: file.mime,
      file_size: file.size,
      sha256: file.sha256,
      created_by: actor.id,
      last_updated_by: actor.id,
    })
    .execute()
  await db.insertInto('document_texts').values({ document_id: id }).execute()
  await addReading(db, id)
  return (await findDocument(db, id))!
}

/**
 * Saves what is said about a document; its file never changes.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, or 409 `edit_conflict` with the document as it is now
 */
export async function updateDocument(
  db: Db,
  actor: { id: string },
  id: string,
  { draft, ifMatch }: { draft: DocumentDraft; ifMatch: string | undefined },
): Promise<Document> {
  const stored = await lockDocument(db, id)
  if (!stored) throw noSuchDocument()
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this document in the meantime',
    findCurrent: async () => findDocument(db, id),
  })
  await refuseUnknownFolder(db, draft.folder_id)
  await db
    .updateTable('documents')
    .set({
      title: draft.title,
      category: draft.category,
      folder_id: draft.folder_id === undefined ? stored.folder_id : draft.folder_id,
      // Left out means unchanged; null or empty means none.
      description:
        draft.description === undefined ? stored.description : draft.description?.trim() || null,
      revision: stored.revision + 1,
      last_updated_by: actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  return (await findDocument(db, id))!
}

/** Removes files that nothing refers to any more; runs hourly. */
export async function removeOrphanDocuments(
  db: Db,
  { files, thumbnails }: DocumentFiles,
): Promise<void> {
  await forgetFilesOfDeleted(db)
  await files.removeOrphans(async (keys) => findKnownFiles(db, keys))
  await thumbnails.removeOrphans(async (keys) => findKnownThumbnails(db, keys))
}
