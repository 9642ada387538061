import { z } from 'zod'
import { ANSWER_ALL_QUESTIONS, CHOOSE_AN_OPTION, TRAINING_LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { COUNTS, byId, id, line, paging, requiredLine, text, time } from './fields.ts'
import { QuestionKind } from './question-body.ts'
import { wholeNumber } from './training-fields.ts'
import { Progress } from './trainings.ts'

/** A question as it is asked: without its answer. */
export const AskedQuestion = z.object({
  id,
  question: z.string(),
  kind: QuestionKind.optional().describe('Left out: one right option.'),
  options: z.array(z.string()).describe('Of `text`: none. Of `ordering`: what is put in order.'),
  points: z.int(),
  order: z.int(),
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

/**
 * Zero-based index of the chosen option; of `several` the indexes of those chosen; of `ordering` the
 * indexes of all options in their order; of `text` what was written.
 */
const Answer = z.union([z.int(), z.array(z.int()), z.string()])
export type Answer = z.infer<typeof Answer>

/** Question id to its answer. */
const Answers = z.record(z.string(), Answer)

/** Question id to what was right: as an answer has it, and of `text` all that is accepted. */
const RightAnswers = z.record(z.string(), z.union([z.int(), z.array(z.int()), z.array(z.string())]))
export type RightAnswers = z.infer<typeof RightAnswers>

const feedback = z
  .record(z.string(), z.string())
  .optional()
  .describe(
    'Question id to what its author says to a wrong answer, in Markdown: of those that were answered wrong, once graded. Left out: nothing.',
  )

export const Attempt = z.object({
  id,
  test_id: id,
  training_id: id.nullable(),
  user_id: id,
  title: z.string().describe('Of the test, as it was when this attempt was started.'),
  attempt_number: z.int(),
  required_score: z.int(),
  score: z.number().nullable().describe('Percent, with one decimal; null while it is under way.'),
  passed: z.boolean(),
  started_at: time,
  completed_at: time.nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** An attempt with what was asked and answered. */
export const AttemptDetail = Attempt.extend({
  questions: z.array(AskedQuestion),
  answers: Answers,
  wrong: z.array(id).nullable().describe('Ids of the wrong answers; null while it is under way.'),
  correct: RightAnswers.nullable().describe(
    'What was right: for admins, and after passing where the test says so; else null.',
  ),
  feedback,
})
export type AttemptDetail = z.infer<typeof AttemptDetail>

/** The attempt under way, or the one to come. */
export const AttemptToTake = AttemptDetail.extend({
  id: id.nullable().describe('Null for the one to come.'),
  started_at: time.nullable().describe('Null for the one to come.'),
})
export type AttemptToTake = z.infer<typeof AttemptToTake>

export const AttemptResult = z.object({
  score: z.number(),
  passed: z.boolean(),
  attempt_id: id,
  attempts: z.int(),
  max_attempts: z.int().describe('0 is no limit.'),
  wrong: z.array(id).describe('Ids of the questions that were answered wrong.'),
  correct: RightAnswers.nullable(),
  feedback,
  certificate_code: z.string().nullable(),
})
export type AttemptResult = z.infer<typeof AttemptResult>

export const AttemptState = z.enum(['passed', 'failed', 'in_progress'])
export type AttemptState = z.infer<typeof AttemptState>

export const AdminAttempt = Attempt.extend({
  person_name: z.string(),
  person_email: z.string(),
  state: AttemptState,
})
export type AdminAttempt = z.infer<typeof AdminAttempt>

/** How one question of a test did, over all graded attempts. */
export const QuestionStatistics = z.object({
  id,
  question: z.string(),
  answered: z.int(),
  right: z.int(),
  chosen: z.array(z.int()).describe('How often each option was chosen.'),
  discrimination: z
    .number()
    .nullable()
    .describe('From -1 to 1: whether those who did well got it right; null with too few attempts.'),
  topic: z
    .string()
    .optional()
    .describe('Of a question that is drawn from the bank; left out: one of the test itself.'),
})
export const TestStatistics = z.object({
  attempts: z.int(),
  passed: z.int(),
  average_score: z.number().nullable(),
  questions: z.array(QuestionStatistics),
})
export type TestStatistics = z.infer<typeof TestStatistics>

export const AttemptGrant = z.object({
  id,
  test_id: id,
  user_id: id,
  person_name: z.string(),
  attempts: z.int(),
  reason: z.string().nullable(),
  granted_by_name: z.string(),
  created_at: time,
})
export type AttemptGrant = z.infer<typeof AttemptGrant>

export const Waiver = z.object({
  id,
  test_id: id,
  user_id: id,
  person_name: z.string(),
  reason: z.string(),
  waived_by_name: z.string(),
  created_at: time,
})
export type Waiver = z.infer<typeof Waiver>

const place = z.int(CHOOSE_AN_OPTION).min(0, CHOOSE_AN_OPTION).max(9, CHOOSE_AN_OPTION)

/** Which of them a question takes is for its kind to say. */
const answer = z
  .union([place, z.array(place).max(TRAINING_LIMITS.options), text(TRAINING_LIMITS.optionText)], {
    error: CHOOSE_AN_OPTION,
  })
  .describe(
    'Zero-based index of an option; a list of them where several are right or put in order; a text. An index may be a string of digits.',
  )

const attemptsQuery = z.object({
  ...paging,
  search: line(200).optional(),
  test_id: id.optional(),
  user_id: id.optional(),
  state: AttemptState.optional(),
  sort: z
    .enum(['started_at', 'completed_at', 'person_name', 'title', 'score', 'attempt_number'])
    .optional(),
  order: z.enum(['asc', 'desc']).optional(),
})

export const attemptEndpoints = {
  getTrainingAttempt: endpoint({
    method: 'GET',
    path: '/trainings/:id/attempt',
    access: 'user',
    summary:
      "The caller's attempt under way, or the one to come, which has no id; 422 `no_attempts_left`.",
    params: byId,
    response: AttemptToTake,
  }),
  startTrainingAttempt: endpoint({
    method: 'POST',
    path: '/trainings/:id/attempt',
    access: 'user',
    byKey: 'never',
    summary: "Gets the caller's attempt under way or starts one; 422 `no_attempts_left`.",
    params: byId,
    response: AttemptDetail,
  }),
  submitTraining: endpoint({
    method: 'POST',
    path: '/trainings/:id/submit',
    access: 'user',
    byKey: 'never',
    summary:
      'Grades the attempt under way, or else the next one. The same answers again answer the same; 422 `no_attempts_left`.',
    params: byId,
    body: z.object({
      answers: z.record(z.string().max(100), answer, { error: ANSWER_ALL_QUESTIONS }),
      attempt_id: id
        .optional()
        .describe('What was submitted for it stays; left out, other answers are the next attempt.'),
    }),
    response: AttemptResult,
  }),
  saveProgress: endpoint({
    method: 'PUT',
    path: '/trainings/:id/progress',
    access: 'user',
    byKey: 'never',
    summary: 'Says how far the caller is with one section.',
    params: byId,
    body: z.object({
      content_id: id,
      completed: z.boolean({ error: 'Please say true or false' }),
      media_position: z.number().min(0).max(1_000_000).nullish().describe('Seconds into a video.'),
      opened: z
        .boolean()
        .optional()
        .describe('True: the caller has just come to it, and `completed` is left as it was.'),
    }),
    response: Progress,
  }),
  listSectionProgress: endpoint({
    method: 'GET',
    path: '/trainings/:id/progress',
    access: 'user',
    summary: 'How far the caller is with each section that they opened.',
    params: byId,
    response: z.object({
      progress: Progress,
      sections: z.array(
        z.object({ content_id: id, completed: z.boolean(), media_position: z.number().nullable() }),
      ),
      last_content_id: id
        .optional()
        .describe('Of the section that the caller was at. Left out: at none, or done with it.'),
    }),
  }),
  startTest: endpoint({
    method: 'POST',
    path: '/tests/:id/start',
    access: 'user',
    byKey: 'never',
    summary: "Gets the caller's attempt under way or starts one; 422 `no_attempts_left`.",
    params: byId,
    response: AttemptDetail,
  }),
  submitAnswer: endpoint({
    method: 'POST',
    path: '/tests/submit-answer',
    access: 'user',
    byKey: 'never',
    summary: 'Keeps one answer of an attempt under way; a later one replaces it.',
    body: z.object({ attempt_id: id, question_id: id, answer }),
    response: z.object({ attempt_id: id, answers: Answers }),
  }),
  completeAttempt: endpoint({
    method: 'POST',
    path: '/tests/attempts/:id/complete',
    access: 'user',
    byKey: 'never',
    summary: 'Grades an attempt. Completing again answers the same.',
    params: byId,
    response: AttemptResult,
  }),
  getAttempt: endpoint({
    method: 'GET',
    path: '/tests/attempts/:id',
    access: 'user',
    summary: "One attempt of the caller's; admins see everybody's.",
    params: byId,
    response: AttemptDetail,
  }),
  listOwnAttempts: endpoint({
    method: 'GET',
    path: '/tests/attempts',
    access: 'user',
    summary: "The caller's attempts, newest first.",
    query: z.object({ ...paging, test_id: id.optional() }),
    response: z.object({
      success: z.boolean(),
      data: z.array(Attempt),
      error: z.string().nullable(),
    }),
  }),
  listAttempts: endpoint({
    method: 'GET',
    path: '/admin/tests/attempts',
    access: 'admin',
    summary: `Everybody's attempts. ${COUNTS}`,
    query: attemptsQuery,
    response: z.array(AdminAttempt),
  }),
  exportAttempts: endpoint({
    method: 'GET',
    path: '/admin/tests/attempts.csv',
    access: 'admin',
    fresh: true,
    summary: 'All attempts that match, as CSV.',
    query: attemptsQuery.omit({ limit: true, cursor: true }),
    produces: 'text/csv',
  }),
  getStatistics: endpoint({
    method: 'GET',
    path: '/admin/tests/:id/statistics',
    access: 'admin',
    summary: 'How the questions of a test do.',
    params: byId,
    response: TestStatistics,
  }),
  listGrants: endpoint({
    method: 'GET',
    path: '/admin/tests/:id/grants',
    access: 'admin',
    summary: 'Extra attempts that were given at a test, newest first.',
    params: byId,
    response: z.array(AttemptGrant),
  }),
  grantAttempts: endpoint({
    method: 'POST',
    path: '/admin/tests/:id/grants',
    access: 'admin',
    summary: 'Gives one person extra attempts at a test.',
    params: byId,
    body: z.object({
      user_id: id,
      attempts: wholeNumber('Please give 1 to 100 attempts', { min: 1, max: 100 }),
      reason: line(500).nullish(),
    }),
    response: AttemptGrant,
    status: 201,
  }),
  listWaivers: endpoint({
    method: 'GET',
    path: '/admin/tests/:id/waivers',
    access: 'admin',
    summary: 'Who need not take a test, and why.',
    params: byId,
    response: z.array(Waiver),
  }),
  waiveTest: endpoint({
    method: 'POST',
    path: '/admin/tests/:id/waivers',
    access: 'admin',
    summary: 'Says that one person need not take a test.',
    params: byId,
    body: z.object({ user_id: id, reason: requiredLine(500, 'Please give a reason') }),
    response: Waiver,
    status: 201,
  }),
  endWaiver: endpoint({
    method: 'DELETE',
    path: '/admin/tests/:id/waivers/:waiver_id',
    access: 'admin',
    summary: 'Takes a waiver back.',
    params: z.object({ id, waiver_id: id }),
  }),
}
