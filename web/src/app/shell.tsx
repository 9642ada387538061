import type { Theme } from '@frontdesk/contract/users'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmIdentity } from '#web/features/auth/confirm-identity.tsx'
import { rememberPages } from '#web/features/search/recent-pages.ts'
import { Letterhead } from '#web/features/brokerage/letterhead.tsx'
import { PrintHead } from '#web/lib/print-head.ts'
import { storedUser } from '#web/lib/session-storage.ts'
import { useSession } from '#web/session/session.ts'
import { UserProvider } from '#web/session/user.tsx'
import { classes } from '#web/ui/classes.ts'
import { factsOf, redirectFor } from './access.ts'
import { useAccountTheme } from './account-theme.ts'
import { BottomBar } from './bottom-bar.tsx'
import { focusPage } from './focus-page.ts'
import { followServer } from './live.ts'
import { Drawn } from './root-layout.tsx'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './use-sidebar.ts'
import { WaitingForSession } from './waiting.tsx'

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
            facts.aloneOnPhone && 'max-md:pt-0',
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
