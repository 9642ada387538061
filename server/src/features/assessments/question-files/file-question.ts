import { TRUE_FALSE } from '@frontdesk/contract/constants'
import type { QuestionKind } from '@frontdesk/contract/question-body'

/** A question as files have it; whether it can be asked is looked at later. */
export interface FileQuestion {
  /** Left out: one right option. */
  kind?: Exclude<QuestionKind, 'single'>
  question: string
  /** Of an order: in the right one. */
  options: string[]
  /** Zero-based. */
  correctAnswer: number
  /** Of several right options: their places, ascending. */
  correctAnswers?: number[]
  /** Of a short text. */
  acceptedAnswers?: string[]
  points: number
  /** What whoever answers wrong is told; left out: nothing. */
  feedback?: string
}

/** How a question is answered. */
export type Answering = Omit<FileQuestion, 'question' | 'points' | 'feedback'>

/** What stands at one place of a file: a question, or why there is none. */
export type Found = { place: number } & (FileQuestion | { problem: string })

/** A file's text, and how many questions its format has no words for. */
export interface WrittenFile {
  text: string
  leftOut: number
}

export function several(options: string[], right: number[]): Answering {
  const correctAnswers = [...new Set(right)].toSorted((one, other) => one - other)
  return { kind: 'several', options, correctAnswer: correctAnswers[0] ?? 0, correctAnswers }
}

export const trueOrFalse = (isTrue: boolean): Answering => ({
  kind: 'true_false',
  options: [...TRUE_FALSE],
  correctAnswer: isTrue ? 0 : 1,
})

export const ordering = (options: string[]): Answering => ({
  kind: 'ordering',
  options,
  correctAnswer: 0,
})

export const shortText = (acceptedAnswers: string[]): Answering => ({
  kind: 'text',
  options: [],
  correctAnswer: 0,
  acceptedAnswers,
})

/** Percent that one of several right options earns, as Moodle lists it: with at most five decimals. */
export const shareOf = (count: number) => String(Number((100 / count).toFixed(5)))
