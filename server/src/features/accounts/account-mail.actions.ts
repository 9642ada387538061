import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { AuditAction } from '../../platform/audit-actions.ts'
import { addJob } from '../../platform/jobs.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { countRecentMails } from '../mail/mails.queries.ts'
import {
  addressInUseMail,
  changeEmailMail,
  emailChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from './account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { findMailRecipient, lockUser } from './accounts.queries.ts'
import { issueLink, withdrawLink } from './links.queries.ts'

/**
 * Mails that somebody may have sent to one address. From one place few, so that nobody can fill a
 * mailbox; from everywhere more, so that a stranger elsewhere does not keep its owner from asking.
 */
const PER_ADDRESSEE_AND_NETWORK: Limit = { tries: 5, windowSeconds: 60 * 60 }
const PER_ADDRESSEE: Limit = { tries: 20, windowSeconds: 60 * 60 }
const PER_NETWORK: Limit = { tries: 100, windowSeconds: 60 * 60 }

const TOO_MANY = 'Too many mails were asked for. Please look in your mailbox, or try again later.'

type Purpose = 'verify' | 'reset'

const AUDIT_ACTIONS: Record<Purpose, AuditAction> = {
  verify: 'email_verification.requested',
  reset: 'password_reset.requested',
}

/**
 * Has a link mailed. Who the address belongs to is looked up by a job, later: nothing here depends
 * on it, so neither the answer nor its time tells.
 * @throws AppError 429 after too many
 */
export async function requestAccountLink(
  db: Db,
  request: { purpose: Purpose; email: string; origin: Origin; actor: SignedIn | null },
): Promise<void> {
  const { purpose, email, origin, actor } = request
  const addressee = createHash('sha256').update(email).digest('base64url')
  const network = networkOf(origin.ip)
  await consume(db, `mail:${addressee}:${network}`, PER_ADDRESSEE_AND_NETWORK, TOO_MANY)
  await consume(db, `mail:${addressee}`, PER_ADDRESSEE, TOO_MANY)
  await consume(db, `mail-from:${network}`, PER_NETWORK, TOO_MANY)
  await inTransaction(db, async (tx) => {
    await recordAudit(tx, { origin, actor }, { action: AUDIT_ACTIONS[purpose], details: { email } })
    const job: AccountLinkRequest = { purpose, email, requestedAt: Date.now() }
    await addJob(tx, 'mail_account_link', job)
  })
}

/** What the job is told; where it comes very late it does nothing. */
export interface AccountLinkRequest {
  purpose: Purpose
  email: string
  requestedAt: number
}

const TOO_LATE_MS = 60 * 60 * 1000

/** The job: mails the link, where there is an account that it is of use to. */
export async function mailRequestedAccountLink(
  db: Db,
  { purpose, email, requestedAt }: AccountLinkRequest,
): Promise<void> {
  if (Date.now() - requestedAt > TOO_LATE_MS) return
  await inTransaction(db, async (tx) => {
    const person = await findMailRecipient(tx, email)
    if (!person) return
    // Invited people have their invitation, and those who were deactivated nothing to come back to.
    if (purpose === 'reset' && person.canReset) await mailResetLink(tx, person)
    if (purpose === 'verify' && person.canVerify) await mailVerifyLink(tx, person)
  })
}

/** Nobody gets more mail than this within an hour because others use their address. */
export const MOST_NOTICES = 5

/**
 * Mails a link to choose a new password and returns its id; an earlier one stops working.
 * @param admin who asked for it, where it was not the person
 */
export async function mailResetLink(
  tx: Db,
  person: { id: string; email: string },
  admin?: { id: string; name: string },
): Promise<string> {
  await lockUser(tx, person.id)
  const link = { userId: person.id, purpose: 'reset', email: person.email } as const
  const linkId = await issueLink(tx, { ...link, createdBy: admin?.id })
  await queueMail(tx, resetPasswordMail, {
    to: person.email,
    data: admin ? { requested_by: admin.name } : {},
    userId: person.id,
    linkId,
  })
  return linkId
}

/** Mails a link to confirm the address; an earlier one stops working. */
export async function mailVerifyLink(
  tx: Db,
  person: { id: string; email: string },
  data: { changed?: boolean } = {},
): Promise<void> {
  await lockUser(tx, person.id)
  const linkId = await issueLink(tx, { userId: person.id, purpose: 'verify', email: person.email })
  await queueMail(tx, verifyEmailMail, { to: person.email, data, userId: person.id, linkId })
}

/** After an admin gave an account another address: asks the new one, and tells the one before. */
export async function mailAddressChange(
  tx: Db,
  person: { id: string; email: string },
  before: string,
): Promise<void> {
  await withdrawLink(tx, person.id, 'change')
  await mailVerifyLink(tx, person, { changed: true })
  await queueMail(tx, emailChangedMail, { to: before, data: {}, userId: person.id })
}

/**
 * Asks the mailbox of an address that an account is to have. Where somebody else has it, its owner is
 * told instead; the link is there all the same, so that the account shows nothing of that.
 */
export async function mailChangeLink(tx: Db, userId: string, next: string): Promise<void> {
  const linkId = await issueLink(tx, { userId, purpose: 'change', email: next })
  const owner = await findMailRecipient(tx, next)
  if (!owner) {
    await queueMail(tx, changeEmailMail, { to: next, data: {}, userId, linkId })
  } else if ((await countRecentMails(tx, owner.id, '1 hour')) < MOST_NOTICES) {
    await queueMail(tx, addressInUseMail, { to: next, data: {}, userId: owner.id })
  }
}
