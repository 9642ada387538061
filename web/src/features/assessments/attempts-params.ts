import { textOf } from '#web/lib/use-search-params.ts'
import type { AttemptsQuery } from './assessments.taking.api.ts'

/** What the address says of the table of attempts; empty where it says nothing. */
export type AttemptsParams = {
  search: string
  test: string
  state: string
  sort: string
  order: string
}

export const attemptStates = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'in_progress', label: 'In Progress' },
] as const

const sorts = [
  'started_at',
  'completed_at',
  'person_name',
  'title',
  'score',
  'attempt_number',
] as const

export function readAttempts(raw: Record<string, unknown>): AttemptsParams {
  return {
    search: textOf(raw.search),
    test: textOf(raw.test),
    state: textOf(raw.state),
    sort: textOf(raw.sort),
    order: textOf(raw.order),
  }
}

/** What to ask of the server; what the address got wrong is left out. Newest first by default. */
export function attemptsQueryOf({ search, test, state, sort, order }: AttemptsParams) {
  const column = sorts.find((one) => one === sort) ?? 'started_at'
  return {
    search: search || undefined,
    test_id: test || undefined,
    state: attemptStates.find(({ value }) => value === state)?.value,
    sort: column,
    order: order === 'asc' || order === 'desc' ? order : column === 'started_at' ? 'desc' : 'asc',
  } satisfies AttemptsQuery
}
