import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/files.ts'
import { publish } from '../../platform/publish.ts'
import { checkOwnPassword, holdProven } from './password.actions.ts'
import { deletePicture } from './pictures.queries.ts'
import { anonymiseUser, deleteOwnRequirements, deleteUser } from './profile.queries.ts'

/**
 * Deletes the caller's account. Where any record names them it stays, without a name and without a
 * way in, so that the record keeps its meaning.
 * @throws AppError 409 for the last admin, 422 for a wrong password, 429 after too many
 */
export async function deleteOwnAccount(
  db: Db,
  call: { actor: SignedIn; origin: Origin },
  { password, pictures }: { password: string; pictures: FileStore },
): Promise<void> {
  const { actor } = call
  const field = 'password'
  const hash = await checkOwnPassword(db, call, { password, field })
  const unneeded = await inTransaction(db, async (tx) => {
    await holdProven(tx, actor, { hash, field })
    const files = await deletePicture(tx, actor.id)
    await deleteOwnRequirements(tx, actor.id)
    const removed = await removeUnlessNamed(tx, actor.id)
    if (!removed) {
      await anonymiseUser(tx, actor.id)
      await deleteSessionsOf(tx, actor.id)
    }
    await recordAudit(tx, call, {
      action: 'user.deleted',
      item: { type: 'user', id: actor.id, title: actor.name },
      details: { by_themselves: true, kept_for_records: !removed },
    })
    await publish(tx, { keys: ['users', 'policies', 'acknowledgments'], endedSessionsOf: actor.id })
    return files
  })
  await pictures.remove(unneeded)
}

const STILL_NAMED = '23503'

/** The foreign keys know every table that may name a person, also those that are yet to come. */
async function removeUnlessNamed(tx: Db, id: string): Promise<boolean> {
  await sql`savepoint before_removal`.execute(tx)
  try {
    await deleteUser(tx, id)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === STILL_NAMED)) throw error
    await sql`rollback to savepoint before_removal`.execute(tx)
    return false
  }
}
