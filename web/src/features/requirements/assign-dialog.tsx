import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/form-frame.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { PeoplePicker } from '#web/features/people/people-picker.tsx'
import { teamsQuery } from '#web/features/teams/teams.api.ts'
import { rolePlurals, roles } from '#web/lib/account-words.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select, TextInput } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import {
  type AssignmentDraft,
  assignmentOf,
  type HowOften,
  isBlank,
  monthName,
  noAssignment,
  RequirementList,
  type Whom,
  words,
} from './requirement-list.tsx'
import { type RequiredItem, useAssign } from './requirements.api.ts'

type AssignDialogProps = { item: RequiredItem; isNew: boolean; onClose: () => void }

/** Says of whom an item is required, and requires it of more. */
export function AssignDialog({ item, isNew, onClose }: AssignDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState(noAssignment)
  const [problem, setProblem] = useState<string | null>(null)
  const assign = useAssign(item)
  const offerUndo = useOfferUndo()

  const close = () => {
    if (!assign.isPending) onClose()
  }
  const submit = async () => {
    if (isBlank(draft)) return setProblem('Please choose who this is for')
    setProblem(null)
    try {
      const { undo } = await assign.mutateAsync(assignmentOf(draft))
      offerUndo(`“${item.title}” was assigned`, undo)
    } catch {
      return // Shown above the form.
    }
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words[item.type].assign}
      description={item.title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={assign.isPending}>
            {isNew ? 'Not now' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} busy={assign.isPending} busyLabel="Assigning…">
            Assign
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <CallFailure of={assign} title={words[item.type].assignFailure} />
        <AssignForm
          id={formId}
          question={words[item.type].whoQuestion}
          draft={draft}
          onChange={(change) => {
            setDraft({ ...draft, ...change })
            setProblem(null)
          }}
          problem={problem}
          onSubmit={() => void submit()}
        />
        <RequirementList item={item} />
      </div>
    </Dialog>
  )
}

const kinds: { value: Whom; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'roles', label: 'Roles' },
  { value: 'teams', label: 'Teams' },
  { value: 'people', label: 'People' },
]

const explanations: Record<Whom, string> = {
  everyone: 'Everyone at the brokerage, and whoever joins later.',
  roles: 'Everyone with one of these roles, and whoever joins or takes it on later.',
  teams: 'The members of these teams, and whoever joins them later.',
  people: 'Only the people you choose.',
}

type AssignFormProps = {
  id: string
  /** Such as `Who has to acknowledge it?` */
  question: string
  draft: AssignmentDraft
  onChange: (change: Partial<AssignmentDraft>) => void
  problem: string | null
  onSubmit: () => void
}

function AssignForm({ id, question, draft, onChange, problem, onSubmit }: AssignFormProps) {
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: canOpenAdmin(useUser()) })
  return (
    <PublishingForm
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div>
        <p className="mb-2 font-medium">{question}</p>
        <SegmentedControl
          label={question}
          // Where nobody made a team there is nothing to say of them.
          options={kinds.filter(({ value }) => value !== 'teams' || teams.length > 0)}
          value={draft.whom}
          onChange={(whom) => onChange({ whom })}
        />
        <p className="mt-2 text-sm text-muted">{explanations[draft.whom]}</p>
        {draft.whom === 'roles' && (
          <RoleChecks chosen={draft.roles} onChange={(chosen) => onChange({ roles: chosen })} />
        )}
        {draft.whom === 'teams' && (
          <TeamChecks
            teams={teams}
            chosen={draft.teams}
            onChange={(chosen) => onChange({ teams: chosen })}
          />
        )}
        {draft.whom === 'people' && (
          <PeoplePicker picked={draft.people} onChange={(people) => onChange({ people })} />
        )}
        {problem && (
          <p role="alert" className="mt-3 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
      <DueDateField value={draft.dueOn} onChange={(dueOn) => onChange({ dueOn })} />
      <RecurrenceFields draft={draft} onChange={onChange} />
    </PublishingForm>
  )
}

type RoleChecksProps = { chosen: Role[]; onChange: (roles: Role[]) => void }

function RoleChecks({ chosen, onChange }: RoleChecksProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={rolePlurals[role]}
          checked={chosen.includes(role)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...chosen, role] : chosen.filter((other) => other !== role),
            )
          }
        />
      ))}
    </div>
  )
}

type TeamChecksProps = {
  teams: { id: string; name: string }[]
  chosen: string[]
  onChange: (ids: string[]) => void
}

function TeamChecks({ teams, chosen, onChange }: TeamChecksProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </div>
  )
}

type RecurrenceFieldsProps = {
  draft: AssignmentDraft
  onChange: (change: Partial<AssignmentDraft>) => void
}

const choices: { value: HowOften; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'months', label: 'Again some months after doing it' },
  { value: 'days', label: 'Again some days after doing it' },
  { value: 'yearly', label: 'Each year on a day' },
]
const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** Whether an item is asked for again, and how long before it is due that begins. */
function RecurrenceFields({ draft, onChange }: RecurrenceFieldsProps) {
  const { howOften } = draft
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="How often">
        <Select
          value={howOften}
          onChange={({ target }) =>
            onChange({ howOften: choices.find(({ value }) => value === target.value)?.value })
          }
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {(howOften === 'months' || howOften === 'days') && (
        <NumberField
          label={howOften === 'months' ? 'Months' : 'Days'}
          value={draft.every}
          min={1}
          onChange={(every) => onChange({ every })}
        />
      )}
      {howOften === 'yearly' && (
        <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
          <Field label="Month">
            <Select
              value={draft.month}
              onChange={(event) => onChange({ month: event.target.value })}
            >
              {months.map((month) => (
                <option key={month} value={month}>
                  {monthName(month)}
                </option>
              ))}
            </Select>
          </Field>
          <NumberField
            label="Day"
            value={draft.day}
            min={1}
            max={31}
            onChange={(day) => onChange({ day })}
          />
        </div>
      )}
      {howOften !== 'once' && (
        <NumberField
          label="Asked for so many days before"
          hint="Empty: 30 days, or half of a shorter time."
          value={draft.windowDays}
          min={0}
          onChange={(windowDays) => onChange({ windowDays })}
        />
      )}
    </div>
  )
}

type NumberFieldProps = {
  label: string
  hint?: string
  value: string
  min: number
  max?: number
  onChange: (value: string) => void
}

function NumberField({ label, hint, value, min, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <TextInput
        type="number"
        inputMode="numeric"
        step={1}
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
