import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Db, onClient, poolOf } from './connect.ts'
import { Turns } from './turns.ts'
import { codeOf } from './error-code.ts'

/**
 * Its limits travel with each transaction: a pooler lends another process to the next one, and takes no
 * settings at connecting. Who waits for a lock gives up before the statement does, and that before the
 * connection is taken for dead (`connect`).
 */
const BEGIN = [
  'begin isolation level read committed',
  "set local lock_timeout = '5s'",
  "set local statement_timeout = '8s'",
  "set local idle_in_transaction_session_timeout = '10s'",
].join('; ')

/** Serialisation failure and deadlock: PostgreSQL asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40001', '40P01'])
/** An earlier statement of the transaction has failed. */
const ABORTED = '25P02'

/** What each open transaction leaves to be done after its commit. */
const leftBy = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `work` in a transaction, again (up to twice) where PostgreSQL chose it to lose a race. Statements
 * that don't wait for each other (`Promise.all`) travel together and run in their order.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === 3 || !TRY_AGAIN.has(codeOf(error))) throw error
      // Whoever won may not have woken yet, and would meet the same locks again.
      await setTimeout(attempt * (50 + Math.random() * 100))
    }
  }
}

/** Has something done when the transaction has committed, and not when it rolls back. */
export function afterCommit(tx: Db, step: () => void): void {
  const left = leftBy.get(tx)
  if (!left) throw new Error('This is no transaction')
  left.push(step)
}

const turnsOf = new WeakMap<pg.Pool, Turns>()

/** How many transactions a pool takes at once: the rest of its connections is for those who only read. */
export const mostTransactions = (size: number) =>
  Math.max(1, size - Math.max(1, Math.floor(size / 5)))

async function runOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const pool = poolOf(db)
  const turns = turnsOf.get(pool) ?? new Turns(mostTransactions(pool.options.max))
  turnsOf.set(pool, turns)
  return turns.run(async () => runOn(await pool.connect(), work))
}

async function runOn<T>(client: pg.PoolClient, work: (tx: Db) => Promise<T>): Promise<T> {
  const hold = { over: false, broken: false }
  const left: (() => void)[] = []
  let cause: unknown
  const tx = onClient({
    query: async (text, values) => {
      if (hold.over) throw new Error('This transaction is over')
      return client.query(text, values).catch((error: unknown) => {
        // What had failed before says why; it may be heard of later than a statement that travelled behind it.
        if (codeOf(error) === ABORTED) throw cause ?? error
        cause = error
        throw error
      })
    },
  })
  leftBy.set(tx, left)
  try {
    // It travels with the first statement; nothing runs after it where it fails.
    const begun = client.query(BEGIN).catch((error: unknown) => {
      hold.over = true
      hold.broken = true
      throw error
    })
    const [result] = await Promise.all([work(tx), begun])
    hold.over = true
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('A statement of this transaction had failed')
    for (const step of left) step()
    return result
  } catch (error) {
    hold.over = true
    await client.query('rollback').catch(() => (hold.broken = true))
    throw error
  } finally {
    client.release(hold.broken)
  }
}
