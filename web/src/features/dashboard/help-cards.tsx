import type { HelpCard } from '@frontdesk/contract/settings'
import { BookOpenText, Compass, MessagesSquare, Search } from 'lucide-react'
import { Section } from '#web/ui/card.tsx'

const icons = [Search, Compass, BookOpenText, MessagesSquare]

/** How the brokerage works, in a few words each. */
export function HelpCards({ cards }: { cards: HelpCard[] }) {
  return (
    <Section title="How we work">
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {cards.map((card, index) => {
          const Icon = icons[index % icons.length] ?? Search
          return (
            <li key={card.title} className="bg-surface p-(--card-pad)">
              <Icon className="size-5 text-accent" aria-hidden="true" />
              <h3 className="mt-3 text-lg font-semibold">{card.title}</h3>
              <p className="mt-1.5 text-muted">{card.text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
