import type { Recurrence, Requirement } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import type { PickedPerson } from '#web/features/people/people-picker.tsx'
import { endOfDay } from '#web/lib/due-day.ts'
import { rolePlurals } from '#web/lib/roles.ts'
import type { AssignmentBody } from './requirements.api.ts'

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
