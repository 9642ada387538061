import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { RunStep } from '@frontdesk/contract/process-runs'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
} from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { JUST_NOW_MS, useRefresh } from '#web/lib/query-client.ts'
import { useUser } from '#web/session/session.tsx'

export type RunsQuery = Input<Api['GET /processes/runs']['query']>
export type RunBody = Input<Api['POST /processes/:id/runs']['body']>
export type Assignee = Input<Api['PUT /processes/runs/:id/steps/:step_id/assignee']['body']>

/** A page of runs, newest first, with how many match in all. */
export const runsQuery = (query: RunsQuery) =>
  queryOptions({
    queryKey: ['process_runs', 'list', query],
    queryFn: ({ signal }) => callForPage('GET /processes/runs', { signal, query }),
    placeholderData: keepPreviousData,
  })

/** One run with its steps and comments. */
const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['process_runs', 'one', id],
    queryFn: ({ signal }) => call('GET /processes/runs/:id', { signal, params: { id } }),
    // Several people work on a run at once.
    staleTime: JUST_NOW_MS,
  })

export function useStartRun(processId: string) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (body: RunBody) =>
      call('POST /processes/:id/runs', { params: { id: processId }, body }),
    onSuccess: refresh,
  })
}

export function useUpdateRun(id: string) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (body: RunBody) => call('PUT /processes/runs/:id', { params: { id }, body }),
    onSuccess: refresh,
  })
}

type Tick = { stepId: string; done: boolean }

const ticksOf = (runId: string) => ['tick', runId]

/**
 * Ticks a step. It shows at once, and no more where the server refuses. Until it is kept it is not written over what
 * the server said last: news of a colleague's tick would take it back.
 */
export function useTickStep(runId: string) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationKey: ticksOf(runId),
    mutationFn: ({ stepId, done }: Tick) =>
      call('PUT /processes/runs/:id/steps/:step_id/done', {
        params: { id: runId, step_id: stepId },
        body: { done },
      }),
    onSettled: refresh,
  })
}

/** A run with the person's ticks that are still on their way. */
export function useRun(id: string) {
  const user = useUser()
  const { data, error, refetch } = useQuery(runQuery(id))
  const ticks = useMutationState({
    filters: { mutationKey: ticksOf(id), status: 'pending' },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache does not know what each was given
    select: ({ state }) => state.variables as Tick,
  })
  const ticked = (step: RunStep): RunStep => {
    const tick = ticks.findLast(({ stepId }) => stepId === step.id)
    if (!tick || tick.done === (step.done_at !== null)) return step
    return {
      ...step,
      done_at: tick.done ? new Date().toISOString() : null,
      done_by: tick.done ? user.id : null,
      done_by_name: tick.done ? user.name : null,
    }
  }
  if (!data) return { detail: undefined, error, refetch }
  const steps = data.steps.map(ticked)
  const run = { ...data.run, steps_done: steps.filter((step) => step.done_at !== null).length }
  return { detail: { ...data, run, steps }, error, refetch }
}

export function useAssignStep(runId: string, stepId: string) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (body: Assignee) =>
      call('PUT /processes/runs/:id/steps/:step_id/assignee', {
        params: { id: runId, step_id: stepId },
        body,
      }),
    onSuccess: refresh,
  })
}

export function useCommentOnRun(id: string) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (body: string) =>
      call('POST /processes/runs/:id/comments', { params: { id }, body: { body } }),
    onSuccess: refresh,
  })
}

export type RunMove = 'finish' | 'cancel' | 'reopen'

/** Ends a run or puts it back in progress. */
export function useMoveRun(id: string) {
  const refresh = useRefreshRuns()
  const options = { params: { id } }
  return useMutation({
    mutationFn: (move: RunMove) => {
      if (move === 'finish') return call('POST /processes/runs/:id/finish', options)
      if (move === 'cancel') return call('POST /processes/runs/:id/cancel', options)
      return call('POST /processes/runs/:id/reopen', options)
    },
    onSuccess: refresh,
  })
}

const useRefreshRuns = () => useRefresh('process_runs')
