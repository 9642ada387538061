import { DOCUMENT_FILE_REQUIRED, PREVIEW_TYPES } from '@frontdesk/contract/constants'
import { documentEndpoints } from '@frontdesk/contract/documents'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { sendFile } from '../../http/send-file.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { holdOwnSession } from '../../http/session.ts'
import { keepUpload } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { DocumentFiles } from './document-files.ts'
import { createDocument, noSuchDocument, updateDocument } from './documents.actions.ts'
import { folderRoutes } from './document-folders.routes.ts'
import {
  countDocuments,
  findDocument,
  findDocumentFile,
  listDocuments,
  lockDocument,
  updateDeleted,
} from './documents.queries.ts'

const itemOf = ({ id, title }: { id: string; title: string }) => ({ type: 'document', id, title })

interface DocumentServices {
  stores: DocumentFiles
  maxBytes: number
}

/** @param mountUpload mounts where `multipart/form-data` is read */
export function documentRoutes(
  mount: Mount,
  mountUpload: Mount,
  { stores, maxBytes }: DocumentServices,
): void {
  mount(documentEndpoints.listDocuments, async ({ db, query, request, reply }) => {
    const page = await listDocuments(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page, await countDocuments(db, query))
  })

  mount(documentEndpoints.documentLimits, async () => ({ max_bytes: maxBytes }))

  mountUpload(
    documentEndpoints.createDocument,
    async (call) => {
      const { db, actor, request, reply } = call
      const { upload } = documentEndpoints.createDocument
      const rules = { ...upload, maxBytes, missing: DOCUMENT_FILE_REQUIRED }
      const document = await keepUpload(
        { db, request, files: stores.files },
        rules,
        async (tx, kept) => {
          await holdOwnSession(tx, actor, 'admin')
          const created = await createDocument(tx, actor, kept)
          await recordAudit(tx, call, {
            action: 'document.created',
            item: itemOf(created),
            details: fileFacts(created),
          })
          await publish(tx, { keys: ['documents'] })
          return created
        },
      )
      reply.header('ETag', etagOf(document))
      return document
    },
    { ownTransactions: 'a file may take hours to come, and is kept before its row is written' },
  )

  mount(documentEndpoints.getDocument, async ({ db, params, reply }) => {
    const document = await findDocument(db, params.id)
    if (!document) throw noSuchDocument()
    reply.header('ETag', etagOf(document))
    return document
  })

  mount(documentEndpoints.updateDocument, async (call) => {
    const { db, actor, params, body: draft, request } = call
    const ifMatch = request.headers['if-match']
    const document = await updateDocument(db, actor, params.id, { draft, ifMatch })
    await recordAudit(db, call, {
      action: 'document.updated',
      item: itemOf(document),
      details: { revision: document.revision, category: document.category },
    })
    await publish(db, { keys: ['documents'] })
    call.reply.header('ETag', etagOf(document))
    return document
  })

  mount(documentEndpoints.deleteDocument, async (call) => {
    const { db, params } = call
    const document = await lockDocument(db, params.id)
    if (!document) throw noSuchDocument()
    await updateDeleted(db, params.id, true)
    await recordAudit(db, call, { action: 'document.deleted', item: itemOf(document) })
    await publish(db, { keys: ['documents'] })
  })

  mount(documentEndpoints.restoreDocument, async (call) => {
    const { db, params } = call
    const deleted = await lockDocument(db, params.id, { deleted: true })
    // After 30 days there is no file to bring back.
    if (!deleted?.file_key) throw noSuchDocument()
    await updateDeleted(db, params.id, false)
    const document = (await findDocument(db, params.id))!
    await recordAudit(db, call, { action: 'document.restored', item: itemOf(document) })
    await publish(db, { keys: ['documents'] })
    call.reply.header('ETag', etagOf(document))
    return document
  })

  folderRoutes(mount)
  fileRoutes(mount, stores)
}

const fileFacts = (document: { file_name: string; file_type: string; file_size: number }) => ({
  file_name: document.file_name,
  file_type: document.file_type,
  file_size: document.file_size,
})

function fileRoutes(mount: Mount, { files, thumbnails }: DocumentFiles): void {
  mount(documentEndpoints.getDocumentFile, async ({ db, params, query, request, reply }) => {
    const found = await findDocumentFile(db, params.id)
    if (!found?.file_key) throw noSuchDocument()
    const { file_key: key, file_name: name, file_type: type, file_size: size } = found
    const file = { key, name, type, size, mime: found.mime, sha256: found.sha256 }
    // Others of our files are shown, too; of documents these are (specification, section 9).
    const preview = query.preview === 'true' && PREVIEW_TYPES.includes(type)
    return sendFile({ request, reply, files }, file, { preview })
  })

  mount(documentEndpoints.getDocumentThumbnail, async ({ db, params, request, reply }) => {
    const found = await findDocumentFile(db, params.id)
    return sendPicture({ request, reply, files: thumbnails }, found?.thumbnail_key, {
      missing: 'There is no picture of this document',
    })
  })
}
