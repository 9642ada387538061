import type { Role } from '@frontdesk/contract/users'
import { roleOptions } from '#web/lib/account-words.ts'
import { textOf } from '#web/lib/search-params.ts'
import { Filter } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import type { TeamQuery } from './admin-users.api.ts'

/** What the address of the team table says, and the server is asked. */
export type TeamParams = {
  search: string
  state: '' | 'active' | 'approval' | 'invited' | 'inactive' | 'behind'
  role: '' | Role
  sort: '' | NonNullable<NonNullable<TeamQuery>['sort']>
  order: '' | 'asc' | 'desc'
}

const states = ['active', 'approval', 'invited', 'inactive', 'behind'] as const
const roles = ['agent', 'manager', 'admin'] as const
const sorts = ['name', 'role', 'status', 'last_login_at', 'created_at', 'behind'] as const
const orders = ['asc', 'desc'] as const

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | '' =>
  words.find((word) => word === value) ?? ''

export const readTeam = (raw: Record<string, unknown>): TeamParams => ({
  search: textOf(raw.search),
  state: oneOf(states, raw.state),
  role: oneOf(roles, raw.role),
  sort: oneOf(sorts, raw.sort),
  order: oneOf(orders, raw.order),
})

/** Whether less than everyone is asked for. */
export const isFiltered = ({ search, state, role }: TeamParams) =>
  search !== '' || state !== '' || role !== ''

export function teamQueryOf({ search, state, role, sort, order }: TeamParams) {
  return {
    search: search || undefined,
    role: role || undefined,
    ...(state === 'active' || state === 'inactive' ? { status: state } : {}),
    ...(state === 'approval' ? { awaiting: 'approval' as const } : {}),
    ...(state === 'invited' ? { awaiting: 'invitation' as const } : {}),
    ...(state === 'behind' ? { behind: 'true' as const } : {}),
    sort: sort || ('name' as const),
    order: order || ('asc' as const),
  }
}

const stateOptions = [
  { value: 'active', label: 'Active' },
  { value: 'approval', label: 'Awaiting approval' },
  { value: 'invited', label: 'Invited' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'behind', label: 'Behind' },
]

export type ChangeTeam = (next: Partial<TeamParams>, options?: { replace?: boolean }) => void

type TeamFiltersProps = { params: TeamParams; onChange: ChangeTeam }

export function TeamFilters({ params, onChange }: TeamFiltersProps) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_13rem_10rem]">
      <ListSearch
        label="Search the team"
        placeholder="Search the team…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 lg:col-span-1"
      />
      <Filter
        label="Status"
        all="All statuses"
        options={stateOptions}
        value={params.state}
        onChange={(state) => onChange({ state: readTeam({ state }).state })}
      />
      <Filter
        label="Role"
        all="All roles"
        options={roleOptions}
        value={params.role}
        onChange={(role) => onChange({ role: readTeam({ role }).role })}
      />
    </div>
  )
}
