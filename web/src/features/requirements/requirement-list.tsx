import type { Recurrence, Requirement } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Globe, UserRound, UsersRound, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dueHint } from '#web/features/editing/due-date-field.tsx'
import type { PickedPerson } from '#web/features/people/people-picker.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { formatDate } from '#web/lib/format.ts'
import { rolePlurals } from '#web/lib/account-words.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CallFailure, ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  type AssignmentBody,
  type RequiredItem,
  requirementsQuery,
  useChangeDueDate,
  useRemoveRequirement,
} from './requirements.api.ts'

export type Whom = 'everyone' | 'roles' | 'teams' | 'people'
export type HowOften = 'once' | 'months' | 'days' | 'yearly'

/** The assign form as it stands; what isn't of the chosen kind is kept, and not sent. */
export type AssignmentDraft = {
  whom: Whom
  roles: Role[]
  /** Ids of teams. */
  teams: string[]
  people: PickedPerson[]
  /** A day such as `2026-11-30`; empty for none. */
  dueOn: string
  howOften: HowOften
  /** How many months or days, as it was typed. */
  every: string
  month: string
  day: string
  /** Days before it is due on which a renewal is asked for, as it was typed; empty for as usual. */
  windowDays: string
}

export const noAssignment: AssignmentDraft = {
  whom: 'everyone',
  roles: [],
  teams: [],
  people: [],
  dueOn: '',
  howOften: 'once',
  every: '12',
  month: '1',
  day: '31',
  windowDays: '',
}

/** Whether nobody is chosen. */
export function isBlank({ whom, roles, teams, people }: AssignmentDraft): boolean {
  return (
    (whom === 'roles' && roles.length === 0) ||
    (whom === 'teams' && teams.length === 0) ||
    (whom === 'people' && people.length === 0)
  )
}

/** What is sent: the due day ends at its last second in the person's own time zone. */
export function assignmentOf(draft: AssignmentDraft): AssignmentBody {
  const { whom, roles, teams, people, dueOn, windowDays } = draft
  const recurrence = recurrenceOf(draft)
  return {
    everyone: whom === 'everyone',
    roles: whom === 'roles' ? roles : [],
    team_ids: whom === 'teams' ? teams : [],
    user_ids: whom === 'people' ? people.map((person) => person.id) : [],
    due_at: dueOn === '' ? null : endOfDay(dueOn),
    ...(recurrence && {
      recurrence,
      ...(windowDays.trim() !== '' && { window_days: Number(windowDays) }),
    }),
  }
}

function recurrenceOf({ howOften, every, month, day }: AssignmentDraft): Recurrence | undefined {
  if (howOften === 'once') return undefined
  if (howOften === 'yearly') return { type: 'calendar', month: Number(month), day: Number(day) }
  return howOften === 'months'
    ? { type: 'rolling', months: Number(every) }
    : { type: 'rolling', days: Number(every) }
}

/** Of `1`…`12`, such as `January`. */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 1),
  )

/** How often an item is asked for again, in words; empty for once. */
export function oftenInWords(recurrence: Recurrence | null): string {
  if (!recurrence) return ''
  if (recurrence.type === 'calendar') {
    return `each year on ${monthName(recurrence.month)} ${recurrence.day}`
  }
  const [count, unit] =
    'months' in recurrence ? [recurrence.months, 'month'] : [recurrence.days, 'day']
  return count === 1 ? `every ${unit} after it is done` : `every ${count} ${unit}s after it is done`
}

/** Of whom a requirement is, in words. */
export function nameOf(requirement: Requirement): string {
  const { everyone, role, team_name: team, user_name: name } = requirement
  if (everyone) return 'Everyone'
  if (team !== null) return team
  return role ? `All ${rolePlurals[role].toLowerCase()}` : (name ?? 'A former colleague')
}

/** What the same screens say of each kind of item. */
export const words = {
  policy: {
    assign: 'Assign policy',
    assignFailure: 'Failed to assign policy',
    whoQuestion: 'Who has to acknowledge it?',
    listFailure: 'Failed to load who this policy is required of',
    /** Goes on with a name. */
    stopQuestion: 'Stop requiring this policy of',
  },
  test: {
    assign: 'Assign',
    assignFailure: 'Failed to assign it',
    whoQuestion: 'Who has to complete it?',
    listFailure: 'Failed to load who this is required of',
    stopQuestion: 'Stop requiring this of',
  },
} satisfies Record<RequiredItem['type'], Record<string, string>>

