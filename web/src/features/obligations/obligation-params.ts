import type { ObligationState } from '@frontdesk/contract/obligations'
import { roles } from '#web/lib/account-words.ts'
import { dayOf, endOfDay, endOfDayIn, todayIn } from '#web/lib/due-day.ts'
import { textOf } from '#web/lib/search-params.ts'
import type { ObligationsQuery, OpenStepsQuery } from './obligations.api.ts'

/** What the address of the register says; empty where it says nothing. */
export type RegisterParams = {
  search: string
  /** Empty for what is still to be done; `all` for every state. */
  state: string
  /** `step` for the steps of running processes. */
  kind: string
  /** Of steps: a process. */
  item: string
  role: string
  team: string
  person: string
  /** Due in so many days from today; `past` for before now. */
  due: string
  /** Asked for from the first of these moments on, and before the second one. */
  opens_from: string
  opens_to: string
  /** A past day such as `2026-03-31`: what stood at its end. */
  as_of: string
  sort: string
  order: string
}

export const states: readonly ObligationState[] = [
  'overdue',
  'due_soon',
  'met',
  'waived',
  'upcoming',
  'ended',
]
const kinds = ['policy', 'training', 'standalone'] as const
const dues = ['7', '30', '90'] as const
const sorts = ['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at'] as const
const DAY_MS = 86_400_000

export const noFilters: RegisterParams = {
  search: '',
  state: '',
  kind: '',
  item: '',
  role: '',
  team: '',
  person: '',
  due: '',
  opens_from: '',
  opens_to: '',
  as_of: '',
  sort: '',
  order: '',
}

export const readRegister = (raw: Record<string, unknown>): RegisterParams => ({
  search: textOf(raw.search),
  state: textOf(raw.state),
  kind: textOf(raw.kind),
  item: textOf(raw.item),
  role: textOf(raw.role),
  team: textOf(raw.team),
  person: textOf(raw.person),
  due: textOf(raw.due),
  opens_from: momentIn(raw.opens_from),
  opens_to: momentIn(raw.opens_to),
  as_of: isDay(raw.as_of) ? raw.as_of : '',
  sort: textOf(raw.sort),
  order: textOf(raw.order),
})

const momentIn = (value: unknown) => {
  const text = textOf(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** A day of which something can be shown: it has begun somewhere. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  Date.parse(`${value}T00:00:00+14:00`) <= Date.now()

/** Whether more is asked for than what the register shows by itself. */
export const isFiltered = (params: RegisterParams) =>
  Object.entries(params).some(
    ([name, value]) => name !== 'sort' && name !== 'order' && value !== '' && value !== 'step',
  )

/** The end of a past day where the brokerage is; undefined for today, later days and none. */
export function momentOf(day: string, timeZone: string): string | undefined {
  return day !== '' && day < todayIn(timeZone) ? endOfDayIn(day, timeZone) : undefined
}

/** What narrows the register; what the address got wrong is left out. */
export function filterOf(params: RegisterParams, timeZone: string) {
  const { state } = params
  return {
    search: params.search || undefined,
    state: state === 'all' ? undefined : (states.find((one) => one === state) ?? ('open' as const)),
    kind: kinds.find((kind) => kind === params.kind),
    item_id: params.item || undefined,
    user_id: params.person || undefined,
    role: roles.find((role) => role === params.role),
    team_id: params.team || undefined,
    ...dueOf(params.due),
    opens_from: params.opens_from || undefined,
    opens_to: params.opens_to || undefined,
    as_of: momentOf(params.as_of, timeZone),
  }
}

/** Whole days, so that the same question has the same answer at hand all day. */
function dueOf(due: string) {
  const days = dues.find((one) => one === due)
  if (!days) return {}
  const now = Date.now()
  return {
    due_from: endOfDay(dayOf(new Date(now - DAY_MS))),
    due_to: endOfDay(dayOf(new Date(now + Number(days) * DAY_MS))),
  }
}

export function orderOf({ sort, order }: RegisterParams) {
  return {
    sort: sorts.find((one) => one === sort) ?? ('due_at' as const),
    order: order === 'desc' ? ('desc' as const) : ('asc' as const),
  } satisfies ObligationsQuery
}

const stepStates = ['due_soon', 'overdue', 'stuck'] as const
const stepSorts = ['due_at', 'user_name', 'run_title', 'waiting_since'] as const

/** What the same address asks of the steps of running processes. */
export function stepQueryOf(params: RegisterParams): OpenStepsQuery {
  const { state } = params
  return {
    search: params.search || undefined,
    state:
      state === 'all'
        ? undefined
        : (stepStates.find((one) => one === state) ?? ('waiting' as const)),
    process_id: params.item || undefined,
    user_id: params.person || undefined,
    role: roles.find((role) => role === params.role),
    team_id: params.team || undefined,
    ...dueOf(params.due),
    sort: stepSorts.find((one) => one === params.sort) ?? 'due_at',
    order: params.order === 'desc' ? 'desc' : 'asc',
  }
}

/** The address of the register, narrowed. */
export function registerPath(filters: Partial<RegisterParams>): string {
  const search = new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== ''),
  ).toString()
  return search === '' ? '/admin/outstanding' : `/admin/outstanding?${search}`
}
