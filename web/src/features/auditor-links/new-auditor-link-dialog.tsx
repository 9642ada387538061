import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { overviewQuery } from '#web/lib/overview.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select, TextInput } from '#web/ui/field.tsx'
import { type NewAuditorLink, useCreateAuditorLink } from './auditor-links.api.ts'

const DAY = 86_400_000
const dayIn = (days: number) => dayOf(new Date(Date.now() + days * DAY))

type NewAuditorLinkDialogProps = {
  onCreated: (made: { name: string; link: string }) => void
  onClose: () => void
}

/** Who is to read what, and until when. */
export function NewAuditorLinkDialog({ onCreated, onClose }: NewAuditorLinkDialogProps) {
  const creation = useCreateAuditorLink()
  const [people, setPeople] = useState<PickedPerson[]>([])
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [draft, setDraft] = useState<Draft>({
    name: '',
    item: '',
    from: '',
    to: '',
    end: dayIn(14),
    includesOrigin: false,
  })
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const submit = () => {
    const found = problemsOf(draft, people)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    creation.mutate(bodyOf(draft, people), {
      onSuccess: onCreated,
      onError: (error) => setProblems((error instanceof ApiError ? error.fields : undefined) ?? {}),
    })
  }
  const isAtFields = Object.keys(problems).length > 0
  return (
    <FormDialog
      title="New auditor’s link"
      description="Whoever has it reads what you choose here, with no account and nothing else."
      action="Make Link"
      busyLabel="Making…"
      isSending={creation.isPending}
      problem={
        creation.error && !isAtFields && failureOf(creation.error, 'Failed to make the link')
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {problems.scope && <ErrorPanel>{problems.scope}</ErrorPanel>}
      <Field
        label="Who is to read it"
        hint="It stands on every page, and in the audit trail."
        error={problems.name}
      >
        <TextInput
          maxLength={100}
          placeholder="Ms. Vance, Vance & Low LLP"
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <fieldset>
        <legend className="flex w-full items-baseline justify-between gap-3 font-medium">
          Person <span className="text-xs font-normal text-muted">Optional</span>
        </legend>
        <PeoplePicker
          picked={people}
          onChange={(picked) => setPeople(picked.slice(-1))}
          includesDeactivated
        />
      </fieldset>
      <ItemAndRange draft={draft} problems={problems} onChange={set} />
      <Field label="Until" hint={draft.end && dueMoment(draft.end)} error={problems.ends_at}>
        <TextInput
          type="date"
          min={dayIn(0)}
          max={dayIn(89)}
          value={draft.end}
          onChange={(event) => set({ end: event.target.value })}
        />
      </Field>
      <Checkbox
        label="Show addresses and browsers of those who acknowledged"
        hint="The hash of a record covers them: without them it cannot be computed again."
        checked={draft.includesOrigin}
        onChange={(event) => set({ includesOrigin: event.target.checked })}
      />
    </FormDialog>
  )
}

type Draft = {
  name: string
  item: string
  from: string
  to: string
  end: string
  includesOrigin: boolean
}

/** The day after, as the end of a range is before a moment. */
const afterDay = (day: string) => new Date(Date.parse(endOfDay(day)) + 1000).toISOString()
const startOfDay = (day: string) => new Date(`${day}T00:00:00`).toISOString()

const bodyOf = (draft: Draft, people: PickedPerson[]): NewAuditorLink => ({
  name: draft.name,
  user_id: people[0]?.id ?? null,
  item_id: draft.item || null,
  from: draft.from === '' ? null : startOfDay(draft.from),
  to: draft.to === '' ? null : afterDay(draft.to),
  includes_origin: draft.includesOrigin,
  ends_at: endOfDay(draft.end),
})

/** What a form can know by itself; the server says the rest. */
function problemsOf(draft: Draft, people: PickedPerson[]): Record<string, string> {
  const { name, item, from, to, end } = draft
  return {
    ...(name.trim() === '' && { name: 'Please say who is to read it' }),
    ...(end === '' && { ends_at: 'Please choose a day' }),
    ...((from === '') !== (to === '') && { to: 'Please give both days' }),
    ...(people.length === 0 &&
      item === '' &&
      from === '' &&
      to === '' && { scope: 'Please choose a person, an item or a range of time' }),
  }
}

type ItemAndRangeProps = {
  draft: Draft
  problems: Record<string, string>
  onChange: (next: Partial<Draft>) => void
}

function ItemAndRange({ draft, problems, onChange }: ItemAndRangeProps) {
  const { data } = useQuery(overviewQuery())
  const items = data?.items.toSorted((one, other) => one.title.localeCompare(other.title)) ?? []
  return (
    <>
      <Field label="Policy, training or test" optional>
        <Select value={draft.item} onChange={(event) => onChange({ item: event.target.value })}>
          <option value="">All items</option>
          {items.map((item) => (
            <option key={item.item_id} value={item.item_id}>
              {item.title}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="From" optional error={problems.from}>
          <TextInput
            type="date"
            value={draft.from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field label="To" optional error={problems.to}>
          <TextInput
            type="date"
            value={draft.to}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}
