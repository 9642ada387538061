import type { Answer, RightAnswers } from '@frontdesk/contract/attempts'
import { ANSWER_ALL_QUESTIONS, CHOOSE_AN_OPTION } from '@frontdesk/contract/constants'
import { percentOf } from '@frontdesk/contract/training-action'
import type { FrozenQuestion } from './frozen-questions.ts'

/** Question id to its answer, options by their places as they were shown; a list of choices ascends. */
export type Answers = Record<string, Answer>

export interface Grade {
  /** Percent, with one decimal. */
  score: number
  /** The questions that were not answered rightly, in their order. */
  wrong: string[]
}

/** Points earned of the points possible; a question earns all of its points or none. */
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

function isRight({ id, kind, correctAnswer, key }: FrozenQuestion, answers: Answers): boolean {
  if (!Object.hasOwn(answers, id)) return false
  const answer = answers[id]!
  if (kind === 'text')
    return key!.some((one) => forgiving(String(one)) === forgiving(String(answer)))
  return key ? sameAnswer(answer, key as number[]) : answer === correctAnswer
}

/** Case, white space and the shape of an apostrophe are nobody's mistake. */
const forgiving = (text: string) =>
  text.normalize('NFKC').replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ').trim().toLowerCase()

const sameAnswer = (one: Answer, other: Answer | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether two people, or one person twice, answered the same. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  const ids = Object.keys(one)
  return (
    ids.length === Object.keys(other).length &&
    ids.every((id) => Object.hasOwn(other, id) && sameAnswer(one[id]!, other[id]))
  )
}

/** What is right in each of these questions. */
export const rightAnswers = (questions: readonly FrozenQuestion[]): RightAnswers =>
  Object.fromEntries(questions.map(({ id, key, correctAnswer }) => [id, key ?? correctAnswer]))

/** The score as it is shown decides: what reads 70.0% passes at 70. */
export const isPass = (score: number, requiredScore: number) => score >= requiredScore

/**
 * Answers as their questions take them: older clients send a place as a string of digits, and one place
 * where several may be chosen.
 */
export function answersTo(questions: readonly FrozenQuestion[], given: Answers): Answers {
  const kinds = new Map(questions.map(({ id, kind }) => [id, kind]))
  return Object.fromEntries(
    Object.entries(given).map(([id, answer]) => [id, answerTo(kinds.get(id), answer)]),
  )
}

function answerTo(kind: FrozenQuestion['kind'], answer: Answer): Answer {
  if (kind === 'text') return typeof answer === 'number' ? String(answer) : trimmed(answer)
  const place = typeof answer === 'string' && /^\s*\d\s*$/.test(answer) ? Number(answer) : answer
  if (kind !== 'several') return place
  if (typeof place === 'number') return [place]
  return Array.isArray(place) ? place.toSorted((one, other) => one - other) : place
}

const trimmed = (answer: Answer) => (typeof answer === 'string' ? answer.trim() : answer)

interface Fault {
  code: string
  sentence: string
}

/** What is wrong with answers to these questions; undefined where nothing is. */
export function answersFault(
  questions: readonly FrozenQuestion[],
  answers: Answers,
): Fault | undefined {
  const known = new Map(questions.map((question) => [question.id, question]))
  for (const [id, answer] of Object.entries(answers)) {
    const question = known.get(id)
    if (!question) {
      return { code: 'unknown_question', sentence: 'An answer is to a question that was not asked' }
    }
    const fault = answerFault(question, answer)
    if (fault) return fault
  }
  if (questions.some(({ id }) => !Object.hasOwn(answers, id) || isEmpty(answers[id]!))) {
    return { code: 'unanswered', sentence: ANSWER_ALL_QUESTIONS }
  }
  return undefined
}

const isEmpty = (answer: Answer) => typeof answer !== 'number' && answer.length === 0

function answerFault({ kind, options }: FrozenQuestion, answer: Answer): Fault | undefined {
  if (kind === 'text') {
    return typeof answer === 'string' ? undefined : invalid('Please answer in words')
  }
  const places = typeof answer === 'number' ? [answer] : answer
  if (typeof places === 'string') return invalid(CHOOSE_AN_OPTION)
  if (places.some((place) => !Number.isInteger(place) || place < 0 || place >= options.length)) {
    return {
      code: 'unknown_option',
      sentence: 'An answer is none of the options of its question',
    }
  }
  if (new Set(places).size < places.length) return invalid('An option is named more than once')
  if (kind === 'ordering') {
    const isWhole = Array.isArray(answer) && places.length === options.length
    return isWhole ? undefined : invalid('Please put all options of the question in order')
  }
  return kind === 'several' || typeof answer === 'number' ? undefined : invalid(CHOOSE_AN_OPTION)
}

const invalid = (sentence: string): Fault => ({ code: 'invalid', sentence })
