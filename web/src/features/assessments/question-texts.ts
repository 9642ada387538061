import type { AskedQuestion } from '@frontdesk/contract/attempts'
import { TRAINING_DEFAULTS, TRUE_FALSE } from '@frontdesk/contract/constants'
import type { BankQuestion } from '@frontdesk/contract/question-bank'
import type { Question, QuestionImport } from '@frontdesk/contract/questions'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'
import { hasTexts } from '#web/lib/kept-text.ts'

export type QuestionKind = NonNullable<Question['kind']>

/**
 * A question as a form holds it. `questionId` is empty for a new one; `correct` is the chosen place,
 * empty or null (as a form has it of radio buttons) where none is chosen. Where several are right each
 * says so itself, an order is right as it stands, and of a short text the options are what is accepted.
 */
export type QuestionTexts = {
  questionId: string
  /** Left out: one right option, as forms had it that were kept before there were kinds. */
  kind?: QuestionKind
  question: string
  options: { text: string; right?: boolean }[]
  correct: string | null
  points: string
  /** What whoever answers wrong is told; left out in forms that were kept before there was any. */
  feedback?: string
  /** What it is a copy of in the bank; left out: it was written here. */
  bankId?: string
}

/** So many questions of a topic of the bank, as they are typed. */
export type DrawTexts = { topic: string; questions: string }

/** What every form with questions has. */
export type QuestionsTexts = {
  questions: QuestionTexts[]
  /** Left out in forms that were kept before there were any. */
  draws?: DrawTexts[]
}

/** A new question: four empty options. */
export const newQuestion = (): QuestionTexts => ({
  questionId: '',
  kind: 'single',
  question: '',
  options: Array.from({ length: TRAINING_DEFAULTS.options }, () => ({ text: '' })),
  correct: '',
  points: String(TRAINING_DEFAULTS.points),
  feedback: '',
})

type Written = Pick<Question, 'kind' | 'question' | 'options'> & {
  correctAnswer?: number | string | null
  correctAnswers?: number[]
  acceptedAnswers?: string[]
  points?: number | string | null
  feedback?: string | null
  bank_question_id?: string | null
}

/** A question as it is written, for a form; `id` is empty for a new one. */
export function questionTextsFrom(written: Written, id: string): QuestionTexts {
  const { kind = 'single', question, correctAnswer, correctAnswers, acceptedAnswers } = written
  const texts = kind === 'text' ? (acceptedAnswers ?? []) : written.options
  const options = texts.map((text, place) =>
    kind === 'several' ? { text, right: correctAnswers?.includes(place) ?? false } : { text },
  )
  return {
    questionId: id,
    kind,
    question,
    options: options.length > 0 ? options : [{ text: '' }],
    correct: Number(correctAnswer ?? -1) < 0 ? '' : String(correctAnswer),
    points: String(written.points ?? TRAINING_DEFAULTS.points),
    feedback: written.feedback ?? '',
    ...(written.bank_question_id && { bankId: written.bank_question_id }),
  }
}

/** The form keeps one row for a quiz that has no question. */
export const questionTextsOf = (questions: Question[]): QuestionTexts[] =>
  questions.length > 0
    ? questions.map((question) => questionTextsFrom(question, question.id))
    : [newQuestion()]

/** The same as a new question. */
export const copyOf = (question: QuestionTexts): QuestionTexts => ({
  ...question,
  questionId: '',
  options: question.options.map((option) => ({ ...option })),
})

/** Copies of questions of the bank, which name their origin. */
export const takenTexts = (questions: BankQuestion[]): QuestionTexts[] =>
  questions.map((question) => ({ ...questionTextsFrom(question, ''), bankId: question.id }))

/** Those from elsewhere, to be added as new ones. */
export const importedTexts = (questions: QuestionImport['questions']): QuestionTexts[] =>
  questions.map((question) => questionTextsFrom(question, ''))

