import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { receiptMail } from './evidence-mails.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { listSealedRecords } from '../policies/acknowledgments.queries.ts'

/** Of one minute. Where hundreds sign at once, their receipts must not take the server from them. */
const AT_ONCE = 600
/** Fewer go out at once. */
const A_SECOND = 10

/**
 * Queues the receipts of records that have none yet; runs each minute. It follows the chain, so that acknowledging
 * itself does nothing more than before, and none is forgotten whenever a server dies.
 * @returns how many
 */
export async function queueReceipts(db: Db): Promise<number> {
  return inTransaction(db, queueSome)
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
    receiptMail,
    records.map((record) => ({
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
    records.length / A_SECOND,
  )
  return records.length
}
