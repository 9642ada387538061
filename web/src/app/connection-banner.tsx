import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '#web/app/query-client.ts'
import { call } from '#web/lib/call.ts'
import { isServerReachable, watchConnection } from '#web/lib/connection.ts'

const RETRY_MS = 3000

/** Says that the server can't be reached, and goes by itself when it can. */
export function ConnectionBanner() {
  const reachable = useSyncExternalStore(watchConnection, isServerReachable)
  useEffect(() => {
    if (reachable) return undefined
    const timer = setInterval(() => {
      // A failed call is what keeps the banner up.
      call('GET /health/live').then(
        () => queryClient.invalidateQueries(),
        () => undefined,
      )
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [reachable])
  return (
    <output className="sticky top-0 z-40 block">
      {!reachable && (
        <p className="flex items-center justify-center gap-2 border-b border-warning-line bg-warning-soft px-4 py-1.5 text-sm">
          <CloudOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
          The server can’t be reached. Trying again…
        </p>
      )}
    </output>
  )
}
