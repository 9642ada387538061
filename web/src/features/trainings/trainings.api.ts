import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { listDraws } from '#web/features/assessments/assessments.api.ts'
import type { SendOptions } from '#web/features/editing/use-sending.ts'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { byCursor } from '#web/lib/paging.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import type { LoadedTraining, TrainingBody } from './training-texts.ts'

const PAGE = 60

export type TrainingFilter = { search: string; required: boolean; archived: boolean }

/** Trainings by title with where the caller stands, a page at a time. */
export const trainingsQuery = (filter: TrainingFilter) =>
  infiniteQueryOptions({
    queryKey: ['trainings', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /trainings', {
        signal,
        query: {
          limit: PAGE,
          cursor: pageParam,
          search: filter.search || undefined,
          required: filter.required ? 'true' : undefined,
          archived: filter.archived ? 'true' : undefined,
        },
      }),
    ...byCursor,
  })

/** All that an editor of a training needs. */
export const editedTrainingQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'edited', id],
    queryFn: async ({ signal }): Promise<LoadedTraining> => {
      // First, so that a save between the calls is found by its older ETag.
      const { data: detail, etag } = await callForPage('GET /trainings/:id', {
        signal,
        params: { id },
      })
      const [sections, questions, draws] = await Promise.all([
        call('GET /trainings/:id/content', { signal, params: { id } }),
        call('GET /trainings/:id/questions', { signal, params: { id } }),
        listDraws(detail.training.test_id, signal),
      ])
      return { detail, sections, questions, draws, etag }
    },
    staleTime: 0,
  })

export function useCreateTraining() {
  const refresh = useRefreshTrainings()
  return useMutation({
    mutationFn: (body: TrainingBody) => call('POST /trainings', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateTraining(id: string) {
  const refresh = useRefreshTrainings()
  return useMutation({
    mutationFn: ({ body, etag }: { body: TrainingBody; etag: string | null }) =>
      call('PUT /trainings/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export function useArchiveTraining() {
  const refresh = useRefreshTrainings()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /trainings/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useRestoreTraining() {
  const refresh = useRefreshTrainings()
  return useMutation({
    mutationFn: (id: string) => call('POST /trainings/:id/restore', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Uploads a file for a section. */
export async function sendSectionFile(file: File, options: SendOptions) {
  const body = new FormData()
  body.append('file', file)
  return call('POST /trainings/files', { body, ...options })
}

/** Asks again for everything that a change to a training touches. */
export const useRefreshTrainings = () => useRefresh('trainings', 'tests')

export type LinkableKind = 'policies' | 'processes' | 'documents'
export type LinkableItem = { id: string; title: string }

/** What a training can be linked with; a failure is only logged, and the list stays empty. */
export const linkableQuery = (kind: LinkableKind) =>
  queryOptions({
    queryKey: [kind, 'linkable'],
    queryFn: async ({ signal }): Promise<LinkableItem[]> => {
      try {
        return await listLinkable(kind, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // oxlint-disable-next-line no-console -- spec.md, section 8
        console.error(error)
        return []
      }
    },
  })

function listLinkable(kind: LinkableKind, signal: AbortSignal): Promise<LinkableItem[]> {
  if (kind === 'policies') return call('GET /policies', { signal, query: { view: 'list' } })
  if (kind === 'processes') return call('GET /processes', { signal, query: {} })
  return call('GET /documents', { signal, query: {} })
}

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

type SectionChange = {
  content_id: string
  completed: boolean
  media_position?: number
}

/** Says how far the caller is with one section. */
export const saveProgress = (id: string, body: SectionChange) =>
  call('PUT /trainings/:id/progress', { params: { id }, body })

let lastOpened: Promise<unknown> = Promise.resolve()

/**
 * Says that the caller came to one section. One after the other: where somebody is, is what was told last,
 * and of two that travel at once the earlier may come later. It may be lost; nothing waits for it.
 */
export function saveOpened(id: string, sectionId: string): void {
  const body = { content_id: sectionId, completed: false, opened: true }
  lastOpened = lastOpened
    .then(() => call('PUT /trainings/:id/progress', { params: { id }, body }))
    .catch(() => undefined)
}

export function useSaveProgress(id: string) {
  const refresh = useRefresh('trainings')
  return useMutation({
    mutationFn: (body: SectionChange) => saveProgress(id, body),
    onSuccess: refresh,
  })
}
