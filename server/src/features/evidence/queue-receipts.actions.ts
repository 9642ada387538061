import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { listSealedRecords } from '../policies/acknowledgments.queries.ts'

/** So many fit one transaction well. */
const AT_ONCE = 500

/**
 * Queues the receipt of every record that has none yet. It follows the chain, so that acknowledging itself does
 * nothing more than before, and none is forgotten whenever a server dies.
 * @returns how many
 */
export async function queueReceipts(db: Db, signal: AbortSignal): Promise<number> {
  let queued = 0
  while (!signal.aborted) {
    const some = await inTransaction(db, queueSome)
    queued += some
    if (some < AT_ONCE) break
  }
  return queued
}

async function queueSome(tx: Db): Promise<number> {
  const { queued_to: after } = await tx
    .selectFrom('evidence_receipts')
    .select('queued_to')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const records = await listSealedRecords(tx, { after, limit: AT_ONCE })
  const last = records.at(-1)
  if (!last) return 0
  await tx.updateTable('evidence_receipts').set({ queued_to: last.sequence }).execute()
  await queueMails(
    tx,
    records.map((record) => ({
      kind: 'receipt',
      to: record.person_email,
      userId: record.user_id,
      data: {
        sequence: record.sequence,
        policy_id: record.policy_id,
        title: record.policy_title,
        version: record.version,
        acknowledged_at: record.acknowledged_at,
        hash: record.hash,
      },
    })),
  )
  return records.length
}
