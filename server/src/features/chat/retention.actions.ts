import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'

/** Removed at once: nobody who writes waits for more. */
const AT_ONCE = 5000

/**
 * Removes messages that are older than the settings keep them, and what is left of deleted conversations.
 * One line of the audit trail says how many went by their age. Returns that number.
 */
export async function keepToRetention(db: Db, signal: AbortSignal): Promise<number> {
  await removeDeletedChats(db, signal)
  const { chat_retention_years: years } = await db
    .selectFrom('settings')
    .select('chat_retention_years')
    .executeTakeFirstOrThrow()
  if (years === null) return 0
  let removed = 0
  for (let batch = AT_ONCE; batch === AT_ONCE && !signal.aborted; removed += batch) {
    batch = await removeOlder(db, years)
  }
  if (removed > 0) await record(db, { removed, years })
  return removed
}

/** The oldest first, so that what stays of a conversation has no gap. */
async function removeOlder(db: Db, years: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      delete from chat_messages where id in (
        select id from chat_messages
        where created_at < now() - ${years} * interval '1 year'
        order by created_at, number limit ${AT_ONCE} for update skip locked
      ) returning id
    `.execute(tx)
    return rows.length
  })
}

async function record(db: Db, details: { removed: number; years: number }): Promise<void> {
  const origin = { ip: 'the server itself', userAgent: 'retention', requestId: uuidv7() }
  await inTransaction(db, async (tx) => {
    await recordAudit(tx, { origin }, { action: 'chat.retention', details })
  })
}

/** In parts, because each of its messages takes what hangs on it along. */
async function removeDeletedChats(db: Db, signal: AbortSignal): Promise<void> {
  const chats = await db
    .selectFrom('chats')
    .select('id')
    .where('deleted_at', 'is not', null)
    .limit(100)
    .execute()
  for (const { id } of chats) {
    for (let batch = AT_ONCE; batch === AT_ONCE && !signal.aborted;) {
      const { rows } = await sql`
        delete from chat_messages where id in (
          select id from chat_messages where chat_id = ${id} order by number limit ${AT_ONCE}
        ) returning id
      `.execute(db)
      batch = rows.length
    }
    if (!signal.aborted) await db.deleteFrom('chats').where('id', '=', id).execute()
  }
}
