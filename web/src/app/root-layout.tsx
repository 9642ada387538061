import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useDeferredValue, useLayoutEffect } from 'react'
import { useSession } from '#web/session/session.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { factsOf } from './access.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useAccent } from './use-accent.ts'
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
