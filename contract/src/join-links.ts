import { z } from 'zod'
import { newPassword } from './auth.ts'
import { INVALID_JOIN_LINK } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, email, id, paging, requiredLine, time, timeInput } from './fields.ts'
import { linkToken } from './invitations.ts'
import { emailDomain } from './settings.ts'
import { UserStatus } from './users.ts'

/** What a link can make of somebody: never an admin. */
const JoinRole = z.enum(['agent', 'manager'])

/** Whether a link opens accounts, and if not, why. */
export const JoinLinkState = z
  .enum(['open', 'used_up', 'ended', 'revoked', 'maker_gone'])
  .describe('`maker_gone`: whoever made it is no active admin (any more).')
export type JoinLinkState = z.infer<typeof JoinLinkState>

/** A link by which several people can open accounts. */
export const JoinLink = z.object({
  id,
  label: z.string(),
  role: JoinRole,
  domain: z.string().nullable().describe('Null: addresses of any domain.'),
  max_uses: z.int().nullable().describe('Null: as many as come.'),
  uses: z
    .int()
    .describe('Addresses that took a place, those that had an account already included.'),
  ends_at: time.nullable(),
  state: JoinLinkState,
  created_by: id,
  created_by_name: z.string(),
  created_at: time,
  revoked_at: time.nullable(),
})
export type JoinLink = z.infer<typeof JoinLink>

/** Somebody who joined by a link. */
export const JoinedPerson = z.object({
  user_id: id,
  name: z.string(),
  email: z.string(),
  status: UserStatus,
  joined_at: time,
})
export type JoinedPerson = z.infer<typeof JoinedPerson>

export const MOST_PLACES = 10_000
const places = `Please give a number from 1 to ${MOST_PLACES.toLocaleString('en')}`

const byToken = z.object({ token: linkToken })

export const joinLinkEndpoints = {
  listJoinLinks: endpoint({
    method: 'GET',
    path: '/admin/join-links',
    access: 'admin',
    summary:
      'Join links, those that are over too, newest first. What opens them is not in the list.',
    query: z.object(paging),
    response: z.array(JoinLink),
  }),
  createJoinLink: endpoint({
    method: 'POST',
    path: '/admin/join-links',
    access: 'admin',
    summary: 'Makes a link by which several people can open accounts.',
    body: z.object({
      label: requiredLine(100, 'Please say where this link will be'),
      role: JoinRole.default('agent'),
      domain: emailDomain.nullable().default(null).describe('Null: addresses of any domain.'),
      max_uses: z
        .int(places)
        .min(1, places)
        .max(MOST_PLACES, places)
        .nullable()
        .default(null)
        .describe('How many addresses may use it; null: as many as come.'),
      ends_at: timeInput
        .nullable()
        .default(null)
        .describe('When it stops working; null: when it is revoked.'),
    }),
    response: JoinLink,
    status: 201,
  }),
  showJoinLink: endpoint({
    method: 'GET',
    path: '/admin/join-links/:id/link',
    access: 'admin',
    summary:
      'The link itself. 409 `not_open` where it opens nothing any more, `key_missing` where this server has not the key to show it.',
    params: byId,
    response: z.object({ link: z.string() }),
  }),
  listJoined: endpoint({
    method: 'GET',
    path: '/admin/join-links/:id/people',
    access: 'admin',
    summary: 'Who joined by it, newest first.',
    params: byId,
    query: z.object(paging),
    response: z.array(JoinedPerson),
  }),
  revokeJoinLink: endpoint({
    method: 'POST',
    path: '/admin/join-links/:id/revoke',
    access: 'admin',
    summary: 'Ends a link at once, for good. Accounts that it opened stay.',
    params: byId,
    response: JoinLink,
  }),
  checkJoinLink: endpoint({
    method: 'GET',
    path: '/join/:token',
    access: 'public',
    summary: 'What a join link is for; 404 where it opens nothing (any more), whatever the reason.',
    params: byToken,
    response: z.object({
      brokerage_name: z.string(),
      role: JoinRole,
      domain: z.string().nullable(),
      sends_mail: z
        .boolean()
        .describe('Whether an account begins by a mailed link; else an admin approves it.'),
    }),
  }),
  joinByLink: endpoint({
    method: 'POST',
    path: '/join/:token',
    access: 'public',
    summary: `Opens an account, which is pending until its address is confirmed, or an admin approves it. The answer is the same where the address already has one. 404 \`invalid_join_link\`: ${INVALID_JOIN_LINK}`,
    params: byToken,
    body: z.object({
      first_name: requiredLine(100, 'Please enter your first name'),
      last_name: requiredLine(100, 'Please enter your last name'),
      email,
      password: newPassword,
    }),
    response: z.object({ message: z.string() }),
    status: 201,
  }),
}
