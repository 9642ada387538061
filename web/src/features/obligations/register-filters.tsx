import { ITEMS } from '@frontdesk/contract/items'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#web/lib/due-day.ts'
import { overviewQuery } from '#web/lib/overview.ts'
import { roleOptions } from '#web/lib/account-words.ts'
import { classes } from '#web/ui/classes.ts'
import { Filter, TextInput } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import type { RegisterParams } from './obligation-params.ts'
import { noFilters, states } from './obligation-params.ts'
import { stateLabels } from './obligation-state.tsx'
import type { RegisterScope } from './obligations.api.ts'

export type ChangeRegister = (
  next: Partial<RegisterParams>,
  options?: { replace?: boolean },
) => void

/** The teams to choose from; not known yet while they load. */
export type TeamChoices = { id: string; name: string }[] | undefined

type RegisterFiltersProps = {
  scope: RegisterScope
  params: RegisterParams
  teams: TeamChoices
  onChange: ChangeRegister
}

export function RegisterFilters({ scope, params, teams, onChange }: RegisterFiltersProps) {
  const isOwn = scope !== 'everybody'
  return (
    <div
      className={classes(
        'mb-4 grid grid-cols-2 gap-3',
        // On a phone one that would stand alone has the line.
        isOwn
          ? 'sm:grid-cols-3 xl:grid-cols-5 max-sm:[&>:last-child:nth-child(even)]:col-span-2'
          : 'lg:grid-cols-4 xl:grid-cols-5',
      )}
    >
      <ListSearch
        label="Search people and items"
        placeholder="Search people, policies, trainings…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className={classes('col-span-2', isOwn && 'sm:max-xl:col-span-3')}
      />
      <Filter
        label="State"
        all="Still to do"
        options={[
          ...states.map((state) => ({ value: state, label: stateLabels[state] })),
          { value: 'all', label: 'All states' },
        ]}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
      <DueFilter value={params.due} onChange={(due) => onChange({ due })} />
      <Filter
        label="Kind"
        all="All kinds"
        options={kinds}
        value={params.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {scope === 'everybody' && (
        <>
          <ItemFilter value={params.item} onChange={(item) => onChange({ item })} />
          <RoleFilter value={params.role} onChange={(role) => onChange({ role })} />
        </>
      )}
      <TeamFilter teams={teams} value={params.team} onChange={(team) => onChange({ team })} />
      {scope === 'everybody' && (
        <AsOfField
          className="col-span-2"
          value={params.as_of}
          onChange={(as_of) => onChange({ as_of })}
        />
      )}
    </div>
  )
}

export const kinds = [
  { value: 'policy', label: ITEMS.policy.plural },
  { value: 'training', label: ITEMS.training.plural },
  { value: 'standalone', label: ITEMS.test.plural },
] as const

const dueWithin = [
  { value: '7', label: 'Due within 7 days' },
  { value: '30', label: 'Due within 30 days' },
  { value: '90', label: 'Due within 90 days' },
]

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

export function DueFilter(props: ValueProps) {
  return <Filter label="Due" all="Due at any time" options={dueWithin} {...props} />
}

export function RoleFilter(props: ValueProps) {
  return <Filter label="Role" all="All roles" options={roleOptions} {...props} />
}

/** Nothing where there are no teams; while they load its place is kept, and what is below it stays. */
export function TeamFilter({ teams, ...props }: ValueProps & { teams: TeamChoices }) {
  if (teams?.length === 0) return null
  const options = teams?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Filter label="Team" all="All teams" missing="The chosen team" options={options} {...props} />
  )
}

/** Every item that is, or was, asked of anybody. */
function ItemFilter(props: ValueProps) {
  const { data } = useQuery(overviewQuery())
  const items = data?.items.toSorted((one, other) => one.title.localeCompare(other.title)) ?? []
  const options = items.map((item) => ({ value: item.item_id, label: item.title }))
  // What nobody has to do any more still has its past.
  return (
    <Filter label="Item" all="All items" missing="The chosen item" options={options} {...props} />
  )
}

/** A past day to look at; empty for now. */
export function AsOfField({ value, onChange, className }: ValueProps & { className?: string }) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <div
      className={classes(
        'flex min-w-0 items-center gap-2.5 text-sm whitespace-nowrap text-muted',
        className ?? 'max-lg:col-span-2',
      )}
    >
      <span aria-hidden="true">As of</span>
      <TextInput
        aria-label="As of"
        data-narrows=""
        type="date"
        max={today}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        title="The end of that day where the brokerage is; empty: now"
      />
    </div>
  )
}
