import type { CurrentUser } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { mailAddressChange } from '../auth/account-mail.actions.ts'
import { lockUser } from '../auth/auth.queries.ts'
import { type ProfileChange, updateProfile } from './profile.queries.ts'
import { CHANGED_MEANWHILE, sayWhereTaken } from './refusals.ts'
import { findCurrentUser } from './users.queries.ts'

/** Each new address gets a mail: nobody fills strangers' mailboxes by way of their profile. */
const ADDRESS_CHANGES: Limit = { tries: 5, windowSeconds: 60 * 60 }
const TOO_MANY = 'You have changed your address too often. Please try again later.'

/**
 * Saves what the caller says of themselves; a new address has to be confirmed.
 * @param ifMatch the `ETag` that the form started from, where known
 * @throws AppError 409 `email_taken` or `edit_conflict`, 429 after too many new addresses
 */
export async function changeProfile(
  tx: Db,
  call: { actor: SignedIn; origin: Origin },
  change: ProfileChange,
  ifMatch: string | undefined,
): Promise<CurrentUser> {
  const { actor } = call
  await lockUser(tx, actor.id)
  const before = await findCurrentUser(tx, actor.id)
  await refuseIfChanged(before, {
    ifMatch,
    sentence: CHANGED_MEANWHILE,
    findCurrent: async () => before,
  })
  await updateProfile(tx, actor.id, change).catch(sayWhereTaken)
  const user = await findCurrentUser(tx, actor.id)
  const isMoved = user.email !== before.email
  if (isMoved) {
    await consume(tx, `address-change:${actor.id}`, ADDRESS_CHANGES, TOO_MANY)
    await mailAddressChange(tx, user, { email: before.email, verified: before.email_verified })
  }
  await recordAudit(tx, call, {
    action: 'user.profile_changed',
    item: { type: 'user', id: user.id, title: user.name },
    ...(isMoved && { details: { email: user.email, was: before.email } }),
  })
  await publish(tx, { keys: ['users'] })
  await publish(tx, { keys: ['me'], userIds: [actor.id] })
  return user
}
