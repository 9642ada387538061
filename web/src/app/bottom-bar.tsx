import type { CurrentUser } from '@frontdesk/contract/users'
import { LogOut } from 'lucide-react'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { BottomBarLink } from './navigation-link.tsx'
import { navigationFor } from './navigation.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** The phone's navigation: who is signed in over where to go. */
export function BottomBar({ user }: { user: CurrentUser }) {
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
      <ul className="grid auto-cols-[minmax(min-content,1fr)] grid-flow-col lowest:fixed lowest:inset-x-0 lowest:bottom-0 lowest:z-30 lowest:border-t lowest:border-line lowest:bg-sunken lowest:pb-[env(safe-area-inset-bottom)]">
        {navigationFor(user).map((item) => (
          <li key={item.to} className="min-w-0">
            <BottomBarLink item={item} user={user} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
