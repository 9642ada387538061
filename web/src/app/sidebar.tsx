import { VERSION } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { LogOut } from 'lucide-react'
import { BrandLogo } from '#web/features/brokerage/brand-logo.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { classes } from '#web/ui/classes.ts'
import { Logo } from '#web/ui/logo.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SidebarLink, sidebarRow } from './navigation-link.tsx'
import { navigationFor } from './navigation.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { ThemeButton, ThemeSwitch } from './theme-switch.tsx'

type SidebarProps = { user: CurrentUser; collapsed: boolean }

export function Sidebar({ user, collapsed }: SidebarProps) {
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
        <ul className="grid gap-1">
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
    <div className="grid shrink-0 gap-1 border-t border-line px-4 py-3">
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
