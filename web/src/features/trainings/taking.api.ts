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
  opened?: boolean
}

/** Says how far the caller is with one section. */
export const saveProgress = (id: string, body: SectionChange) =>
  call('PUT /trainings/:id/progress', { params: { id }, body })

export function useSaveProgress(id: string) {
  const refresh = useRefresh('trainings')
  return useMutation({
    mutationFn: (body: SectionChange) => saveProgress(id, body),
    onSuccess: refresh,
  })
}
