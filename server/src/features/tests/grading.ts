import { ANSWER_ALL_QUESTIONS } from '@frontdesk/contract/constants'
import { percentOf } from '@frontdesk/contract/training-action'
import type { FrozenQuestion } from './frozen-questions.ts'

/** Question id to the index of the chosen option, as it was shown. */
export type Answers = Record<string, number>

export interface Grade {
  /** Percent, with one decimal. */
  score: number
  /** The questions that were not answered rightly, in their order. */
  wrong: string[]
}

/** Points earned of the points possible; a question without an answer earns none. */
export function grade(questions: readonly FrozenQuestion[], answers: Answers): Grade {
  let earned = 0
  let possible = 0
  const wrong: string[] = []
  for (const question of questions) {
    possible += question.points
    if (isRight(question, answers)) earned += question.points
    else wrong.push(question.id)
  }
  return { score: percentOf(earned, possible), wrong }
}

const isRight = ({ id, correctAnswer }: FrozenQuestion, answers: Answers) =>
  Object.hasOwn(answers, id) && answers[id] === correctAnswer

/** The score as it is shown decides: what reads 70.0% passes at 70. */
export const isPass = (score: number, requiredScore: number) => score >= requiredScore

/** What is wrong with answers to these questions; undefined where nothing is. */
export function answersFault(
  questions: readonly FrozenQuestion[],
  answers: Answers,
): { code: string; sentence: string } | undefined {
  const known = new Map(questions.map((question) => [question.id, question]))
  for (const [id, option] of Object.entries(answers)) {
    const question = known.get(id)
    if (!question) {
      return { code: 'unknown_question', sentence: 'An answer is to a question that was not asked' }
    }
    if (!Number.isInteger(option) || option < 0 || option >= question.options.length) {
      return {
        code: 'unknown_option',
        sentence: 'An answer is none of the options of its question',
      }
    }
  }
  if (questions.some(({ id }) => !Object.hasOwn(answers, id))) {
    return { code: 'unanswered', sentence: ANSWER_ALL_QUESTIONS }
  }
  return undefined
}
