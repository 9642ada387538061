import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import type { questionBody, QuestionKind } from '@frontdesk/contract/question-body'
import type { Question } from '@frontdesk/contract/questions'
import { createHash } from 'node:crypto'
import { unprocessable } from '../../http/errors.ts'

/** What is right where a single place can't say it; null for one right option. */
export type AnswerKey = number[] | string[] | null

/** A question as it is stored. */
export interface QuestionRow {
  id: string
  order_number: number
  kind: QuestionKind
  question: string
  /** Of an order: in one that tells nothing of the right one. */
  options: string[]
  /** Zero-based; 0 where there is a key. */
  correct_answer: number
  answer_key: AnswerKey
  points: number
  feedback: string | null
  /** What it is a copy of; null: it was written where it stands. */
  bank_question_id: string | null
}

type Draft = Output<typeof questionBody>
type Answered = Pick<QuestionRow, 'kind' | 'options' | 'correct_answer' | 'answer_key'>
type Written = Pick<Question, 'kind' | 'options' | 'correctAnswers' | 'acceptedAnswers'> & {
  correctAnswer: number
}

/**
 * The row that saving `draft` makes of a question, on top of what is stored of it; its place is for the
 * caller to give.
 * @throws AppError 422 where neither says how it is answered
 */
export function rowFrom(id: string, draft: Draft, stored?: QuestionRow): QuestionRow {
  return {
    id,
    order_number: 0,
    question: draft.question,
    ...answeredAs(draft, stored),
    points: draft.points ?? stored?.points ?? TRAINING_DEFAULTS.points,
    feedback: (draft.feedback === undefined ? stored?.feedback : draft.feedback) || null,
    bank_question_id:
      (draft.bank_question_id === undefined ? stored?.bank_question_id : draft.bank_question_id) ??
      null,
  }
}

function answeredAs(draft: Draft, stored: QuestionRow | undefined): Answered {
  if (draft.kind === undefined && stored && isSentBack(draft, stored)) {
    const { kind, options, correct_answer, answer_key } = stored
    // True or false is one right option, which may have become the other one.
    return {
      kind,
      options,
      correct_answer: kind === 'true_false' ? draft.correctAnswer : correct_answer,
      answer_key,
    }
  }
  const { kind = 'single', correctAnswer: correct_answer } = draft
  const options = draft.options ?? []
  switch (kind) {
    case 'text':
      return { kind, options: [], correct_answer: 0, answer_key: draft.acceptedAnswers! }
    case 'several':
      return { kind, options, correct_answer: 0, answer_key: inOrder(draft.correctAnswers!) }
    case 'ordering': {
      const stands = withoutOrder(options)
      const right = options.map((option) => stands.indexOf(option))
      return { kind, options: stands, correct_answer: 0, answer_key: right }
    }
    case 'single':
    case 'true_false':
      if (!draft.options) {
        throw unprocessable('invalid', 'A question needs at least two options')
      }
      return { kind, options, correct_answer, answer_key: null }
  }
}

/** Whether a client that knows nothing of kinds left alone what it was shown of the answer. */
function isSentBack({ options, correctAnswer }: Draft, stored: QuestionRow): boolean {
  const shown = writtenAs(stored)
  if (shown.options.join('\n') !== (options ?? []).join('\n')) return false
  return stored.kind === 'true_false' || correctAnswer === shown.correctAnswer
}

/** A question's answer as its author is shown it: the counterpart of `rowFrom`. */
export function writtenAs({ kind, options, correct_answer, answer_key: key }: Answered): Written {
  switch (kind) {
    case 'single':
      return { options, correctAnswer: correct_answer }
    case 'true_false':
      return { kind, options, correctAnswer: correct_answer }
    case 'several':
      return { kind, options, correctAnswer: Number(key![0]), correctAnswers: key as number[] }
    case 'ordering':
      return { kind, options: (key as number[]).map((place) => options[place]!), correctAnswer: 0 }
    case 'text':
      return { kind, options, correctAnswer: 0, acceptedAnswers: key as string[] }
  }
}

const inOrder = (places: number[]) => [...new Set(places)].toSorted((one, other) => one - other)

/** The same options in an order that comes of their words alone, and so tells nothing of the right one. */
const withoutOrder = (options: string[]) =>
  options
    .map((option) => ({ option, by: createHash('sha256').update(option).digest('hex') }))
    .toSorted((one, other) => (one.by < other.by ? -1 : 1))
    .map(({ option }) => option)
