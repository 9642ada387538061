import { z } from 'zod'
import { MOST_AT_ONCE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, email, id, line, paging, requiredLine, time } from './fields.ts'
import { Invitation } from './invitations.ts'
import { MailDelivery } from './mails.ts'
import { OwnSession } from './profile.ts'
import { CurrentUser, Person, Role, UserStatus } from './users.ts'

const invitation = z
  .enum(['open', 'expired'])
  .nullable()
  .describe(
    'Of somebody who has not accepted yet, whether or not an admin has activated them; else null.',
  )

const invitationDelivery = MailDelivery.nullable().describe(
  'How the newest mail of their invitation left; null while it has not, and for everyone else.',
)

const hasSecondFactor = z
  .boolean()
  .describe('Whether they have more than a password: codes of an app, or a passkey.')

const standing = {
  open_obligations: z.int(),
  overdue_obligations: z.int().describe('Those of them that are overdue.'),
}

/** A row of the team table. */
export const AdminUser = Person.extend({
  email_verified: z.boolean(),
  last_login_at: time.nullable(),
  created_at: time,
  revision: z.int().describe('What `ETag` says of this person; goes into `If-Match`.'),
  invitation,
  invitation_delivery: invitationDelivery,
  has_second_factor: hasSecondFactor,
  pending_policies: z
    .array(id)
    .describe("The policies that await this person's acknowledgment, the most urgent first."),
  ...standing,
  ...CurrentUser.pick({
    pending_trainings: true,
    test_attempts: true,
    completed_tests: true,
    total_assigned_tests: true,
  }).shape,
  tests: CurrentUser.shape.tests.optional().describe('Absent with `view=list`.'),
})
export type AdminUser = z.infer<typeof AdminUser>

/** One person with all that is asked of them. */
export const AdminUserDetail = CurrentUser.omit({ theme: true, second_factor: true }).extend({
  has_second_factor: hasSecondFactor,
  created_at: time,
  invitation,
  invitation_delivery: invitationDelivery,
  ...standing,
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

/** `pending` is where people come from, and where nobody is sent back to. */
const NewStatus = z.enum(['active', 'inactive'], { error: 'The status is active or inactive' })

const UserChange = z
  .object({
    first_name: requiredLine(100, 'Please enter a first name').optional(),
    last_name: line(100).optional(),
    name: requiredLine(200, 'Please enter a name')
      .optional()
      .describe('Wins over the two others: it is split at the first space.'),
    email: email.optional(),
    role: Role.optional(),
    title: line(100).nullish().describe('Null or empty: none. An admin’s is always `Admin`.'),
    status: NewStatus.optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Please say what to change',
  )

/** What became of one of many. */
export const StatusResult = z.object({
  user_id: id,
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  problem: z.string().nullable(),
})
export type StatusResult = z.infer<typeof StatusResult>

const teamFilter = {
  search: line(200).optional().describe('In the name, the address and the title.'),
  status: UserStatus.optional(),
  awaiting: z
    .enum(['approval', 'invitation'])
    .optional()
    .describe(
      'Of the pending: those who signed up and wait for an admin, or were invited and have not accepted.',
    ),
  role: Role.optional(),
  team_id: id.optional().describe('Members of this team.'),
  behind: z.enum(['true']).optional().describe('Only those with something overdue.'),
  sort: z
    .enum(['name', 'role', 'status', 'last_login_at', 'created_at', 'behind'])
    .optional()
    .describe('`behind`: by the number of overdue obligations.'),
  order: z.enum(['asc', 'desc']).optional(),
}

export const adminUserEndpoints = {
  listTeam: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary:
      'Everyone with an account or an invitation, by name where nothing else is asked for. `X-Total-Count` counts all that match; `view=list`: without each one’s `tests`.',
    query: z.object({ ...paging, ...teamFilter, view: z.literal('list').optional() }),
    response: z.array(AdminUser),
  }),
  exportTeam: endpoint({
    method: 'GET',
    path: '/admin/users.csv',
    access: 'admin',
    fresh: true,
    summary:
      'All people who match, as CSV; `behind` is the number of their overdue obligations, `to_do` that of the open ones.',
    query: z.object(teamFilter),
    produces: 'text/csv',
  }),
  getTeamMember: endpoint({
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    summary: 'One person with what is asked of them; the `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: AdminUserDetail,
  }),
  updateTeamMember: endpoint({
    method: 'PUT',
    path: '/admin/users/:id',
    access: 'admin',
    fresh: ['role', 'email'],
    summary:
      'Changes what is sent and leaves the rest. A new address counts as unverified, and a deactivated person is signed out at once. Activating an admin takes a fresh sign-in. 409 `last_admin` for the last active admin, `email_taken`; with `If-Match`, `edit_conflict` when somebody else saved first.',
    params: byId,
    body: UserChange,
    response: AdminUserDetail,
  }),
  deleteTeamMember: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    fresh: true,
    summary:
      'Deletes an account and ends its sessions. Where records name the person, the account stays behind without a name. 409 `last_admin` for the last active admin.',
    params: byId,
  }),
  changeStatusOfMany: endpoint({
    method: 'POST',
    path: '/admin/users/change-status',
    access: 'admin',
    summary:
      'Activates or deactivates many, and says of each what became of it: what is refused for one holds nobody else up. Activating an admin takes a fresh sign-in.',
    body: z.object({
      user_ids: z
        .array(id)
        .min(1, 'Please choose at least one person')
        .max(MOST_AT_ONCE, `Please choose at most ${MOST_AT_ONCE} people at once`),
      status: NewStatus,
    }),
    response: z.object({ results: z.array(StatusResult) }),
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/admin/users/:id/request-password-reset',
    access: 'admin',
    fresh: true,
    summary:
      'Mails the person a link to choose a new password. 422 where it would be of no use to them.',
    params: byId,
    response: z.object({
      message: z.string(),
      link: z
        .string()
        .nullable()
        .describe('To hand over by other means, while no mail server is set; null otherwise.'),
    }),
  }),
  resendTeamInvitation: endpoint({
    method: 'POST',
    path: '/admin/users/:id/resend-invitation',
    access: 'admin',
    byKey: 'never',
    summary: 'Sends a new link to somebody who has not accepted; the earlier ones stop working.',
    params: byId,
    response: Invitation,
  }),
  listSessionsOf: endpoint({
    method: 'GET',
    path: '/admin/users/:id/sessions',
    access: 'admin',
    summary: 'Where a person is signed in, the latest used first.',
    params: byId,
    response: z.array(OwnSession),
  }),
  endSessionsOf: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/sessions',
    access: 'admin',
    summary: 'Signs a person out everywhere.',
    params: byId,
  }),
  endSessionOf: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/sessions/:session_id',
    access: 'admin',
    summary: 'Ends one session of a person.',
    params: z.object({ id, session_id: id }),
  }),
}
