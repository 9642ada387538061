import type { AttemptResult } from '@frontdesk/contract/attempts'
import { useQuery } from '@tanstack/react-query'
import { attemptQuery } from './attempt.api.ts'
import { QuizResult, WrongQuestions } from './quiz-result.tsx'
import { ReviewOfAttempt } from './review-of-attempt.tsx'

type PassedResultProps = { result: AttemptResult; showAnswers: boolean }

/** A pass, and what was right where the author lets it be known. */
export function PassedResult({ result, showAnswers }: PassedResultProps) {
  const { attempt_id: id, wrong } = result
  const { data: attempt } = useQuery({
    ...attemptQuery(id),
    enabled: !showAnswers && wrong.length > 0,
  })
  return (
    <>
      <QuizResult result={result}>
        {!showAnswers && attempt && (
          <WrongQuestions wrong={wrong} asked={attempt.questions} feedback={attempt.feedback} />
        )}
      </QuizResult>
      {showAnswers && <ReviewOfAttempt id={id} />}
    </>
  )
}
