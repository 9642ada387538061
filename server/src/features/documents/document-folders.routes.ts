import { type DocumentFolder, documentFolderEndpoints } from '@frontdesk/contract/document-folders'
import type { Db } from '../../db/connect.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit, recordAudits } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { refuseUnknownFolder } from './document-folders.actions.ts'
import {
  deleteFolder,
  insertFolder,
  listFolders,
  lockDocuments,
  lockFolder,
  renameFolder,
  updateFolder,
  updatePinned,
} from './document-folders.queries.ts'
import { noSuchDocument } from './documents.actions.ts'
import { countInFolders, findDocument, lockDocument } from './documents.queries.ts'

const noSuchFolder = () => notFound('Folder not found')
const itemOf = ({ id, name }: DocumentFolder) => ({ type: 'document_folder', id, title: name })
const documentItem = ({ id, title }: { id: string; title: string }) => ({
  type: 'document',
  id,
  title,
})
const tell = async (db: Db) => publish(db, { keys: ['documents'] })

/** Folders of documents, and what stands on top of their list. */
export function folderRoutes(mount: Mount): void {
  mount(documentFolderEndpoints.listDocumentFolders, async ({ db, query }) => {
    const folders = await listFolders(db)
    const matching = await countInFolders(db, query)
    const all = await countInFolders(db, {})
    return {
      folders: folders.map(({ id, name }) => ({
        id,
        name,
        documents: matching.get(id) ?? 0,
        all_documents: all.get(id) ?? 0,
      })),
      unfiled: matching.get(null) ?? 0,
    }
  })

  mount(documentFolderEndpoints.createDocumentFolder, async (call) => {
    const { db, actor, body } = call
    const folder = await insertFolder(db, { name: body.name, createdBy: actor.id }).catch(
      sayWhereTaken,
    )
    await recordAudit(db, call, { action: 'document_folder.created', item: itemOf(folder) })
    await tell(db)
    return folder
  })

  mount(documentFolderEndpoints.renameDocumentFolder, async (call) => {
    const { db, params, body } = call
    const before = await lockFolder(db, params.id)
    if (!before) throw noSuchFolder()
    await renameFolder(db, params.id, body.name).catch(sayWhereTaken)
    const folder = { id: params.id, name: body.name }
    await recordAudit(db, call, {
      action: 'document_folder.renamed',
      item: itemOf(folder),
      details: { was: before.name },
    })
    await tell(db)
    return folder
  })

  mount(documentFolderEndpoints.deleteDocumentFolder, async (call) => {
    const { db, params } = call
    const folder = await lockFolder(db, params.id)
    if (!folder) throw noSuchFolder()
    await deleteFolder(db, params.id)
    await recordAudit(db, call, { action: 'document_folder.deleted', item: itemOf(folder) })
    await tell(db)
  })

  placeRoutes(mount)
}

/** Where single documents stand. */
function placeRoutes(mount: Mount): void {
  mount(documentFolderEndpoints.moveDocuments, async (call) => {
    const { db, actor, origin, body } = call
    const ids = [...new Set(body.document_ids)]
    const documents = await lockDocuments(db, ids)
    if (documents.length < ids.length) throw noSuchDocument()
    await refuseUnknownFolder(db, body.folder_id)
    const moved = documents.filter(({ folder_id: folder }) => folder !== body.folder_id)
    if (moved.length === 0) return { moved: 0 }
    await updateFolder(
      db,
      moved.map(({ id }) => id),
      body.folder_id,
    )
    await recordAudits(
      db,
      moved.map((document) => ({
        action: 'document.moved',
        item: documentItem(document),
        details: { folder_id: body.folder_id, was: document.folder_id },
        actor,
        origin,
      })),
    )
    await tell(db)
    return { moved: moved.length }
  })

  mount(documentFolderEndpoints.pinDocument, async (call) => {
    const { db, params, body } = call
    const document = await lockDocument(db, params.id)
    if (!document) throw noSuchDocument()
    await updatePinned(db, params.id, body.pinned)
    await recordAudit(db, call, {
      action: body.pinned ? 'document.pinned' : 'document.unpinned',
      item: documentItem(document),
    })
    await tell(db)
    const found = (await findDocument(db, params.id))!
    call.reply.header('ETag', etagOf(found))
    return found
  })
}

const TAKEN = '23505'

function sayWhereTaken(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === TAKEN)) throw error
  const sentence = 'There is a folder of this name already'
  throw conflict('name_taken', sentence)
}
