import { type Db, onClient, poolOf } from './connect.ts'

/** Serialisation failure and deadlock: PostgreSQL asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40001', '40P01'])

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
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === 3 || !TRY_AGAIN.has(code)) throw error
    }
  }
}

/** Has something done when the transaction has committed, and not when it rolls back. */
export function afterCommit(tx: Db, step: () => void): void {
  const left = leftBy.get(tx)
  if (!left) throw new Error('This is no transaction')
  left.push(step)
}

async function runOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect()
  const hold = { over: false, broken: false }
  const left: (() => void)[] = []
  const tx = onClient({
    query: async (text, values) => {
      if (hold.over) throw new Error('This transaction is over')
      return client.query(text, values)
    },
  })
  leftBy.set(tx, left)
  try {
    // It travels with the first statement; nothing runs after it where it fails.
    const begun = client.query('begin').catch((error: unknown) => {
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
