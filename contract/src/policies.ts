import { z } from 'zod'
import { MISSING_FIELDS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { COUNTS, byId, editing, id, line, paging, requiredLine, text, time } from './fields.ts'
import { Assignment, RequirementChange, Requirement } from './requirements.ts'
import { CeremonyInput, Signing, signingEndpoints } from './signing.ts'

export const Policy = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  content: z.string().describe('Plain text; shown as Markdown.'),
  category: z.string().nullable(),
  version: z.int().describe('The current one, from 1; a changed title or content makes the next.'),
  material_version: z
    .int()
    .describe('The newest version that asked everyone to acknowledge again.'),
  ...editing,
  acknowledgment_required: z
    .boolean()
    .describe('Of the caller: required, and not acknowledged at or after `material_version`.'),
  due_at: time.nullable().describe('Of the caller: the earliest date by which it is required.'),
  acknowledged_version: z
    .int()
    .nullable()
    .describe('Of the caller: the newest version acknowledged.'),
  acknowledged_at: time.nullable().describe('When the caller did so.'),
  signing: Signing.nullable().describe('What signing it takes; null: one press of the button.'),
})
export type Policy = z.infer<typeof Policy>

/** A policy in a list, where the text may be left out; an archived one stands in no other. */
export const ListedPolicy = Policy.omit({ signing: true }).extend({
  content: Policy.shape.content.optional(),
  archived_at: time
    .optional()
    .describe('When it was deleted; only where archived ones are asked for.'),
})
export type ListedPolicy = z.infer<typeof ListedPolicy>

export const PolicyVersion = z.object({
  version: z.int(),
  title: z.string(),
  content: z.string(),
  material: z.boolean().describe('Whether this version asked everyone to acknowledge again.'),
  content_sha256: z
    .string()
    .describe('SHA-256 of the exact title and content, in hex; see docs/evidence.md.'),
  created_at: time,
  created_by_name: z.string().nullable(),
})
export type PolicyVersion = z.infer<typeof PolicyVersion>

/** Who had a hand in the password with which a session began; see docs/evidence.md. */
export const SessionOrigin = z
  .enum([
    'password',
    'after_reset',
    'after_admin_reset',
    'after_invitation',
    'after_admin_invitation',
    'after_operator',
    'after_admin_factor_reset',
    'after_operator_factor_reset',
    'not_recorded',
  ])
  .describe(
    '`password`: chosen at sign-up. `after_reset`, `after_invitation`: chosen by a mailed link. `after_admin_…`: by a link that an admin was shown. `after_operator`: set on the server. `after_…_factor_reset`: an admin, or the operator, has taken their second factor away. `not_recorded`: of before this was kept.',
  )
export type SessionOrigin = z.infer<typeof SessionOrigin>

/** One person's sealed statement about one version; see docs/evidence.md. */
export const PolicyAcknowledgment = z.object({
  id,
  form: z.string().describe('How it is hashed: the word that its hash begins with.'),
  policy_id: id,
  user_id: id,
  version_acknowledged: z.int(),
  acknowledged_at: time,
  policy_title: z.string(),
  person_name: z.string(),
  person_email: z.string(),
  person_role: z.string(),
  consent: z.string(),
  sign_in_method: z.string(),
  session_origin: SessionOrigin.nullable().describe('Null in records of the first form.'),
  session_id: id,
  ip: z.string(),
  user_agent: z.string(),
  ceremony: z
    .string()
    .nullable()
    .describe('What signing took beside a press, as the JSON that is sealed; null where nothing.'),
  content_sha256: z.string(),
  sequence: z.int().describe('Place in the chain, from 1.'),
  previous_hash: z.string().describe('The `hash` of the record before; zeros for the first.'),
  hash: z.string().describe('SHA-256 that seals the record, in hex; see docs/evidence.md.'),
})
export type PolicyAcknowledgment = z.infer<typeof PolicyAcknowledgment>

export const AcknowledgmentState = z
  .enum(['current', 'superseded', 'deleted'])
  .describe(
    '`current`: still counts. `superseded`: a later version asks again. `deleted`: the policy is gone.',
  )
export type AcknowledgmentState = z.infer<typeof AcknowledgmentState>

export const AdminAcknowledgment = PolicyAcknowledgment.extend({ state: AcknowledgmentState })
export type AdminAcknowledgment = z.infer<typeof AdminAcknowledgment>

/** Somebody who still has to acknowledge. */
export const OutstandingAcknowledgment = z.object({
  policy_id: id,
  policy_title: z.string(),
  user_id: id,
  person_name: z.string(),
  person_email: z.string(),
  person_role: z.string(),
  version: z.int().describe('The one that awaits them.'),
  acknowledged_version: z.int().nullable().describe('The one they acknowledged before, if any.'),
  required_since: time,
  due_at: time.nullable(),
  state: z.enum(['pending', 'overdue']),
})
export type OutstandingAcknowledgment = z.infer<typeof OutstandingAcknowledgment>

const policyBody = z.object({
  title: requiredLine(200, MISSING_FIELDS),
  description: text(2000).trim().nullish(),
  content: z.string({ error: MISSING_FIELDS }).trim().min(1, MISSING_FIELDS).pipe(text(200_000)),
  category: line(100).nullish(),
})

const order = z.enum(['asc', 'desc']).optional()

const acknowledgmentsQuery = z.object({
  ...paging,
  search: line(200).optional(),
  policy_id: id.optional(),
  user_id: id.optional(),
  state: AcknowledgmentState.optional(),
  sort: z.enum(['acknowledged_at', 'person_name', 'policy_title', 'version']).optional(),
  order,
})

