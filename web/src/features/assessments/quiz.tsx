import type { Answer, AttemptDetail, AttemptResult } from '@frontdesk/contract/attempts'
import { hasNoAttemptsLeft } from '@frontdesk/contract/training-action'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { browserStore, QUIZ_DRAFT } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import {
  type Answers,
  openAttemptQuery,
  submitAttempt,
  type Taken,
  useRefreshStanding,
} from './assessments.taking.api.ts'
import { QuizForm } from './quiz-form.tsx'
import { attemptsLeft, QuizResult, WrongQuestions } from './quiz-result.tsx'

type QuizProps = {
  taken: Taken
  onPass: (result: AttemptResult) => void
  onGoBack: () => void
}

/** Starts or resumes the attempt, takes the answers and shows what came of them. */
export function Quiz({ taken, onPass, onGoBack }: QuizProps) {
  const client = useQueryClient()
  const { data: attempt, error, refetch } = useQuery(openAttemptQuery(taken))
  const retake = () => client.resetQueries({ queryKey: openAttemptQuery(taken).queryKey })
  if (error) {
    return (
      <ErrorPanel title="Failed to load quiz" onRetry={() => void refetch()} onGoBack={onGoBack}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!attempt) return <QuizSkeleton />
  return (
    <AttemptForm
      key={attempt.id}
      taken={taken}
      attempt={attempt}
      onPass={onPass}
      onRetake={() => void retake()}
      onGoBack={onGoBack}
    />
  )
}

function QuizSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8">
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}

type AttemptFormProps = QuizProps & { attempt: AttemptDetail; onRetake: () => void }

function AttemptForm({ taken, attempt, onPass, onRetake, onGoBack }: AttemptFormProps) {
  const { answers, answer, forget } = useAnswers(attempt)
  const refresh = useRefreshStanding()
  const submit = useMutation({
    mutationFn: () => submitAttempt(taken, attempt, answers),
    onSuccess: async (result) => {
      forget()
      if (result.passed) onPass(result)
      await refresh()
    },
  })
  if (submit.data && !submit.data.passed) {
    return <FailedResult result={submit.data} attempt={attempt} {...{ onRetake, onGoBack }} />
  }
  return (
    <div className="grid gap-6">
      {submit.error && (
        <SubmitProblem
          error={submit.error}
          onDismiss={() => submit.reset()}
          {...{ onRetake, onGoBack }}
        />
      )}
      <QuizForm
        questions={attempt.questions}
        answers={answers}
        onAnswer={answer}
        busy={submit.isPending || submit.isSuccess}
        onSubmit={() => submit.mutate()}
      />
    </div>
  )
}

type SubmitProblemProps = {
  error: Error
  onDismiss: () => void
  onRetake: () => void
  onGoBack: () => void
}

/** Why nothing was graded; an attempt that is over already is left or begun anew from here. */
function SubmitProblem({ error, onDismiss, onRetake, onGoBack }: SubmitProblemProps) {
  const code = error instanceof ApiError ? error.code : undefined
  const isOver = code === 'already_submitted' || code === 'archived'
  return (
    <ErrorPanel
      title="Failed to submit quiz"
      onDismiss={isOver ? undefined : onDismiss}
      onGoBack={isOver ? onGoBack : undefined}
      onRetry={code === 'already_submitted' ? onRetake : undefined}
    >
      {messageOf(error, 'Please try again.')}
    </ErrorPanel>
  )
}

/** What was chosen so far, here or on another device; kept in this browser at each change. */
function useAnswers(attempt: AttemptDetail) {
  const key = draftKey(attempt.training_id ?? attempt.test_id, useUser().id)
  const [answers, setAnswers] = useState<Answers>(() => ({
    ...attempt.answers,
    ...readDraft(browserStore(), key, attempt.id),
  }))
  const answer = (questionId: string, given: Answer) => {
    const next = { ...answers, [questionId]: given }
    setAnswers(next)
    keepDraft(browserStore(), key, { attempt_id: attempt.id, answers: next })
  }
  return { answers, answer, forget: () => forgetDraft(browserStore(), key) }
}

type FailedResultProps = {
  result: AttemptResult
  attempt: AttemptDetail
  onRetake: () => void
  onGoBack: () => void
}

function FailedResult({ result, attempt, onRetake, onGoBack }: FailedResultProps) {
  const isOver = hasNoAttemptsLeft({
    attempts: result.attempts,
    maxAttempts: result.max_attempts,
  })
  return (
    <QuizResult result={result}>
      <p>
        {attempt.required_score}% is needed to pass. {attemptsLeft(result)}
      </p>
      <WrongQuestions wrong={result.wrong} asked={attempt.questions} feedback={result.feedback} />
      <div className="flex flex-wrap gap-3">
        {!isOver && (
          <Button icon={RotateCcw} onClick={onRetake}>
            Retake Quiz
          </Button>
        )}
        <Button variant="secondary" onClick={onGoBack}>
          Back
        </Button>
      </div>
    </QuizResult>
  )
}

type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the answers of one person's quiz are kept: one key for each training or test. */
export const draftKey = (itemId: string, userId: string) => `${QUIZ_DRAFT}${itemId}:${userId}`

/** Answers chosen before, of this very attempt: options of another may stand in another order. */
export function readDraft(store: DraftStore | null, key: string, attemptId: string): Answers {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? 'null') as unknown
    if (!isRecord(kept) || kept.attempt_id !== attemptId || !isRecord(kept.answers)) return {}
    const chosen = Object.entries(kept.answers).filter(([, answer]) => isAnswer(answer))
    return Object.fromEntries(chosen) as Answers
  } catch {
    return {}
  }
}

/** Keeps the answers; a browser that takes no more keeps them in the page only. */
export function keepDraft(
  store: DraftStore | null,
  key: string,
  draft: { attempt_id: string; answers: Answers },
) {
  try {
    store?.setItem(key, JSON.stringify(draft))
  } catch {
    // They are still on the screen.
  }
}

export function forgetDraft(store: DraftStore | null, key: string) {
  store?.removeItem(key)
}

const isAnswer = (value: unknown) =>
  Number.isInteger(value) ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((place) => Number.isInteger(place)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
