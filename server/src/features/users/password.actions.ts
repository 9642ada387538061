import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { unprocessable } from '../../http/errors.ts'
import { requireFresh } from '../../http/fresh-sign-in.ts'
import { deleteSessionsOf, holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { clear, consume, type Limit } from '../../platform/rate-limit.ts'
import { findAsksSecondFactor, updatePassword } from '../accounts/accounts.queries.ts'
import { withdrawLink } from '../accounts/links.queries.ts'
import { findOtherWays, inWords } from '../accounts/other-ways.queries.ts'
import { hashPassword, refusalOf, verifyPassword } from '../accounts/passwords.ts'
import { passwordChangedMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { findCurrentUser } from './users.queries.ts'
import { findPasswordHash, lockPasswordHash } from './profile.queries.ts'

/** Wrong passwords of somebody who is signed in: enough for a person, too few for a found laptop. */
const OWN_PASSWORD: Limit = { tries: 10, windowSeconds: 15 * 60 }

interface Call {
  actor: SignedIn
  origin: Origin
}

/**
 * Makes sure that it is the person who sits there, and returns the hash that proved it: whatever
 * comes next has to find it unchanged.
 * @throws AppError 422 with the sentence at `field`, 429 after too many
 */
export async function checkOwnPassword(
  db: Db,
  { actor, origin }: Call,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const bucket = `own-password:${actor.id}`
  const tooMany = 'Too many wrong passwords. Please wait a few minutes and try again.'
  await consume(db, bucket, OWN_PASSWORD, tooMany)
  const hash = await findPasswordHash(db, actor.id)
  if (!(await verifyPassword(hash, password)) || hash === null) {
    await recordAudit(db, { origin, actor }, { action: 'password.refused' })
    throw wrongPassword(field)
  }
  await clear(db, bucket)
  return hash
}

/** What somebody proves themselves with: the password, where they typed one, and the field that it stands in. */
interface Proof {
  password: string | undefined
  field: string
  /** Whether somebody who has just signed in needs no password besides. */
  freshIsEnough?: boolean
}

/**
 * Makes sure that it is the person who sits there, for what touches their ways in. Where the password alone
 * does not let them in, it proves nothing alone here either: the session has to be fresh too. So it has to be
 * for whoever has no password.
 * @returns what holds that in the transaction of the change
 * @throws AppError 403 `fresh_sign_in_required`, 422 with the sentence at `field`, 429 after too many
 */
export async function proveOneself(
  db: Db,
  call: Call,
  { password, field, freshIsEnough = false }: Proof,
): Promise<(tx: Db) => Promise<void>> {
  const { actor } = call
  const hasPassword = (await findPasswordHash(db, actor.id)) !== null
  if (!hasPassword || (await findAsksSecondFactor(db, actor.id))) requireFresh(actor)
  if (hasPassword && password !== undefined) {
    const hash = await checkOwnPassword(db, call, { password, field })
    return async (tx) => holdProven(tx, actor, { hash, field })
  }
  if (hasPassword && !(freshIsEnough && actor.isFresh)) throw passwordRequired(field)
  return async (tx) => holdOwnSession(tx, actor)
}

const passwordRequired = (field: string) => {
  const sentence = 'Please enter your password'
  return unprocessable('password_required', sentence, { [field]: sentence })
}

const wrongPassword = (field: string) => {
  const sentence = 'This is not your current password'
  return unprocessable('wrong_password', sentence, { [field]: sentence })
}

/** Holds the person's account as it was when they proved who they are. @throws AppError 401, 422 */
export async function holdProven(
  tx: Db,
  actor: SignedIn,
  proof: { hash: string | null; field: string },
): Promise<void> {
  await holdOwnSession(tx, actor)
  if ((await lockPasswordHash(tx, actor.id)) !== proof.hash) throw wrongPassword(proof.field)
}

/**
 * Changes the caller's password and ends their other sessions.
 * @throws AppError 403 `fresh_sign_in_required`, 422 where the current one is wrong or the new one refused, 429
 */
export async function changePassword(
  db: Db,
  call: Call,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { actor } = call
  const hold = await proveOneself(db, call, { password: current, field: 'current_password' })
  const { first_name: firstName, last_name: lastName, email } = await findCurrentUser(db, actor.id)
  const refusal = await refusalOf(db, next, { firstName, lastName, email })
  if (refusal) throw unprocessable('weak_password', refusal, { new_password: refusal })
  const nextHash = await hashPassword(next)
  await inTransaction(db, async (tx) => {
    await hold(tx)
    await updatePassword(tx, actor.id, nextHash)
    // Who changed the address may be who the password is changed against.
    await withdrawLink(tx, actor.id, 'change')
    await deleteSessionsOf(tx, actor.id, actor.sessionId)
    await recordAudit(tx, call, { action: 'password.changed' })
    await queueMail(tx, passwordChangedMail, {
      to: email,
      data: { stays: inWords(await findOtherWays(tx, actor.id)), within: true },
      userId: actor.id,
    })
    await publish(tx, { keys: ['me'], userIds: [actor.id], endedSessionsOf: actor.id })
  })
}
