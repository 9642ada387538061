import { ITEMS, listPath } from '@frontdesk/contract/items'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { CurrentUser } from '@frontdesk/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { AnyRouteMatch } from '@tanstack/react-router'
import {
  ClipboardList,
  ConciergeBell,
  FolderOpen,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  UsersRound,
} from 'lucide-react'
import { call } from '#web/lib/call.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import type { Session } from '#web/session/session.tsx'

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

export type NavigationItem = {
  to: string
  label: string
  icon: LucideIcon
  isFor?: (user: CurrentUser) => boolean
  /** How many things await the person there; more than none shows the red dot. */
  awaiting?: (user: CurrentUser) => number
  /** A number that is shown beside it, asked for where it is shown. */
  count?: typeof unreadMessages
}

/** How many messages the person has not read. */
const unreadMessages = queryOptions({
  queryKey: ['chats', 'unread'],
  queryFn: async ({ signal }) => (await call('GET /chat/unread', { signal })).messages,
})

const listOf = (kind: keyof typeof ITEM_ICONS) => ({
  to: listPath(kind),
  label: ITEMS[kind].plural,
  icon: ITEM_ICONS[kind],
})

/** The places of the sidebar and the bottom bar, in the order that they are shown. */
const navigation: NavigationItem[] = [
  { to: '/dashboard', label: 'Front Desk', icon: ConciergeBell },
  { ...listOf('user'), icon: UsersRound },
  {
    ...listOf('training'),
    label: 'Training',
    awaiting: (user) => user.pending_trainings.length,
  },
  { ...listOf('policy'), awaiting: (user) => user.pending_policies.length },
  { ...listOf('process'), awaiting: (user) => user.pending_steps.length },
  {
    to: '/team',
    label: 'My Team',
    icon: ClipboardList,
    isFor: (user) => user.manages_team,
  },
  { to: '/chat', label: 'Chat', icon: MessagesSquare, count: unreadMessages },
  { ...listOf('document'), icon: FolderOpen },
  {
    to: '/admin',
    label: 'Admin Panel',
    icon: ShieldCheck,
    isFor: canOpenAdmin,
  },
]

/** The places that one person may open. */
export function navigationFor(user: CurrentUser): NavigationItem[] {
  return navigation.filter((item) => item.isFor?.(user) ?? true)
}
