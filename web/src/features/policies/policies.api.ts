import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { useCalm } from '#web/lib/at-rest.ts'
import { byCursor } from '#web/lib/paging.ts'

export type PolicyBody = Input<Api['POST /policies']['body']>
export type PolicyChange = Input<Api['PUT /policies/:id']['body']>

const PAGE = 50
/** Every policy of a brokerage, for the lists that one picks from. */
const ALL = 1000

/** Policies by title, a page at a time; `pending`: only those that await the caller. */
export const policiesQuery = (filter: { search: string; pending: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['policies', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /policies', {
        signal,
        query: {
          limit: PAGE,
          view: 'list',
          cursor: pageParam,
          search: filter.search || undefined,
          pending: filter.pending ? 'true' : undefined,
        },
      }),
    ...byCursor,
  })

/** Policies that were deleted, by title. */
export const archivedPoliciesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['policies', 'archived', search],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /policies', {
        signal,
        query: {
          limit: PAGE,
          view: 'list',
          archived: 'true',
          cursor: pageParam,
          search: search || undefined,
        },
      }),
    ...byCursor,
  })

/** One policy as `data`, with the `etag` that a save of it has to name. */
export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: ['policies', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /policies/:id', { signal, params: { id } }),
    // Whoever signs or edits a text has asked for it just then.
    staleTime: 0,
  })

/** All versions of one policy, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['policies', 'versions', id],
    queryFn: ({ signal }) => call('GET /policies/:id/versions', { signal, params: { id } }),
  })

/** The names of a version's paragraphs, in the order of its text; at once where the address names one. */
export function useParagraphs({ id, version }: { id: string; version: number }) {
  const isCalm = useCalm()
  const isNamed = useLocation({ select: ({ hash }) => hash !== '' })
  return useQuery({
    queryKey: ['policies', 'paragraphs', id, version],
    queryFn: ({ signal }) =>
      call('GET /policies/:id/paragraphs', { signal, params: { id }, query: { version } }),
    enabled: isCalm || isNamed,
  })
}

/** A paragraph in the newest version that has it. */
export const foundParagraphQuery = (id: string, anchor: string) =>
  queryOptions({
    queryKey: ['policies', 'paragraph', id, anchor],
    queryFn: ({ signal }) =>
      call('GET /policies/:id/paragraphs/:anchor', { signal, params: { id, anchor } }),
    retry: false,
  })

/** What refers to a policy. */
export const quotesQuery = (id: string) =>
  queryOptions({
    queryKey: ['policies', 'quotes', id],
    queryFn: ({ signal }) => call('GET /policies/:id/quotes', { signal, params: { id } }),
    // Processes and trainings tell nobody who looks at policies that they changed.
    staleTime: 0,
  })

export type PolicyOption = { id: string; title: string; category: string | null }

/** Every policy's title and category, to choose from. */
export const policyOptionsQuery = queryOptions({
  queryKey: ['policies', 'options'],
  queryFn: ({ signal }) => call('GET /policies', { signal, query: { limit: ALL, view: 'list' } }),
  select: (policies): PolicyOption[] =>
    policies.map(({ id, title, category }) => ({ id, title, category })),
  staleTime: 60_000,
})

const lower = (name: string) => name.toLowerCase()

/** Categories in use, by name. */
export function categoriesOf(options: Pick<PolicyOption, 'category'>[]): string[] {
  const names = options.map((option) => option.category).filter((name) => name !== null)
  // Not by `localeCompare`: what it needs takes a slow phone 30 ms to make.
  return [...new Set(names)].sort((one, other) => (lower(one) < lower(other) ? -1 : 1))
}

export type AcknowledgmentsQuery = Input<Api['GET /admin/policies/acknowledgments']['query']>
export type OutstandingQuery = Input<Api['GET /admin/policies/outstanding']['query']>

/** A page of who agreed to which text, with how many match in all. */
export const acknowledgmentsQuery = (query: AcknowledgmentsQuery) =>
  queryOptions({
    queryKey: ['acknowledgments', 'given', query],
    queryFn: ({ signal }) => callForPage('GET /admin/policies/acknowledgments', { signal, query }),
    placeholderData: keepPreviousData,
  })

/** A page of who still has to agree to what, with how many match in all. */
export const outstandingQuery = (query: OutstandingQuery) =>
  queryOptions({
    queryKey: ['acknowledgments', 'outstanding', query],
    queryFn: ({ signal }) => callForPage('GET /admin/policies/outstanding', { signal, query }),
    placeholderData: keepPreviousData,
  })

export function useCreatePolicy() {
  const refresh = useRefreshPolicies()
  return useMutation({
    mutationFn: (body: PolicyBody) => call('POST /policies', { body }),
    onSuccess: refresh,
  })
}

/** Saves on top of the version that `etag` names. */
export function useUpdatePolicy(id: string) {
  const refresh = useRefreshPolicies()
  return useMutation({
    mutationFn: ({ body, etag }: { body: PolicyChange; etag: string | null }) =>
      call('PUT /policies/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: refresh,
  })
}

export const removePolicy = (id: string) => call('DELETE /policies/:id', { params: { id } })

export const restorePolicy = (id: string) => call('POST /policies/:id/restore', { params: { id } })

/** Agrees to the text of exactly this version. */
export function useAcknowledgePolicy(id: string) {
  const refresh = useRefreshPolicies()
  return useMutation({
    mutationFn: (body: Input<Api['POST /policies/:id/acknowledge']['body']>) =>
      call('POST /policies/:id/acknowledge', { params: { id }, body }),
    onSuccess: refresh,
  })
}

/** Sets what signing a policy takes from now on. */
export function useChangeSigning(id: string) {
  const refresh = useRefreshPolicies()
  return useMutation({
    mutationFn: (body: Input<Api['PUT /policies/:id/signing']['body']>) =>
      call('PUT /policies/:id/signing', { params: { id }, body }),
    onSuccess: refresh,
  })
}

/** Asks again for everything that a change to a policy touches; `me` holds what is pending. */
export const useRefreshPolicies = () => useRefresh('policies', 'acknowledgments', 'me', 'settings')
