import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { teamsQuery } from '#web/features/teams/teams.api.ts'
import { PeoplePicker } from '#web/features/people/people-picker.tsx'
import { rolePlurals, roles } from '#web/lib/roles.ts'
import { useUser } from '#web/session/user.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { type AssignmentDraft, type Whom } from './assignment.ts'
import { RecurrenceFields } from './recurrence-fields.tsx'

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

export function AssignForm({ id, question, draft, onChange, problem, onSubmit }: AssignFormProps) {
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
