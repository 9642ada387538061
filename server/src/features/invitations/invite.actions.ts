import { email as emailField } from '@frontdesk/contract/fields'
import {
  type Invitation,
  type InvitationLine,
  type InvitationResult,
  roleOfLine,
} from '@frontdesk/contract/invitations'
import type { Role } from '@frontdesk/contract/users'
import type { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { requireFresh } from '../../http/fresh-sign-in.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { lockUser, splitName, TITLES } from '../accounts/accounts.queries.ts'
import { insertLinkToken, issueLink } from '../accounts/links.queries.ts'
import { invitationMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import {
  deleteInvitedPerson,
  findInvitation,
  findInviteLink,
  findTaken,
  insertInvitedPerson,
} from './invitations.queries.ts'

/** Who invites, and from where. */
export interface Inviter {
  actor: SignedIn
  origin: Origin
}

export interface Guest {
  email: string
  name?: string
  /** Where it is known apart; wins over `name`. */
  names?: { first_name: string; last_name: string }
  role: Role
  title?: string
}

const PROBLEMS = {
  account: 'This person already has an account',
  invitation: 'This person is already invited',
}

const noInvitation = () => notFound('This invitation is no longer open')

/**
 * Invites one person.
 * @throws AppError 409 where the address has an account or an invitation
 */
export async function invite(tx: Db, guest: Guest, inviter: Inviter): Promise<Invitation> {
  const id = await addGuest(tx, guest, inviter)
  if (id) return (await findInvitation(tx, id))!
  const taken = (await findTaken(tx, [guest.email])).get(guest.email) ?? 'account'
  throw conflict(taken === 'account' ? 'has_account' : 'already_invited', PROBLEMS[taken])
}

/**
 * The same, by a program that provisions people.
 * @param mayComeIn whether they get their link now
 * @returns their id; null where the address is taken
 */
export async function addGuest(
  tx: Db,
  guest: Guest,
  inviter: Inviter,
  mayComeIn = true,
): Promise<string | null> {
  const { email, role } = guest
  const title = role === 'admin' ? TITLES.admin : guest.title || TITLES[role]
  const { first_name: firstName, last_name: lastName } = guest.names ?? splitName(guest.name ?? '')
  const status = mayComeIn ? 'pending' : 'inactive'
  const id = await insertInvitedPerson(tx, { email, firstName, lastName, role, title, status })
  if (!id) return null
  if (mayComeIn) await mailInvitation(tx, { id, email, role }, inviter)
  await recordAudit(tx, inviter, {
    action: mayComeIn ? 'invitation.sent' : 'user.created',
    item: { type: mayComeIn ? 'invitation' : 'user', id, title: email },
    details: { role },
  })
  await publish(tx, { keys: ['invitations', 'users'], adminsOnly: true })
  return id
}

async function mailInvitation(
  tx: Db,
  guest: { id: string; email: string; role: Role },
  { actor }: Inviter,
): Promise<void> {
  const { id: userId, email, role } = guest
  const linkId = await issueLink(tx, { userId, email, purpose: 'invite', createdBy: actor.id })
  const data = { inviter: actor.name, role }
  await queueMail(tx, invitationMail, { to: email, data, userId, linkId })
}

/** Invites whom it can, and says of each line what became of it, or would become in a preview. */
export async function inviteMany(
  tx: Db,
  lines: z.infer<typeof InvitationLine>[],
  { preview, inviter }: { preview: boolean; inviter: Inviter },
): Promise<InvitationResult[]> {
  const guests = lines.map(readLine)
  const emails = guests.flatMap((guest) => (guest.email ? [guest.email] : []))
  const taken = await findTaken(tx, emails)
  const seen = new Set<string>()
  const results: InvitationResult[] = []
  for (const { line, email, role } of guests) {
    const problem = problemOf({ email, role }, taken, seen)
    const { name } = line
    const given = { email: email ?? line.email.trim(), name, role: role ?? line.role.trim() }
    if (email) seen.add(email)
    if (problem || !email || !role) {
      results.push({ ...given, outcome: 'refused', problem })
    } else if (preview) {
      results.push({ ...given, outcome: 'ready', problem: null })
    } else {
      const invited = await addGuest(tx, { email, name, role }, inviter)
      // Somebody else was faster.
      const late = invited ? null : PROBLEMS.invitation
      results.push({ ...given, outcome: invited ? 'invited' : 'refused', problem: late })
    }
  }
  return results
}

function readLine(line: z.infer<typeof InvitationLine>) {
  const email = emailField.safeParse(line.email)
  return { line, email: email.data ?? null, role: roleOfLine(line.role) }
}

function problemOf(
  { email, role }: { email: string | null; role: Role | null },
  taken: Map<string, 'account' | 'invitation'>,
  seen: Set<string>,
): string | null {
  if (!email) return 'This is not an email address'
  if (!role) return 'The role is agent, manager or admin'
  if (seen.has(email)) return 'This address is in the list twice'
  const how = taken.get(email)
  return how ? PROBLEMS[how] : null
}

/**
 * Sends a new link; earlier ones stop working.
 * @throws AppError 404 where the invitation is no longer open
 */
export async function resendInvitation(tx: Db, id: string, inviter: Inviter): Promise<Invitation> {
  const invitation = await findOpenInvitation(tx, id)
  await mailInvitation(tx, invitation, inviter)
  await recordAudit(tx, inviter, {
    action: 'invitation.resent',
    item: { type: 'invitation', id, title: invitation.email },
  })
  await publish(tx, { keys: ['invitations'], adminsOnly: true })
  return findOpenInvitation(tx, id)
}

/**
 * A token of the invitation's link, for an admin to hand over.
 * @throws AppError 404 where the invitation is no longer open, 409 where it has expired; 403 for an admin's, where
 *   the sign-in is not fresh
 */
export async function takeInvitationToken(tx: Db, id: string, inviter: Inviter): Promise<string> {
  const invitation = await findOpenInvitation(tx, id)
  // Whoever holds this link is an admin a minute later.
  if (invitation.role === 'admin') requireFresh(inviter.actor)
  const link = await findInviteLink(tx, id)
  if (!link) throw noInvitation()
  if (link.expired || link.email !== invitation.email) {
    throw conflict('invitation_expired', 'This invitation has expired. Please send it again.')
  }
  await recordAudit(tx, inviter, {
    action: 'invitation.link_copied',
    item: { type: 'invitation', id, title: invitation.email },
  })
  return insertLinkToken(tx, link.id, { handedOver: true })
}

/** Mails somebody who has not accepted a link, where they have none that is good. */
export async function inviteUnlessOpen(
  tx: Db,
  guest: { id: string; email: string; role: Role },
  inviter: Inviter,
): Promise<void> {
  const link = await findInviteLink(tx, guest.id)
  if (link && !link.expired && link.email === guest.email) return
  await mailInvitation(tx, guest, inviter)
  await recordAudit(tx, inviter, {
    action: 'invitation.sent',
    item: { type: 'invitation', id: guest.id, title: guest.email },
    details: { role: guest.role },
  })
  await publish(tx, { keys: ['invitations'], adminsOnly: true })
}

/** Whether somebody has a link by which they can still accept. */
export async function hasOpenInvitation(tx: Db, id: string): Promise<boolean> {
  const link = await findInviteLink(tx, id)
  return link !== undefined && !link.expired
}

/**
 * Takes an invitation back.
 * @throws AppError 404 where it is no longer open, 409 where an admin has activated the account
 */
export async function revokeInvitation(tx: Db, id: string, inviter: Inviter): Promise<void> {
  const invitation = await findOpenInvitation(tx, id)
  if (invitation.active) {
    const sentence = 'This account is active. Please deactivate or delete it among the people.'
    throw conflict('account_active', sentence)
  }
  await deleteInvitedPerson(tx, id)
  await recordAudit(tx, inviter, {
    action: 'invitation.revoked',
    item: { type: 'invitation', id, title: invitation.email },
  })
  await publish(tx, { keys: ['invitations', 'users'], adminsOnly: true })
}

/** Held until the transaction ends, so that it can't be accepted meanwhile. */
async function findOpenInvitation(tx: Db, id: string): Promise<Invitation> {
  await lockUser(tx, id)
  const invitation = await findInvitation(tx, id)
  if (!invitation) throw noInvitation()
  return invitation
}
