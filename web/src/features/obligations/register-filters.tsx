import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RoleOptions } from '#web/features/users/role-options.tsx'
import { dayOf } from '#web/lib/due-day.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Select, TextInput } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import type { RegisterParams } from './obligation-params.ts'
import { noFilters, states } from './obligation-params.ts'
import { stateLabels } from './obligation-state.tsx'
import type { RegisterScope } from './obligations.api.ts'
import { overviewQuery } from '#web/lib/overview.ts'

export type ChangeRegister = (
  next: Partial<RegisterParams>,
  options?: { replace?: boolean },
) => void

export type TeamChoice = { id: string; name: string }

type RegisterFiltersProps = {
  scope: RegisterScope
  params: RegisterParams
  /** The teams to choose from; nothing is shown of them where there are none. */
  teams: TeamChoice[]
  onChange: ChangeRegister
}

export function RegisterFilters({ scope, params, teams, onChange }: RegisterFiltersProps) {
  const [text, setText] = useSearchText(params.search, (search) =>
    onChange({ search }, { replace: true }),
  )
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SearchBox
        label="Search people and items"
        placeholder="Search people, policies, trainings…"
        value={text}
        onChange={setText}
        className="col-span-2"
      />
      <Select
        aria-label="State"
        value={params.state}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">Still to do</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateLabels[state]}
          </option>
        ))}
        <option value="all">All states</option>
      </Select>
      <DueFilter value={params.due} onChange={(due) => onChange({ due })} />
      <Select
        aria-label="Kind"
        value={params.kind}
        onChange={(event) => onChange({ kind: event.target.value })}
      >
        <option value="">All kinds</option>
        <option value="policy">Policies</option>
        <option value="training">Trainings</option>
        <option value="standalone">Tests</option>
      </Select>
      {scope === 'everybody' && (
        <>
          <ItemFilter value={params.item} onChange={(item) => onChange({ item })} />
          <RoleFilter value={params.role} onChange={(role) => onChange({ role })} />
        </>
      )}
      <TeamFilter teams={teams} value={params.team} onChange={(team) => onChange({ team })} />
      {scope === 'everybody' && (
        <AsOfField value={params.as_of} onChange={(as_of) => onChange({ as_of })} />
      )}
    </div>
  )
}

const registers = [
  { value: '', label: 'Policies, trainings and tests' },
  { value: 'step', label: 'Process steps' },
] as const

type WhichRegisterProps = Pick<RegisterFiltersProps, 'params' | 'onChange'>

/** What people must do, or the steps of running processes; what narrows one says nothing of the other. */
export function WhichRegister({ params, onChange }: WhichRegisterProps) {
  return (
    <div className="mb-4">
      <SegmentedControl
        label="What is outstanding"
        options={registers}
        value={params.kind === 'step' ? 'step' : ''}
        onChange={(kind) => onChange({ ...noFilters, team: params.team, role: params.role, kind })}
      />
    </div>
  )
}

export type ValueProps = { value: string; onChange: (value: string) => void }

export function DueFilter({ value, onChange }: ValueProps) {
  return (
    <Select aria-label="Due" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Due at any time</option>
      <option value="7">Due within 7 days</option>
      <option value="30">Due within 30 days</option>
      <option value="90">Due within 90 days</option>
    </Select>
  )
}

export function RoleFilter({ value, onChange }: ValueProps) {
  return (
    <Select aria-label="Role" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All roles</option>
      <RoleOptions />
    </Select>
  )
}

/** Nothing where there are no teams. */
export function TeamFilter({ teams, value, onChange }: ValueProps & { teams: TeamChoice[] }) {
  if (teams.length === 0) return null
  return (
    <Select aria-label="Team" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All teams</option>
      {teams.map((team) => (
        <option key={team.id} value={team.id}>
          {team.name}
        </option>
      ))}
    </Select>
  )
}

/** Every item that is, or was, asked of anybody. */
function ItemFilter({ value, onChange }: ValueProps) {
  const { data } = useQuery(overviewQuery())
  const items = data?.items.toSorted((one, other) => one.title.localeCompare(other.title)) ?? []
  return (
    <Select aria-label="Item" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All items</option>
      {/* What nobody has to do any more still has its past. */}
      {value !== '' && !items.some(({ item_id: id }) => id === value) && (
        <option value={value}>The chosen item</option>
      )}
      {items.map((item) => (
        <option key={item.item_id} value={item.item_id}>
          {item.title}
        </option>
      ))}
    </Select>
  )
}

/** A past day to look at; empty for now. */
export function AsOfField({ value, onChange }: ValueProps) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-sm whitespace-nowrap text-muted max-lg:col-span-2">
      <span aria-hidden="true">As of</span>
      <TextInput
        aria-label="As of"
        type="date"
        max={today}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        title="The end of that day where the brokerage is; empty: now"
      />
    </div>
  )
}
