import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import type { Question, QuestionImport } from '@frontdesk/contract/questions'

/**
 * A question as a form holds it. `questionId` is empty for a new one; `correct` is the chosen place,
 * empty or null (as a form has it of radio buttons) where none is chosen.
 */
export type QuestionTexts = {
  questionId: string
  question: string
  options: { text: string }[]
  correct: string | null
  points: string
}

/** What every form with questions has. */
export type QuestionsTexts = { questions: QuestionTexts[] }

/** A new question: four empty options. */
export const newQuestion = (): QuestionTexts => ({
  questionId: '',
  question: '',
  options: Array.from({ length: TRAINING_DEFAULTS.options }, () => ({ text: '' })),
  correct: '',
  points: String(TRAINING_DEFAULTS.points),
})

type Written = Pick<Question, 'question' | 'options' | 'points'> & { correctAnswer?: number }

const textsOf = (question: Written, id: string): QuestionTexts => ({
  questionId: id,
  question: question.question,
  options: question.options.map((text) => ({ text })),
  correct: String(question.correctAnswer ?? ''),
  points: String(question.points),
})

/** The form keeps one row for a quiz that has no question. */
export const questionTextsOf = (questions: Question[]): QuestionTexts[] =>
  questions.length > 0
    ? questions.map((question) => textsOf(question, question.id))
    : [newQuestion()]

/** Those of a file, to be added as new ones. */
export const importedTexts = (questions: QuestionImport['questions']): QuestionTexts[] =>
  questions.map((question) => textsOf(question, ''))

/** Nothing was written: such a row is no question. */
export const isBlankQuestion = (question: QuestionTexts) =>
  question.question.trim() === '' && question.options.every((option) => option.text.trim() === '')

export type QuestionBody = {
  id?: string
  question: string
  options: string[]
  correctAnswer: number
  points: string
  order: number
}

/** What is sent: without blank rows and options, the right one counted among those that are left. */
export function questionBodies(questions: QuestionTexts[]): QuestionBody[] {
  return questions
    .filter((question) => !isBlankQuestion(question))
    .map(({ questionId, question, options, correct, points }, index) => {
      const kept = options.flatMap(({ text }, place) => (text.trim() ? [{ text, place }] : []))
      return {
        id: questionId || undefined,
        question: question.trim(),
        options: kept.map(({ text }) => text.trim()),
        correctAnswer: kept.findIndex(({ place }) => String(place) === correct),
        points: points.trim(),
        order: index + 1,
      }
    })
}

/** The questions in one piece, as two editors compare them. */
export function questionOutline(questions: QuestionTexts[]): string {
  return questionBodies(questions)
    .map(({ question, options, correctAnswer, points }, index) => {
      const lines = options.map((text, place) => `${place === correctAnswer ? '✓' : '–'} ${text}`)
      return `${index + 1}. ${question} (${points})\n${lines.join('\n')}`
    })
    .join('\n\n')
}

/** Whether a value from the browser's storage is a form's questions. */
export function isQuestionList(value: unknown): value is QuestionTexts[] {
  return Array.isArray(value) && value.length > 0 && value.every(isQuestionTexts)
}

function isQuestionTexts(value: unknown): value is QuestionTexts {
  if (typeof value !== 'object' || value === null) return false
  const { questionId, question, options, correct, points } = value as Record<string, unknown>
  const texts = [questionId, question, correct ?? '', points]
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(options) &&
    options.every((one: { text?: unknown } | null) => typeof one?.text === 'string')
  )
}
