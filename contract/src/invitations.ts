import { MailDelivery } from './mails.ts'
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { INVALID_INVITATION } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, email, id, line, paging, requiredLine, time } from './fields.ts'
import { Role } from './users.ts'

/** Somebody who was invited and has not accepted yet. */
export const Invitation = z.object({
  id: id.describe('The id that the person will have.'),
  email: z.string(),
  name: z.string().nullable().describe('As whoever invited wrote it; null where they did not.'),
  role: Role,
  title: z.string().nullable(),
  invited_by: z.string().nullable(),
  created_at: time.describe('Of the newest link.'),
  expires_at: time,
  expired: z.boolean(),
  active: z
    .boolean()
    .describe('An admin has activated the account; it is no longer revoked, but deactivated.'),
  mail_status: z
    .enum(['queued', 'sent', 'failed'])
    .nullable()
    .describe('What became of the newest mail; null where it is no longer known.'),
  mail_delivery: MailDelivery.nullable().describe('How that mail left; null while it has not.'),
})
export type Invitation = z.infer<typeof Invitation>

/** One line of a list of people to invite, as somebody pasted it. */
export const InvitationLine = z.object({
  email: z.string().max(1000),
  role: z.string().max(100).default('agent'),
  name: line(200).default('').describe('Suggested to them when they accept.'),
})

/** The role that a line names, an agent's where it says nothing; null for what is none. */
export function roleOfLine(role: string): Role | null {
  return Role.safeParse(role.trim().toLowerCase() || 'agent').data ?? null
}

/** What becomes, or would become, of a line. */
export const InvitationResult = z.object({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  outcome: z.enum(['invited', 'ready', 'refused']).describe('`ready`: in a preview.'),
  problem: z.string().nullable(),
})
export type InvitationResult = z.infer<typeof InvitationResult>

/** The token of a link. Whether it has the right form is not asked: a wrong one opens nothing. */
export const linkToken = line(200)

export const MOST_INVITATIONS = 500

export const invitationEndpoints = {
  invite: endpoint({
    method: 'POST',
    path: '/auth/invite',
    access: 'admin',
    fresh: ({ role }: { role: Role }) => role === 'admin',
    summary:
      'Invites somebody: they are `pending` until they accept. 409 where the address has an account or an invitation.',
    body: z.object({
      email,
      role: Role.default('agent'),
      name: line(200).optional().describe('Suggested to them when they accept.'),
      title: line(100)
        .optional()
        .describe('Of the profile; an admin is always `Admin`. Left out: the name of the role.'),
    }),
    response: Invitation,
    status: 201,
  }),
  inviteMany: endpoint({
    method: 'POST',
    path: '/auth/invites',
    access: 'admin',
    fresh: ({ invitations, preview }: { invitations: { role: string }[]; preview: boolean }) =>
      !preview && invitations.some(({ role }) => roleOfLine(role) === 'admin'),
    summary:
      'Invites many at once, and says of each line what became of it. With `preview` nothing happens yet.',
    body: z.object({
      invitations: z
        .array(InvitationLine)
        .min(1, 'Please give at least one address')
        .max(MOST_INVITATIONS, `Please give at most ${MOST_INVITATIONS} addresses at once`),
      preview: z.boolean().default(false),
    }),
    response: z.object({ results: z.array(InvitationResult) }),
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/auth/invites',
    access: 'admin',
    summary: 'Invitations that nobody has accepted yet, newest first, expired ones too.',
    query: z.object(paging),
    response: z.array(Invitation),
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/auth/invites/:id/resend',
    access: 'admin',
    summary: 'Sends a new link; the earlier ones stop working, and the 7 days begin again.',
    params: byId,
    response: Invitation,
  }),
  invitationLink: endpoint({
    method: 'POST',
    path: '/auth/invites/:id/link',
    access: 'admin',
    summary:
      'A link to hand over by other means. It is good as long as the mailed one, and whichever is used first ends both. That of an admin takes a fresh sign-in, 403 `fresh_sign_in_required` otherwise.',
    params: byId,
    response: z.object({ link: z.string() }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/auth/invites/:id',
    access: 'admin',
    summary: 'Takes an invitation back: its links stop working, and the pending person is gone.',
    params: byId,
  }),
  checkInvitation: endpoint({
    method: 'GET',
    path: '/auth/invite/:token',
    access: 'public',
    summary:
      'The address and name that an invitation is for; 404 where the link opens nothing (any more).',
    params: z.object({ token: linkToken }),
    response: z.object({
      email: z.string(),
      first_name: z.string().describe('As they were invited; empty where no name was given.'),
      last_name: z.string(),
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/accept-invite',
    access: 'public',
    summary: `Makes an account of an invitation, once. 404 \`${INVALID_INVITATION}\` otherwise.`,
    body: z.object({
      token: linkToken,
      first_name: requiredLine(100, 'Please enter your first name'),
      last_name: requiredLine(100, 'Please enter your last name'),
      password: newPassword,
    }),
    response: z.object({ message: z.string() }),
    status: 201,
  }),
}
