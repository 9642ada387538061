import type { Api } from '@frontdesk/contract/all'
import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import type { Input } from '@frontdesk/contract/endpoint'
import type { Draw } from '@frontdesk/contract/question-bank'
import type { Question } from '@frontdesk/contract/questions'
import type { ListedTest } from '@frontdesk/contract/assessments'
import { hasTexts } from '#web/lib/kept-text.ts'
import {
  drawBodies,
  drawOutline,
  drawTextsOf,
  type DrawTexts,
  isDrawList,
  isQuestionList,
  newQuestion,
  questionBodies,
  questionOutline,
  questionTextsOf,
  type QuestionTexts,
} from './question-texts.ts'
import type { SettingsTexts } from './settings-fields.tsx'

export type TestBody = Input<Api['POST /tests']['body']>

/** A test by itself as a form holds it. */
export type TestTexts = SettingsTexts & {
  title: string
  description: string
  questions: QuestionTexts[]
  draws?: DrawTexts[]
}

/** A test with its questions, and the `ETag` that a save of it has to name. */
export type LoadedTest = {
  test: ListedTest
  questions: Question[]
  draws: Draw[]
  etag: string | null
}

export const newTest = (): TestTexts => ({
  title: '',
  description: '',
  requiredScore: String(TRAINING_DEFAULTS.required_score),
  maxAttempts: String(TRAINING_DEFAULTS.max_attempts),
  retakeThreshold: '',
  shuffle: false,
  showAnswers: false,
  questions: [newQuestion()],
  draws: [],
})

export const textsOf = ({ test, questions, draws }: LoadedTest): TestTexts => ({
  title: test.title,
  description: test.description ?? '',
  requiredScore: String(test.required_score),
  maxAttempts: String(test.max_attempts),
  retakeThreshold: test.retake_threshold?.toString() ?? '',
  shuffle: test.shuffle,
  showAnswers: test.show_answers,
  questions: questionTextsOf(questions),
  draws: drawTextsOf(draws),
})

/** What is sent; numbers go as they were typed, the server says what is wrong with them. */
export const bodyOf = (texts: TestTexts): TestBody => ({
  title: texts.title.trim(),
  description: texts.description.trim() || null,
  required_score: texts.requiredScore.trim(),
  max_attempts: texts.maxAttempts.trim(),
  retake_threshold: texts.retakeThreshold.trim() || null,
  shuffle: texts.shuffle,
  show_answers: texts.showAnswers,
  questions: questionBodies(texts.questions),
  draws: drawBodies(texts.draws),
})

/** Whether two would be saved as the same. */
export const sameTexts = (one: TestTexts, other: TestTexts) =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

/** Whether a value from the browser's storage is a form's texts. */
export function isTestTexts(value: unknown): value is TestTexts {
  const names = ['title', 'description', 'requiredScore', 'maxAttempts', 'retakeThreshold'] as const
  if (!hasTexts(value, names)) return false
  const { questions, draws, shuffle, showAnswers } = value as Record<string, unknown>
  return (
    isQuestionList(questions) &&
    isDrawList(draws) &&
    typeof shuffle === 'boolean' &&
    typeof showAnswers === 'boolean'
  )
}

/** The texts in one piece, as two editors compare them. */
export const outlineOf = (texts: TestTexts) =>
  [
    `${texts.requiredScore} %, ${texts.maxAttempts} attempts`,
    questionOutline(texts.questions),
    drawOutline(texts.draws),
  ].join('\n\n')
