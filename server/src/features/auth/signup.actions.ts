import { ACCOUNT_CREATED, AWAITS_APPROVAL, CONFIRM_TO_BEGIN } from '@frontdesk/contract/constants'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, unprocessable } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import {
  beginSettings,
  findSettings,
  isFirstRun,
  signupRule,
} from '../settings/settings.queries.ts'
import { insertAccount, insertSignupClaim, lockInstallation } from '../accounts/accounts.queries.ts'
import { hashPassword, refusalOf } from '../accounts/passwords.ts'

/** A whole office may join from one address on one morning. */
const PER_ADDRESS: Limit = { tries: 300, windowSeconds: 60 * 60 }

interface Applicant {
  firstName: string
  lastName: string
  email: string
  password: string
  /** Becomes the brokerage's with the first account. */
  timeZone: string | undefined
  origin: Origin
}

/**
 * Creates an account, the first one as admin. Whether the address already has one changes neither
 * the answer nor the time it takes.
 * @returns what the person reads on the login screen
 * @throws AppError 403 where sign-up is closed, 422 for a refused password or e-mail domain
 */
export async function signUp(db: Db, config: Config, applicant: Applicant): Promise<string> {
  const { origin, timeZone, ...person } = applicant
  await countSignUp(db, origin)
  const rule = signupRule(await findSettings(db), config)
  const openToAnyone = await isFirstRun(db)
  if (!openToAnyone) checkRule(rule, person.email)
  const refusal = await refusalOf(db, person.password, person)
  if (refusal) throw unprocessable('weak_password', refusal, { password: refusal })

  const passwordHash = await hashPassword(person.password)
  // An address of the domain is anybody's to write: its mailbox has to answer.
  const awaitsConfirmation = rule.mode === 'domains'
  const waits = awaitsConfirmation || rule.mode === 'approval'
  return inTransaction(db, async (tx) => {
    const first = openToAnyone && (await claimFirstAccount(tx))
    // Somebody else was first in the meantime.
    if (openToAnyone && !first) checkRule(rule, person.email)
    const id = await insertAccount(tx, {
      ...person,
      passwordHash,
      role: first ? 'admin' : 'agent',
      status: waits && !first ? 'pending' : 'active',
      awaitsConfirmation: awaitsConfirmation && !first,
    })
    if (waits && !first) {
      await insertSignupClaim(tx, { email: person.email, passwordHash, awaitsConfirmation })
    }
    const name = `${person.firstName} ${person.lastName}`
    if (first) await beginSettings(tx, { brokerName: name, timeZone })
    await recordAudit(
      tx,
      { origin },
      {
        action: id ? 'user.signed_up' : 'sign_up.refused',
        ...(id && { actor: { id, name }, item: { type: 'user', id, title: name } }),
        details: { email: person.email },
      },
    )
    // One job whether or not the address was free, so that the time tells nothing.
    await addJob(tx, 'mail_after_sign_up', { email: person.email, created: id !== null })
    await publish(tx, { keys: ['users', 'settings'] })
    if (!waits || first) return ACCOUNT_CREATED
    const asks = awaitsConfirmation && (await sendsMail(tx, config))
    return asks ? CONFIRM_TO_BEGIN : AWAITS_APPROVAL
  })
}

/**
 * Counts one try to open an account.
 * @throws AppError 429 after too many
 */
export async function countSignUp(db: Db, origin: Origin): Promise<void> {
  const sentence = 'Too many accounts were created from here. Please try again later.'
  await consume(db, `sign-up-from:${networkOf(origin.ip)}`, PER_ADDRESS, sentence)
}

function checkRule(rule: { mode: string; domains: string[] }, email: string): void {
  if (rule.mode === 'invite') {
    throw new AppError(
      403,
      'sign_up_closed',
      'Accounts are by invitation. Please ask an administrator.',
    )
  }
  if (rule.mode === 'domains' && !rule.domains.includes(email.split('@')[1] ?? '')) {
    const sentence = `Please use your work email address (${rule.domains.join(', ')})`
    throw unprocessable('email_domain', sentence, { email: sentence })
  }
}

async function claimFirstAccount(tx: Db): Promise<boolean> {
  await lockInstallation(tx)
  return isFirstRun(tx)
}
