import { AWAITS_APPROVAL, CONFIRM_TO_BEGIN, INVALID_JOIN_LINK } from '@frontdesk/contract/constants'
import type { JoinLink } from '@frontdesk/contract/join-links'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addJob } from '../../platform/jobs.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import { publish } from '../../platform/publish.ts'
import { insertAccount, insertSignupClaim } from '../accounts/accounts.queries.ts'
import { hashPassword, refusalOf } from '../accounts/passwords.ts'
import { countSignUp } from '../auth/signup.actions.ts'
import { countWrongLink } from '../accounts/count-wrong-link.ts'
import { findByToken, lockJoinLink, takePlace } from './join-links.queries.ts'

/** One sentence for all that opens nothing: a stranger learns nothing of links that were. */
const invalidJoinLink = () => new AppError(404, 'invalid_join_link', INVALID_JOIN_LINK)

/** The link that a token opens. @throws AppError 404 where it opens nothing */
export async function findOpenJoinLink(db: Db, token: string): Promise<JoinLink> {
  const link = await findByToken(db, token)
  if (link?.state !== 'open') throw invalidJoinLink()
  return link
}

interface Newcomer {
  firstName: string
  lastName: string
  email: string
  password: string
  origin: Origin
}

/**
 * Opens an account by a link, whatever the sign-up mode. It is pending until its address is confirmed or,
 * without a mail server, an admin approves it. Whether the address already has an account changes neither
 * the answer, nor the time it takes, nor the places that are left.
 * @returns what the person reads on the login screen
 * @throws AppError 404 where the token opens nothing, 422 for a refused password or e-mail domain
 */
export async function joinByLink(
  db: Db,
  config: Config,
  token: string,
  newcomer: Newcomer,
): Promise<string> {
  const { origin, ...person } = newcomer
  const { id, domain, role } = await findOpenJoinLink(db, token).catch(async (error: unknown) => {
    await countWrongLink(db, origin)
    throw error
  })
  await countSignUp(db, origin)
  if (domain !== null && person.email.split('@')[1] !== domain) {
    const sentence = `Please use your work email address (${domain})`
    throw unprocessable('email_domain', sentence, { email: sentence })
  }
  const refusal = await refusalOf(db, person.password, person)
  if (refusal) throw unprocessable('weak_password', refusal, { password: refusal })

  const account = { ...person, role, passwordHash: await hashPassword(person.password) }
  return inTransaction(db, async (tx) => {
    await lockJoinLink(tx, id)
    // It may have been revoked, or its last place taken, meanwhile.
    const link = await findOpenJoinLink(tx, token)
    await addNewcomer(tx, link, account, origin)
    return (await sendsMail(tx, config)) ? CONFIRM_TO_BEGIN : AWAITS_APPROVAL
  })
}

type Account = Omit<Newcomer, 'origin' | 'password'> & {
  role: JoinLink['role']
  passwordHash: string
}

async function addNewcomer(
  tx: Db,
  link: JoinLink,
  account: Account,
  origin: Origin,
): Promise<void> {
  const { email, passwordHash } = account
  const name = `${account.firstName} ${account.lastName}`
  // An address is anybody's to write: its mailbox has to answer.
  const waiting = { status: 'pending', awaitsConfirmation: true } as const
  const id = await insertAccount(tx, { ...account, ...waiting })
  await insertSignupClaim(tx, { email, passwordHash, awaitsConfirmation: true })
  await takePlace(tx, { linkId: link.id, email, userId: id })
  await recordAudit(
    tx,
    { origin },
    {
      action: id ? 'user.joined' : 'sign_up.refused',
      ...(id && { actor: { id, name }, item: { type: 'user', id, title: name } }),
      details: { email, link: link.label, link_id: link.id },
    },
  )
  // One job whether or not the address was free, so that the time tells nothing.
  await addJob(tx, 'mail_after_sign_up', { email, created: id !== null })
  await publish(tx, { keys: ['users'] })
  await publish(tx, { keys: ['invitations'], adminsOnly: true })
}
