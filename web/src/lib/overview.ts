// Here, because the dashboard needs it in what it loads first: the registers' calls would bring their tables.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** How the brokerage stands, now or at a past moment. */
export const overviewQuery = (asOf?: string) =>
  queryOptions({
    queryKey: ['obligations', 'overview', asOf ?? 'now'],
    queryFn: ({ signal }) => call('GET /admin/overview', { signal, query: { as_of: asOf } }),
    placeholderData: keepPreviousData,
  })

/** Such as `4 people are behind`. */
export function whoIsBehind(people: number): string {
  if (people === 0) return 'Nobody is behind'
  return people === 1 ? '1 person is behind' : `${people.toLocaleString('en-US')} people are behind`
}
