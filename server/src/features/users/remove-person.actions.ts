import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { deleteSavedFiltersOf } from '../saved-filters/saved-filters.queries.ts'
import { deletePicture } from './pictures.queries.ts'
import { anonymiseUser, deleteOwnRequirements, deleteUser } from './profile.queries.ts'

/**
 * Deletes an account and ends its sessions. Where any record names the person it stays, without a
 * name and without a way in, so that the record keeps its meaning.
 * @returns the keys of picture files that nobody needs once the transaction is over
 * @throws PostgreSQL's FD001 for the last active admin
 */
export async function removePerson(
  tx: Db,
  call: { actor: SignedIn; origin: Origin },
  person: { id: string; name: string },
): Promise<string[]> {
  const files = await deletePicture(tx, person.id)
  await deleteOwnRequirements(tx, person.id)
  await deleteSavedFiltersOf(tx, person.id)
  const removed = await removeUnlessNamed(tx, person.id)
  if (!removed) {
    await anonymiseUser(tx, person.id)
    await deleteSessionsOf(tx, person.id)
  }
  await recordAudit(tx, call, {
    action: 'user.deleted',
    item: { type: 'user', id: person.id, title: person.name },
    details: { by_themselves: call.actor.id === person.id, kept_for_records: !removed },
  })
  const keys = ['users', 'policies', 'acknowledgments', 'invitations'] as const
  await publish(tx, { keys: [...keys], endedSessionsOf: person.id })
  return files
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
