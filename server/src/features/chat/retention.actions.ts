import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'

/** Nobody has said that it, or what hangs on it, must be kept. */
const IS_FREE = sql<boolean>`not exists (select from held_messages as held where held.id = chat_messages.id)`

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
  const removed = years === null ? 0 : await removeAllOlder(db, years, signal)
  await record(db)
  return removed
}

async function removeAllOlder(db: Db, years: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (let batch = AT_ONCE; batch === AT_ONCE && !signal.aborted; removed += batch) {
    batch = await removeOlder(db, years)
  }
  return removed
}

/** The oldest first, so that what stays of a conversation has no gap but for what is held. */
async function removeOlder(db: Db, years: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ chat_id: string; number: number }>`
      delete from chat_messages where id in (
        select id from chat_messages
        where created_at < now() - ${years} * interval '1 year' and ${IS_FREE}
        order by created_at, number limit ${AT_ONCE} for update skip locked
      ) returning chat_id, number
    `.execute(tx)
    if (rows.length === 0) return 0
    await countAsRead(tx, rows)
    await sql`
      insert into chat_retention_run as run (removed, years) values (${rows.length}, ${years})
      on conflict (only_one) do update
        set removed = run.removed + excluded.removed, years = excluded.years
    `.execute(tx)
    return rows.length
  })
}

/** What is gone can be read no more: nobody is shown a number for it for ever. */
async function countAsRead(tx: Db, gone: { chat_id: string; number: number }[]): Promise<void> {
  const { rows: moved } = await sql`
    with gone as (
      select chat_id, max(number) as number
      from unnest(
        ${gone.map((message) => message.chat_id)}::uuid[],
        ${gone.map((message) => message.number)}::bigint[]
      ) as message (chat_id, number)
      group by chat_id
    ), held as (
      select member.chat_id, member.user_id, gone.number
      from gone join chat_members as member using (chat_id)
      where member.read_number < gone.number
      order by member.chat_id, member.user_id for no key update of member
    )
    update chat_members as member set read_number = held.number
    from held
    where member.chat_id = held.chat_id and member.user_id = held.user_id
      and member.read_number < held.number
    returning member.user_id
  `.execute(tx)
  if (moved.length > 0) await publish(tx, { keys: ['chats'] })
}

/** One line for all that was counted, also where a server died on the way: the next run writes it then. */
async function record(db: Db): Promise<void> {
  const origin = { ip: 'the server itself', userAgent: 'retention', requestId: uuidv7() }
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ removed: number; years: number }>`
      delete from chat_retention_run returning removed, years
    `.execute(tx)
    for (const details of rows) {
      await recordAudit(tx, { origin }, { action: 'chat.retention', details })
    }
  })
}

/** In parts, because each of its messages takes what hangs on it along. */
async function removeDeletedChats(db: Db, signal: AbortSignal): Promise<void> {
  const chats = await db
    .selectFrom('chats')
    .select('id')
    .where('deleted_at', 'is not', null)
    // Of some nothing is left but what is held.
    .where(
      sql<boolean>`exists (select from chat_messages where chat_id = chats.id and ${IS_FREE})
        or not exists (select from chat_messages where chat_id = chats.id)`,
    )
    .limit(100)
    .execute()
  for (const { id } of chats) {
    for (let batch = AT_ONCE; batch === AT_ONCE && !signal.aborted;) {
      const { rows } = await sql`
        delete from chat_messages where id in (
          select id from chat_messages where chat_id = ${id} and ${IS_FREE}
          order by number limit ${AT_ONCE}
        ) returning id
      `.execute(db)
      batch = rows.length
    }
    if (!signal.aborted) await removeEmptyChat(db, id)
  }
}

/** What is held keeps its conversation. */
async function removeEmptyChat(db: Db, id: string): Promise<void> {
  await sql`
    delete from chats where id = ${id} and not exists (select from chat_messages where chat_id = ${id})
  `.execute(db)
}
