import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, requiredLine, time, timeInput } from './fields.ts'
import { linkToken } from './invitations.ts'
import { Obligation } from './obligations.ts'
import { pictureName } from './pictures.ts'
import { PolicyAcknowledgment } from './policies.ts'

/** At most so long an auditor’s link works. */
export const MOST_AUDITOR_DAYS = 90

export const AuditorLinkState = z
  .enum(['open', 'ended', 'revoked', 'maker_gone'])
  .describe('`maker_gone`: whoever made it is no active admin (any more).')
export type AuditorLinkState = z.infer<typeof AuditorLinkState>

/** What a link shows; all of it together, null does not narrow. */
const scope = {
  user_id: id.nullable(),
  user_name: z.string().nullable(),
  item_id: id.nullable().describe('A policy’s or a test’s.'),
  item_title: z.string().nullable(),
  from: time.nullable(),
  to: time.nullable().describe('Before this moment.'),
  includes_origin: z
    .boolean()
    .describe('Whether addresses and browsers of those who acknowledged are shown.'),
  ends_at: time,
}

/** A link by which somebody without an account reads some of the evidence. */
export const AuditorLink = z.object({
  id,
  name: z.string().describe('Who is to read it.'),
  ...scope,
  state: AuditorLinkState,
  created_by: id,
  created_by_name: z.string(),
  created_at: time,
  revoked_at: time.nullable(),
  views: z.int().describe('How often it was opened.'),
  last_viewed_at: time.nullable(),
})
export type AuditorLink = z.infer<typeof AuditorLink>

/** What its reader is told first. */
export const AuditorView = z.object({
  name: z.string(),
  brokerage_name: z.string(),
  ...scope,
  opened_at: time,
  time_zone: z.string().describe('The brokerage’s, by whose clock its reader is told all times.'),
  as_of: time.describe('Of which moment the obligations are: the end of the range, or now.'),
})
export type AuditorView = z.infer<typeof AuditorView>

/** A record as its reader sees it; `ip` and `user_agent` only where the link includes them. */
export const AuditorRecord = PolicyAcknowledgment.omit({ session_id: true }).extend({
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditorRecord = z.infer<typeof AuditorRecord>

export const AuditorObligation = Obligation.pick({
  id: true,
  user_id: true,
  user_name: true,
  kind: true,
  item_id: true,
  item_title: true,
  cycle: true,
  version: true,
  state: true,
  opens_at: true,
  due_at: true,
  closed_at: true,
  closed_as: true,
})
export type AuditorObligation = z.infer<typeof AuditorObligation>

const AuditorAttempt = z.object({
  id,
  user_id: id,
  person_name: z.string(),
  title: z.string(),
  attempt_number: z.int(),
  required_score: z.int(),
  score: z.number().nullable(),
  passed: z.boolean(),
  completed_at: time,
})
const AuditorCertificate = z.object({
  id,
  code: z.string(),
  user_id: id,
  person_name: z.string(),
  title: z.string(),
  score: z.number().nullable(),
  completed_at: time,
})

/** So many rows come at a time. */
export const AUDITOR_PAGE = 200

const token = { token: linkToken }
const textAsked = { ...token, policy_id: id, version: z.int().min(1).max(1_000_000) }
const page = z.object({ ...token, cursor: paging.cursor })
const next = z.string().nullable().describe('The `cursor` of the page after it; null: none.')
const UNKNOWN =
  '404 `invalid_auditor_link` where the token opens nothing (any more), whatever the reason.'

export const auditorLinkEndpoints = {
  listAuditorLinks: endpoint({
    method: 'GET',
    path: '/admin/auditor-links',
    access: 'admin',
    summary:
      'Auditor’s links, those that are over too, newest first. What opens them is not in the list.',
    query: z.object(paging),
    response: z.array(AuditorLink),
  }),
  createAuditorLink: endpoint({
    method: 'POST',
    path: '/admin/auditor-links',
    access: 'admin',
    fresh: true,
    summary: `Makes a link to read what is of a person, an item or a range of time, for at most ${MOST_AUDITOR_DAYS} days. The link itself is told only here.`,
    body: z
      .object({
        name: requiredLine(100, 'Please say who is to read it'),
        user_id: id.nullable().default(null),
        item_id: id.nullable().default(null).describe('Of a policy, a test or a training.'),
        from: timeInput.nullable().default(null),
        to: timeInput.nullable().default(null),
        includes_origin: z.boolean().default(false),
        ends_at: timeInput,
      })
      .refine(
        ({ user_id, item_id, from, to }) =>
          user_id !== null || item_id !== null || (from ?? to) !== null,
        'Please choose a person, an item or a range of time',
      )
      .refine(({ from, to }) => (from === null) === (to === null), {
        message: 'Please give both days',
        path: ['to'],
      }),
    response: AuditorLink.extend({ link: z.string() }),
    status: 201,
  }),
  revokeAuditorLink: endpoint({
    method: 'POST',
    path: '/admin/auditor-links/:id/revoke',
    access: 'admin',
    summary: 'Ends a link at once, for good.',
    params: byId,
    response: AuditorLink,
  }),
  openAuditorLink: endpoint({
    method: 'POST',
    path: '/auditor/open',
    access: 'public',
    summary: `What an auditor’s link shows. Each look is in the audit trail. ${UNKNOWN}`,
    body: z.object(token),
    response: AuditorView,
  }),
  checkAuditorLink: endpoint({
    method: 'POST',
    path: '/auditor/check',
    access: 'public',
    summary: `Whether a link is still open, for a page that shows what it opened. It shows nothing, and is no look. ${UNKNOWN}`,
    body: z.object(token),
    changesNothing: true,
  }),
  listAuditorRecords: endpoint({
    method: 'POST',
    path: '/auditor/records',
    access: 'public',
    summary: `The acknowledgments that the link shows, in the order of the chain. ${UNKNOWN}`,
    body: page,
    response: z.object({ records: z.array(AuditorRecord), next }),
  }),
  listAuditorObligations: endpoint({
    method: 'POST',
    path: '/auditor/obligations',
    access: 'public',
    summary: `Who had to do what at the end of its range, or has to now. ${UNKNOWN}`,
    body: page,
    response: z.object({ obligations: z.array(AuditorObligation), next }),
  }),
  listAuditorResults: endpoint({
    method: 'POST',
    path: '/auditor/results',
    access: 'public',
    summary: `Finished attempts and certificates of its person or test, the newest ${AUDITOR_PAGE} of each; none where it is of neither. ${UNKNOWN}`,
    body: z.object(token),
    response: z.object({
      attempts: z.array(AuditorAttempt),
      certificates: z.array(AuditorCertificate),
    }),
  }),
  readAuditorText: endpoint({
    method: 'POST',
    path: '/auditor/text',
    access: 'public',
    summary: `The exact text of a version that somebody acknowledged, or of the link’s policy; 404 for every other. ${UNKNOWN}`,
    body: z.object(textAsked),
    response: z.object({
      policy_id: id,
      version: z.int(),
      title: z.string(),
      content: z.string(),
      content_sha256: z.string(),
      created_at: time,
    }),
  }),
  readAuditorPicture: endpoint({
    method: 'POST',
    path: '/auditor/picture',
    access: 'public',
    summary: `A picture that stands in such a text; 404 for every other. It is part of the look at its text. ${UNKNOWN}`,
    body: z.object({ ...textAsked, name: pictureName }),
    produces: 'image/webp',
    changesNothing: true,
  }),
}
