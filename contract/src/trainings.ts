import { z } from 'zod'
import { TRAINING_LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, editing, id, line, paging, requiredLine, text, time } from './fields.ts'
import { drawList, questionBody, questionList } from './question-body.ts'
import { Question, reorderBody } from './questions.ts'
import { categoryId, wholeNumber } from './training-fields.ts'
import {
  sectionBody,
  sectionList,
  SectionType,
  shownSettings,
  testSettings,
} from './training-parts.ts'
import { Role } from './users.ts'

/** Where the caller stands with a training or a test: the spec's progress view. */
export const Progress = z.object({
  questions: z.int().describe('Their number, those drawn for an attempt among them.'),
  minPassingScore: z.number().describe('Percent.'),
  maxAttempts: z.int().describe('Of the caller, extra ones included; 0 is no limit.'),
  attempts: z.int().describe('Graded ones.'),
  lastAttemptScore: z.number().nullable().describe('Percent, with one decimal.'),
  lastAttemptDate: time.nullable(),
  retakeThreshold: z.int().nullable().describe('Days after a pass until it is due again.'),
  progress: z.number().describe('Percent of the sections seen and the quiz passed.'),
  open_attempt: z.boolean().describe('An attempt is under way.'),
  required: z.boolean().describe('It awaits the caller.'),
  due_at: time.nullable().describe('Only while it awaits the caller.'),
  completed_at: time.nullable().describe('When the caller last completed it.'),
  waived: z.boolean().describe('An admin said that the caller need not do it.'),
  certificate_code: z.string().nullable().describe('Of the newest completion.'),
})
export type Progress = z.infer<typeof Progress>

export const Training = z.object({
  id,
  test_id: id.describe('Its quiz, which is a test.'),
  title: z.string(),
  description: z.string().nullable(),
  duration: z.int().describe('Minutes; 0 where nobody has said.'),
  category_id: z.string().nullable(),
  content_type: z.string(),
  content_url: z.string(),
  due_days: z.int().describe('Days to do it in, from when it is required.'),
  ...shownSettings,
  sections_count: z.int(),
  questions_count: z.int(),
  ...editing,
  archived_at: time.nullable(),
})
export type Training = z.infer<typeof Training>

/** A training with where the caller stands. */
export const ListedTraining = Training.extend({ progress: Progress })
export type ListedTraining = z.infer<typeof ListedTraining>

/** A file that a section shows; `url` opens it for this session only. */
export const TrainingFile = z.object({
  id,
  name: z.string(),
  media_type: z.string(),
  size: z.int().describe('Bytes.'),
  path: z.string().describe('What a section or its text names it by.'),
  url: z.string().describe('The same with a key, for as long as this session lasts.'),
})
export type TrainingFile = z.infer<typeof TrainingFile>

export const Section = z.object({
  id,
  training_id: id,
  type: SectionType,
  content: z.string().describe('Markdown of a text; the address of a video or slide.'),
  captions: z
    .string()
    .optional()
    .describe('Of a video: the `path` of its captions, one of `files`. Left out: none.'),
  order: z.int().describe('From 1, without gaps.'),
  order_number: z.int().describe('The same.'),
  files: z.array(TrainingFile).describe('The uploaded files that `content` and `captions` name.'),
  created_at: time,
  updated_at: time,
})
export type Section = z.infer<typeof Section>

/** Something that belongs to a training, which the caller may open. */
export const LinkedItem = z.object({
  type: z.enum(['policy', 'process', 'document']),
  id,
  title: z.string(),
})
export type LinkedItem = z.infer<typeof LinkedItem>

const links = {
  linkedPolicies: z.array(id),
  linkedProcesses: z.array(id),
  linkedDocuments: z.array(id),
}

export const TrainingDetail = z.object({
  training: Training,
  ...links,
  linked: z.array(LinkedItem).describe('The same with their titles.'),
  progress: Progress,
})
export type TrainingDetail = z.infer<typeof TrainingDetail>

/** A training as saving answers it: all that was saved. */
export const SavedTraining = Training.extend({
  content: z.array(Section),
  questions: z.array(Question),
  ...links,
})
export type SavedTraining = z.infer<typeof SavedTraining>

const LIMITS = TRAINING_LIMITS

const linkList = z
  .array(id)
  .max(LIMITS.links, `Please link at most ${LIMITS.links} items`)
  .transform((ids) => [...new Set(ids)])

const trainingBody = z.object({
  title: requiredLine(200, 'Please give the training a title'),
  description: text(2000).nullish(),
  duration: wholeNumber('Duration is a whole number of minutes, at least 1', {
    min: 0,
    max: LIMITS.minutes,
  }).optional(),
  category_id: categoryId.nullish(),
  content_type: line(20).optional(),
  content_url: line(2000).optional(),
  due_days: wholeNumber('Due days is a whole number of days, at least 0', {
    min: 0,
    max: LIMITS.days,
  }).optional(),
  ...testSettings,
  content: sectionList.optional().describe('Left out: unchanged.'),
  questions: questionList.optional().describe('Left out: unchanged.'),
  draws: drawList.optional().describe('From the question bank. Left out: unchanged.'),
  linkedPolicies: linkList.optional(),
  linkedProcesses: linkList.optional(),
  linkedDocuments: linkList.optional(),
})

