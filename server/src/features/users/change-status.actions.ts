import type { StatusResult } from '@frontdesk/contract/admin-users'
import type { Undone } from '@frontdesk/contract/undo'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { AppError, fromDatabase } from '../../http/errors.ts'
import type { UndoData } from '../../platform/undo.ts'
import { findTeamIds } from './admin-users.queries.ts'
import { type AdminCall, changePerson, noSuchUser, putStatusBack } from './change-person.actions.ts'

/**
 * Activates or deactivates many, in the caller's transaction. What is refused for one, such as the
 * last admin, holds nobody else up.
 */
export async function changeStatusOfMany(
  tx: Db,
  call: AdminCall,
  { userIds, status }: { userIds: string[]; status: 'active' | 'inactive' },
): Promise<StatusResult[]> {
  const outcomes = new Map<string, StatusResult>()
  // Oneself last: a session that has ended does nothing more.
  const others = (await findTeamIds(tx, userIds)).filter((id) => id !== call.actor.id)
  const ids = userIds.includes(call.actor.id) ? [...others, call.actor.id] : others
  for (const id of ids) outcomes.set(id, await changeOne(tx, call, id, status))
  return [...new Set(userIds)].map((id) => outcomes.get(id) ?? refused(id, noSuchUser()))
}

/** Gives everybody the status back that they had, but those whom somebody has changed since. */
export async function undoStatus(
  tx: Db,
  call: AdminCall,
  changes: UndoData['status'],
): Promise<Undone> {
  let undone = 0
  for (const change of changes) {
    const result = await orRefused(tx, change.id, async () => putStatusBack(tx, call, change))
    if (result.outcome === 'changed') undone += 1
  }
  return { undone, left: changes.length - undone }
}

const changeOne = async (tx: Db, call: AdminCall, id: string, status: 'active' | 'inactive') =>
  orRefused(tx, id, async () => changePerson(tx, call, id, { status }))

async function orRefused(
  tx: Db,
  id: string,
  change: () => Promise<boolean>,
): Promise<StatusResult> {
  await sql`savepoint before_one`.execute(tx)
  try {
    const outcome = (await change()) ? 'changed' : 'unchanged'
    await sql`release savepoint before_one`.execute(tx)
    return { user_id: id, outcome, problem: null }
  } catch (error) {
    const refusal = error instanceof AppError ? error : fromDatabase(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint before_one`.execute(tx)
    return refused(id, refusal)
  }
}

const refused = (id: string, { message }: AppError): StatusResult => ({
  user_id: id,
  outcome: 'refused',
  problem: message,
})
