import { X } from 'lucide-react'
import { useRef } from 'react'
import type { PickedPerson } from './people-picker.tsx'

type PersonChipsProps = { people: PickedPerson[]; onRemove: (person: PickedPerson) => void }

/** Who is chosen; each can be let go again. */
export function PersonChips({ people, onRemove }: PersonChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (people.length === 0) return null
  return (
    <ul ref={list} aria-label="Chosen people" className="mb-3 flex flex-wrap gap-1.5">
      {people.map((person, place) => (
        <li
          key={person.id}
          className="inline-flex items-center rounded-full border border-line-strong bg-sunken py-0.5 pr-0.5 pl-3 text-sm"
        >
          {person.name}
          <button
            type="button"
            aria-label={`Remove ${person.name}`}
            onClick={() => {
              // The button goes with its chip: the one before or after it takes the focus.
              const buttons = list.current?.querySelectorAll('button')
              const next = buttons?.[place === people.length - 1 ? place - 1 : place + 1]
              onRemove(person)
              next?.focus()
            }}
            className="ml-1 grid size-6 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-8"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
