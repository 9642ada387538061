import { DOCUMENT_FILE_REQUIRED } from '@frontdesk/contract/constants'
import { importEndpoints } from '@frontdesk/contract/imports'
import { inTransaction } from '../../db/transaction.ts'
import type { Mount } from '../../http/mount.ts'
import { sendFile } from '../../http/send-file.ts'
import { holdOwnSession } from '../../http/session.ts'
import { keepUpload } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { createImport, itemOf, keepImport, noSuchImport, removeImport } from './imports.actions.ts'
import { findImport, findImportFile, listImports, listOrigin } from './imports.queries.ts'

interface ImportServices {
  files: FileStore
  maxBytes: number
}

/** @param mountUpload mounts where `multipart/form-data` is read */
export function importRoutes(
  mount: Mount,
  mountUpload: Mount,
  { files, maxBytes }: ImportServices,
): void {
  mount(importEndpoints.listImports, async ({ db, query }) => {
    const { draft_id: draftId, policy_id: policyId } = query
    return draftId || policyId ? listOrigin(db, { draftId, policyId }) : listImports(db)
  })

  mountUpload(
    importEndpoints.createImport,
    async (call) => {
      const { db, actor, request } = call
      const rules = {
        ...importEndpoints.createImport.upload,
        maxBytes,
        missing: DOCUMENT_FILE_REQUIRED,
      }
      return keepUpload({ db, request, files }, rules, async (tx, { file }) => {
        await holdOwnSession(tx, actor, 'admin')
        const created = (await findImport(tx, await createImport(tx, actor, file)))!
        await recordAudit(tx, call, {
          action: 'import.created',
          item: itemOf(created),
          details: { file_size: created.file_size, sha256: created.sha256 },
        })
        return created
      })
    },
    { ownTransactions: 'a file may take hours to come, and is kept before its row is written' },
  )

  mount(importEndpoints.getImport, async ({ db, params }) => {
    const found = await findImport(db, params.id)
    if (!found) throw noSuchImport()
    return found
  })

  mount(
    importEndpoints.deleteImport,
    async (call) => {
      const { db, actor, params } = call
      const removed = await inTransaction(db, async (tx) => {
        await holdOwnSession(tx, actor, 'admin')
        const held = await removeImport(tx, params.id)
        await recordAudit(tx, call, { action: 'import.removed', item: itemOf(held) })
        return held
      })
      await files.remove([removed.file_key])
    },
    { ownTransactions: 'the file is removed once nothing names it any more' },
  )

  mount(importEndpoints.keepImport, async (call) => {
    const { db, actor, params, body } = call
    const { draftIds, ...file } = await keepImport(db, actor, params.id, body)
    await recordAudit(db, call, {
      action: 'import.kept',
      item: itemOf({ id: params.id, ...file }),
      details: { drafts: draftIds.length, draft_ids: draftIds, sha256: file.sha256 },
    })
    return { draft_ids: draftIds }
  })

  mount(importEndpoints.getImportFile, async ({ db, params, query, request, reply }) => {
    const found = await findImportFile(db, params.id)
    if (!found) throw noSuchImport()
    const { file_key: key, file_name: name, file_type: type, file_size: size } = found
    const file = { key, name, type, size, mime: found.mime, sha256: found.sha256 }
    return sendFile({ request, reply, files }, file, { preview: query.preview === 'true' })
  })
}
