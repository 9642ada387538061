import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { byCursor } from '#web/lib/paging.ts'

export type BankQuery = Omit<Input<Api['GET /question-bank']['query']>, 'limit' | 'cursor'>
export type BankBody = Input<Api['POST /question-bank']['body']>

const PAGE = 50

/** Questions of the bank that match, by topic, a page at a time. */
export const bankQuery = (filter: BankQuery) =>
  infiniteQueryOptions({
    queryKey: ['question-bank', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /question-bank', {
        signal,
        query: { ...filter, limit: PAGE, cursor: pageParam },
      }),
    ...byCursor,
  })

/** Those that fit into one answer, to find what was drawn. */
export const wholeBankQuery = queryOptions({
  queryKey: ['question-bank', 'whole'],
  queryFn: ({ signal }) => call('GET /question-bank', { signal, query: { limit: 1000 } }),
})

/** What questions of the bank are about. */
export const topicsQuery = queryOptions({
  queryKey: ['question-bank', 'topics'],
  queryFn: ({ signal }) => call('GET /question-bank/topics', { signal }),
})

/** One question of the bank, and the `ETag` that a save of it has to name. */
export const bankQuestionQuery = (id: string) =>
  queryOptions({
    queryKey: ['question-bank', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /question-bank/:id', { signal, params: { id } }),
    staleTime: 0,
  })

/** Asks again for everything that a change of the bank touches. */
export const useRefreshBank = () => useRefresh('question-bank', 'tests', 'trainings')

export function useAddToBank() {
  const refresh = useRefreshBank()
  return useMutation({
    mutationFn: (body: BankBody) => call('POST /question-bank', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export function useUpdateBankQuestion(id: string) {
  const refresh = useRefreshBank()
  return useMutation({
    mutationFn: ({ topic, questions: [question], etag }: BankBody & { etag: string | null }) =>
      call('PUT /question-bank/:id', {
        params: { id },
        body: { topic, ...question! },
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export const removeBankQuestion = (id: string) =>
  call('DELETE /question-bank/:id', { params: { id } })

export const restoreBankQuestion = (id: string) =>
  call('POST /question-bank/:id/restore', { params: { id } })

export function useRenameTopic() {
  const refresh = useRefreshBank()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('PUT /question-bank/topics/:id', { params: { id }, body: { name } }),
    onSuccess: refresh,
  })
}
