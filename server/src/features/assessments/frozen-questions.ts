import type { QuestionKind } from '@frontdesk/contract/question-body'
import { randomInt } from 'node:crypto'

/** A question as its author wrote it. */
export interface WrittenQuestion {
  id: string
  question: string
  options: string[]
  /** Zero-based; 0 where there is a key. */
  correctAnswer: number
  points: number
  /** Left out: one right option. */
  kind?: Exclude<QuestionKind, 'single'>
  /** Left out where `correctAnswer` says all. */
  key?: number[] | string[]
  /** What whoever answers wrong is told; left out: nothing. */
  feedback?: string
  /** Of a question that was drawn from the bank: its topic there. Left out: one of the test itself. */
  topic?: string
}

/** A question as one attempt shows it: it stays so, whatever becomes of the question. */
export interface FrozenQuestion extends WrittenQuestion {
  /** For each option that is shown, which one of the author's it is. */
  optionOrder: number[]
}

/** What whoever takes the test may know of it. */
export interface ShownQuestion {
  id: string
  kind?: QuestionKind
  question: string
  options: string[]
  points: number
  order: number
}

/** From 0 up to, but not, `below`. */
export type Pick = (below: number) => number

/** Copies the questions for one attempt; where `shuffle` is set, in an order of its own. */
export function freezeQuestions(
  questions: readonly WrittenQuestion[],
  shuffle: boolean,
  pick: Pick = randomInt,
): FrozenQuestion[] {
  const ordered = shuffle ? shuffled(questions, pick) : questions
  return ordered.map((written) => frozen(written, shuffle ? pick : undefined))
}

/** One question; with a `pick` its options are in an order of its own, but for “True” and “False”. */
function frozen(
  { id, kind, question, options, correctAnswer, points, key, feedback, topic }: WrittenQuestion,
  pick: Pick | undefined,
): FrozenQuestion {
  const written = options.map((_, index) => index)
  const optionOrder = pick && kind !== 'true_false' ? shuffled(written, pick) : written
  const shownAt = (place: number) => optionOrder.indexOf(place)
  return {
    id,
    ...(kind && { kind }),
    question,
    points,
    options: optionOrder.map((index) => options[index]!),
    correctAnswer: key ? 0 : shownAt(correctAnswer),
    ...(key && { key: shownKey(kind, key, shownAt) }),
    ...(feedback && { feedback }),
    ...(topic && { topic }),
    optionOrder,
  }
}

function shownKey(
  kind: WrittenQuestion['kind'],
  key: number[] | string[],
  shownAt: (place: number) => number,
): number[] | string[] {
  const places = key.flatMap((one) => (typeof one === 'number' ? [shownAt(one)] : []))
  if (kind === 'several') return places.toSorted((one, other) => one - other)
  return kind === 'ordering' ? places : key
}

/** Fisher and Yates: every order is as likely as any other. */
function shuffled<T>(items: readonly T[], pick: Pick): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = pick(last + 1)
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}

/** Leaves out what is right, and what is said of it. */
export function showQuestions(questions: readonly FrozenQuestion[]): ShownQuestion[] {
  return questions.map(({ id, kind, question, options, points }, index) => ({
    id,
    ...(kind && { kind }),
    question,
    options,
    points,
    order: index + 1,
  }))
}

/** What the authors of these say to a wrong answer; nothing at all where none of them says anything. */
export function feedbackOn(questions: readonly FrozenQuestion[], wrong: string[]) {
  const said = questions.flatMap(({ id, feedback }) =>
    feedback && wrong.includes(id) ? [[id, feedback] as const] : [],
  )
  return said.length > 0 ? { feedback: Object.fromEntries(said) } : {}
}
