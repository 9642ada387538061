import { z } from 'zod'
import { DRAFT_KINDS, POLICY_TEXT_MAX, TRAINING_LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, editing, id, paging, text, time, timeInput } from './fields.ts'
import { QuestionKind } from './question-body.ts'
import { SectionType } from './training-parts.ts'
import { TrainingFile } from './trainings.ts'

export const DraftKind = z.enum(DRAFT_KINDS, {
  error: 'A draft is of a policy or of a training',
})
export type DraftKind = z.infer<typeof DraftKind>

const LIMITS = TRAINING_LIMITS

/** A number, or what a form has of one so far. */
const unfinishedNumber = z.union([z.number(), text(30)]).nullish()
const unfinishedId = z.union([id, z.literal('')]).nullish()
const linkList = z.array(id).max(LIMITS.links).optional()

const unfinishedSection = z.object({
  id: unfinishedId,
  type: SectionType,
  content: text(LIMITS.sectionText),
  captions: text(200).nullish(),
  order: unfinishedNumber,
})

const unfinishedQuestion = z.object({
  id: unfinishedId,
  question: text(LIMITS.questionText),
  options: z.array(text(LIMITS.optionText)).max(LIMITS.options),
  kind: QuestionKind.optional(),
  correctAnswer: unfinishedNumber,
  correctAnswers: z.array(z.int()).max(LIMITS.options).optional(),
  acceptedAnswers: z.array(text(LIMITS.optionText)).max(LIMITS.options).optional(),
  points: unfinishedNumber,
  feedback: text(LIMITS.feedback).nullish(),
  bank_question_id: text(100).nullish(),
  order: unfinishedNumber,
})

/** What both kinds have; a title may be empty, or too long by the time it is published. */
const ofBoth = {
  title: text(1000),
  description: text(2000).nullish(),
}
const policyText = text(POLICY_TEXT_MAX)
const ofPolicies = {
  category: text(1000).nullish(),
  material: z.boolean().optional(),
}
const sections = z.array(unfinishedSection).max(LIMITS.sections)
const ofTrainings = {
  duration: unfinishedNumber,
  category_id: z.union([text(100), z.int()]).nullish(),
  content_type: text(20).optional(),
  content_url: text(2000).optional(),
  due_days: unfinishedNumber,
  required_score: unfinishedNumber,
  max_attempts: unfinishedNumber,
  retake_threshold: unfinishedNumber,
  shuffle: z.boolean().optional(),
  show_answers: z.boolean().optional(),
  questions: z.array(unfinishedQuestion).max(LIMITS.questions).optional(),
  draws: z
    .array(z.object({ topic: text(1000), questions: unfinishedNumber }))
    .max(LIMITS.draws)
    .optional(),
  linkedPolicies: linkList,
  linkedProcesses: linkList,
  linkedDocuments: linkList,
}

/** The body of adding or saving an item, as far as it is written: shapes and sizes hold, rules do not yet. */
export const DRAFT_BODIES = {
  policy: z.object({ ...ofBoth, ...ofPolicies, content: policyText.nullish() }),
  training: z.object({ ...ofBoth, ...ofTrainings, content: sections.optional() }),
}
export type PolicyDraftBody = z.infer<(typeof DRAFT_BODIES)['policy']>
export type TrainingDraftBody = z.infer<(typeof DRAFT_BODIES)['training']>

/** The same of either kind; what the other one has is dropped. */
const DraftBody = z
  .object({
    ...ofBoth,
    ...ofPolicies,
    ...ofTrainings,
    content: z.union([policyText, sections]).nullish(),
  })
  .describe('What `POST` or `PUT` of its kind takes, as far as it is written.')
export type DraftBody = z.infer<typeof DraftBody>

/** A policy or training in the making, in a list: nobody but admins knows of it. */
export const ListedDraft = z.object({
  id,
  kind: DraftKind,
  item_id: id.nullable().describe('What publishing it changes; null: it makes something new.'),
  title: z.string().describe('Empty where it has none yet.'),
  outdated: z
    .boolean()
    .describe('That item was saved after the draft was begun, or was deleted or archived.'),
  comments: z.int().describe('Their number.'),
  publish_at: time.nullable().describe('When it is to be published by itself.'),
  publish_by_name: z.string().nullable().describe('In whose name.'),
  publish_failed: z.string().nullable().describe('Why that did not happen, in a sentence.'),
  ...editing,
})
export type ListedDraft = z.infer<typeof ListedDraft>

