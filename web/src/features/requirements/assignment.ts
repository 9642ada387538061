import type { Requirement } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import type { PickedPerson } from '#web/features/users/people-picker.tsx'
import { endOfDay } from '#web/lib/due-day.ts'
import { rolePlurals } from '#web/lib/roles.ts'
import type { AssignmentBody } from './requirements.api.ts'

export type Whom = 'everyone' | 'roles' | 'people'

/** The assign form as it stands; what isn't of the chosen kind is kept, and not sent. */
export type AssignmentDraft = {
  whom: Whom
  roles: Role[]
  people: PickedPerson[]
  /** A day such as `2026-11-30`; empty for none. */
  dueOn: string
}

export const noAssignment: AssignmentDraft = { whom: 'everyone', roles: [], people: [], dueOn: '' }

/** Whether nobody is chosen. */
export function isBlank({ whom, roles, people }: AssignmentDraft): boolean {
  return (whom === 'roles' && roles.length === 0) || (whom === 'people' && people.length === 0)
}

/** What is sent: the due day ends at its last second in the person's own time zone. */
export function assignmentOf({ whom, roles, people, dueOn }: AssignmentDraft): AssignmentBody {
  return {
    everyone: whom === 'everyone',
    roles: whom === 'roles' ? roles : [],
    user_ids: whom === 'people' ? people.map((person) => person.id) : [],
    due_at: dueOn === '' ? null : endOfDay(dueOn),
  }
}

/** Of whom a requirement is, in words. */
export function nameOf(requirement: Requirement): string {
  const { everyone, role, team_name: team, user_name: name } = requirement
  if (everyone) return 'Everyone'
  if (team !== null) return team
  return role ? `All ${rolePlurals[role].toLowerCase()}` : (name ?? 'A former colleague')
}
