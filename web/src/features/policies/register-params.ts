import { textOf } from '#web/lib/use-search-params.ts'
import type { AcknowledgmentsQuery, OutstandingQuery } from './policies.api.ts'

/** What the address says of the acknowledgments table; empty where it says nothing. */
export type RegisterParams = {
  /** Empty for what is acknowledged. */
  view: '' | 'outstanding'
  search: string
  state: string
  policy: string
  sort: string
  order: string
}

type AcknowledgedSort = NonNullable<NonNullable<AcknowledgmentsQuery>['sort']>
type OutstandingSort = NonNullable<NonNullable<OutstandingQuery>['sort']>

export const acknowledgedStates = ['current', 'superseded', 'deleted'] as const
export const outstandingStates = ['pending', 'overdue'] as const
const acknowledgedSorts: readonly AcknowledgedSort[] = [
  'acknowledged_at',
  'person_name',
  'policy_title',
  'version',
]
const outstandingSorts: readonly OutstandingSort[] = [
  'due_at',
  'person_name',
  'policy_title',
  'version',
]

export function readRegister(raw: Record<string, unknown>): RegisterParams {
  return {
    view: raw.view === 'outstanding' ? 'outstanding' : '',
    search: textOf(raw.search),
    state: textOf(raw.state),
    policy: textOf(raw.policy),
    sort: textOf(raw.sort),
    order: textOf(raw.order),
  }
}

/** What to ask of the server; what the address got wrong is left out. Newest first by default. */
export function acknowledgedQueryOf(params: RegisterParams) {
  const sort = acknowledgedSorts.find((one) => one === params.sort) ?? 'acknowledged_at'
  return {
    ...sharedQueryOf(params),
    state: acknowledgedStates.find((one) => one === params.state),
    sort,
    order: orderOf(params, sort === 'acknowledged_at' ? 'desc' : 'asc'),
  }
}

/** What to ask of the server; what the address got wrong is left out. Soonest due by default. */
export function outstandingQueryOf(params: RegisterParams) {
  return {
    ...sharedQueryOf(params),
    state: outstandingStates.find((one) => one === params.state),
    sort: outstandingSorts.find((one) => one === params.sort) ?? 'due_at',
    order: orderOf(params, 'asc'),
  }
}

function sharedQueryOf({ search, policy }: RegisterParams) {
  return { search: search || undefined, policy_id: policy || undefined }
}

function orderOf({ order }: RegisterParams, otherwise: 'asc' | 'desc') {
  return order === 'asc' || order === 'desc' ? order : otherwise
}

/** Whether anything narrows the table. */
export function isFiltered({ search, state, policy }: RegisterParams): boolean {
  return search !== '' || state !== '' || policy !== ''
}

/** The change that takes all filters away. */
export const noFilters = { search: '', state: '', policy: '' }