export const Draft = ListedDraft.extend({
  body: DraftBody,
  files: z.array(TrainingFile).describe('The uploaded files that its sections name.'),
})
export type Draft = z.infer<typeof Draft>

export const DraftComment = z.object({
  id,
  author_id: id,
  author_name: z.string(),
  body: z.string(),
  created_at: time,
})
export type DraftComment = z.infer<typeof DraftComment>

export const draftEndpoints = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/drafts',
    access: 'admin',
    summary: 'Drafts, the newest change first. `X-Total-Count` counts all that match.',
    query: z.object({ ...paging, kind: DraftKind.optional(), item_id: id.optional() }),
    response: z.array(ListedDraft),
  }),
  createDraft: endpoint({
    method: 'POST',
    path: '/drafts',
    access: 'admin',
    summary:
      'Begins a draft: of something new, or of a change to an item. 409 `draft_exists` where that item has one; with `If-Match` of the item, 409 `edit_conflict` when somebody else saved it first.',
    body: z.object({ kind: DraftKind, item_id: id.nullish(), body: DraftBody }),
    response: Draft,
    status: 201,
  }),
  getDraft: endpoint({
    method: 'GET',
    path: '/drafts/:id',
    access: 'admin',
    summary: 'One draft; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: Draft,
  }),
  updateDraft: endpoint({
    method: 'PUT',
    path: '/drafts/:id',
    access: 'admin',
    summary:
      'Saves a draft; with `If-Match`, 409 `edit_conflict` when somebody else saved it first.',
    params: byId,
    body: z.object({ body: DraftBody }),
    response: Draft,
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/drafts/:id',
    access: 'admin',
    summary: 'Discards a draft with its comments; what is live stays as it is.',
    params: byId,
  }),
  publishDraft: endpoint({
    method: 'POST',
    path: '/drafts/:id/publish',
    access: 'admin',
    summary:
      'Adds or saves the item as the draft has it, and removes the draft. 422 where it is incomplete; 409 `edit_conflict` where the item was saved after the draft was begun, unless `overwrite` says to replace that; with `If-Match`, 409 `draft_changed` when somebody else saved the draft first; 409 `item_gone` where the item was deleted or archived. An API key needs `policies:write` or `trainings:write` besides, as its kind is.',
    params: byId,
    body: z.object({ overwrite: z.boolean().optional() }),
    response: z.object({ kind: DraftKind, item_id: id }),
  }),
  dateDraft: endpoint({
    method: 'PUT',
    path: '/drafts/:id/publish-at',
    access: 'admin',
    summary:
      'Has a draft published by itself at a moment to come, in the name of the caller; null takes that back. An API key needs the scope of its kind besides, as for publishing.',
    params: byId,
    body: z.object({
      publish_at: timeInput.nullable(),
      overwrite: z
        .boolean()
        .optional()
        .describe('Replace what was saved after the draft was begun.'),
    }),
    response: Draft,
  }),
  listDraftComments: endpoint({
    method: 'GET',
    path: '/drafts/:id/comments',
    access: 'admin',
    summary: 'What admins say of a draft, the oldest first.',
    params: byId,
    response: z.array(DraftComment),
  }),
  createDraftComment: endpoint({
    method: 'POST',
    path: '/drafts/:id/comments',
    access: 'admin',
    summary: 'Says something of a draft.',
    params: byId,
    body: z.object({
      body: z
        .string({ error: 'Please write something' })
        .trim()
        .min(1, 'Please write something')
        .pipe(text(2000)),
    }),
    response: DraftComment,
    status: 201,
  }),
  deleteDraftComment: endpoint({
    method: 'DELETE',
    path: '/drafts/:id/comments/:comment_id',
    access: 'admin',
    summary: 'Takes a comment of one’s own back.',
    params: z.object({ id, comment_id: id }),
  }),
}
