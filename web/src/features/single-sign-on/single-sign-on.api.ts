import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

/** Leaves for a provider. */
export function useLeaveForProvider() {
  return useMutation({
    mutationFn: async (way: { id: string; returnTo?: string; remember: boolean }) =>
      call('POST /auth/oidc/:id/start', {
        params: { id: way.id },
        body: { return_to: way.returnTo, remember_me: way.remember },
      }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
}

/** With whom one's own account is connected. */
export const ownIdentitiesQuery = queryOptions({
  queryKey: ['me', 'identities'],
  queryFn: ({ signal }) => call('GET /users/me/identities', { signal }),
})

export function useConnect() {
  return useMutation({
    mutationFn: async (id: string) => call('POST /auth/oidc/:id/connect', { params: { id } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
}

export function useDisconnect() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: async (id: string) => call('DELETE /users/me/identities/:id', { params: { id } }),
    onSuccess: refresh,
  })
}
