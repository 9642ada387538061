import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, ifMatch } from '#web/lib/call.ts'
import type { Answer } from '#web/lib/call-types.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type Providers = Answer<'GET /admin/identity-providers'>

/** Providers as admins see them. */
export const identityProvidersQuery = queryOptions({
  queryKey: ['settings', 'identity-providers'],
  queryFn: ({ signal }) => call('GET /admin/identity-providers', { signal }),
})

/** What the form sends. */
export type ProviderBody = Pick<
  IdentityProvider,
  | 'name'
  | 'preset'
  | 'issuer'
  | 'client_id'
  | 'scopes'
  | 'allowed_domains'
  | 'tenant'
  | 'admits'
  | 'trusted_for_factor'
  | 'ends_sessions'
  | 'hides_password'
  | 'enabled'
> & { client_secret: string }

/** Adds one, or with `before` changes that. */
export function useSaveProvider() {
  const refresh = useRefresh('settings')
  return useMutation({
    mutationFn: async (save: { id: string; before?: IdentityProvider; body: ProviderBody }) => {
      const { id, before, body } = save
      if (!before) return call('POST /admin/identity-providers', { body: { id, ...body } })
      return call('PUT /admin/identity-providers/:id', {
        params: { id },
        body: { ...body, client_secret: body.client_secret || undefined },
        headers: ifMatch(`"${before.revision}"`),
      })
    },
    onSuccess: refresh,
  })
}

export function useRemoveProvider() {
  const refresh = useRefresh('settings')
  return useMutation({
    mutationFn: async (id: string) =>
      call('DELETE /admin/identity-providers/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useTestProvider() {
  return useMutation({
    mutationFn: async (issuer: string) =>
      call('POST /admin/identity-providers/test', { body: { issuer } }),
  })
}
