import type { Role } from '@frontdesk/contract/users'
import { textOf } from '#web/lib/use-search-params.ts'
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
