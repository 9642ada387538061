import type { AskedQuestion } from '@frontdesk/contract/attempts'
import { useId, type FormEvent } from 'react'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/field.tsx'
import type { Answers } from './attempt.api.ts'

type QuizFormProps = {
  questions: AskedQuestion[]
  answers: Answers
  onAnswer: (questionId: string, option: number) => void
  busy: boolean
  onSubmit: () => void
}

/** Every question with its options; handed in when all have an answer. */
export function QuizForm({ questions, answers, onAnswer, busy, onSubmit }: QuizFormProps) {
  const remaining = questions.filter(({ id }) => answers[id] === undefined).length
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
            <QuestionChoice
              question={question}
              of={questions.length}
              chosen={answers[question.id]}
              disabled={busy}
              onChoose={(option) => onAnswer(question.id, option)}
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
        >
          Submit
        </Button>
      </div>
    </PublishingForm>
  )
}

type QuestionChoiceProps = {
  question: AskedQuestion
  of: number
  chosen: number | undefined
  disabled: boolean
  onChoose: (option: number) => void
}

function QuestionChoice({ question, of, chosen, disabled, onChoose }: QuestionChoiceProps) {
  return (
    <Choice
      disabled={disabled}
      legend={
        <span className="block">
          <span className="block text-sm font-normal text-muted tabular-nums">
            Question {question.order} of {of}
            {question.points > 1 && ` · ${question.points} points`}
          </span>
          <span className="mt-0.5 block text-lg/snug font-semibold wrap-anywhere">
            {question.question}
          </span>
        </span>
      }
      options={question.options.map((label, index) => ({
        value: String(index),
        label: <span className="wrap-anywhere">{label}</span>,
      }))}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(value) => onChoose(Number(value))}
    />
  )
}
