import type { Favourite } from '@frontdesk/contract/favourites'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'
import { useUser } from '#web/session/user.tsx'
import { Section } from '#web/ui/card.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { FavouriteStar } from './favourite-star.tsx'

const SHOWN = 12

/** What the person has marked, on their dashboard; nothing where there is none. */
export function FavouritesSection({ favourites }: { favourites: Favourite[] }) {
  const user = useUser()
  if (favourites.length === 0) return null
  const more = favourites.length - SHOWN
  return (
    <Section title="Favourites">
      <ul className="grid gap-2 sm:grid-cols-2">
        {favourites.slice(0, SHOWN).map((item) => {
          const { icon: Icon, label } = targetOf(item.type)
          return (
            <li
              key={item.id}
              className="linked-row relative flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface py-2.5 pr-2 pl-3.5 transition-colors hover:border-line-control"
            >
              <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
              <PathLink
                to={pathTo(item, user)}
                className="row-link min-w-0 grow rounded-lg wrap-anywhere font-medium"
              >
                {item.title}
                <span className="sr-only"> ({label})</span>
              </PathLink>
              <FavouriteStar item={item} inRow />
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <p className="mt-3 text-sm text-muted">
          And {more} more: press Ctrl K, or open the search, to see them all.
        </p>
      )}
    </Section>
  )
}
