import type { StaleKey } from '@frontdesk/contract/realtime'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { publish } from '../../platform/publish.ts'

const POLL_MS = 250
/**
 * After a slice others have the machine for as long as it took, so long in all: ten thousand people are settled
 * like that, of very many the first ones, because these have to be whole soon, too.
 */
const PAUSES_MS = 4000
/** Each slice leaves some hundred changes of sums. */
const FOLD_AFTER = 50

/** What shows who must do what. */
export const STALE: StaleKey[] = [
  'obligations',
  'acknowledgments',
  'policies',
  'trainings',
  'tests',
  'me',
  'users',
]

/**
 * Settles what is of too many people to be settled by the change itself, a slice at a time, each in a
 * transaction of its own: it may be interrupted at any moment and run in several places at once.
 * @returns how many slices it settled
 */
export async function settleBacklog(db: Db, signal?: AbortSignal): Promise<number> {
  let slices = 0
  let pauses = PAUSES_MS
  let started = performance.now()
  while (await settleSlice(db)) {
    slices += 1
    const pause = Math.min(performance.now() - started, pauses)
    pauses -= pause
    await wait(pause)
    started = performance.now()
    if (slices % FOLD_AFTER === 0) await foldChanges(db, signal)
    if (signal?.aborted) break
  }
  if (slices > 0) {
    await publish(db, { keys: STALE })
  }
  await foldChanges(db, signal)
  await countBehind(db, signal)
  return slices
}

/** Counts what is overdue of those of whom another due date is over: till then each look counts it. */
async function countBehind(db: Db, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ more: boolean }>`select turn_people_behind() as more`.execute(db)
  if (rows[0]!.more && !signal?.aborted) await countBehind(db, signal)
}

/** Adds what has changed to the sums that the overview reads: what waits there is read one by one. */
async function foldChanges(db: Db, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ more: boolean }>`
    select fold_obligation_changes() as more
  `.execute(db)
  if (rows[0]!.more && !signal?.aborted) await foldChanges(db, signal)
}

async function settleSlice(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ settled: boolean }>`
      select settle_backlog_slice() as settled
    `.execute(tx)
    return rows[0]!.settled
  })
}

/**
 * Makes the rows of the time before there were any, and waits for other servers that do so: until then
 * nobody's list is whole.
 */
export async function settlePast(db: Db, report: (line: string) => void): Promise<void> {
  const left = async () => {
    const { rows } = await sql<{ items: number }>`
      select count(*)::int as items from obligation_backlog where with_past
    `.execute(db)
    return rows[0]!.items
  }
  const items = await left()
  if (items === 0) return
  report(`Working out who must do what, of ${items} items`)
  do {
    if (!(await settleSlice(db))) await wait(POLL_MS)
  } while ((await left()) > 0)
  // Who was late before there were rows is known only now.
  for (let last: string | null = '00000000-0000-0000-0000-000000000000'; last !== null;) {
    last = await rememberWhoWasLate(db, last)
  }
  await foldChanges(db)
}

/** Of the next people; returns the last of them. */
async function rememberWhoWasLate(db: Db, after: string): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from users where id > ${after} order by id limit slice_of_people()
    `.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await sql`select rebuild_overdue_spells(${ids}::uuid[])`.execute(tx)
    return ids.at(-1) ?? null
  })
}
