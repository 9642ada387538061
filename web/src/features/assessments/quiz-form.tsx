import type { Answer, AskedQuestion } from '@frontdesk/contract/attempts'
import { useId, type FormEvent } from 'react'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { AnsweredQuestion, isAnswered } from './answered-question.tsx'
import type { Answers } from './attempt.api.ts'

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
        >
          Submit
        </Button>
      </div>
    </PublishingForm>
  )
}
