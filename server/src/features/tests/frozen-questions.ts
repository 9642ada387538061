import { randomInt } from 'node:crypto'

/** A question as its author wrote it. */
export interface WrittenQuestion {
  id: string
  question: string
  options: string[]
  /** Zero-based. */
  correctAnswer: number
  points: number
}

/** A question as one attempt shows it: it stays so, whatever becomes of the question. */
export interface FrozenQuestion extends WrittenQuestion {
  /** For each option that is shown, which one of the author's it is. */
  optionOrder: number[]
}

/** What whoever takes the test may know of it. */
export interface ShownQuestion {
  id: string
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
  return ordered.map(({ id, question, options, correctAnswer, points }) => {
    const written = options.map((_, index) => index)
    const optionOrder = shuffle ? shuffled(written, pick) : written
    return {
      id,
      question,
      points,
      options: optionOrder.map((index) => options[index]!),
      correctAnswer: optionOrder.indexOf(correctAnswer),
      optionOrder,
    }
  })
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

/** Leaves out what is right. */
export function showQuestions(questions: readonly FrozenQuestion[]): ShownQuestion[] {
  return questions.map(({ id, question, options, points }, index) => ({
    id,
    question,
    options,
    points,
    order: index + 1,
  }))
}
