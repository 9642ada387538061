import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type TeamBody = Input<Api['POST /teams']['body']>

/** All teams by name, with members and managers; for admins. */
export const teamsQuery = queryOptions({
  queryKey: ['teams', 'all'],
  queryFn: ({ signal }) => call('GET /teams', { signal }),
})

/** The teams that the person manages. */
export const managedTeamsQuery = queryOptions({
  queryKey: ['teams', 'mine'],
  queryFn: ({ signal }) => call('GET /teams/mine', { signal }),
})

const useRefreshTeams = () => useRefresh('teams', 'obligations', 'users', 'me')

/** Adds a team, or saves the one that `id` names. */
export function useSaveTeam() {
  const refresh = useRefreshTeams()
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | null; body: TeamBody }) =>
      id === null
        ? call('POST /teams', { body })
        : call('PUT /teams/:id', { params: { id }, body }),
    onSuccess: refresh,
  })
}

export function useDeleteTeam() {
  const refresh = useRefreshTeams()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /teams/:id', { params: { id } }),
    onSuccess: refresh,
  })
}
