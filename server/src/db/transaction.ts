import type { Db, Tx } from './connect.ts'

/** Serialisation failure and deadlock: PostgreSQL asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40001', '40P01'])

/** Runs `work` in a transaction, again (up to twice) where PostgreSQL chose it to lose a race. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === 3 || !TRY_AGAIN.has(code)) throw error
    }
  }
}
