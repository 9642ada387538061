import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { EmailText } from '#web/ui/person-cell.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { PersonAvatar } from './person-avatar.tsx'
import { everybodyQuery, peopleQuery } from './people.api.ts'

export type PickedPerson = { id: string; name: string }

type PeoplePickerProps = {
  picked: PickedPerson[]
  onChange: (people: PickedPerson[]) => void
  /** For admins: deactivated people as well, who have a past. */
  includesDeactivated?: boolean
}

/** Chooses any number of people, by a part of their name. */
export function PeoplePicker({ picked, onChange, includesDeactivated = false }: PeoplePickerProps) {
  const [search, setSearch] = useState('')
  const toggle = (person: PickedPerson, on: boolean) =>
    onChange(on ? [...picked, person] : picked.filter((other) => other.id !== person.id))
  return (
    <div className="mt-3">
      <PersonChips people={picked} onRemove={(person) => toggle(person, false)} />
      <div className="rounded-md border border-line">
        <div className="border-b border-line p-2">
          <ListSearch
            label="Search people"
            placeholder="Search people…"
            value={search}
            onChange={setSearch}
            onKeyDown={(event) => {
              // Enter would send the form around this box.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <PeopleChecklist
          search={search}
          picked={picked}
          onToggle={toggle}
          includesDeactivated={includesDeactivated}
        />
      </div>
    </div>
  )
}

type PeopleChecklistProps = {
  search: string
  picked: PickedPerson[]
  onToggle: (person: PickedPerson, on: boolean) => void
  includesDeactivated: boolean
}

function PeopleChecklist({ search, picked, onToggle, includesDeactivated }: PeopleChecklistProps) {
  const active = useQuery({ ...peopleQuery(search), enabled: !includesDeactivated })
  const everybody = useQuery({ ...everybodyQuery(search), enabled: includesDeactivated })
  const { data, error } = includesDeactivated ? everybody : active
  return (
    <div className="h-52 overflow-y-auto p-1.5" aria-busy={!data && !error}>
      {!data && error && (
        <p className="p-2 text-sm text-danger">{failureOf(error, 'Failed to load users')}</p>
      )}
      {!data && !error && (
        <div className="p-2">
          <SkeletonLines lines={4} />
        </div>
      )}
      {data?.length === 0 && <p className="p-2 text-sm text-muted">Nobody matches “{search}”.</p>}
      <ul>
        {data?.map((person) => (
          <li key={person.id}>
            <Checkbox
              className="rounded-sm px-2 py-1.5 hover:bg-hover"
              label={
                <span className="flex items-center gap-2">
                  <PersonAvatar person={person} size="sm" />
                  {person.name}
                </span>
              }
              hint={hintOf(person)}
              checked={picked.some((other) => other.id === person.id)}
              onChange={(event) =>
                onToggle({ id: person.id, name: person.name }, event.target.checked)
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const hintOf = ({ email, status }: { email: string; status: string }) => (
  <>
    <EmailText address={email} />
    {status === 'inactive' && ' · deactivated'}
  </>
)

type PersonChipsProps = { people: PickedPerson[]; onRemove: (person: PickedPerson) => void }

/** Who is chosen; each can be let go again. */
function PersonChips({ people, onRemove }: PersonChipsProps) {
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
