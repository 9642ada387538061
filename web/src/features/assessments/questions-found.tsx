import type { QuestionImport } from '@frontdesk/contract/questions'
import { Check, TriangleAlert } from 'lucide-react'

/** What becomes of questions that are read into a form. */
export const NOTHING_SAVED = 'Nothing is saved until you save the form.'

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type FoundSummaryProps = {
  /** What was read. */
  of: string
  found: QuestionImport
  /** How many questions there is no room for. */
  left: number
}

/** How much was understood of questions from elsewhere. */
export function FoundSummary({ of, found, left }: FoundSummaryProps) {
  const { questions, problems } = found
  return (
    <p className="font-medium">
      {of}: {countOf(questions.length, 'question')} can be added
      {problems.length > 0 && `, ${countOf(problems.length, 'place')} cannot`}.
      {left > 0 && ` The last ${left} do not fit: a quiz has at most 200.`}
    </p>
  )
}

/** What was understood, and what was not. */
export function FoundQuestions({ found }: { found: QuestionImport }) {
  const { questions, problems } = found
  return (
    <>
      {problems.length > 0 && (
        <ul className="grid gap-1.5 rounded-lg border border-warning-line bg-warning-soft p-3">
          {problems.map(({ place, message }) => (
            <li key={`${place} ${message}`} className="flex items-start gap-2">
              <TriangleAlert className="mt-1 size-4 shrink-0 text-warning" aria-hidden="true" />
              <span>
                <span className="font-medium tabular-nums">{place}:</span> {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ol className="grid gap-3">
        {questions.map((question) => (
          <li key={question.place} className="rounded-lg border border-line bg-surface p-3">
            <p className="font-medium wrap-anywhere whitespace-pre-line">
              <span className="text-muted tabular-nums">{question.place}:</span> {question.question}
              {question.points > 1 && (
                <span className="font-normal text-muted"> · {question.points} points</span>
              )}
            </p>
            <AnswersFound question={question} />
          </li>
        ))}
      </ol>
    </>
  )
}

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
