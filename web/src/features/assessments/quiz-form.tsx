import type { Answer, AskedQuestion } from '@frontdesk/contract/attempts'
import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { type FormEvent, type ReactNode, Suspense, useId } from 'react'
import { PublishingForm } from '#web/features/editing/form-frame.tsx'
import { late } from '#web/lib/late.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Choice, TextInput } from '#web/ui/field.tsx'
import type { Answers } from './assessments.taking.api.ts'

type QuizFormProps = {
  questions: AskedQuestion[]
  answers: Answers
  onAnswer: (questionId: string, answer: Answer) => void
  busy: boolean
  onSubmit: () => void
}

/** Every question with its options; handed in when all have an answer. */
export function QuizForm({ questions, answers, onAnswer, busy, onSubmit }: QuizFormProps) {
  const remaining = questions.filter(({ id }) => !isAnswered(answers[id])).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (remaining === 0 && !busy) onSubmit()
  }
  const hintId = useId()
  return (
    <PublishingForm onSubmit={submit} className="grid gap-8">
      <ol className="grid gap-8">
        {questions.map((question) => (
          <li key={question.id} className="rounded-lg border border-line bg-surface p-(--card-pad)">
            <AnsweredQuestion
              question={question}
              of={questions.length}
              answer={answers[question.id]}
              disabled={busy}
              onAnswer={(answer) => onAnswer(question.id, answer)}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output id={hintId} className="text-sm text-muted tabular-nums">
          {remaining === 0
            ? 'All questions are answered'
            : `${remaining} of ${questions.length} still to answer`}
        </output>
        <Button
          type="submit"
          busy={busy}
          busyLabel="Submitting…"
          disabled={remaining > 0}
          aria-describedby={hintId}
          className="max-[22rem]:w-full"
        >
          Submit
        </Button>
      </div>
    </PublishingForm>
  )
}

/** Dragging is code that no other question needs. */
const OrderingAnswer = late(() => import('./ordering-answer.tsx'), 'OrderingAnswer')

/** Whether there is something to hand in. */
const isAnswered = (answer: Answer | undefined) =>
  typeof answer === 'string'
    ? answer.trim() !== ''
    : answer !== undefined && (typeof answer === 'number' || answer.length > 0)

type AnsweredQuestionProps = {
  question: AskedQuestion
  of: number
  answer: Answer | undefined
  disabled: boolean
  onAnswer: (answer: Answer) => void
}

/** A question with what its kind is answered by. */
function AnsweredQuestion(props: AnsweredQuestionProps) {
  const { question, of, answer, disabled, onAnswer } = props
  const { kind, options } = question
  const legend = <Legend question={question} of={of} />
  if (kind === 'several' || kind === 'ordering' || kind === 'text') {
    return (
      <fieldset className="min-w-0" disabled={disabled}>
        <legend className="mb-2 font-medium">{legend}</legend>
        {kind === 'several' && (
          <SeveralChoices options={options} chosen={listOf(answer)} onChoose={onAnswer} />
        )}
        {kind === 'ordering' && (
          <Suspense fallback={<OrderStandIn options={options} />}>
            <OrderingAnswer options={options} order={listOf(answer)} onOrder={onAnswer} />
          </Suspense>
        )}
        {kind === 'text' && (
          <TextInput
            aria-label="Your answer"
            autoComplete="off"
            maxLength={TRAINING_LIMITS.optionText}
            value={typeof answer === 'string' ? answer : ''}
            onChange={(event) => onAnswer(event.target.value)}
          />
        )}
      </fieldset>
    )
  }
  return (
    <Choice
      disabled={disabled}
      legend={legend}
      options={options.map((label, index) => ({
        value: String(index),
        label: <span className="wrap-anywhere">{label}</span>,
      }))}
      value={answer === undefined ? null : String(answer)}
      onChange={(value) => onAnswer(Number(value))}
    />
  )
}

const listOf = (answer: Answer | undefined) => (Array.isArray(answer) ? answer : [])

const HOW: Partial<Record<NonNullable<AskedQuestion['kind']>, string>> = {
  several: 'Choose all that are right',
  ordering: 'Put these in order',
  text: 'Answer in a few words',
}

function Legend({ question, of }: { question: AskedQuestion; of: number }): ReactNode {
  const { kind = 'single', order, points } = question
  const how = HOW[kind]
  return (
    <span className="block">
      <span className="block text-sm font-normal text-muted tabular-nums">
        Question {order} of {of}
        {points > 1 && ` · ${points} points`}
        {how && ` · ${how}`}
      </span>
      <span className="mt-0.5 block text-lg/snug font-semibold wrap-anywhere">
        {question.question}
      </span>
    </span>
  )
}

type SeveralChoicesProps = {
  options: string[]
  chosen: number[]
  onChoose: (places: number[]) => void
}

function SeveralChoices({ options, chosen, onChoose }: SeveralChoicesProps) {
  return (
    <div className="grid gap-2">
      {options.map((label, place) => (
        <Checkbox
          key={label}
          label={<span className="wrap-anywhere">{label}</span>}
          checked={chosen.includes(place)}
          onChange={({ target }) => {
            const others = chosen.filter((one) => one !== place)
            onChoose(target.checked ? [...others, place].toSorted((a, b) => a - b) : others)
          }}
          className="rounded-md border border-line-strong bg-surface px-3.5 py-2.5 transition-colors has-checked:border-accent has-checked:bg-accent-soft has-enabled:hover:bg-hover has-enabled:has-checked:hover:bg-accent-soft"
        />
      ))}
    </div>
  )
}

/** As tall as what comes. */
function OrderStandIn({ options }: { options: string[] }) {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {options.map((option) => (
        <div
          key={option}
          className="min-h-11.5 rounded-lg border border-line bg-surface px-12 py-2.5 pointer-coarse:min-h-14.5"
        >
          {option}
        </div>
      ))}
      <div className="h-8 pointer-coarse:h-10" />
    </div>
  )
}
