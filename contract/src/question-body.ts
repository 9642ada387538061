import { z } from 'zod'
import { QUESTION_KINDS, TRAINING_LIMITS, TRUE_FALSE } from './constants.ts'
import { id, requiredLine, text } from './fields.ts'
import { idOrNew, isBlank, wholeNumber } from './training-fields.ts'

export const QuestionKind = z.enum(QUESTION_KINDS, {
  error: 'A question has one right option or several, is true or false, an order, or a short text',
})
export type QuestionKind = z.infer<typeof QuestionKind>

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

const accepted = z
  .array(text(LIMITS.optionText).trim(), { error: 'Please give the accepted answers as a list' })
  .transform((list) => [...new Set(list.filter((one) => one !== ''))])
  .pipe(
    z.array(z.string()).max(LIMITS.options, `At most ${LIMITS.options} answers can be accepted`),
  )

const fields = {
  question: z
    .string({ error: 'Please write the question' })
    .trim()
    .min(1, 'Please write the question')
    .pipe(text(LIMITS.questionText)),
  kind: QuestionKind.optional().describe(
    'Left out: one right option; of a question that is sent back as it was shown, the kind stays.',
  ),
  options: options
    .nullable()
    .describe('Of `ordering`: in the right order. `text` and `true_false` need none.'),
  correctAnswer: wholeNumber('Please choose the correct option', { min: 0, max: 9 }),
  correctAnswers: z
    .array(z.int().min(0).max(9), { error: 'Please mark the right options' })
    .max(LIMITS.options)
    .optional()
    .describe('Of `several`: zero-based places of the right options.'),
  acceptedAnswers: accepted
    .optional()
    .describe('Of `text`: each is right, in any case and spacing.'),
  points: wholeNumber('Points are a whole number from 1 to 1,000', {
    min: 1,
    max: LIMITS.points,
  })
    .optional()
    .describe('Left out: unchanged, or 1 for a new question.'),
  feedback: text(LIMITS.feedback)
    .trim()
    .nullish()
    .describe(
      'Markdown, shown to whoever answered wrong. Left out: unchanged; null or empty: none.',
    ),
}

/** Of a question in a quiz. */
const origin = {
  bank_question_id: id
    .nullish()
    .describe(
      'Of the question in the bank that this is a copy of; none where the bank has no such one. Left out: unchanged.',
    ),
}

/** What questions of the bank are about. */
export const topicName = requiredLine(LIMITS.topic, 'Please name a topic')

/** Parts of a question as they are sent. */
interface Sent {
  kind?: unknown
  id?: unknown
  question?: unknown
  options?: unknown
}

/**
 * What a kind leaves out is filled in, so that the rest can be checked as one shape. No options (null)
 * are what a short text has, and a question that stays as it is: a client that knows nothing of short
 * texts was shown none, and sends none back.
 */
function filledIn<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const sent: Sent = value
  const staysAsItIs =
    sent.kind === undefined && isNone(sent.options) && !isBlank(sent.question) && !isBlank(sent.id)
  if (sent.kind === 'text' || staysAsItIs) return { ...value, options: null, correctAnswer: 0 }
  if (sent.kind === 'true_false') return { ...value, options: [...TRUE_FALSE] }
  const rest = sent.options === null ? { ...value, options: undefined } : value
  return sent.kind === 'several' || sent.kind === 'ordering' ? { ...rest, correctAnswer: 0 } : rest
}

const isNone = (list: unknown) => Array.isArray(list) && list.length === 0

interface Filled {
  kind?: QuestionKind
  options: string[] | null
  correctAnswer: number
  correctAnswers?: number[]
  acceptedAnswers?: string[]
}

/** What is right has to be among what can be answered. */
function checkAnswer(question: Filled, fail: (field: keyof Filled, message: string) => void) {
  const { kind = 'single', options: given, correctAnswer } = question
  const { correctAnswers = [], acceptedAnswers = [] } = question
  const isThere = (place: number) => given !== null && place < given.length
  if (kind === 'text') {
    if (acceptedAnswers.length === 0) {
      fail('acceptedAnswers', 'Please give at least one answer that is right')
    }
  } else if (kind === 'several') {
    if (correctAnswers.length === 0) fail('correctAnswers', 'Please mark the right options')
    else if (!correctAnswers.every(isThere)) {
      fail('correctAnswers', 'A correct answer is not one of the options')
    }
  } else if (kind !== 'ordering' && given !== null && !isThere(correctAnswer)) {
    fail('correctAnswer', 'The correct answer is not one of the options')
  }
}

const rightIsThere = (question: Filled, context: z.RefinementCtx) =>
  checkAnswer(question, (field, message) =>
    context.addIssue({ code: 'custom', message, path: [field] }),
  )

const position = wholeNumber('Order is a whole number from 1', { min: 0, max: 1_000_000 }).nullish()
const alone = { ...fields, ...origin, order: position.describe('Left out: at the end.') }

const byItself = z.object(alone).superRefine(rightIsThere)
const inBank = z.object({ ...fields, topic: topicName }).superRefine(rightIsThere)
const ofTest = z.object({ ...alone, test_id: id }).superRefine(rightIsThere)
const inList = z
  .object({ ...fields, ...origin, id: idOrNew, order: position })
  .superRefine(rightIsThere)

/** A question by itself. */
export const questionBody = z.preprocess(filledIn<z.input<typeof byItself>>, byItself)

/** The same, with what it is about. */
export const bankQuestionBody = z.preprocess(filledIn<z.input<typeof inBank>>, inBank)

/** The same, with the test that it goes to. */
export const questionOfTest = z.preprocess(filledIn<z.input<typeof ofTest>>, ofTest)

/** A question that nobody wrote has neither text nor options, nor answers. */
function orNothing<T>(value: T): T | null {
  if (typeof value !== 'object' || value === null) return value
  const { question, options: given, acceptedAnswers }: Sent & { acceptedAnswers?: unknown } = value
  const list = typeof given === 'string' ? listFrom(given) : given
  const isEmpty = isBlank(question) && isBlankList(list) && isBlankList(acceptedAnswers)
  return isEmpty ? null : filledIn(value)
}

const isBlankList = (list: unknown) => !Array.isArray(list) || list.every(isBlank)

/** All questions of a test, in order; those left out or left empty are removed. */
export const questionList = z
  .array(
    z.preprocess(
      orNothing<z.input<typeof inList> | null>,
      inList.nullable().describe('Null, or with neither text nor options: no question.'),
    ),
  )
  .max(LIMITS.questions, `A quiz can have at most ${LIMITS.questions} questions`)
  .transform((list) => list.filter((question) => question !== null))

const wholeDraw = `Please draw a whole number of questions, from 1 to ${LIMITS.questions}`

/** What a test draws from the bank for each attempt, beside its own questions. */
export const drawList = z
  .array(
    z.object({
      topic: topicName,
      questions: wholeNumber(wholeDraw, { min: 1, max: LIMITS.questions }),
    }),
  )
  .max(LIMITS.draws, `A quiz can draw from at most ${LIMITS.draws} topics`)
  .refine(
    (draws) => new Set(draws.map(({ topic }) => topic.toLowerCase())).size === draws.length,
    'Please draw from each topic once',
  )
