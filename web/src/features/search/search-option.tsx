import type { CurrentUser } from '@frontdesk/contract/users'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { Highlighted } from './highlighted.tsx'
import type { RecentItem } from './recent-items.ts'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'

/** A result, or something opened of late; with the passage where only its text has what was looked for. */
export type FoundItem = RecentItem & { snippet?: string }

type SearchOptionProps = {
  id: string
  item: FoundItem
  query: string
  user: CurrentUser
  active: boolean
  onPick: () => void
}

/** One result: the keyboard stays in the box, which names the active one. */
export function SearchOption({ id, item, query, user, active, onPick }: SearchOptionProps) {
  const Icon = targetOf(item.type).icon
  // A passage says more of why this was found than what it is in general.
  const line = item.snippet ?? item.subtitle
  return (
    <PathLink
      to={pathTo(item, user)}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option that is a link
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // The box keeps the keyboard while the pointer is used.
      onMouseDown={(press) => press.preventDefault()}
      onClick={onPick}
      className={classes(
        'flex scroll-my-8 items-center gap-3 rounded-md px-2.5 py-1.5 pointer-coarse:py-2.5',
        active ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <Highlighted text={item.title} query={query} />
        </span>
        {line && (
          <span
            className={classes(
              'block text-sm text-muted',
              item.snippet ? 'line-clamp-2' : 'truncate',
            )}
          >
            <Highlighted text={line} query={query} />
          </span>
        )}
      </span>
    </PathLink>
  )
}
