import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { call } from '#web/lib/call.ts'
import { useOldestKept, useServerReachable } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { factsOf } from './access.ts'
import { WaitingForSession } from './waiting.tsx'

/**
 * The first screen is drawn in slices, while the page's own frame stands: the router's news would have all of it
 * drawn at once, and on a slow phone every tap wait for so long.
 */
export function RootLayout() {
  const isBegun = useDeferredValue(true, false)
  return isBegun && <Screens />
}

/** Around every page: nothing of it shows before it is known who is looking. */
function Screens() {
  const facts = useMatches({ select: factsOf })
  const { state } = useSession()
  useAccent()
  // A layout effect, so that a page that knows a better title has the last word.
  useLayoutEffect(() => {
    globalThis.document.title = documentTitle(facts.title)
  }, [facts.title])
  useLayoutEffect(removeFirstPaint, [])
  const inShell = facts.access === 'user' || facts.access === 'admin'
  const waits = inShell ? state === 'signed-out' : facts.access !== 'open' && state !== 'signed-out'
  return (
    <>
      <ConnectionBanner />
      {waits ? <WaitingForSession /> : <Outlet />}
      {!inShell && !waits && <Drawn />}
      <Toaster />
    </>
  )
}

/**
 * Beside a page, whose first words stand as soon as this does. The router took the first one for drawn while it was
 * put off, and found nothing to scroll to where it was left.
 */
export function Drawn() {
  const router = useRouter()
  useLayoutEffect(() => {
    const { location: toLocation } = router.state
    const same = { pathChanged: false, hrefChanged: false, hashChanged: false }
    router.emit({ type: 'onRendered', toLocation, ...same })
  }, [router])
  return null
}

/** The page's own frame has hidden itself by now; nothing is to be found in it twice. */
function removeFirstPaint() {
  for (const part of globalThis.document.querySelectorAll('#page-shell, #page-mark')) part.remove()
}

function documentTitle(title = 'Front Desk'): string {
  return title === 'Front Desk' ? title : `${title} · Front Desk`
}

/** Shows the brokerage's colour, also when it changes while one looks. The page came with it. */
function useAccent() {
  const { data: settings } = useQuery(publicSettings)
  const css = settings?.accent_css
  useLayoutEffect(() => {
    if (css === undefined) return
    const { head } = globalThis.document
    const style = head.querySelector('#accent') ?? globalThis.document.createElement('style')
    style.id = 'accent'
    style.textContent = css === null ? '' : `html:root{${css}}`
    head.append(style)
  }, [css])
}

const RETRY_MS = 3000

/** Says that there is no line, and how old is what is read meanwhile; goes by itself. */
function ConnectionBanner() {
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
