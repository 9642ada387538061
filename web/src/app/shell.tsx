import { Outlet } from '@tanstack/react-router'
import { UserProvider, useSession } from '#web/app/session.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The frame of every signed-in screen. */
export function Shell() {
  const { user } = useSession()
  return (
    <main id="main" className="p-(--page-gutter)">
      {user ? (
        <UserProvider user={user}>
          <Outlet />
        </UserProvider>
      ) : (
        <Spinner label="One moment…" />
      )}
    </main>
  )
}