/** Of whom the item is required already. */
export function RequirementList({ item }: { item: RequiredItem }) {
  const { data, error, refetch } = useQuery(requirementsQuery(item))
  return (
    <section aria-label="Required of" className="border-t border-line pt-5">
      <h3 className="mb-2 font-medium">Required of</h3>
      {!data && error && (
        <ErrorPanel onRetry={() => void refetch()}>
          {messageOf(error, words[item.type].listFailure)}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={2} />}
      {data?.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <ul>
        {data?.map((requirement) => (
          <RequirementRow key={requirement.id} item={item} requirement={requirement} />
        ))}
      </ul>
    </section>
  )
}

type RequirementRowProps = { item: RequiredItem; requirement: Requirement }

function RequirementRow({ item, requirement }: RequirementRowProps) {
  const {
    isAsking: isRemoving,
    ask: askRemoval,
    cancel: keep,
    trigger: removeButton,
  } = useSecondStep()
  const {
    isAsking: isDating,
    ask: askDate,
    cancel: closeDate,
    trigger: dateButton,
  } = useSecondStep()
  const removal = useRemoveRequirement(item)
  const name = nameOf(requirement)
  const often = oftenInWords(requirement.recurrence)
  const Icon = requirement.everyone
    ? Globe
    : requirement.role || requirement.team_id
      ? UsersRound
      : UserRound
  return (
    <li className="grid gap-2 border-line py-1.5 not-last:border-b">
      <div className="flex min-h-10 items-center gap-3">
        <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
          <span className="min-w-0 wrap-break-word">{name}</span>
          {requirement.due_at && (
            <span className="text-sm text-muted">by {formatDate(requirement.due_at)}</span>
          )}
          {often && <span className="text-sm text-muted">{often}</span>}
        </div>
        {!isRemoving && !isDating && (
          <div className="flex">
            <IconButton
              label={`Change the due date of ${name}`}
              icon={CalendarClock}
              size="sm"
              ref={dateButton}
              onClick={askDate}
            />
            <IconButton
              label={`Stop requiring it of ${name}`}
              icon={X}
              size="sm"
              ref={removeButton}
              onClick={askRemoval}
            />
          </div>
        )}
      </div>
      {isDating && <ChangeDueDate item={item} requirement={requirement} onDone={closeDate} />}
      <CallFailure of={removal} title="Failed to remove the requirement" brief />
      {isRemoving && (
        <ConfirmBox
          question={`${words[item.type].stopQuestion} ${requirement.user_id || requirement.team_id ? name : name.toLowerCase()}?`}
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => removal.mutate(requirement.id)}
          onCancel={keep}
        />
      )}
    </li>
  )
}

type ChangeDueDateProps = { item: RequiredItem; requirement: Requirement; onDone: () => void }

/** Moves the due date of one requirement; an empty one takes it away. */
function ChangeDueDate({ item, requirement, onDone }: ChangeDueDateProps) {
  const { due_at: dueAt } = requirement
  const [day, setDay] = useState(dueAt ? dayOf(new Date(dueAt)) : '')
  const input = useRef<HTMLInputElement>(null)
  // It stands where the person has just pressed.
  useEffect(() => input.current?.focus(), [])
  const change = useChangeDueDate(item, requirement.id)
  const save = () => change.mutate(day === '' ? null : endOfDay(day), { onSuccess: () => onDone() })
  return (
    <form
      noValidate
      className="grid gap-3 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <CallFailure of={change} title="Failed to change the due date" brief />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <Field
          label="Due date"
          hint={day === '' ? 'Empty: whenever they get to it.' : dueHint(day)}
        >
          <TextInput
            type="date"
            className="max-w-52"
            ref={input}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <div className="flex gap-2 sm:mb-8">
          <Button type="submit" size="sm" busy={change.isPending} busyLabel="Saving…">
            Save
          </Button>
          <Button variant="secondary" size="sm" disabled={change.isPending} onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
