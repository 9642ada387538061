import { EVIDENCE_PACK_CHOICES_MAX } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { testOptionsQuery } from '#web/features/assessments/assessments.taking.api.ts'
import { PeoplePicker } from '#web/features/people/people-picker.tsx'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { type PackWishes, useMakePack } from './evidence.api.ts'

type Extent = 'all' | 'some'

/** What the form holds: days as date inputs have them, empty for none; what is chosen counts for `some` only. */
type PackDraft = {
  whom: Extent
  people: { id: string; name: string }[]
  what: Extent
  items: { id: string; title: string }[]
  from: string
  to: string
  asOf: string
}

export const EMPTY_DRAFT: PackDraft = {
  whom: 'all',
  people: [],
  what: 'all',
  items: [],
  from: '',
  to: '',
  asOf: '',
}

/** The first moment of a day in the person's own time zone, some days later. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** As it is asked for: what is empty is no limit, the last day is in it, and today is as it is now. */
export function wishesOf({ whom, people, what, items, from, to, asOf }: PackDraft): PackWishes {
  return {
    user_ids: whom === 'some' ? people.map(({ id }) => id) : undefined,
    item_ids: what === 'some' ? items.map(({ id }) => id) : undefined,
    from: from === '' ? undefined : startOf(from),
    to: to === '' ? undefined : startOf(to, 1),
    as_of: asOf === '' || asOf >= dayOf(new Date()) ? undefined : endOfDay(asOf),
  }
}

/** Says what a pack is to be about, and has it made. */
export function PackForm({ onDone }: { onDone: () => void }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [problem, setProblem] = useState<string | null>(null)
  const make = useMakePack()
  const change = (part: Partial<PackDraft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const submit = () => {
    const found = problemOf(draft)
    setProblem(found)
    if (!found) make.mutate(wishesOf(draft), { onSuccess: onDone })
  }
  return (
    <form
      noValidate
      aria-label="New pack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card className="grid gap-6">
        <CallFailure of={make} title="The pack is not being made" />
        <Extents draft={draft} onChange={change} />
        <Days draft={draft} onChange={change} />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={make.isPending} busyLabel="Asking…">
            Make Pack
          </Button>
          <Button variant="secondary" disabled={make.isPending} onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Card>
    </form>
  )
}

type PartProps = { draft: PackDraft; onChange: (part: Partial<PackDraft>) => void }

function Extents({ draft, onChange }: PartProps) {
  const { whom, what } = draft
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium">About whom</legend>
        <SegmentedControl
          label="About whom"
          value={whom}
          options={[
            { value: 'all', label: 'Everybody' },
            { value: 'some', label: 'Chosen people' },
          ]}
          onChange={(next) => onChange({ whom: next })}
        />
        {whom === 'some' && (
          <PeoplePicker
            picked={draft.people}
            onChange={(people) => onChange({ people })}
            includesDeactivated
          />
        )}
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium">About what</legend>
        <SegmentedControl
          label="About what"
          value={what}
          options={[
            { value: 'all', label: 'Everything' },
            { value: 'some', label: 'Chosen items' },
          ]}
          onChange={(next) => onChange({ what: next })}
        />
        {what === 'some' && (
          <ItemChecklist chosen={draft.items} onChange={(items) => onChange({ items })} />
        )}
      </fieldset>
    </>
  )
}

function Days({ draft, onChange }: PartProps) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="From" optional hint="Nothing that happened before.">
        <TextInput
          type="date"
          max={today}
          value={draft.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </Field>
      <Field label="To" optional hint="With all of that day.">
        <TextInput
          type="date"
          value={draft.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </Field>
      <Field label="Obligations as of" optional hint="The end of that day; empty for now.">
        <TextInput
          type="date"
          max={today}
          value={draft.asOf}
          onChange={(event) => onChange({ asOf: event.target.value })}
        />
      </Field>
    </div>
  )
}

function problemOf(draft: PackDraft): string | null {
  const most = EVIDENCE_PACK_CHOICES_MAX.toLocaleString('en')
  if (draft.whom === 'some' && draft.people.length === 0) return 'Please choose at least one person'
  if (draft.what === 'some' && draft.items.length === 0) return 'Please choose at least one item'
  if (Math.max(draft.people.length, draft.items.length) > EVIDENCE_PACK_CHOICES_MAX) {
    return `Please choose at most ${most}`
  }
  if (draft.from !== '' && draft.to !== '' && draft.from > draft.to) {
    return 'The last day must not be before the first'
  }
  if (draft.asOf > dayOf(new Date())) return 'Please choose a day that has been'
  return null
}

type ChosenItem = { id: string; title: string }
type ItemChecklistProps = { chosen: ChosenItem[]; onChange: (items: ChosenItem[]) => void }

/** Chooses any number of policies, trainings and tests, by a part of their title; what is chosen comes first. */
function ItemChecklist({ chosen, onChange }: ItemChecklistProps) {
  const policies = useQuery(policyOptionsQuery)
  const tests = useQuery(testOptionsQuery)
  const [search, setSearch] = useState('')
  const error = policies.error ?? tests.error
  const options =
    policies.data && tests.data
      ? [...policies.data.map((one) => ({ ...one, category: 'Policy' })), ...tests.data]
      : undefined
  const sought = search.trim().toLowerCase()
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  const matching = options
    ?.filter(({ id, title }) => isChosen(id) || title.toLowerCase().includes(sought))
    .toSorted((one, other) => Number(isChosen(other.id)) - Number(isChosen(one.id)))
  return (
    <div className="mt-3 rounded-md border border-line">
      <div className="border-b border-line p-2">
        <SearchBox
          label="Search policies, trainings and tests"
          placeholder="Search policies, trainings and tests…"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            // Enter would send the form around this box.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </div>
      <div className="h-52 overflow-y-auto p-1.5" aria-busy={!options && !error}>
        {!options && error && (
          <p className="p-2 text-sm text-danger">{failureOf(error, 'Failed to load them')}</p>
        )}
        {!options && !error && (
          <div className="p-2">
            <SkeletonLines lines={4} />
          </div>
        )}
        {matching?.length === 0 && (
          <p className="p-2 text-sm text-muted">Nothing matches “{search.trim()}”.</p>
        )}
        <ul>
          {matching?.map(({ id, title, category }) => (
            <li key={id}>
              <Checkbox
                className="rounded-sm px-2 py-1.5 hover:bg-hover"
                label={title}
                hint={category}
                checked={isChosen(id)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, { id, title }]
                      : chosen.filter((one) => one.id !== id),
                  )
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
