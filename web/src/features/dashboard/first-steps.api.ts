import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { firstStepsQuery } from './dashboard.api.ts'

type Said = Input<Api['PUT /admin/first-steps']['body']>

/** Says what only a person can say. */
export function useSayFirstSteps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Said) => call('PUT /admin/first-steps', { body }),
    onSuccess: (steps, { dismissed }) => {
      client.setQueryData(firstStepsQuery.queryKey, steps)
      // Whether the dashboard shows them is said there.
      if (dismissed === undefined) return
      return client.invalidateQueries({ queryKey: ['settings', 'front-desk'] })
    },
  })
}
