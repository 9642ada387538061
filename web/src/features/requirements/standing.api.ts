import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** More of anything than a brokerage has. */
const ALL = 1000

/** Which tests one person passed, and when last. */
export const testStandingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['attempts', 'standing', userId],
    queryFn: async ({ signal }) => {
      const passed = await call('GET /admin/tests/attempts', {
        signal,
        query: { user_id: userId, state: 'passed', sort: 'completed_at', order: 'asc', limit: ALL },
      })
      return new Map(passed.map((attempt) => [attempt.test_id, attempt.completed_at]))
    },
  })

/** Where one person stands with the policies: what awaits them by when, and what they did when. */
export const policyStandingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['acknowledgments', 'standing', userId],
    queryFn: async ({ signal }) => {
      const [outstanding, given] = await Promise.all([
        call('GET /admin/policies/outstanding', { signal, query: { user_id: userId, limit: ALL } }),
        call('GET /admin/policies/acknowledgments', {
          signal,
          query: { user_id: userId, state: 'current', limit: ALL },
        }),
      ])
      return {
        awaits: new Map(outstanding.map((row) => [row.policy_id, row.due_at])),
        acknowledged: new Map(given.map((row) => [row.policy_id, row.acknowledged_at])),
      }
    },
  })
