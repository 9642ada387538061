import { type Answering, shortText } from './file-question.ts'

export const NONE_IS_RIGHT = 'No option is marked as right'
export const MORE_THAN_ONE = 'More than one option is right'
export const NOT_TAKEN = 'Questions of this kind can’t be taken'

/** In a short answer of Moodle's `*` stands for any text, and `\*` for itself. */
export const toMoodleText = (text: string) => text.replaceAll('*', String.raw`\*`)

interface TypedAnswer {
  text: string
  /** Percent of the points that it earns. */
  weight: number
}

/** A short text of what is wholly right, or why there is none. */
export function typedAnswers(answers: TypedAnswer[]): Answering | string {
  if (answers.some(({ weight }) => weight > 0 && weight < 100)) {
    return 'An answer earns only a part of the points, which is not possible here'
  }
  const right = answers.flatMap(({ text, weight }) => (weight > 0 ? [text] : []))
  if (right.some((text) => /(?<!\\)\*/.test(text))) {
    return 'An answer with * stands for any text, which is not possible here'
  }
  return shortText(right.map((text) => text.replaceAll(String.raw`\*`, '*')))
}
