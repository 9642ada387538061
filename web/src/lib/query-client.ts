import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The only store of what the server said; keys begin with a StaleKey of the contract. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The socket says when something went stale.
      staleTime: 60_000,
      // The server may be in the next room while the internet is away.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

// The address of a picture holds its bytes until the browser hears that nobody needs them.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { data } = query.state
  if (type === 'removed' && typeof data === 'string' && data.startsWith('blob:')) {
    URL.revokeObjectURL(data)
  }
})
