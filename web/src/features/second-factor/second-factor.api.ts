import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

/** What the person signs in with beside the password. */
export const secondFactorQuery = queryOptions({
  queryKey: ['me', 'second-factor'],
  queryFn: ({ signal }) => call('GET /users/me/second-factor', { signal }),
  staleTime: 0,
})

/** A secret for an app; nothing has changed yet. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (password: string | undefined) =>
      call('POST /users/me/second-factor', { body: { password } }),
  })
}

/** Asks for nothing again: the recovery codes are shown first. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (body: { setup: string; code: string }) =>
      call('POST /users/me/second-factor/confirm', { body }),
  })
}

export function useRenewRecoveryCodes() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: (password: string | undefined) =>
      call('POST /users/me/second-factor/recovery-codes', { body: { password } }),
    onSuccess: refresh,
  })
}

export function useRemoveSecondFactor() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: (password: string | undefined) =>
      call('DELETE /users/me/second-factor', { body: { password } }),
    onSuccess: refresh,
  })
}

export function useEndTrustedBrowser() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE /users/me/second-factor/browsers/:id', { params: { id } }),
    // It may have ended by itself: the list then says so.
    onSettled: refresh,
  })
}
