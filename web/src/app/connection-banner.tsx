import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '#web/lib/call.ts'
import { useOldestKept, useServerReachable } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const RETRY_MS = 3000

/** Says that there is no line, and how old is what is read meanwhile; goes by itself. */
export function ConnectionBanner() {
  const reachable = useServerReachable()
  const keptAt = useOldestKept()
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
  // It lies over the page: what somebody reads or types doesn't move under them. Of the header it covers the
  // title, beside which nothing is pressed but what stands at the right.
  return (
    <output className="pointer-events-none fixed inset-x-0 top-0 z-60 grid h-14 items-center pr-[10.75rem] pl-2 max-md:justify-start md:max-lg:justify-end md:pr-[calc(var(--page-gutter)+6.75rem)] lg:justify-center lg:px-4">
      {!reachable && (
        <span className="flex animate-fade-in items-center gap-2 rounded-xl border border-warning-line bg-warning-soft px-3 py-1 text-xs leading-tight max-[22.5rem]:px-2 font-medium shadow-raised md:max-w-72 lg:max-w-none lg:rounded-full lg:px-4 lg:py-1.5 lg:text-sm">
          <CloudOff
            className="size-4 shrink-0 text-warning max-[22.5rem]:hidden"
            aria-hidden="true"
          />
          {keptAt === null ? (
            'The server can’t be reached. Trying again…'
          ) : (
            <span>
              Saved <RelativeTime iso={keptAt} />; no line.
            </span>
          )}
        </span>
      )}
    </output>
  )
}
