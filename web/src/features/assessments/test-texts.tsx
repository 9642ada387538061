import type { Api } from '@frontdesk/contract/all'
import type { ListedTest } from '@frontdesk/contract/assessments'
import { TRAINING_DEFAULTS, TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { Input } from '@frontdesk/contract/endpoint'
import type { Draw } from '@frontdesk/contract/question-bank'
import type { Question } from '@frontdesk/contract/questions'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { wholeNumber } from '#web/features/editing/form-rules.ts'
import { hasTexts } from '#web/lib/kept-text.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import {
  drawBodies,
  drawOutline,
  type DrawTexts,
  drawTextsOf,
  isDrawList,
  isQuestionList,
  newQuestion,
  questionBodies,
  questionOutline,
  type QuestionTexts,
  questionTextsOf,
} from './question-texts.ts'

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

/** How a quiz is taken, as every form with one holds it. */
export type SettingsTexts = {
  requiredScore: string
  maxAttempts: string
  retakeThreshold: string
  shuffle: boolean
  showAnswers: boolean
}

const orEmpty = (rule: (value: string) => true | string) => (value: string) =>
  value.trim() === '' || rule(value)

type SettingsFieldsProps = {
  form: UseFormReturn<SettingsTexts>
  /** A further field among the numbers. */
  children?: ReactNode
}

export function SettingsFields({ form, children }: SettingsFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  const { attempts, days } = TRAINING_LIMITS
  const number = { type: 'number', step: 1, inputMode: 'numeric' } as const
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Minimum Passing Score (%)" error={errors.requiredScore?.message}>
          <TextInput
            {...number}
            min={0}
            max={100}
            {...register('requiredScore', {
              validate: wholeNumber('Minimum passing score is a whole number from 0 to 100', {
                min: 0,
                max: 100,
              }),
            })}
          />
        </Field>
        <Field
          label="Maximum Attempts"
          hint="0 means unlimited."
          error={errors.maxAttempts?.message}
        >
          <TextInput
            {...number}
            min={0}
            max={attempts}
            {...register('maxAttempts', {
              validate: wholeNumber('Maximum attempts is a whole number, 0 for no limit', {
                min: 0,
                max: attempts,
              }),
            })}
          />
        </Field>
        {children}
        <Field
          label="Retake Threshold (days)"
          optional
          hint="So long after passing it is due again. Empty means never."
          error={errors.retakeThreshold?.message}
        >
          <TextInput
            {...number}
            min={1}
            max={days}
            {...register('retakeThreshold', {
              validate: orEmpty(
                wholeNumber(
                  'Retake threshold is a whole number of days from 1; leave it empty for never',
                  {
                    min: 1,
                    max: days,
                  },
                ),
              ),
            })}
          />
        </Field>
      </div>
      <div className="grid gap-3">
        <Checkbox
          label="Shuffle questions and options"
          hint="Each attempt asks in another order."
          {...register('shuffle')}
        />
        <Checkbox
          label="Show answers after passing"
          hint="Who passed sees which options were correct. Nobody else ever does."
          {...register('showAnswers')}
        />
      </div>
    </>
  )
}
