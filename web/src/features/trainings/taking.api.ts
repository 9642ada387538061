import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'

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
