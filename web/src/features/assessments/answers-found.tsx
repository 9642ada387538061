import type { QuestionImport } from '@frontdesk/contract/questions'
import { Check } from 'lucide-react'

type AnswersFoundProps = { question: QuestionImport['questions'][number] }

/** What was understood of a question's answers, with what is right. */
export function AnswersFound({ question }: AnswersFoundProps) {
  const { kind, options, correctAnswer, correctAnswers = [correctAnswer] } = question
  if (kind === 'text') {
    return (
      <p className="mt-1.5 text-sm wrap-anywhere text-muted">
        Accepted: {question.acceptedAnswers?.join(' or ')}
      </p>
    )
  }
  if (kind === 'ordering') {
    return (
      <>
        <p className="mt-1.5 text-sm text-muted">In this order:</p>
        <ol className="grid list-decimal gap-0.5 pl-6 text-sm text-muted">
          {options.map((option) => (
            <li key={option} className="wrap-anywhere">
              {option}
            </li>
          ))}
        </ol>
      </>
    )
  }
  return (
    <ul className="mt-1.5 grid gap-0.5 text-sm text-muted">
      {options.map((option, place) => (
        <li key={option} className="flex items-start gap-1.5 wrap-anywhere">
          {correctAnswers.includes(place) ? (
            <Check className="mt-0.5 size-4 shrink-0 text-success" aria-label="Correct:" />
          ) : (
            <span className="w-4 shrink-0" />
          )}
          {option}
        </li>
      ))}
    </ul>
  )
}