/** Nothing was written: such a row is no question. */
export const isBlankQuestion = (question: QuestionTexts) =>
  question.question.trim() === '' &&
  question.options.every((option) => option.text.trim() === '') &&
  !question.feedback?.trim()

export type QuestionBody = {
  id?: string
  kind: QuestionKind
  question: string
  options: string[]
  correctAnswer: number
  correctAnswers?: number[]
  acceptedAnswers?: string[]
  points: string
  feedback: string
  bank_question_id?: string
  order: number
}

/** What is sent; without blank rows and options, the right ones counted among those that are left. */
export function questionBodies(questions: QuestionTexts[]): QuestionBody[] {
  return questions
    .filter((question) => !isBlankQuestion(question))
    .map((question, index) => ({
      id: question.questionId || undefined,
      question: question.question.trim(),
      ...answeredAs(question),
      points: question.points.trim(),
      feedback: question.feedback?.trim() ?? '',
      bank_question_id: question.bankId,
      order: index + 1,
    }))
}

type AnsweredAs = Omit<
  QuestionBody,
  'id' | 'question' | 'points' | 'feedback' | 'bank_question_id' | 'order'
>

function answeredAs({ kind = 'single', options: given, correct }: QuestionTexts): AnsweredAs {
  const kept = given.flatMap(({ text, right = false }, place) =>
    text.trim() ? [{ text: text.trim(), right, place }] : [],
  )
  const options = kept.map(({ text }) => text)
  switch (kind) {
    case 'text':
      return { kind, options: [], correctAnswer: 0, acceptedAnswers: options }
    case 'true_false':
      return {
        kind,
        options: [...TRUE_FALSE],
        correctAnswer: correct === '' ? -1 : Number(correct),
      }
    case 'ordering':
      return { kind, options, correctAnswer: 0 }
    case 'several': {
      const correctAnswers = kept.flatMap(({ right }, place) => (right ? [place] : []))
      return { kind, options, correctAnswer: correctAnswers[0] ?? -1, correctAnswers }
    }
    case 'single': {
      const correctAnswer = kept.findIndex(({ place }) => String(place) === correct)
      return { kind, options, correctAnswer }
    }
  }
}

/** What is drawn, for a form. */
export const drawTextsOf = (draws: readonly { topic: string; questions: number }[]): DrawTexts[] =>
  draws.map(({ topic, questions }) => ({ topic, questions: String(questions) }))

/** What is sent of draws; left out where the form knows of none. */
export const drawBodies = (draws: DrawTexts[] | undefined) =>
  draws?.map(({ topic, questions }) => ({ topic, questions: questions.trim() }))

/** Draws in one piece, as two editors compare them. */
export const drawOutline = (draws: DrawTexts[] = []) =>
  draws.map(({ topic, questions }) => `${questions} at random: ${topic}`).join('\n\n')

/** Whether a value from the browser's storage is a form's draws. */
export const isDrawList = (value: unknown): value is DrawTexts[] | undefined =>
  value === undefined ||
  (Array.isArray(value) && value.every((draw) => hasTexts(draw, ['topic', 'questions'])))

/** The questions as somebody who takes them would be asked. */
export const askedQuestions = (questions: QuestionTexts[]): AskedQuestion[] =>
  questionBodies(questions).map(({ kind, question, options, points, order }) => ({
    id: String(order),
    kind,
    question,
    options: kind === 'ordering' ? options.toReversed() : options,
    points: Number(points) || TRAINING_DEFAULTS.points,
    order,
  }))

/** The questions in one piece, as two editors compare them. */
export function questionOutline(questions: QuestionTexts[]): string {
  return questionBodies(questions)
    .map(
      (body, index) =>
        `${index + 1}. ${body.question} (${body.points})\n${[...linesOf(body), ...(body.feedback ? [`→ ${body.feedback}`] : [])].join('\n')}`,
    )
    .join('\n\n')
}

