import type { AttemptResult } from '@frontdesk/contract/attempts'
import { createRouter } from '@tanstack/react-router'
import { forgetKeptAnswers } from '#web/lib/connection.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import { currentSession, watchSession } from '#web/session/session.tsx'
import { ErrorPage, focusPage, Waiting } from './root-layout.tsx'
import { routeTree } from './routes.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** A message that the next page shows. */
    notice?: string
    /** Whose account was just opened: the login screen need not ask. */
    email?: string
    /** Of whom the next page requires something. */
    user?: { id: string; name: string }
    /** What the next page shows was just made: who has to do it is asked first. */
    isNew?: true
    /** The passed attempt that led to a training's page. */
    quizResult?: AttemptResult
  }
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query cache decides how old is too old.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

/** Decides again where somebody may be whenever they sign in or out, or their role changes. */
export function followSession() {
  let before = currentSession()
  watchSession(() => {
    const now = currentSession()
    const same =
      now.state === before.state &&
      now.user?.role === before.user?.role &&
      now.user?.second_factor.must_set_up === before.user?.second_factor.must_set_up
    before = now
    if (!same) void router.invalidate()
  })
  // The router's own word for it is true for as long as the first page is not drawn.
  let { pathname } = globalThis.location
  router.subscribe('onBeforeLoad', ({ toLocation }) => {
    if (toLocation.pathname !== pathname) forgetKeptAnswers()
    ;({ pathname } = toLocation)
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusPage()
  })
}
