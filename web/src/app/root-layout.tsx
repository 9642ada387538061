import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useOldestKept, useServerReachable } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/session/session.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { factsOf } from './navigation.ts'

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

/** A wait that only shows when it is long enough to be noticed. */
export function Waiting() {
  return (
    <div className="animate-fade-in [animation-delay:250ms] [animation-fill-mode:backwards]">
      <Spinner label="One moment…" />
    </div>
  )
}

/** Until it is known who is looking; where nobody can say so, why, and a way to ask again. */
export function WaitingForSession() {
  const { problem, checkAgain } = useSession()
  if (!problem) return <Waiting />
  return (
    <div className="mx-auto w-full max-w-2xl p-(--page-gutter)">
      <ErrorPanel title="Your sign-in could not be checked" onRetry={checkAgain}>
        {messageOf(problem, 'An unexpected error occurred')}
      </ErrorPanel>
    </div>
  )
}

/** Stands where a page broke. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-2xl p-(--page-gutter)">
      <ErrorPanel
        title="This page could not be shown"
        onGoBack={() => router.history.back()}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        {error instanceof ApiError ? error.message : 'An unexpected error occurred'}
      </ErrorPanel>
    </div>
  )
}

const LONGEST_WAIT_MS = 10_000

let stopWaiting: (() => void) | undefined

/** Takes keyboard and screen reader to the heading of a page that has just opened. */
export function focusPage() {
  stopWaiting?.()
  const page = globalThis.document
  const main = page.querySelector('main')
  const { activeElement: at } = page
  // A page that begins with a field may have taken the focus there already; and who opened the search meanwhile types.
  const isTaken = main?.contains(at) ? at?.matches('input, textarea') : at?.closest('[role=dialog]')
  if (!main || isTaken) return
  if (focusHeading(main)) return
  focus(main)
  waitForHeading(main)
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  if (heading) focus(heading)
  return heading !== null
}

/** Goes on to the heading once it is there, unless the person has moved on by then. */
function waitForHeading(main: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (globalThis.document.activeElement !== main || focusHeading(main)) stopWaiting?.()
  })
  const timer = setTimeout(() => stopWaiting?.(), LONGEST_WAIT_MS)
  stopWaiting = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(main, { childList: true, subtree: true })
}

function focus(element: HTMLElement) {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