function linesOf({ kind, options, correctAnswer, correctAnswers, acceptedAnswers }: QuestionBody) {
  if (kind === 'text') return acceptedAnswers!.map((text) => `= ${text}`)
  if (kind === 'ordering') return options.map((text, place) => `${place + 1}) ${text}`)
  const right = correctAnswers ?? [correctAnswer]
  return options.map((text, place) => `${right.includes(place) ? '✓' : '–'} ${text}`)
}

/** Whether a value from the browser's storage is a form's questions. */
export function isQuestionList(value: unknown): value is QuestionTexts[] {
  return Array.isArray(value) && value.length > 0 && value.every(isQuestionTexts)
}

function isQuestionTexts(value: unknown): value is QuestionTexts {
  if (typeof value !== 'object' || value === null) return false
  const { questionId, kind, question, options, correct, points, feedback } = value as Record<
    string,
    unknown
  >
  const texts = [questionId, kind ?? '', question, correct ?? '', points, feedback ?? '']
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(options) &&
    options.every((one: { text?: unknown } | null) => typeof one?.text === 'string')
  )
}

/** How a question is answered, as the form offers it. */
export const KINDS: readonly { value: QuestionKind; label: string }[] = [
  { value: 'single', label: 'One right option' },
  { value: 'several', label: 'Several right options' },
  { value: 'true_false', label: 'True or false' },
  { value: 'ordering', label: 'Put in order' },
  { value: 'text', label: 'Short text' },
]

/** The same question answered in another way; what was typed and marked stays, as far as it makes sense. */
export function withKind(question: QuestionTexts, kind: QuestionKind): QuestionTexts {
  const { options, correct } = question
  const marked = options.map((option, place) => ({
    ...option,
    right: question.kind === 'several' ? option.right : correct === String(place),
  }))
  const first = marked.findIndex(({ right }) => right)
  return {
    ...question,
    kind,
    options: filled(kind, kind === 'several' ? marked : options.map(({ text }) => ({ text }))),
    correct: kind === 'true_false' || first < 0 ? '' : String(first),
  }
}

/** As many empty rows as a new question of this kind has, where too few are left. */
function filled(kind: QuestionKind, options: QuestionTexts['options']): QuestionTexts['options'] {
  if (kind === 'text') {
    const written = options.filter(({ text }) => text.trim() !== '')
    return written.length > 0 ? written : [{ text: '' }]
  }
  if (kind === 'true_false' || options.length > 1) return options
  const missing = TRAINING_DEFAULTS.options - options.length
  return [...options, ...Array.from({ length: missing }, () => ({ text: '' }))]
}

/** What is wrong with how a question is answered; true for nothing. */
export function checkAnswers(question: QuestionTexts): string | true {
  const { kind = 'single', options, correct } = question
  if (isBlankQuestion(question)) return true
  if (kind === 'true_false') return correct ? true : 'Please choose whether it is true or false'
  const texts = options.map(({ text }) => text.trim())
  const written = texts.filter((text) => text !== '')
  if (kind === 'text') return written.length > 0 || 'Please give at least one answer that is right'
  if (written.length < 2) return 'A question needs at least two options'
  if (new Set(written.map((text) => text.toLowerCase())).size < written.length) {
    return 'Two options say the same'
  }
  if (kind === 'several') {
    return (
      options.some(({ text, right }) => right === true && text.trim() !== '') ||
      'Please mark the right options'
    )
  }
  if (kind === 'single' && (!correct || !texts[Number(correct)])) {
    return 'Please choose the correct option'
  }
  return true
}

const OF_DRAW = /^draws\.\d+\.(?:topic|questions)$/

/** Puts what the server says of draws beside them. */
export function showDrawErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
) {
  if (!(error instanceof ApiError) || !error.fields) return
  for (const [path, message] of Object.entries(error.fields)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every form with questions has draws
    if (OF_DRAW.test(path)) form.setError(path as FieldPath<Values>, { message })
  }
}
