import { VERSION } from '@frontdesk/contract/constants'
import type { CurrentUser, Theme } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ConfirmIdentity } from '#web/features/auth/confirm-identity.tsx'
import { BrandLogo, Letterhead } from '#web/features/brokerage/brand-logo.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { rememberPages } from '#web/features/search/recent-pages.ts'
import { PrintHead } from '#web/lib/page-title.ts'
import { storedUser } from '#web/lib/session-storage.ts'
import { useCalm } from '#web/lib/at-rest.ts'
import { UserProvider, useSession } from '#web/session/session.tsx'
import { classes } from '#web/ui/classes.ts'
import { Logo } from '#web/ui/logo.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { factsOf, navigationFor, type NavigationItem, redirectFor } from './navigation.ts'
import { ThemeButton, ThemeSwitch, useAccountTheme, useSignOut } from './account-menu.tsx'
import { Drawn, focusPage, WaitingForSession } from './root-layout.tsx'
import { followServer } from './live.ts'
import { ShellHeader } from './shell-header.tsx'

/** The frame of every signed-in screen. It stands while the session is still being checked. */
export function Shell() {
  const { collapsed, toggle } = useSidebar()
  const facts = useMatches({ select: factsOf })
  const { user } = useSession()
  const frameUser = user ?? storedUser()
  return (
    <div className="flex min-h-dvh pb-(--bottom-bar) max-md:flex-col">
      <SkipLink />
      {frameUser ? (
        <Sidebar user={frameUser} collapsed={collapsed} />
      ) : (
        <aside className="w-64 shrink-0 border-r border-line bg-sunken max-md:hidden" />
      )}
      <div className="flex min-w-0 grow flex-col">
        <ShellHeader
          title={facts.title ?? 'Front Desk'}
          collapsed={collapsed}
          onToggle={toggle}
          className={facts.aloneOnPhone && 'max-md:hidden'}
        />
        <main
          id="main"
          tabIndex={-1}
          className={classes(
            'mx-auto w-full max-w-6xl grow px-(--page-gutter) py-6 sm:py-9',
            facts.aloneOnPhone && 'max-md:pt-0!',
          )}
        >
          <Screen />
        </main>
      </div>
      {frameUser && !facts.aloneOnPhone && <BottomBar user={frameUser} />}
    </div>
  )
}

const letterhead = <Letterhead />

/** The page, once it is known who is looking and that they may. */
function Screen() {
  const session = useSession()
  const { user } = session
  const facts = useMatches({ select: factsOf })
  const { href } = useLocation()
  const userId = user?.id
  useEffect(() => (userId ? followServer() : undefined), [userId])
  useEffect(() => (userId ? rememberPages(userId) : undefined), [userId])
  if (!user || redirectFor(facts, session, { href }) !== null) return <WaitingForSession />
  return (
    <UserProvider user={user}>
      <AccountTheme theme={user.theme} />
      <PrintHead value={letterhead}>
        <Outlet />
      </PrintHead>
      <Drawn />
      <ConfirmIdentity />
    </UserProvider>
  )
}

function AccountTheme({ theme }: { theme: Theme }) {
  useAccountTheme(theme)
  return null
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent-fill px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      onClick={(click) => {
        click.preventDefault()
        focusPage()
      }}
    >
      Skip to the content
    </a>
  )
}

/** Whether the sidebar is collapsed; open at the start of every visit (spec.md, section 2). */
function useSidebar() {
  const [collapsed, setCollapsed] = useState(false)
  return { collapsed, toggle: () => setCollapsed(!collapsed) }
}

type SidebarProps = { user: CurrentUser; collapsed: boolean }

