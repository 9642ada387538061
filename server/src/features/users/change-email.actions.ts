import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { mailChangeLink } from '../accounts/account-mail.actions.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { findPendingChange, withdrawLink } from '../accounts/links.queries.ts'
import { emailChangeRequestedMail, emailChangedMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { updateEmail } from './profile.queries.ts'
import { sayWhereTaken } from './refusals.ts'
import { proveOneself } from './password.actions.ts'

interface Call {
  actor: SignedIn
  origin: Origin
}

/**
 * Each is a mail to an address of their choice, and could ask whose it is: tries count, whatever
 * becomes of them.
 */
const ADDRESSES: Limit = { tries: 5, windowSeconds: 60 * 60 }

async function countAddress(db: Db, { actor }: Call): Promise<void> {
  const sentence = 'You have asked for another address too often. Please try again later.'
  await consume(db, `address-change:${actor.id}`, ADDRESSES, sentence)
}

const FIELD = 'current_password'

/** What the proof lacks is no fault of a form: without it the caller may not. */
const asForbidden = (error: unknown): never => {
  if (!(error instanceof AppError) || error.status !== 422) throw error
  throw new AppError(403, error.code, error.message, { fields: error.fields })
}

/**
 * Makes sure, before a change of the address, that it is the person who sits there: by their
 * password, or because they have just signed in. Counts the try.
 * @returns what holds that in the transaction of the change
 * @throws AppError 403 `password_required`, `wrong_password` or `fresh_sign_in_required`, 429 after too many
 */
export async function proveForAddress(
  db: Db,
  call: Call,
  password: string | null | undefined,
): Promise<(tx: Db) => Promise<void>> {
  const proof = { password: password || undefined, field: FIELD, freshIsEnough: true }
  const hold = await proveOneself(db, call, proof).catch(asForbidden)
  await countAddress(db, call)
  return async (tx) => hold(tx).catch(asForbidden)
}

/**
 * Asks the mailbox of another address, and tells the one that the account has. Nothing else changes,
 * and nothing tells whether somebody has the other one.
 */
export async function requestAddress(
  tx: Db,
  call: Call,
  { email, next }: { email: string; next: string },
): Promise<void> {
  const { id } = call.actor
  await mailChangeLink(tx, id, next)
  await queueMail(tx, emailChangeRequestedMail, { to: email, data: { next }, userId: id })
}

/** Mails the link again; the one before opens nothing any more. @throws AppError 404, 429 */
export async function resendAddressChange(db: Db, call: Call): Promise<void> {
  const { actor } = call
  if (!(await findPendingChange(db, actor.id))) throw noChange()
  await countAddress(db, call)
  await inTransaction(db, async (tx) => {
    await holdOwnSession(tx, actor)
    await lockUser(tx, actor.id)
    const pending = await findPendingChange(tx, actor.id)
    if (!pending) throw noChange()
    await mailChangeLink(tx, actor.id, pending.email)
    const details = { email: pending.email }
    await recordAudit(tx, call, { action: 'email_change.requested', details })
  })
}

const noChange = () => notFound('No other address awaits its confirmation')

/** Keeps the address that the account has. */
export async function cancelAddressChange(tx: Db, call: Call): Promise<void> {
  const { id } = call.actor
  await lockUser(tx, id)
  const pending = await findPendingChange(tx, id)
  if (!pending) return
  await withdrawLink(tx, id, 'change')
  const details = { email: pending.email }
  await recordAudit(tx, call, { action: 'email_change.cancelled', details })
  await publish(tx, { keys: ['me'], userIds: [id] })
}

/**
 * Gives an account the address whose mailbox has answered, and tells the one before.
 * @throws AppError 409 `email_taken`: its owner is who asks, so this tells nobody anything
 */
export async function confirmAddress(
  tx: Db,
  { userId, email, before }: { userId: string; email: string; before: string },
): Promise<void> {
  await updateEmail(tx, userId, email).catch(sayWhereTaken)
  await queueMail(tx, emailChangedMail, { to: before, data: {}, userId })
}
