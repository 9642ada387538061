import type { Notification, NotificationKind } from '@frontdesk/contract/notifications'
import {
  AtSign,
  Award,
  CalendarClock,
  ClipboardCheck,
  Footprints,
  GraduationCap,
  type LucideIcon,
  PenLine,
  RotateCw,
} from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { call } from '#web/lib/call.ts'
import { onUse, wasUsedWithin } from '#web/lib/in-use.ts'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { useReadNotification } from './notifications.api.ts'

const ICONS: Record<NotificationKind, LucideIcon> = {
  asked: ClipboardCheck,
  due_soon: CalendarClock,
  handed_over: Footprints,
  mentioned: AtSign,
  result: GraduationCap,
  certificate: Award,
  renewal: RotateCw,
  authoring: PenLine,
}

type NotificationRowProps = {
  notification: Notification
  /** In the panel a row leads away from it. */
  onOpen?: () => void
  /** What stands at its end. */
  children?: ReactNode
}

/** One that was told: on the screen it is seen, and opening it marks it as read. */
export function NotificationRow({ notification, onOpen, children }: NotificationRowProps) {
  const { id, kind, title, body, path, created_at: at, read_at: readAt } = notification
  const { mutate } = useReadNotification()
  const Icon = ICONS[kind]
  const isUnread = readAt === null
  const row = useSeen(id, isUnread)
  const open = () => {
    if (isUnread) mutate({ id, read: true })
  }
  return (
    <li
      ref={row}
      className="relative flex items-start gap-3 px-4 py-3.5 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
    >
      <span
        className={classes(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
          isUnread ? 'bg-accent-soft text-accent' : 'bg-neutral-soft text-muted',
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <PathLink
          to={path}
          className={classes(
            'row-link block wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
            isUnread ? 'font-semibold' : 'text-muted',
          )}
          onClick={() => {
            open()
            onOpen?.()
          }}
          onAuxClick={open}
        >
          {isUnread && <span className="sr-only">Unread: </span>}
          {title}
        </PathLink>
        {body !== '' && <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{body}</p>}
        <RelativeTime iso={at} className="text-xs text-muted" />
      </div>
      {children}
      {/* Its place is kept where it is gone: what stands beside it is in one column. */}
      <span
        className={classes('mt-2 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}
        aria-hidden="true"
      />
    </li>
  )
}

/** Who used the page so long ago is taken to look at it. */
const LOOKS_FOR_MS = 30_000
/** Rows that come together are told together. */
const TOGETHER_MS = 300
const SHOWN = 0.6

const onScreen = new Set<string>()
const told = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the server what is on the screen, once of each. */
function tell() {
  clearTimeout(timer)
  timer = undefined
  if (globalThis.document.hidden || !wasUsedWithin(LOOKS_FOR_MS)) return
  const ids = [...onScreen].filter((id) => !told.has(id)).slice(0, 100)
  if (ids.length === 0) return
  for (const id of ids) told.add(id)
  // What could not be told is told at the next use of the page.
  call('POST /notifications/seen', { body: { ids } }).catch(() => {
    for (const id of ids) told.delete(id)
  })
}

/**
 * Has a notification count as seen once its row was on the screen of somebody who is there: it is told by no
 * other way then. A list that was left open, to which a row comes at night, shows it to nobody.
 */
function useSeen(id: string, isUnread: boolean): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isUnread || !row.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return void onScreen.delete(id)
        onScreen.add(id)
        timer ??= setTimeout(tell, TOGETHER_MS)
      },
      { threshold: SHOWN },
    )
    observer.observe(row.current)
    const stop = onUse(tell)
    return () => {
      stop()
      observer.disconnect()
      onScreen.delete(id)
    }
  }, [id, isUnread])
  return row
}
