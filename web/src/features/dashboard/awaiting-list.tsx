import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

const MOST_SHOWN = 5

export interface AwaitingItem {
  id: string
  title: string
  path: string
  note: ReactNode
  dueAt: string | null
}

type AwaitingListProps = {
  title: string
  /** The most urgent first. */
  items: AwaitingItem[]
  /** Where the others are. */
  morePath: '/tests' | '/processes'
}

/** A few things that await the person, each a link. */
export function AwaitingList({ title, items, morePath }: AwaitingListProps) {
  const more = items.length - MOST_SHOWN
  return (
    <Section title={title}>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {items.slice(0, MOST_SHOWN).map((item) => (
          <li
            key={item.id}
            className="linked-row group relative flex items-center gap-4 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5"
          >
            <div className="min-w-0 grow">
              <h3 className="text-lg font-semibold">
                <PathLink to={item.path} className="row-link rounded-lg">
                  {item.title}
                </PathLink>
              </h3>
              <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
                <span>{item.note}</span>
                {item.dueAt && <DueLine dueAt={item.dueAt} />}
              </p>
            </div>
            <ArrowRight
              className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
              aria-hidden="true"
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <ButtonLink to={morePath} variant="ghost" className="mt-3 -ml-4">
          {more} more
        </ButtonLink>
      )}
    </Section>
  )
}