function Sidebar({ user, collapsed }: SidebarProps) {
  return (
    <aside
      id="sidebar"
      className={classes(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-hidden border-r lowest:overflow-y-auto border-line bg-sunken max-md:hidden',
        'transition-[width] duration-(--duration-calm)',
        collapsed ? 'w-20' : 'w-64',
      )}
    >
      <PathLink
        to="/dashboard"
        aria-label="Front Desk"
        className="mx-4 my-4 flex h-8 shrink-0 items-center overflow-hidden rounded-md pl-2 focus-visible:outline-offset-0"
      >
        <span className={classes('transition-opacity', collapsed && '[&_span_span]:opacity-0')}>
          {collapsed ? <Logo wordmark /> : <BrandLogo />}
        </span>
      </PathLink>
      <nav
        aria-label="Main"
        className="grow overflow-x-hidden overflow-y-auto px-4 py-2 lowest:shrink-0 lowest:overflow-visible"
      >
        <ul className="grid grid-cols-1 gap-1">
          {navigationFor(user).map((item) => (
            <li key={item.to}>
              <SidebarLink item={item} user={user} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </nav>
      <SidebarFoot user={user} collapsed={collapsed} />
    </aside>
  )
}

function SidebarFoot({ user, collapsed }: SidebarProps) {
  const fade = classes('transition-opacity', collapsed && 'opacity-0')
  return (
    <div className="grid shrink-0 grid-cols-1 gap-1 border-t border-line px-4 py-3">
      <SignOutButton title={collapsed ? 'Sign Out' : undefined} className={sidebarRow}>
        <LogOut className="size-5 shrink-0" aria-hidden="true" />
        <span className={fade}>Sign Out</span>
      </SignOutButton>
      <PathLink
        to="/profile"
        className="flex items-center gap-2.5 overflow-hidden rounded-md px-1.5 py-2 whitespace-nowrap transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft"
        title={collapsed ? user.name : undefined}
      >
        <PersonAvatar person={user} />
        <div className={classes('min-w-0', fade)}>
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-sm text-muted">{user.title}</p>
        </div>
      </PathLink>
      <div className={classes('flex h-10 items-center', collapsed ? 'justify-center' : 'pl-1.5')}>
        {collapsed ? <ThemeButton /> : <ThemeSwitch />}
        {!collapsed && (
          <span className="ml-auto text-xs text-muted tabular-nums">Version {VERSION}</span>
        )}
      </div>
    </div>
  )
}

/** The phone's navigation: who is signed in over where to go. */
function BottomBar({ user }: { user: CurrentUser }) {
  return (
    <nav
      id="bottom-bar"
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] lowest:static lowest:pb-0 md:hidden"
    >
      <div className="flex h-11 items-center gap-2.5 border-b border-line pr-1.5 pl-4">
        <PathLink
          to="/profile"
          className="flex h-11 min-w-0 grow items-center gap-2.5 focus-visible:-outline-offset-2"
        >
          <PersonAvatar person={user} size="sm" />
          {/* A title that has no room beside the name is not shown, rather than half of it. */}
          <span className="flex h-5 min-w-0 flex-wrap gap-x-2 overflow-hidden text-sm">
            <span className="max-w-full truncate font-semibold">{user.name}</span>
            {user.title && <span className="text-muted">{user.title}</span>}
          </span>
        </PathLink>
        <SignOutButton className="flex h-11 shrink-0 items-center gap-2 px-2.5 text-sm font-medium text-muted focus-visible:-outline-offset-2">
          <LogOut className="size-4.5" aria-hidden="true" />
          Sign Out
        </SignOutButton>
      </div>
      <ul className="grid px-1 auto-cols-[minmax(min-content,1fr)] grid-flow-col lowest:fixed lowest:inset-x-0 lowest:bottom-0 lowest:z-30 lowest:border-t lowest:border-line lowest:bg-sunken lowest:pb-[env(safe-area-inset-bottom)]">
        {navigationFor(user).map((item) => (
          <li key={item.to} className="min-w-0">
            <BottomBarLink item={item} user={user} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type NavigationLinkProps = { item: NavigationItem; user: CurrentUser; collapsed: boolean }

/** A row of the sidebar. Its icon stays where it is when the sidebar closes over the label. */
function SidebarLink({ item, user, collapsed }: NavigationLinkProps) {
  return (
    <PathLink to={item.to} title={collapsed ? item.label : undefined} className={sidebarRow}>
      <CountedIcon item={item} user={user} counted={collapsed} />
      <span className={classes('transition-opacity', collapsed && 'opacity-0')}>{item.label}</span>
      {item.count && !collapsed && <CountBadge count={item.count} />}
    </PathLink>
  )
}

/** How every row of the sidebar looks. */
const sidebarRow = classes(
  'flex h-11 w-full items-center gap-3.5 overflow-hidden rounded-md px-3.5 whitespace-nowrap',
  'font-medium text-muted transition-colors hover:bg-hover hover:text-ink',
  'focus-visible:-outline-offset-2',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
)

/** A place of the bottom bar: the icon over its name, which may take two lines. */
function BottomBarLink({ item, user }: Omit<NavigationLinkProps, 'collapsed'>) {
  return (
    <PathLink
      to={item.to}
      className={classes(
        'grid h-14 min-w-0 content-start justify-items-center gap-0.5 pt-1.5 text-muted lowest:h-11 lowest:pt-0.5',
        'transition-colors focus-visible:-outline-offset-2',
        'aria-[current=page]:text-accent',
      )}
    >
      <CountedIcon item={item} user={user} counted />
      <span className="text-center text-[clamp(0.5313rem,2.6vw,0.6875rem)] leading-[1.15] font-medium tracking-[-0.02em]">
        {item.label}
      </span>
    </PathLink>
  )
}

type CountedIconProps = { item: NavigationItem; user: CurrentUser; counted: boolean }

/** Where no room is beside the label, the number stands on the icon. */
function CountedIcon({ item, user, counted }: CountedIconProps) {
  return (
    <span className="relative">
      <DottedIcon item={item} user={user} />
      {item.count && counted && (
        <span className="absolute -top-1.5 left-3">
          <CountBadge count={item.count} size="sm" />
        </span>
      )}
    </span>
  )
}

type CountBadgeProps = { count: NonNullable<NavigationItem['count']>; size?: 'sm' }

function CountBadge({ count, size }: CountBadgeProps) {
  const { data = 0 } = useQuery({ ...count, enabled: useCalm() })
  if (data === 0) return null
  return (
    <span
      className={classes(
        'ml-auto grid place-items-center rounded-full bg-accent-fill font-semibold text-on-accent tabular-nums',
        size === 'sm'
          ? 'h-4 min-w-4 px-1 text-[0.625rem] leading-none'
          : 'h-5 min-w-5 px-1.5 text-xs',
      )}
    >
      {data > 99 ? '99+' : data}
      <span className="sr-only"> unread</span>
    </span>
  )
}

function DottedIcon({ item, user }: Omit<NavigationLinkProps, 'collapsed'>) {
  const awaiting = item.awaiting?.(user) ?? 0
  return (
    <span className="relative block shrink-0">
      <item.icon className="size-5" aria-hidden="true" />
      {awaiting > 0 && (
        <>
          <span className="absolute -top-0.5 -right-1 size-2.5 rounded-full border-2 border-sunken bg-danger-fill" />
          <span className="sr-only">{awaiting} awaiting you:</span>
        </>
      )}
    </span>
  )
}

type SignOutButtonProps = { className?: string; title?: string; children: ReactNode }

/** Signs out; asks first where something typed would be lost with it. */
function SignOutButton({ className, title, children }: SignOutButtonProps) {
  const { ask, question } = useSignOut()
  return (
    <>
      <button type="button" title={title} onClick={ask} className={className}>
        {children}
      </button>
      {question}
    </>
  )
}