const ofSection = z.object({ id, content_id: id })
const ofQuestion = z.object({ id, question_id: id })

export const trainingEndpoints = {
  listTrainings: endpoint({
    method: 'GET',
    path: '/trainings',
    access: 'user',
    summary: 'Trainings by title, each with where the caller stands.',
    query: z.object({
      ...paging,
      search: line(200).optional(),
      category_id: line(100).optional(),
      required: z.enum(['true', 'false']).optional().describe('Only those that await the caller.'),
      archived: z.enum(['true', 'false']).optional().describe('For admins: the archived ones.'),
    }),
    response: z.array(ListedTraining),
  }),
  listTrainingsOfRole: endpoint({
    method: 'GET',
    path: '/trainings/role/:role',
    access: 'user',
    summary: 'Trainings required of a role; anybody but an admin asks for their own.',
    params: z.object({ role: z.string().toLowerCase().pipe(Role) }),
    query: z.object(paging),
    response: z.array(ListedTraining),
  }),
  createTraining: endpoint({
    method: 'POST',
    path: '/trainings',
    access: 'admin',
    summary: 'Adds a training with its sections, questions and links, or nothing.',
    body: trainingBody,
    response: SavedTraining,
    status: 201,
  }),
  getTraining: endpoint({
    method: 'GET',
    path: '/trainings/:id',
    access: 'user',
    summary: 'One training; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: TrainingDetail,
  }),
  updateTraining: endpoint({
    method: 'PUT',
    path: '/trainings/:id',
    access: 'admin',
    summary:
      'Saves a training with its sections, questions and links, or nothing; with `If-Match`, 409 `edit_conflict` when somebody else saved first.',
    params: byId,
    body: trainingBody,
    response: SavedTraining,
  }),
  archiveTraining: endpoint({
    method: 'DELETE',
    path: '/trainings/:id',
    access: 'admin',
    summary: 'Archives a training; its attempts and certificates stay.',
    params: byId,
  }),
  restoreTraining: endpoint({
    method: 'POST',
    path: '/trainings/:id/restore',
    access: 'admin',
    summary: 'Brings an archived training back.',
    params: byId,
    response: Training,
  }),
  listSections: endpoint({
    method: 'GET',
    path: '/trainings/:id/content',
    access: 'user',
    summary: 'The sections of a training, in order.',
    params: byId,
    response: z.array(Section),
  }),
  createSection: endpoint({
    method: 'POST',
    path: '/trainings/:id/content',
    access: 'admin',
    summary: 'Adds a section.',
    params: byId,
    body: sectionBody,
    response: Section,
    status: 201,
  }),
  updateSection: endpoint({
    method: 'PUT',
    path: '/trainings/:id/content/:content_id',
    access: 'admin',
    summary: 'Saves a section.',
    params: ofSection,
    body: sectionBody,
    response: Section,
  }),
  deleteSection: endpoint({
    method: 'DELETE',
    path: '/trainings/:id/content/:content_id',
    access: 'admin',
    summary: 'Removes a section; the others are renumbered.',
    params: ofSection,
  }),
  reorderSections: endpoint({
    method: 'PUT',
    path: '/trainings/:id/content/reorder',
    access: 'admin',
    summary: 'Puts the sections into another order.',
    params: byId,
    body: reorderBody,
    response: z.array(Section),
  }),
  listTrainingQuestions: endpoint({
    method: 'GET',
    path: '/trainings/:id/questions',
    access: 'user',
    summary: 'The questions of a training, in order; only admins are sent `correctAnswer`.',
    params: byId,
    response: z.array(Question),
  }),
  createTrainingQuestion: endpoint({
    method: 'POST',
    path: '/trainings/:id/questions',
    access: 'admin',
    summary: 'Adds a question to the quiz of a training.',
    params: byId,
    body: questionBody,
    response: Question,
    status: 201,
  }),
  updateTrainingQuestion: endpoint({
    method: 'PUT',
    path: '/trainings/:id/questions/:question_id',
    access: 'admin',
    summary: 'Saves a question of a training.',
    params: ofQuestion,
    body: questionBody,
    response: Question,
  }),
  deleteTrainingQuestion: endpoint({
    method: 'DELETE',
    path: '/trainings/:id/questions/:question_id',
    access: 'admin',
    summary: 'Removes a question of a training; the others are renumbered.',
    params: ofQuestion,
  }),
  reorderTrainingQuestions: endpoint({
    method: 'PUT',
    path: '/trainings/:id/questions/reorder',
    access: 'admin',
    summary: 'Puts the questions into another order.',
    params: byId,
    body: reorderBody,
    response: z.array(Question),
  }),
}
