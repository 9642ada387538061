import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** What the brokerage wrote for its front desk. */
export const frontDeskTexts = queryOptions({
  queryKey: ['settings', 'front-desk'],
  queryFn: ({ signal }) => call('GET /settings/front-desk', { signal }),
})

/** What awaits the person, the earliest date first. */
export const pendingPolicies = queryOptions({
  queryKey: ['policies', 'awaiting-me'],
  queryFn: ({ signal }) => call('GET /policies', { query: { pending: 'true' }, signal }),
  select: (policies) =>
    policies.toSorted((one, other) => dueTime(one.due_at) - dueTime(other.due_at)),
})

const dueTime = (dueAt: string | null) => (dueAt === null ? Number.MAX_VALUE : Date.parse(dueAt))
