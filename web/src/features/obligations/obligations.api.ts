import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, callToUndo } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { TABLE_PAGE } from '#web/ui/data-table.tsx'

export type ObligationsQuery = NonNullable<Input<Api['GET /admin/obligations']['query']>>
export type OpenStepsQuery = NonNullable<Input<Api['GET /admin/open-steps']['query']>>
/** Those chosen by hand, or all that a filter finds. */
export type Chosen = Input<Api['POST /admin/obligations/remind']['body']>

/** Whose obligations a register shows: everybody's, or those of the teams that the reader manages. */
export type RegisterScope = 'everybody' | 'own-teams'

/** A page of who must do what. */
export const obligationsQuery = (scope: RegisterScope, query: ObligationsQuery) =>
  queryOptions({
    queryKey: ['obligations', 'register', scope, query],
    queryFn: async ({ signal }) => {
      const options = { signal, query: { limit: TABLE_PAGE, ...query } }
      return scope === 'everybody'
        ? callForPage('GET /admin/obligations', options)
        : callForPage('GET /teams/mine/obligations', options)
    },
    placeholderData: keepPreviousData,
  })

/** A page of the steps of running processes that are not done. */
export const openStepsQuery = (scope: RegisterScope, query: OpenStepsQuery) =>
  queryOptions({
    queryKey: ['process_runs', 'open-steps', scope, query],
    queryFn: async ({ signal }) => {
      const options = { signal, query: { limit: TABLE_PAGE, ...query } }
      return scope === 'everybody'
        ? callForPage('GET /admin/open-steps', options)
        : callForPage('GET /teams/mine/open-steps', options)
    },
    placeholderData: keepPreviousData,
  })

export type MatrixQuery = NonNullable<Input<Api['GET /admin/matrix']['query']>>

/** People by items, and how each stands. */
export const matrixQuery = (query: MatrixQuery) =>
  queryOptions({
    queryKey: ['obligations', 'matrix', query],
    queryFn: ({ signal }) => call('GET /admin/matrix', { signal, query }),
    placeholderData: keepPreviousData,
  })

/** Every process, to choose one from. */
export const processChoicesQuery = queryOptions({
  queryKey: ['processes', 'choices'],
  queryFn: ({ signal }) => call('GET /processes', { signal, query: {} }),
})

/** A page of the certificates that end soon, the first to end first. */
export const endingCertificatesQuery = (query: { limit: number; cursor?: string }) =>
  queryOptions({
    queryKey: ['obligations', 'ending-certificates', query],
    queryFn: ({ signal }) => callForPage('GET /admin/certificates/ending', { signal, query }),
    placeholderData: keepPreviousData,
  })

/** How one policy, test or training stands. */
export const standingQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['obligations', 'standing', itemId],
    queryFn: ({ signal }) =>
      call('GET /admin/obligations/standing/:id', { signal, params: { id: itemId } }),
  })

/** Whether the person has a calendar feed. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['me', 'calendar-feed'],
  queryFn: ({ signal }) => call('GET /users/me/obligations/calendar', { signal }),
})

export function useRenewFeed() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: () => call('POST /users/me/obligations/calendar'),
    onSuccess: refresh,
  })
}

export function useEndFeed() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: () => call('DELETE /users/me/obligations/calendar'),
    onSuccess: refresh,
  })
}

const useRefreshObligations = () =>
  useRefresh('obligations', 'acknowledgments', 'policies', 'trainings', 'tests', 'users', 'me')

export function useRemind(scope: RegisterScope) {
  const refresh = useRefreshObligations()
  return useMutation({
    mutationFn: async (body: Chosen) =>
      scope === 'everybody'
        ? call('POST /admin/obligations/remind', { body })
        : call('POST /teams/mine/obligations/remind', { body }),
    onSuccess: refresh,
  })
}

export function useMoveObligations() {
  const refresh = useRefreshObligations()
  return useMutation({
    mutationFn: (body: Chosen & { due_at: string; was_due_at?: string | null }) =>
      callToUndo('POST /admin/obligations/move', { body }),
    onSuccess: refresh,
  })
}

export function useWaive() {
  const refresh = useRefreshObligations()
  return useMutation({
    mutationFn: (body: Chosen & { reason: string }) =>
      callToUndo('POST /admin/obligations/waive', { body }),
    onSuccess: refresh,
  })
}

export function useEndWaivers() {
  const refresh = useRefreshObligations()
  return useMutation({
    mutationFn: (ids: string[]) => call('POST /admin/obligations/end-waivers', { body: { ids } }),
    onSuccess: refresh,
  })
}
