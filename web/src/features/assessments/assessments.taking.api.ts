import type { Api } from '@frontdesk/contract/all'
import type { Answer, AttemptDetail } from '@frontdesk/contract/attempts'
import type { Input } from '@frontdesk/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'
import { call, callForPage } from '#web/lib/call.ts'
import { byCursor } from '#web/lib/paging.ts'
import { useRefresh } from '#web/lib/query-client.ts'

const PAGE = 50
/** More of anything than a brokerage has. */
const ALL = 1000

/** Tests by title: everybody's own, for admins all. */
export const listedTestsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['tests', 'listed', search],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /tests', {
        signal,
        query: { limit: PAGE, cursor: pageParam, search: search || undefined },
      }),
    ...byCursor,
  })

/** One test with where the caller stands. */
export const takenTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'taken', id],
    queryFn: ({ signal }) => call('GET /tests/:id', { signal, params: { id } }),
    staleTime: 0,
  })

/** The caller's attempts at one test, newest first. */
export const ownAttemptsQuery = (testId: string) =>
  queryOptions({
    queryKey: ['attempts', 'own', testId],
    queryFn: ({ signal }) => call('GET /tests/attempts', { signal, query: { test_id: testId } }),
  })

export type AttemptsQuery = NonNullable<Input<Api['GET /admin/tests/attempts']['query']>>

/** A page of everybody's attempts. */
export const attemptsQuery = (query: AttemptsQuery) =>
  queryOptions({
    queryKey: ['attempts', 'all', query],
    queryFn: ({ signal }) => callForPage('GET /admin/tests/attempts', { signal, query }),
    placeholderData: keepPreviousData,
  })

/** Every test that is not archived, quizzes of trainings among them, to choose from. */
export const testOptionsQuery = queryOptions({
  queryKey: ['tests', 'options'],
  queryFn: ({ signal }) => call('GET /tests', { signal, query: { limit: ALL } }),
  select: (tests) =>
    tests.map(({ id, title, training_id: trainingId }) => ({
      id,
      title,
      category: trainingId === null ? 'Test' : 'Training',
    })),
})

/** How the questions of a test do. */
export const statisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['attempts', 'statistics', id],
    queryFn: ({ signal }) => call('GET /admin/tests/:id/statistics', { signal, params: { id } }),
  })

/** The questions of a test as they are written, which only admins get with their answers. */
export const writtenQuestionsQuery = (testId: string) =>
  queryOptions({
    queryKey: ['tests', 'questions', testId],
    queryFn: ({ signal }) =>
      call('GET /questions', { signal, query: { test_id: testId, limit: ALL } }),
  })

/** Extra attempts that were given at a test. */
export const grantsQuery = (id: string) =>
  queryOptions({
    queryKey: ['attempts', 'grants', id],
    queryFn: ({ signal }) => call('GET /admin/tests/:id/grants', { signal, params: { id } }),
  })

/** Who need not take a test. */
export const waiversQuery = (id: string) =>
  queryOptions({
    queryKey: ['attempts', 'waivers', id],
    queryFn: ({ signal }) => call('GET /admin/tests/:id/waivers', { signal, params: { id } }),
  })

type Allowance = { userIds: string[]; reason: string }

/** Gives each of these people extra attempts. */
export function useGrantAttempts(id: string) {
  const refresh = useRefreshAttempts()
  return useMutation({
    mutationFn: async ({ userIds, reason, attempts }: Allowance & { attempts: number }) => {
      for (const user_id of userIds) {
        const body = { user_id, attempts, reason: reason || null }
        await call('POST /admin/tests/:id/grants', { params: { id }, body })
      }
    },
    onSettled: refresh,
  })
}

/** Says that each of these people need not take the test. */
export function useWaiveTest(id: string) {
  const refresh = useRefreshAttempts()
  return useMutation({
    mutationFn: async ({ userIds, reason }: Allowance) => {
      for (const user_id of userIds) {
        await call('POST /admin/tests/:id/waivers', { params: { id }, body: { user_id, reason } })
      }
    },
    onSettled: refresh,
  })
}

/** Takes a waiver back. */
export function useEndWaiver(id: string) {
  const refresh = useRefreshAttempts()
  return useMutation({
    mutationFn: (waiver_id: string) =>
      call('DELETE /admin/tests/:id/waivers/:waiver_id', { params: { id, waiver_id } }),
    onSuccess: refresh,
  })
}

const useRefreshAttempts = () => useRefresh('attempts', 'tests')

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
