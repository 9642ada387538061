import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import type { LoadedTest } from './test-texts.ts'

export type TestBody = Input<Api['POST /tests']['body']>

/** All that an editor of a test needs. */
export const editedTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'edited', id],
    queryFn: async ({ signal }): Promise<LoadedTest> => {
      // First, so that a save between the calls is found by its older ETag.
      const { data: test, etag } = await callForPage('GET /tests/:id', { signal, params: { id } })
      const questions = await call('GET /questions', { signal, query: { test_id: id } })
      return { test, questions, etag }
    },
    staleTime: 0,
  })

export function useCreateTest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TestBody) => call('POST /tests', { body }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['tests'] }),
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateTest(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: { body: TestBody; etag: string | null }) =>
      call('PUT /tests/:id', {
        params: { id },
        body,
        headers: etag === null ? {} : { 'If-Match': etag },
      }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['tests'] }),
  })
}

/** Asks the server for the test now; undefined when that fails. */
export function useTestRefetch(id: string) {
  const client = useQueryClient()
  return async () => {
    try {
      return await client.fetchQuery(editedTestQuery(id))
    } catch {
      return undefined
    }
  }
}

export function useArchiveTest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /tests/:id', { params: { id } }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['tests'] }),
  })
}

export function useRestoreTest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('POST /tests/:id/restore', { params: { id } }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['tests'] }),
  })
}
