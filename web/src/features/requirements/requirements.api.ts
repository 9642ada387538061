import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { StaleKey } from '@frontdesk/contract/realtime'
import type { Requirement } from '@frontdesk/contract/requirements'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { call, callToUndo } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type AssignmentBody = Input<Api['POST /policies/:id/assign']['body']>

/** What can be required of people. */
export type RequiredItem = { type: keyof typeof doors; id: string; title: string }

/** What was done, by the name by which it can be taken back. */
type Done = { undo: string | null }

type Door = {
  list: (id: string, signal: AbortSignal) => Promise<Requirement[]>
  assign: (id: string, body: AssignmentBody) => Promise<Done>
  changeDueDate: (id: string, requirementId: string, dueAt: string | null) => Promise<Done>
  remove: (id: string, requirementId: string) => Promise<Done>
  require: (id: string, userId: string, dueAt: string | null) => Promise<Done>
  /** What went stale with any of these; `me` holds what is pending. */
  stale: StaleKey[]
}

/** Every kind of item has the same calls, at addresses of its own. */
const doors = {
  policy: {
    list: (id, signal) => call('GET /policies/:id/requirements', { signal, params: { id } }),
    assign: (id, body) => callToUndo('POST /policies/:id/assign', { params: { id }, body }),
    changeDueDate: (id, requirementId, dueAt) =>
      callToUndo('PUT /policies/:id/requirements/:requirement_id', {
        params: { id, requirement_id: requirementId },
        body: { due_at: dueAt },
      }),
    remove: (id, requirementId) =>
      callToUndo('DELETE /policies/:id/requirements/:requirement_id', {
        params: { id, requirement_id: requirementId },
      }),
    require: (id, userId, dueAt) =>
      callToUndo('POST /admin/users/:id/require-policy', {
        params: { id: userId },
        body: { policy_id: id, due_at: dueAt },
      }),
    stale: ['policies', 'acknowledgments', 'users', 'me'],
  },
  test: {
    list: (id, signal) => call('GET /tests/:id/requirements', { signal, params: { id } }),
    assign: (id, body) => callToUndo('POST /tests/:id/assign', { params: { id }, body }),
    changeDueDate: (id, requirementId, dueAt) =>
      callToUndo('PUT /tests/:id/requirements/:requirement_id', {
        params: { id, requirement_id: requirementId },
        body: { due_at: dueAt },
      }),
    remove: (id, requirementId) =>
      callToUndo('DELETE /tests/:id/requirements/:requirement_id', {
        params: { id, requirement_id: requirementId },
      }),
    require: (id, userId, dueAt) =>
      callToUndo('POST /admin/users/:id/require-test', {
        params: { id: userId },
        body: { test_id: id, due_at: dueAt },
      }),
    stale: ['tests', 'trainings', 'attempts', 'users', 'me'],
  },
} satisfies Record<string, Door>

/** Of whom one item is required. */
export const requirementsQuery = ({ type, id }: RequiredItem) =>
  queryOptions({
    queryKey: [doors[type].stale[0], 'requirements', id],
    queryFn: ({ signal }) => doors[type].list(id, signal),
  })

export function useAssign(item: RequiredItem) {
  const refresh = useRefresh(...doors[item.type].stale)
  return useMutation({
    mutationFn: (body: AssignmentBody) => doors[item.type].assign(item.id, body),
    onSuccess: refresh,
  })
}

export function useChangeDueDate(item: RequiredItem, requirementId: string) {
  const refresh = useRefresh(...doors[item.type].stale)
  const offer = useOfferUndo()
  return useMutation({
    mutationFn: (dueAt: string | null) =>
      doors[item.type].changeDueDate(item.id, requirementId, dueAt),
    onSuccess: async ({ undo }) => {
      offer(`The due date of “${item.title}” was changed`, undo)
      await refresh()
    },
  })
}

export function useRemoveRequirement(item: RequiredItem) {
  const refresh = useRefresh(...doors[item.type].stale)
  const offer = useOfferUndo()
  return useMutation({
    mutationFn: (requirementId: string) => doors[item.type].remove(item.id, requirementId),
    // Its row goes with it: nobody else is there to say so.
    onSuccess: async ({ undo }) => {
      offer(`“${item.title}” is not required of them any more`, undo)
      await refresh()
    },
  })
}

/** Requires an item that is chosen later of one person. */
export function useRequire(type: RequiredItem['type'], userId: string) {
  const refresh = useRefresh(...doors[type].stale)
  return useMutation({
    mutationFn: ({ id, dueAt }: { id: string; dueAt: string | null }) =>
      doors[type].require(id, userId, dueAt),
    onSuccess: refresh,
  })
}

/** Requires an item that is chosen later of many people. */
export function useRequireOfMany(type: RequiredItem['type']) {
  const refresh = useRefresh(...doors[type].stale)
  return useMutation({
    mutationFn: ({ id, userIds, dueAt }: { id: string; userIds: string[]; dueAt: string | null }) =>
      doors[type].assign(id, { user_ids: userIds, due_at: dueAt }),
    onSuccess: refresh,
  })
}

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
