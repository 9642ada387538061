import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

// By itself: the route of /login asks it before its page has come, and so every page loads this.
/** With whom one can sign in. A page that signs in by a password waits for this once, and not again. */
export const signInProvidersQuery = queryOptions({
  queryKey: ['settings', 'sign-in-providers'],
  queryFn: ({ signal }) => call('GET /auth/providers', { signal }),
  retry: false,
})
