import type { CurrentUser } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { proveForAddress, requestAddress } from './change-email.actions.ts'
import { type ProfileChange, updateProfile } from './profile.queries.ts'
import { CHANGED_MEANWHILE } from './refusals.ts'
import { findCurrentUser } from './users.queries.ts'

interface SentProfile extends ProfileChange {
  email: string
  current_password?: string | null
}

/**
 * Saves what the caller says of themselves. Another address is asked first, and the one that the
 * account has stays until it answers.
 * @param ifMatch the `ETag` that the form started from, where known
 * @throws AppError 403 where another address is not proved to be the person's wish, 409
 *   `edit_conflict`, 429 after too many addresses
 */
export async function changeProfile(
  db: Db,
  call: { actor: SignedIn; origin: Origin },
  sent: SentProfile,
  ifMatch: string | undefined,
): Promise<CurrentUser> {
  const { actor } = call
  const { email: next, current_password: password, ...change } = sent
  const isMoving = next !== actor.email
  const hold = isMoving ? await proveForAddress(db, call, password) : undefined
  return inTransaction(db, async (tx) => {
    await (hold ?? (async () => holdOwnSession(tx, actor)))(tx)
    await lockUser(tx, actor.id)
    const before = await findCurrentUser(tx, actor.id)
    await refuseIfChanged(before, {
      ifMatch,
      sentence: CHANGED_MEANWHILE,
      findCurrent: async () => before,
    })
    await updateProfile(tx, actor.id, change)
    if (isMoving) await requestAddress(tx, call, { email: before.email, next })
    const user = await findCurrentUser(tx, actor.id)
    await recordAudit(tx, call, {
      action: 'user.profile_changed',
      item: { type: 'user', id: user.id, title: user.name },
      details: {
        ...(user.name !== before.name && { was: { name: before.name } }),
        ...(isMoving && { email_asked_for: next }),
      },
    })
    await publish(tx, { keys: ['users'] })
    await publish(tx, { keys: ['me'], userIds: [actor.id] })
    return user
  })
}
