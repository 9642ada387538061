import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import type { NavigationItem } from './navigation.ts'

type NavigationLinkProps = { item: NavigationItem; user: CurrentUser; collapsed: boolean }

/** A row of the sidebar. Its icon stays where it is when the sidebar closes over the label. */
export function SidebarLink({ item, user, collapsed }: NavigationLinkProps) {
  return (
    <PathLink to={item.to} title={collapsed ? item.label : undefined} className={sidebarRow}>
      <CountedIcon item={item} user={user} counted={collapsed} />
      <span className={classes('transition-opacity', collapsed && 'opacity-0')}>{item.label}</span>
      {item.count && !collapsed && <CountBadge count={item.count} />}
    </PathLink>
  )
}

/** How every row of the sidebar looks. */
export const sidebarRow = classes(
  'flex h-11 w-full items-center gap-3.5 overflow-hidden rounded-md px-3.5 whitespace-nowrap',
  'font-medium text-muted transition-colors hover:bg-hover hover:text-ink',
  'focus-visible:-outline-offset-2',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
)

/** A place of the bottom bar: the icon over its name, which may take two lines. */
export function BottomBarLink({ item, user }: Omit<NavigationLinkProps, 'collapsed'>) {
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
      <span className="text-center text-[clamp(0.5313rem,2.6vw,0.6875rem)] leading-[1.15] font-medium">
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
  const { data = 0 } = useQuery(count)
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
