import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { byCursor } from '#web/lib/paging.ts'

export type ProcessBody = Input<Api['POST /processes']['body']>

const PAGE = 50

/** Processes by title, a page at a time. */
export const processesQuery = (filter: { search: string }) =>
  infiniteQueryOptions({
    queryKey: ['processes', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /processes', {
        signal,
        query: { limit: PAGE, cursor: pageParam, search: filter.search || undefined },
      }),
    ...byCursor,
  })

/** One process with its steps as `data`, with the `etag` that a save of it has to name. */
export const processQuery = (id: string) =>
  queryOptions({
    queryKey: ['processes', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /processes/:id', { signal, params: { id } }),
    // Whoever follows or edits a process has asked for it just then.
    staleTime: 0,
  })

export function useCreateProcess() {
  const refresh = useRefreshProcesses()
  return useMutation({
    mutationFn: (body: ProcessBody) => call('POST /processes', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateProcess(id: string) {
  const refresh = useRefreshProcesses()
  return useMutation({
    mutationFn: ({ body, etag }: { body: ProcessBody; etag: string | null }) =>
      call('PUT /processes/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export const removeProcess = (id: string) => call('DELETE /processes/:id', { params: { id } })

export const restoreProcess = (id: string) =>
  call('POST /processes/:id/restore', { params: { id } })

/** Asks again for everything that a change to a process touches. */
export const useRefreshProcesses = () => useRefresh('processes', 'process_runs')
