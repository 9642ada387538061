import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import type { LoadedTest, TestBody } from './test-texts.tsx'

/** What a test draws, as it is saved. */
export const listDraws = (testId: string, signal: AbortSignal) =>
  call('GET /tests/:id/draws', { signal, params: { id: testId } })

/** All that an editor of a test needs. */
export const editedTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'edited', id],
    queryFn: async ({ signal }): Promise<LoadedTest> => {
      // First, so that a save between the calls is found by its older ETag.
      const { data: test, etag } = await callForPage('GET /tests/:id', { signal, params: { id } })
      const [questions, draws] = await Promise.all([
        call('GET /questions', { signal, query: { test_id: id } }),
        listDraws(id, signal),
      ])
      return { test, questions, draws, etag }
    },
    staleTime: 0,
  })

export function useCreateTest() {
  const refresh = useRefresh('tests')
  return useMutation({
    mutationFn: (body: TestBody) => call('POST /tests', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateTest(id: string) {
  const refresh = useRefresh('tests')
  return useMutation({
    mutationFn: ({ body, etag }: { body: TestBody; etag: string | null }) =>
      call('PUT /tests/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export function useArchiveTest() {
  const refresh = useRefresh('tests')
  return useMutation({
    mutationFn: (id: string) => call('DELETE /tests/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useRestoreTest() {
  const refresh = useRefresh('tests')
  return useMutation({
    mutationFn: (id: string) => call('POST /tests/:id/restore', { params: { id } }),
    onSuccess: refresh,
  })
}
