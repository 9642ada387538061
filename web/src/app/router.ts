import type { AttemptResult } from '@frontdesk/contract/attempts'
import { createRoute, createRouter } from '@tanstack/react-router'
import {
  adminRoutes,
  auditRoutes,
  billingRoutes,
  requirementRoutes,
  settingsRoutes,
} from '#web/app/routes/admin.ts'
import {
  chatRoutes,
  dashboardRoutes,
  notificationRoutes,
  peopleRoutes,
} from '#web/app/routes/desk.ts'
import {
  documentRoutes,
  draftRoutes,
  libraryRoutes,
  policyRoutes,
  processRoutes,
} from '#web/app/routes/documents.ts'
import { root, shell } from '#web/app/routes/parents.tsx'
import { publicRoutes } from '#web/app/routes/public.ts'
import { takingRoutes, testRoutes, trainingRoutes, verifyRoutes } from '#web/app/routes/training.ts'
import { forgetKeptAnswers } from '#web/lib/connection.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import { currentSession, watchSession } from '#web/session/session.tsx'
import { ErrorPage, focusPage, Waiting } from './root-layout.tsx'

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { facts: { access: 'unknown' } },
})

const routeTree = root.addChildren([
  ...publicRoutes,
  ...verifyRoutes,
  unknown,
  shell.addChildren([
    ...dashboardRoutes,
    ...policyRoutes,
    ...draftRoutes,
    ...processRoutes,
    ...documentRoutes,
    ...chatRoutes,
    ...notificationRoutes,
    ...trainingRoutes,
    ...libraryRoutes,
    ...testRoutes,
    ...takingRoutes,
    ...peopleRoutes,
    ...adminRoutes,
    ...requirementRoutes,
    ...auditRoutes,
    ...billingRoutes,
    ...settingsRoutes,
  ]),
])

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
