import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { factsOf, redirectFor } from '#web/app/navigation.ts'
import { loadPage } from '#web/lib/late.ts'
import { RootLayout } from '#web/app/root-layout.tsx'
import { Shell } from '#web/app/shell.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { storedToken } from '#web/lib/session-storage.ts'
import { textOf } from '#web/lib/search-params.ts'
import { currentSession } from '#web/session/session.tsx'

/** A page's code, fetched when somebody goes there. */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  importPage: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPage(importPage), name)

/** Asks for what every public page shows beside its code, not after it. */
export const askForSettings = () => void queryClient.prefetchQuery(publicSettings)

/** Asks for what a page shows beside its code, not after it. Whether what is there already is too old, the page decides. */
export function askFor<Data, Failure extends Error, Chosen, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Failure, Chosen, Key>,
) {
  if (storedToken() && queryClient.getQueryData(query.queryKey) === undefined) {
    void queryClient.prefetchQuery(query)
  }
}

/** Asks for the first page of a list beside the code that shows it. */
export function askForList<Data, Failure extends Error, Chosen, Key extends QueryKey, Cursor>(
  query: FetchInfiniteQueryOptions<Data, Failure, Chosen, Key, Cursor>,
) {
  if (storedToken()) void queryClient.prefetchInfiniteQuery(query)
}

/** What a list's address says of its search. */
export const searchIn = (search: object): string =>
  textOf(new Map<string, unknown>(Object.entries(search)).get('search'))

type VisitorSearch = { redirect?: string }

export const visitorSearch = (search: Record<string, unknown>): VisitorSearch =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

export const root = createRootRoute({
  component: RootLayout,
  beforeLoad: ({ matches, location }) => {
    const { redirect: wanted } = visitorSearch(location.search)
    const href = redirectFor(factsOf(matches), currentSession(), { href: location.href, wanted })
    if (href !== null) throw redirect({ href, replace: true })
  },
})

/** Everything that signed-in people see stands in the shell. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
})