const outstandingQuery = z.object({
  ...paging,
  search: line(200).optional(),
  policy_id: id.optional(),
  user_id: id.optional(),
  state: z.enum(['pending', 'overdue']).optional(),
  sort: z.enum(['due_at', 'person_name', 'policy_title', 'version']).optional(),
  order,
})

export const policyEndpoints = {
  listPolicies: endpoint({
    method: 'GET',
    path: '/policies',
    access: 'user',
    summary:
      'Policies by title. `pending=true`: only those that await the caller; `view=list`: without their texts.',
    query: z.object({
      ...paging,
      view: z.literal('list').optional(),
      search: line(200).optional(),
      pending: z.enum(['true', 'false']).optional(),
      archived: z.enum(['true', 'false']).optional().describe('For admins: the deleted ones.'),
    }),
    response: z.array(ListedPolicy),
  }),
  createPolicy: endpoint({
    method: 'POST',
    path: '/policies',
    access: 'admin',
    summary: 'Adds a policy as version 1.',
    body: policyBody,
    response: Policy,
    status: 201,
  }),
  getPolicy: endpoint({
    method: 'GET',
    path: '/policies/:id',
    access: 'user',
    summary: 'One policy; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: Policy,
  }),
  updatePolicy: endpoint({
    method: 'PUT',
    path: '/policies/:id',
    access: 'admin',
    summary:
      'Saves a policy. A changed title or content makes a new version; with `If-Match`, 409 `edit_conflict` when somebody else saved first.',
    params: byId,
    body: policyBody.extend({
      material: z.boolean().default(true).describe('Ask everyone to acknowledge again.'),
    }),
    response: Policy,
  }),
  deletePolicy: endpoint({
    method: 'DELETE',
    path: '/policies/:id',
    access: 'admin',
    summary: 'Hides a policy; its versions and acknowledgments stay.',
    params: byId,
  }),
  restorePolicy: endpoint({
    method: 'POST',
    path: '/policies/:id/restore',
    access: 'admin',
    summary: 'Brings a deleted policy back.',
    params: byId,
    response: Policy,
  }),
  listPolicyVersions: endpoint({
    method: 'GET',
    path: '/policies/:id/versions',
    access: 'user',
    summary: 'All versions, newest first; for admins those of a deleted policy, too.',
    params: byId,
    response: z.array(PolicyVersion),
  }),
  acknowledgePolicy: endpoint({
    method: 'POST',
    path: '/policies/:id/acknowledge',
    access: 'user',
    byKey: 'never',
    summary:
      'Acknowledges the current version. 409 `newer_version` when `version` is not the current one; twice is one record, unless a renewal asks for it again. A policy with `signing` takes a `ceremony`: 422 `ceremony_required` names what is missing, 403 `fresh_sign_in_required` asks for `POST /auth/confirm` within the five minutes before, once for each signature.',
    params: byId,
    body: z.object({
      version: z.int().min(1).optional(),
      ceremony: CeremonyInput.optional(),
    }),
    response: PolicyAcknowledgment,
  }),
  ...signingEndpoints,
  assignPolicy: endpoint({
    method: 'POST',
    path: '/policies/:id/assign',
    access: 'admin',
    summary:
      'Requires a policy of people, roles, teams or everyone. Returns what is then required.',
    params: byId,
    body: Assignment,
    response: z.array(Requirement),
  }),
  listPolicyRequirements: endpoint({
    method: 'GET',
    path: '/policies/:id/requirements',
    access: 'admin',
    summary: 'Of whom a policy is required.',
    params: byId,
    response: z.array(Requirement),
  }),
  updatePolicyRequirement: endpoint({
    method: 'PUT',
    path: '/policies/:id/requirements/:requirement_id',
    access: 'admin',
    summary:
      'Moves the due date of one requirement or changes how often it recurs; null takes either away.',
    params: z.object({ id, requirement_id: id }),
    body: RequirementChange,
    response: Requirement,
  }),
  deletePolicyRequirement: endpoint({
    method: 'DELETE',
    path: '/policies/:id/requirements/:requirement_id',
    access: 'admin',
    summary: 'Stops requiring a policy of a person, a role, a team or everyone.',
    params: z.object({ id, requirement_id: id }),
  }),
  listAcknowledgments: endpoint({
    method: 'GET',
    path: '/admin/policies/acknowledgments',
    access: 'admin',
    summary: `Who agreed to which text, when. ${COUNTS}`,
    query: acknowledgmentsQuery,
    response: z.array(AdminAcknowledgment),
  }),
  exportAcknowledgments: endpoint({
    method: 'GET',
    path: '/admin/policies/acknowledgments.csv',
    access: 'admin',
    fresh: true,
    summary: 'All acknowledgments that match, as CSV.',
    query: acknowledgmentsQuery.omit({ limit: true, cursor: true }),
    produces: 'text/csv',
  }),
  listOutstanding: endpoint({
    method: 'GET',
    path: '/admin/policies/outstanding',
    access: 'admin',
    summary: `Who still has to acknowledge what. ${COUNTS}`,
    query: outstandingQuery,
    response: z.array(OutstandingAcknowledgment),
  }),
  exportOutstanding: endpoint({
    method: 'GET',
    path: '/admin/policies/outstanding.csv',
    access: 'admin',
    fresh: true,
    summary: 'All outstanding acknowledgments that match, as CSV.',
    query: outstandingQuery.omit({ limit: true, cursor: true }),
    produces: 'text/csv',
  }),
}
