import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { RunStep } from '@frontdesk/contract/process-runs'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { useUser } from '#web/session/user.tsx'

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
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['process_runs', 'one', id],
    queryFn: ({ signal }) => call('GET /processes/runs/:id', { signal, params: { id } }),
    // Several people work on a run at once.
    staleTime: 0,
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

/** Ticks a step at once, and takes that back where the server refuses. */
export function useTickStep(runId: string) {
  const client = useQueryClient()
  const refresh = useRefreshRuns()
  const user = useUser()
  const { queryKey } = runQuery(runId)
  const tick = (step: RunStep, done: boolean): RunStep => ({
    ...step,
    done_at: done ? new Date().toISOString() : null,
    done_by: done ? user.id : null,
    done_by_name: done ? user.name : null,
  })
  return useMutation({
    mutationFn: ({ stepId, done }: { stepId: string; done: boolean }) =>
      call('PUT /processes/runs/:id/steps/:step_id/done', {
        params: { id: runId, step_id: stepId },
        body: { done },
      }),
    onMutate: async ({ stepId, done }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (detail) => {
        if (!detail) return detail
        const steps = detail.steps.map((step) => (step.id === stepId ? tick(step, done) : step))
        const stepsDone = steps.filter((step) => step.done_at !== null).length
        return { ...detail, steps, run: { ...detail.run, steps_done: stepsDone } }
      })
    },
    onSettled: refresh,
  })
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
