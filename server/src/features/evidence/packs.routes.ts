import { evidencePackEndpoints } from '@frontdesk/contract/evidence-packs'
import { inTransaction } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { sendFile } from '../../http/send-file.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { nameOfPack } from './pack-name.ts'
import { createPack, itemOfPack, noSuchPack, removePack } from './packs.actions.ts'
import { findPack, findPackFile, listNamed, listPacks } from './packs.queries.ts'

export function evidencePackRoutes(mount: Mount, files: FileStore): void {
  mount(evidencePackEndpoints.listEvidencePacks, async ({ db, query, request, reply }) => {
    const page = await listPacks(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page)
  })

  mount(evidencePackEndpoints.createEvidencePack, async (call) => {
    const { db, actor, body } = call
    const created = await createPack(db, actor, body)
    await recordAudit(db, call, {
      action: 'evidence_pack.requested',
      item: itemOfPack(created),
      details: {
        user_ids: created.user_ids,
        item_ids: created.item_ids,
        from: created.from,
        to: created.to,
        as_of: created.as_of,
      },
    })
    return created
  })

  mount(evidencePackEndpoints.getEvidencePack, async ({ db, params }) => {
    const found = await findPack(db, params.id)
    if (!found) throw noSuchPack()
    return found
  })

  mount(evidencePackEndpoints.getEvidencePackFile, async (call) => {
    const { db, params, request, reply } = call
    const found = await findPackFile(db, params.id)
    if (!found || found.state === 'ended') throw noSuchPack()
    const { file_key: key, file_size: size, sha256 } = found
    if (key === null || size === null || sha256 === null) {
      throw conflict('not_ready', 'This pack has not been made yet')
    }
    await recordAudit(db, call, { action: 'evidence_pack.downloaded', item: itemOfPack(found) })
    const { user_ids: userIds, item_ids: itemIds } = found
    const name = nameOfPack(found, await listNamed(db, { userIds, itemIds }))
    const file = { key, size, sha256, name, type: 'zip', mime: 'application/zip' }
    return sendFile({ request, reply, files }, file)
  })

  mount(
    evidencePackEndpoints.deleteEvidencePack,
    async (call) => {
      const { db, actor, params } = call
      const removed = await inTransaction(db, async (tx) => {
        await holdOwnSession(tx, actor, 'admin')
        const gone = await removePack(tx, params.id)
        const isOpen = gone.state === 'waiting' || gone.state === 'working'
        await recordAudit(tx, call, {
          action: isOpen ? 'evidence_pack.cancelled' : 'evidence_pack.removed',
          item: itemOfPack(gone),
        })
        return gone
      })
      if (removed.file_key) await files.remove([removed.file_key])
    },
    { ownTransactions: 'the file is removed once nothing names it any more' },
  )
}
