import type { CurrentUser } from '@frontdesk/contract/users'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { highlight } from './highlight.ts'
import { type RecentItem, rememberItem } from './recent-items.ts'
import { pathTo, targetOf } from './search-targets.ts'

type SearchOptionProps = {
  id: string
  item: RecentItem
  query: string
  user: CurrentUser
  active: boolean
  onPick: () => void
}

/** One result: the keyboard stays in the box, which names the active one. */
export function SearchOption({ id, item, query, user, active, onPick }: SearchOptionProps) {
  const Icon = targetOf(item.type).icon
  const isNamed = [item.title, item.subtitle].some((text) => isHitIn(text, query))
  const isInText = query !== '' && !isNamed && item.type !== 'users'
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
      onClick={() => {
        rememberItem(user.id, item)
        onPick()
      }}
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
        {item.subtitle && (
          <span className="block truncate text-sm text-muted">
            <Highlighted text={item.subtitle} query={query} />
          </span>
        )}
      </span>
      {isInText && <span className="shrink-0 text-xs text-muted max-sm:hidden">in the text</span>}
    </PathLink>
  )
}

function Highlighted({ text, query }: { text: string; query: string }) {
  return highlight(text, query).map((piece, at) =>
    piece.isHit ? (
      <mark key={at} className="rounded-[2px] bg-warning-soft text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

const isHitIn = (text: string, query: string) => highlight(text, query).some(({ isHit }) => isHit)
