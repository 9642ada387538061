import type { AdminUser, AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, callToUndo, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type TeamQuery = Input<Api['GET /admin/users']['query']>
export type PersonChange = Input<Api['PUT /admin/users/:id']['body']>

/** What the table and a person's own page both know of somebody. */
export type TeamPerson = Pick<
  AdminUser & AdminUserDetail,
  | 'id'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'role'
  | 'title'
  | 'status'
  | 'invitation'
  | 'invitation_delivery'
  | 'has_second_factor'
  | 'revision'
>

const TEAM_PAGE = 25

/** A page of the team, with how many match in all. */
export const teamQuery = (query: TeamQuery) =>
  queryOptions({
    queryKey: ['users', 'team', query],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/users', {
        signal,
        query: { limit: TEAM_PAGE, ...query, view: 'list' },
      }),
    placeholderData: keepPreviousData,
  })

/** One person with what is asked of them. */
export const teamMemberQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'team-member', id],
    queryFn: ({ signal }) => call('GET /admin/users/:id', { signal, params: { id } }),
  })

/** Where somebody is signed in. */
export const sessionsOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'sessions', id],
    queryFn: ({ signal }) => call('GET /admin/users/:id/sessions', { signal, params: { id } }),
    staleTime: 0,
  })

/** Saves on top of the person as they were at `revision`. */
export function useUpdatePerson() {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: ({ id, body, revision }: { id: string; body: PersonChange; revision: number }) =>
      call('PUT /admin/users/:id', {
        params: { id },
        body,
        headers: ifMatch(`"${revision}"`),
      }),
    onSuccess: refresh,
  })
}

export function useChangeStatus() {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'active' | 'inactive' }) =>
      callToUndo('PUT /admin/users/:id', { params: { id }, body: { status } }),
    onSuccess: refresh,
  })
}

export function useChangeStatusOfMany() {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (body: { user_ids: string[]; status: 'active' | 'inactive' }) =>
      callToUndo('POST /admin/users/change-status', { body }),
    onSuccess: refresh,
  })
}

/** `onDeleted` leaves the person's page first: nothing asks for somebody who is gone. */
export function useDeletePerson(onDeleted: () => Promise<void>) {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /admin/users/:id', { params: { id } }),
    onSuccess: async () => {
      await onDeleted()
      await refresh()
    },
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (id: string) =>
      call('POST /admin/users/:id/request-password-reset', { params: { id } }),
  })
}

export function useResetSecondFactor() {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /admin/users/:id/second-factor', { params: { id } }),
    // They may have switched it off themselves.
    onSettled: refresh,
  })
}

export function useResendTeamInvitation() {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/users/:id/resend-invitation', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useEndSessionOf(id: string) {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (sessionId: string) =>
      call('DELETE /admin/users/:id/sessions/:session_id', {
        params: { id, session_id: sessionId },
      }),
    // It may have ended by itself: the list then says so.
    onSettled: refresh,
  })
}

export function useEndSessionsOf(id: string) {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: () => call('DELETE /admin/users/:id/sessions', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Asks again for what a change of a person touches; `me` because it may be oneself. */
const useRefreshPeople = () =>
  useRefresh('users', 'invitations', 'acknowledgments', 'policies', 'me')
