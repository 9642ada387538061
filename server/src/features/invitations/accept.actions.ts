import { INVALID_INVITATION } from '@frontdesk/contract/constants'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { consumeLink, findLinkByToken } from '../accounts/links.queries.ts'
import { hashPassword, refusalOf } from '../accounts/passwords.ts'
import { countWrongLink } from '../accounts/count-wrong-link.ts'
import {
  acceptPerson,
  deleteInviteLinks,
  findInvitedName,
  lockInvited,
} from './invitations.queries.ts'

const invalidInvitation = () => new AppError(404, 'invalid_invitation', INVALID_INVITATION)

/** Whom an invitation is for. @throws AppError 404 where the token opens nothing */
export async function findInvited(db: Db, token: string) {
  const link = await findLinkByToken(db, 'invite', token)
  if (!link || link.status === 'inactive') throw invalidInvitation()
  return { email: link.email, ...(await findInvitedName(db, link.user_id, link.email)) }
}

interface Acceptance {
  token: string
  firstName: string
  lastName: string
  password: string
  origin: Origin
}

/**
 * Makes an account of an invitation, whatever the sign-up mode: whoever was invited is approved.
 * @returns the person's id
 * @throws AppError 404 where the token opens nothing, 422 for a refused password (the link stays good)
 */
export async function acceptInvitation(db: Db, acceptance: Acceptance): Promise<string> {
  const { token, firstName, lastName, password, origin } = acceptance
  const link = await findLinkByToken(db, 'invite', token)
  if (!link) {
    await countWrongLink(db, origin)
    throw invalidInvitation()
  }
  const refusal = await refusalOf(db, password, { firstName, lastName, email: link.email })
  if (refusal) {
    await countWrongLink(db, origin)
    throw unprocessable('weak_password', refusal, { password: refusal })
  }
  const account = {
    firstName,
    lastName,
    passwordHash: await hashPassword(password),
    passwordOrigin: link.handed_over ? 'after_admin_invitation' : 'after_invitation',
  } as const
  await inTransaction(db, async (tx) => {
    await lockUser(tx, link.user_id)
    if (!(await consumeLink(tx, link.id))) throw invalidInvitation()
    if (!(await acceptPerson(tx, link.user_id, account))) throw invalidInvitation()
    const actor = { id: link.user_id, name: `${firstName} ${lastName}` }
    await recordAudit(
      tx,
      { origin },
      {
        action: 'invitation.accepted',
        actor,
        item: { type: 'user', id: link.user_id, title: actor.name },
        details: { email: link.email, role: link.role },
      },
    )
    await publish(tx, { keys: ['users', 'invitations'] })
  })
  return link.user_id
}

/**
 * Makes an account of an invitation for somebody whose address a provider has verified, as the mailed link
 * would have: that, too, shows no more than the address. However old the invitation is: nobody can have found it.
 * @param names what the provider calls them, where nobody here has said it
 * @returns what they are called; null where they are not invited, or as an admin, who has to choose a password
 */
export async function acceptByProvider(
  tx: Db,
  userId: string,
  { names, provider, origin }: ProviderAcceptance,
): Promise<string | null> {
  const invited = await lockInvited(tx, userId)
  if (!invited) return null
  const { email, role, first_name: first, last_name: last } = invited
  const account = first === email ? names : { firstName: first, lastName: last }
  await deleteInviteLinks(tx, userId)
  // Nobody had a hand in a password that there is not.
  await acceptPerson(tx, userId, {
    ...account,
    passwordHash: null,
    passwordOrigin: 'password',
  })
  const name = `${account.firstName} ${account.lastName}`.trim()
  await recordAudit(
    tx,
    { origin },
    {
      action: 'invitation.accepted',
      actor: { id: userId, name },
      item: { type: 'user', id: userId, title: name },
      details: { email, role, provider },
    },
  )
  await publish(tx, { keys: ['users', 'invitations'] })
  return name
}

interface ProviderAcceptance {
  names: { firstName: string; lastName: string }
  provider: string
  origin: Origin
}
