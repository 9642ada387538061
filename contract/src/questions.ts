import { z } from 'zod'
import { QUESTION_FORMATS, TRAINING_LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, text, time } from './fields.ts'
import { idOrNew, isBlank, wholeNumber } from './training-fields.ts'

/** One question of a test. */
export const Question = z.object({
  id,
  test_id: id,
  training_id: id.nullable().describe('Of the training whose quiz it belongs to.'),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z
    .int()
    .optional()
    .describe('Zero-based place of the right option. For admins only: nobody else is sent it.'),
  points: z.int(),
  order: z.int().describe('From 1, without gaps.'),
  created_at: time,
  updated_at: time,
})
export type Question = z.infer<typeof Question>

const LIMITS = TRAINING_LIMITS

const option = text(LIMITS.optionText)
  .trim()
  .min(1, 'Please fill in every option, or remove the empty ones')

/** A form starts with four empty options; those that stayed empty at the end are none. */
function withoutBlankEnd(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.slice(0, list.findLastIndex((one) => !isBlank(one)) + 1)
}

/** Older clients send the list as a JSON string. */
function listFrom(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const options = z
  .union([z.array(z.string()), z.string().transform(listFrom)], {
    error: 'Please give the options as a list',
  })
  .transform(withoutBlankEnd)
  .pipe(
    z
      .array(option, { error: 'Please give the options as a list' })
      .min(2, 'A question needs at least two options')
      .max(LIMITS.options, `A question can have at most ${LIMITS.options} options`)
      .refine(
        (list) => new Set(list.map((one) => one.toLowerCase())).size === list.length,
        'Two options say the same',
      ),
  )

const fields = {
  question: z
    .string({ error: 'Please write the question' })
    .trim()
    .min(1, 'Please write the question')
    .pipe(text(LIMITS.questionText)),
  options,
  correctAnswer: wholeNumber('Please choose the correct option', { min: 0, max: 9 }),
  points: wholeNumber('Points are a whole number from 1 to 1,000', {
    min: 1,
    max: LIMITS.points,
  })
    .optional()
    .describe('Left out: unchanged, or 1 for a new question.'),
}

const hasItsAnswer = (value: { options: string[]; correctAnswer: number }) =>
  value.correctAnswer < value.options.length
const ANSWER_OUT_OF_RANGE = {
  message: 'The correct answer is not one of the options',
  path: ['correctAnswer'],
}

const position = wholeNumber('Order is a whole number from 1', { min: 0, max: 1_000_000 }).nullish()

/** A question by itself. */
export const questionBody = z
  .object({ ...fields, order: position.describe('Left out: at the end.') })
  .refine(hasItsAnswer, ANSWER_OUT_OF_RANGE)

/** A question within the list of a test or a training that is saved whole. */
export const questionInList = z
  .object({ ...fields, id: idOrNew, order: position })
  .refine(hasItsAnswer, ANSWER_OUT_OF_RANGE)

/** A question that nobody wrote has neither text nor options. */
function orNothing<T>(value: T): T | null {
  if (typeof value !== 'object' || value === null) return value
  const { question, options: given }: { question?: unknown; options?: unknown } = value
  const list = typeof given === 'string' ? listFrom(given) : given
  const isEmpty = isBlank(question) && (!Array.isArray(list) || list.every(isBlank))
  return isEmpty ? null : value
}

/** All questions of a test, in order; those left out or left empty are removed. */
export const questionList = z
  .array(
    z.preprocess(
      orNothing<z.input<typeof questionInList> | null>,
      questionInList.nullable().describe('Null, or with neither text nor options: no question.'),
    ),
  )
  .max(LIMITS.questions, `A quiz can have at most ${LIMITS.questions} questions`)
  .transform((list) => list.filter((question) => question !== null))

/** Reordering: all ids, in the new order. */
export const reorderBody = z.object({
  ids: z.array(id, { error: 'Please give the ids in their new order' }).max(1000),
})

export const QuestionFormat = z.enum(QUESTION_FORMATS, {
  error: `Questions are read and written as CSV, GIFT and Moodle XML (${QUESTION_FORMATS.join(', ')})`,
})
export type QuestionFormat = z.infer<typeof QuestionFormat>

/** What a file of questions holds, before anything is saved. */
export const QuestionImport = z.object({
  questions: z.array(
    z.object({
      place: z.int().describe('Line of the file, or number of the question in Moodle XML.'),
      question: z.string(),
      options: z.array(z.string()),
      correctAnswer: z.int(),
      points: z.int(),
    }),
  ),
  problems: z
    .array(z.object({ place: z.int(), message: z.string() }))
    .describe('What could not be taken, and why.'),
})
export type QuestionImport = z.infer<typeof QuestionImport>

export const questionEndpoints = {
  listQuestions: endpoint({
    method: 'GET',
    path: '/questions',
    access: 'user',
    summary: 'Questions by test and order; only admins are sent `correctAnswer`.',
    query: z.object({ ...paging, test_id: id.optional() }),
    response: z.array(Question),
  }),
  createQuestion: endpoint({
    method: 'POST',
    path: '/questions',
    access: 'admin',
    summary: 'Adds a question to a test.',
    body: questionBody.safeExtend({ test_id: id }),
    response: Question,
    status: 201,
  }),
  getQuestion: endpoint({
    method: 'GET',
    path: '/questions/:id',
    access: 'user',
    summary: 'One question; only admins are sent `correctAnswer`.',
    params: byId,
    response: Question,
  }),
  updateQuestion: endpoint({
    method: 'PUT',
    path: '/questions/:id',
    access: 'admin',
    summary: 'Saves a question; attempts that were started before keep the old one.',
    params: byId,
    body: questionBody,
    response: Question,
  }),
  deleteQuestion: endpoint({
    method: 'DELETE',
    path: '/questions/:id',
    access: 'admin',
    summary: 'Removes a question; attempts that were started before keep it.',
    params: byId,
  }),
  readQuestions: endpoint({
    method: 'POST',
    path: '/questions/import',
    access: 'admin',
    summary:
      'Reads a file of questions and says what is wrong in it. Saves nothing: what is read goes into the form.',
    body: z.object({
      format: QuestionFormat,
      text: text(900_000).min(1, 'This file is empty'),
    }),
    response: QuestionImport,
  }),
  exportQuestions: endpoint({
    method: 'GET',
    path: '/tests/:id/questions/export',
    access: 'admin',
    summary:
      'The questions of a test as a file, with their answers: CSV, or GIFT or Moodle XML as plain text.',
    params: byId,
    query: z.object({ format: QuestionFormat.default('csv') }),
    produces: 'text/csv',
  }),
}
