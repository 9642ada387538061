import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type ProfileBody = Input<Api['PUT /users/me']['body']>
export type PasswordBody = Input<Api['PUT /users/me/password']['body']>

/** Where the person is signed in; stale whenever something about them is. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call('GET /users/me/sessions', { signal }),
  staleTime: 0,
})

export function useUpdateProfile() {
  const refresh = useRefreshProfile()
  return useMutation({
    // On top of the profile as it was at `revision`.
    mutationFn: ({ body, revision }: { body: ProfileBody; revision: number }) =>
      call('PUT /users/me', { body, headers: ifMatch(`"${revision}"`) }),
    onSuccess: refresh,
  })
}

/** Mails the link to the address that awaits confirmation again. */
export function useResendEmailChange() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: () => call('POST /users/me/email-change/resend'),
    // It may have been confirmed or withdrawn elsewhere.
    onSettled: refresh,
  })
}

export function useCancelEmailChange() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: () => call('DELETE /users/me/email-change'),
    onSuccess: refresh,
  })
}

/** Takes a square picture as the cropper made it. */
export function useUploadPicture() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: (picture: Blob) => {
      const body = new FormData()
      body.append('profile_picture', picture, 'picture')
      return call('POST /users/me/profile-picture', { body })
    },
    onSuccess: refresh,
  })
}

export function useRemovePicture() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: () => call('DELETE /users/me/profile-picture'),
    onSuccess: refresh,
  })
}

export function useChangePassword() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: (body: PasswordBody) => call('PUT /users/me/password', { body }),
    onSuccess: refresh,
  })
}

export function useEndSession() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /users/me/sessions/:id', { params: { id } }),
    // It may have ended by itself: the list then says so.
    onSettled: refresh,
  })
}

export function useEndOtherSessions() {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: () => call('DELETE /users/me/sessions'),
    onSuccess: refresh,
  })
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) => call('DELETE /users/me', { body: { password } }),
  })
}

/** Asks again for what a person's own changes touch. */
const useRefreshProfile = () => useRefresh('me', 'users')
