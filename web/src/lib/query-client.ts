import type { StaleKey } from '@frontdesk/contract/realtime'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * Asks once more where the first answer is still under way: it may be of before what changed, and would pass
 * for the newest. It is not cut off: on a slow line with much news nothing would ever come.
 */
export class AskingClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first =
      filters?.refetchType === 'none'
        ? []
        : this.getQueryCache()
            .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
            .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    await Promise.all(
      first.map(async ({ queryKey }) =>
        super.invalidateQueries({ queryKey, exact: true }, options),
      ),
    )
  }
}

// What somebody ticked is shown in the same turn: a task later the box would have jumped back meanwhile.
notifyManager.setScheduler(queueMicrotask)

/** To read what was asked for no longer ago than this, it is not asked for again: the page itself has fetched it. Who edits begins on the newest. */
export const JUST_NOW_MS = 3000

/** The only store of what the server said; keys begin with a StaleKey of the contract. */
export const queryClient = new AskingClient({
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

/** Asks again for everything whose key begins with one of these words; done when it is there. */
export function useRefresh(...keys: StaleKey[]) {
  const client = useQueryClient()
  return async () => {
    await Promise.all(keys.map(async (key) => client.invalidateQueries({ queryKey: [key] })))
  }
}
