import { MOST_UNREAD } from '@frontdesk/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { loadPage } from '#web/lib/page-loader.ts'

type PanelType = ComponentType<{ bell: RefObject<HTMLButtonElement | null>; onClose: () => void }>

const loadPanel = () => loadPage(() => import('#web/features/notifications/notification-panel.tsx'))

const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await call('GET /notifications/unread', { signal })).unread,
})

/** How many notifications are unread, and the latest of them. */
export function NotificationBell() {
  const { user } = useSession()
  const isSignedIn = user !== null
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: isSignedIn })
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, setPanel] = useState<PanelType>()
  const bell = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen || Panel) return
    loadPanel().then(
      (module) => setPanel(() => module.NotificationPanel),
      () => setIsOpen(false),
    )
  }, [isOpen, Panel])

  const count = unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
  return (
    <span className="relative grid">
      <IconButton
        ref={bell}
        label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        icon={Bell}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={!isSignedIn}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onClick={() => setIsOpen(!isOpen)}
      />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full border-2 border-paper bg-danger-fill px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {count}
        </span>
      )}
      {user && isOpen && Panel && <Panel bell={bell} onClose={() => setIsOpen(false)} />}
    </span>
  )
}
