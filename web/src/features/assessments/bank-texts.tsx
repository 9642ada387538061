import type { BankQuestion } from '@frontdesk/contract/question-bank'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { Field, TextInput } from '#web/ui/field.tsx'
import { type BankBody, topicsQuery } from './bank.api.ts'
import {
  isQuestionList,
  newQuestion,
  questionBodies,
  type QuestionTexts,
  questionTextsFrom,
} from './question-texts.ts'

/** One question of the bank as a form holds it: the same form as a quiz of one. */
export type BankTexts = { topic: string; questions: QuestionTexts[] }

export const newBankTexts = (topic = ''): BankTexts => ({ topic, questions: [newQuestion()] })

export const bankTextsOf = (question: BankQuestion): BankTexts => ({
  topic: question.topic,
  questions: [questionTextsFrom(question, '')],
})

/** What is sent. */
export const bankBodyOf = ({ topic, questions }: BankTexts): BankBody => ({
  topic: topic.trim(),
  questions: questionBodies(questions).map(
    ({ id: _id, bank_question_id: _origin, ...question }) => question,
  ),
})

/** Whether two would be saved as the same. */
export const sameTexts = (one: BankTexts, other: BankTexts) =>
  JSON.stringify(bankBodyOf(one)) === JSON.stringify(bankBodyOf(other))

/** Whether a value from the browser's storage is such a form's texts. */
export const isBankTexts = (value: unknown): value is BankTexts =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  typeof value.topic === 'string' &&
  'questions' in value &&
  isQuestionList(value.questions)

type TopicFieldProps = ComponentProps<'input'> & { error?: string }

/** What questions are about: one of the topics that there are, or a new one. */
export function TopicField({ error, ...props }: TopicFieldProps) {
  const { data: topics = [] } = useQuery(topicsQuery)
  const id = useId()
  return (
    <Field
      label="Topic"
      required
      hint="Quizzes draw questions by their topic. A new name makes a new topic."
      error={error}
    >
      <TextInput {...props} list={id} autoComplete="off" />
      <datalist id={id}>
        {topics.map(({ id: topic, name }) => (
          <option key={topic}>{name}</option>
        ))}
      </datalist>
    </Field>
  )
}
