import type { Answer, AttemptDetail } from '@frontdesk/contract/attempts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'

/** What is taken: the quiz of a training, or a test by itself. */
export type Taken = { trainingId: string } | { testId: string }

/** Gets the attempt under way, or starts one. */
const startAttempt = (taken: Taken): Promise<AttemptDetail> =>
  'trainingId' in taken
    ? call('POST /trainings/:id/attempt', { params: { id: taken.trainingId } })
    : call('POST /tests/:id/start', { params: { id: taken.testId } })

/** The attempt under way; asked for once, because questions stay as they were shown. */
export const openAttemptQuery = (taken: Taken) =>
  queryOptions({
    queryKey: ['attempt-under-way', taken],
    queryFn: async () => startAttempt(taken),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** A graded attempt with what was asked and answered, and what was right where that may be known. */
export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: ['attempts', 'one', id],
    queryFn: ({ signal }) => call('GET /tests/attempts/:id', { signal, params: { id } }),
  })

export type Answers = Record<string, Answer>

/** Hands the answers in. A repeated submit of the same attempt counts once. */
export async function submitAttempt(taken: Taken, attempt: AttemptDetail, answers: Answers) {
  if ('trainingId' in taken) {
    if (!taken.trainingId) throw new ApiError('Unable to submit - training ID is missing', 0)
    return call('POST /trainings/:id/submit', {
      params: { id: taken.trainingId },
      body: { answers, attempt_id: attempt.id },
    })
  }
  // One by one, as the API of a test by itself takes them.
  for (const [question_id, answer] of Object.entries(answers)) {
    if (JSON.stringify(attempt.answers[question_id]) !== JSON.stringify(answer)) {
      await call('POST /tests/submit-answer', {
        body: { attempt_id: attempt.id, question_id, answer },
      })
    }
  }
  return call('POST /tests/attempts/:id/complete', { params: { id: attempt.id } })
}

/** Asks again for everything that a grade touches. */
export const useRefreshStanding = () => useRefresh('trainings', 'tests', 'attempts', 'me')
