import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#web/lib/call.ts'
import { isServerReachable, watchConnection } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'

const RETRY_MS = 3000

/** Says that the server can't be reached, and goes by itself when it can. */
export function ConnectionBanner() {
  const reachable = useSyncExternalStore(watchConnection, isServerReachable)
  useEffect(() => {
    if (reachable) return undefined
    const timer = setInterval(() => {
      // A failed call is what keeps the banner up.
      call('GET /health/live').then(
        () => queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
        () => undefined,
      )
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [reachable])
  // It lies over the page: what somebody reads or types doesn't move under them.
  return (
    <output className="pointer-events-none fixed inset-x-0 top-2 z-50 grid justify-center px-4">
      {!reachable && (
        <span className="flex animate-fade-in items-center gap-2 rounded-full border border-warning-line bg-warning-soft px-4 py-1.5 text-sm font-medium shadow-raised">
          <CloudOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
          The server can’t be reached. Trying again…
        </span>
      )}
    </output>
  )
}
