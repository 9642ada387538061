import { INVALID_LINK } from '@frontdesk/contract/constants'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, unprocessable } from '../../http/errors.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { passwordChangedMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { countWrongLink } from '../accounts/count-wrong-link.ts'
import { confirmAddress } from '../users/change-email.actions.ts'
import { lockUser, markEmailVerified, updatePassword } from '../accounts/accounts.queries.ts'
import { consumeLink, findLinkByToken, withdrawLink } from '../accounts/links.queries.ts'
import {
  deleteUnconfirmedWays,
  endedBetween,
  findOtherWays,
  inWords,
} from '../accounts/other-ways.queries.ts'
import { forgetWrongPasswords } from './login.actions.ts'
import { hashPassword, refusalOf } from '../accounts/passwords.ts'

const invalidLink = () => new AppError(404, 'invalid_link', INVALID_LINK)

/**
 * Confirms the address that a mailed link was sent to: it begins an account that waited for that, or
 * becomes the address of the account that asked for it.
 * @throws AppError 404 where the token opens nothing, 409 where somebody else has the address by now
 */
export async function verifyEmail(db: Db, token: string, origin: Origin): Promise<void> {
  const purpose = (await findLinkByToken(db, 'change', token)) ? 'change' : 'verify'
  const found = await findLinkByToken(db, purpose, token)
  if (!found) {
    await countWrongLink(db, origin)
    throw invalidLink()
  }
  const { user_id: userId } = found
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    // The account may have got another address since.
    const link = await findLinkByToken(tx, purpose, token)
    if (!link || link.status === 'inactive' || !(await consumeLink(tx, link.id))) {
      throw invalidLink()
    }
    const actor = { id: userId, name: link.name }
    const details = { email: link.email }
    if (purpose === 'change') {
      await confirmAddress(tx, { userId, email: link.email, before: link.account_email })
    }
    const begins = await markEmailVerified(tx, userId)
    await recordAudit(tx, { origin }, { action: 'email.verified', actor, details })
    if (begins) {
      const item = { type: 'user', id: userId, title: link.name }
      await recordAudit(tx, { origin }, { action: 'user.activated', actor, item })
    }
    if (begins || purpose === 'change') await publish(tx, { keys: ['users'] })
    await publish(tx, { keys: ['me'], userIds: [userId] })
  })
}

/**
 * Sets a new password by a mailed link and ends all sessions of the person, and what was added to the account
 * before anybody showed whose address it is. What was tried at it before no longer keeps them out.
 * @returns the person's id
 * @throws AppError 404 where the token opens nothing, 422 for a refused password (the link stays good)
 */
export async function resetPassword(
  db: Db,
  { token, password, origin }: { token: string; password: string; origin: Origin },
): Promise<string> {
  const link = await findLinkByToken(db, 'reset', token)
  if (!link) {
    await countWrongLink(db, origin)
    throw invalidLink()
  }
  const refusal = await refusalOf(db, password, link)
  if (refusal) {
    await countWrongLink(db, origin)
    throw unprocessable('weak_password', refusal, { password: refusal })
  }
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await lockUser(tx, link.user_id)
    if (!(await consumeLink(tx, link.id))) throw invalidLink()
    const before = await findOtherWays(tx, link.user_id)
    const passwordOrigin = link.handed_over ? 'after_admin_reset' : 'after_reset'
    await updatePassword(tx, link.user_id, passwordHash, passwordOrigin)
    // Whoever signed up may be a stranger to this address, with a passkey of theirs in the account.
    await deleteUnconfirmedWays(tx, link.user_id)
    // Only the owner of the address can have read the mail.
    await markEmailVerified(tx, link.user_id)
    // Who asked for another address may be who the password is changed against.
    await withdrawLink(tx, link.user_id, 'change')
    await deleteSessionsOf(tx, link.user_id)
    await forgetWrongPasswords(tx, link.email)
    const actor = { id: link.user_id, name: link.name }
    const item = { type: 'user', id: link.user_id, title: link.name }
    const after = await findOtherWays(tx, link.user_id)
    const ended = inWords(endedBetween(before, after))
    const details = ended.length > 0 ? { ended: ended.join(', ') } : undefined
    await recordAudit(tx, { origin }, { action: 'user.password_reset', actor, item, details })
    await queueMail(tx, passwordChangedMail, {
      to: link.email,
      data: { stays: inWords(after), ended },
      userId: link.user_id,
    })
    await publish(tx, { keys: [], endedSessionsOf: link.user_id })
  })
  return link.user_id
}
