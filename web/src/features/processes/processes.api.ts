import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'

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
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
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
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ProcessBody) => call('POST /processes', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateProcess(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ body, etag }: { body: ProcessBody; etag: string | null }) =>
      call('PUT /processes/:id', {
        params: { id },
        body,
        headers: etag === null ? {} : { 'If-Match': etag },
      }),
    onSuccess: refresh,
  })
}

/** Asks the server for the process now; undefined when that fails. */
export function useProcessRefetch(id: string) {
  const client = useQueryClient()
  return async () => {
    try {
      const { data: detail, etag } = await client.fetchQuery(processQuery(id))
      return { detail, etag }
    } catch {
      return undefined
    }
  }
}

const deletionKey = (id: string) => ['processes', 'deletion', id]

/** `onDeleted` leaves the process's page; until then nothing asks for the process that is gone. */
export function useDeleteProcess(id: string, onDeleted: () => Promise<void>) {
  const refresh = useRefresh()
  const client = useQueryClient()
  return useMutation({
    mutationKey: deletionKey(id),
    mutationFn: () => call('DELETE /processes/:id', { params: { id } }),
    onSuccess: async () => {
      await onDeleted()
      client.removeQueries({ queryKey: processQuery(id).queryKey })
      await refresh()
    },
  })
}

/** Whether this browser is just deleting the process. */
export function useIsDeleting(id: string): boolean {
  return useIsMutating({ mutationKey: deletionKey(id) }) > 0
}

export function useRestoreProcess() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call('POST /processes/:id/restore', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Asks again for everything that a change to a process touches. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['processes'] }),
      client.invalidateQueries({ queryKey: ['process_runs'] }),
    ])
  }
}
