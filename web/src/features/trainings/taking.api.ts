import type { AttemptDetail } from '@frontdesk/contract/attempts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** One training with what belongs to it and where the caller stands. */
export const takenTrainingQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'taken', id],
    queryFn: ({ signal }) => call('GET /trainings/:id', { signal, params: { id } }),
    // Whoever opens it wants to know where they stand now.
    staleTime: 0,
  })

/** Its sections, in order. */
export const sectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'sections', id],
    queryFn: ({ signal }) => call('GET /trainings/:id/content', { signal, params: { id } }),
  })

/** How far the caller is with each section, also on another device. */
export const sectionProgressQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'progress', id],
    queryFn: ({ signal }) => call('GET /trainings/:id/progress', { signal, params: { id } }),
    staleTime: 0,
  })

type SectionChange = { content_id: string; completed: boolean; media_position?: number }

/** Says how far the caller is with one section. */
export const saveProgress = (id: string, body: SectionChange) =>
  call('PUT /trainings/:id/progress', { params: { id }, body })

export function useSaveProgress(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SectionChange) => saveProgress(id, body),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['trainings'] }),
  })
}

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

export type Answers = Record<string, number>

/** Hands the answers in. A repeated submit of the same attempt counts once. */
export async function submitAttempt(taken: Taken, attempt: AttemptDetail, answers: Answers) {
  if ('trainingId' in taken) {
    return call('POST /trainings/:id/submit', {
      params: { id: taken.trainingId },
      body: { answers, attempt_id: attempt.id },
    })
  }
  // One by one, as the API of a test by itself takes them.
  for (const [question_id, answer] of Object.entries(answers)) {
    if (attempt.answers[question_id] !== answer) {
      await call('POST /tests/submit-answer', {
        body: { attempt_id: attempt.id, question_id, answer },
      })
    }
  }
  return call('POST /tests/attempts/:id/complete', { params: { id: attempt.id } })
}

/** Asks again for everything that a grade touches. */
export function useRefreshStanding() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['trainings', 'tests', 'attempts', 'me'].map(async (key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
}
