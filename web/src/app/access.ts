import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { AnyRouteMatch } from '@tanstack/react-router'
import type { Session } from '#web/session/session.ts'

/** What every route says about itself. */
export type RouteFacts = {
  /**
   * `public` is for visitors only, `open` for everybody, `user` and `admin` need somebody signed in;
   * `unknown` is every address that no screen has.
   */
  access: 'public' | 'open' | 'user' | 'admin' | 'unknown'
  /** What those see who have to set up a second factor first, and nobody else. */
  isSetUp?: true
  /** Where somebody who isn't an admin is sent from an `admin` route; /dashboard if left out. */
  elsewhere?: string
  /** The header's title, and the document's until the page knows a better one. */
  title?: string
  /** On a phone nothing stands around it: it brings its own header, with a way out. */
  aloneOnPhone?: true
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    facts?: RouteFacts
  }
}

/** What the innermost of these routes says about itself. */
export function factsOf(matches: Pick<AnyRouteMatch, 'staticData'>[]): RouteFacts {
  return matches.at(-1)?.staticData.facts ?? { access: 'unknown' }
}

const HOME = '/dashboard'
const SET_UP = '/set-up-second-factor'

/** The address to go to instead; null to stay. While the session is being checked nothing moves. */
export function redirectFor(
  facts: RouteFacts,
  session: Session,
  location: { href: string; wanted?: string },
): string | null {
  if (session.state === 'loading' || facts.access === 'open') return null
  if (session.state === 'signed-out') {
    if (facts.access === 'public') return null
    if (facts.access === 'unknown') return '/'
    return loginPath(location.href, session)
  }
  if (session.user?.second_factor.must_set_up) {
    return facts.isSetUp
      ? null
      : setUpPath(facts.access === 'public' ? location.wanted : location.href)
  }
  if (facts.isSetUp) return safePath(location.wanted)
  if (facts.access === 'public') return safePath(location.wanted)
  if (facts.access === 'unknown') return HOME
  if (facts.access === 'admin' && !canOpenAdmin(session.user)) return facts.elsewhere ?? HOME
  return null
}

/** Remembers what was asked for, except after signing out: the next person may be another one. */
function loginPath(href: string, session: Session): string {
  if (session.ending === 'asked' || href === HOME) return '/login'
  return `/login?redirect=${encodeURIComponent(href)}`
}

const setUpPath = (wanted: string | undefined): string => {
  const path = safePath(wanted)
  return path === HOME ? SET_UP : `${SET_UP}?redirect=${encodeURIComponent(path)}`
}

/** The wanted address if it is a path of this site, else /dashboard. */
export function safePath(wanted: string | undefined): string {
  if (!wanted?.startsWith('/')) return HOME
  const site = 'http://front.desk'
  const url = URL.canParse(wanted, site) ? new URL(wanted, site) : null
  if (url?.origin !== site || url.pathname.startsWith('//')) return HOME
  return url.pathname + url.search + url.hash
}
