import { KEY_DAYS, type Scope, SCOPE_AREAS, type ScopeArea } from '@frontdesk/contract/scopes'
import { useId, useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Field, FieldError, Select, TextInput } from '#web/ui/field.tsx'
import { useCreateApiKey } from './api-keys.api.ts'

const DAY = 86_400_000
const dayIn = (days: number) => dayOf(new Date(Date.now() + days * DAY))

type NewKeyDialogProps = {
  onCreated: (made: { name: string; key: string }) => void
  onClose: () => void
}

/** What a program may do, and until when. */
export function NewKeyDialog({ onCreated, onClose }: NewKeyDialogProps) {
  const creation = useCreateApiKey()
  const [name, setName] = useState('')
  const [end, setEnd] = useState(dayIn(KEY_DAYS.usual))
  const [levels, setLevels] = useState<Levels>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const submit = () => {
    const found = problemsOf(name, end, levels)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    creation.mutate(
      { name, scopes: scopesOf(levels), expires_at: endOfDay(end) },
      {
        onSuccess: onCreated,
        onError: (error) =>
          setProblems((error instanceof ApiError ? error.fields : undefined) ?? {}),
      },
    )
  }
  const isAtFields = Object.keys(problems).length > 0
  return (
    <FormDialog
      title="New key"
      description="It can never do more than you may yourself, and ends with your account."
      action="Make Key"
      busyLabel="Making…"
      isSending={creation.isPending}
      problem={creation.error && !isAtFields && failureOf(creation.error, 'Failed to make the key')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="For"
        hint="The program, and what it does. It stands in the audit trail."
        error={problems.name}
      >
        <TextInput
          maxLength={100}
          placeholder="Payroll export"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Until" hint={end && dueMoment(end)} error={problems.expires_at}>
        <TextInput
          type="date"
          min={dayIn(0)}
          max={dayIn(KEY_DAYS.most - 1)}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        />
      </Field>
      <ScopeFields levels={levels} problem={problems.scopes} onChange={setLevels} />
    </FormDialog>
  )
}

const LEVELS = ['none', 'read', 'write'] as const
type Level = (typeof LEVELS)[number]
type Levels = Partial<Record<ScopeArea, Level>>

const areas = Object.entries(SCOPE_AREAS) as [
  ScopeArea,
  { name: string; read?: string; write?: string },
][]

/** As much of it as an area has. */
const levelIn = ({ read, write }: { read?: string; write?: string }, wanted: Level): Level => {
  if (wanted === 'write' && write) return 'write'
  return wanted !== 'none' && read ? 'read' : 'none'
}

/** The same in every area. */
const levelsOf = (wanted: Level): Levels =>
  Object.fromEntries(areas.map(([area, kinds]) => [area, levelIn(kinds, wanted)]))

/** Whoever changes something has to find it first. */
const scopesOf = (levels: Levels): Scope[] =>
  areas.flatMap(([area, kinds]) => {
    const level = levels[area] ?? 'none'
    const wanted = level === 'none' ? [] : level === 'read' ? ['read'] : ['read', 'write']
    return wanted.filter((kind) => kind in kinds).map((kind) => `${area}:${kind}` as Scope)
  })

/** What a form can know by itself; the server says the rest. */
function problemsOf(name: string, end: string, levels: Levels): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Please say what it is for' }),
    ...(end === '' && { expires_at: 'Please choose a day' }),
    ...(scopesOf(levels).length === 0 && { scopes: 'Please choose what it may do' }),
  }
}

type ScopeFieldsProps = {
  levels: Levels
  problem: string | undefined
  onChange: (levels: Levels) => void
}

function ScopeFields({ levels, problem, onChange }: ScopeFieldsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={problem ? id : undefined}>
      <legend className="font-medium">What it may do</legend>
      {problem && <FieldError id={id}>{problem}</FieldError>}
      <ul className="mt-2 rounded-lg border border-line">
        <AllAreas levels={levels} onChange={onChange} />
        {areas.map(([area, { name, read, write }]) => {
          const level = levels[area] ?? 'none'
          return (
            <li
              key={area}
              className="grid items-center gap-x-4 gap-y-2 px-4 py-3 not-last:border-b not-last:border-line sm:grid-cols-[minmax(0,1fr)_11rem]"
            >
              <div>
                <span className="block font-medium">{name}</span>
                <span className="block text-sm text-muted">
                  {read ?? write}
                  {read && level === 'write' && <span className="block">{write}</span>}
                </span>
              </div>
              <Select
                aria-label={name}
                value={level}
                onChange={({ target }) => onChange({ ...levels, [area]: target.value as Level })}
              >
                <option value="none">Nothing</option>
                {read && <option value="read">Read</option>}
                {write && <option value="write">Read and change</option>}
              </Select>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** One press for a program that reads, or does, everything. */
function AllAreas({ levels, onChange }: Pick<ScopeFieldsProps, 'levels' | 'onChange'>) {
  const shared = LEVELS.find((level) =>
    areas.every(([area, kinds]) => (levels[area] ?? 'none') === levelIn(kinds, level)),
  )
  return (
    <li className="grid items-center gap-x-4 gap-y-2 rounded-t-lg border-b border-line bg-sunken px-4 py-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <span className="font-medium">Everything below</span>
      <Select
        aria-label="Everything below"
        value={shared ?? ''}
        onChange={({ target }) => onChange(levelsOf(target.value as Level))}
      >
        {!shared && <option value="">One by one</option>}
        <option value="none">Nothing</option>
        <option value="read">Read</option>
        <option value="write">Read and change</option>
      </Select>
    </li>
  )
}
