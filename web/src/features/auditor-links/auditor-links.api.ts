import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, download } from '#web/lib/call.ts'
import type { FetchPicture } from '#web/lib/text-pictures.ts'
import { useRefresh } from '#web/lib/query-client.ts'

const LINKS_PAGE = 25

/** A page of auditor's links, with how many there are in all. */
export const auditorLinksQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['auditor_links', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/auditor-links', { signal, query: { limit: LINKS_PAGE, cursor } }),
  })

export type NewAuditorLink = Input<Api['POST /admin/auditor-links']['body']>

export function useCreateAuditorLink() {
  const refresh = useRefresh('auditor_links')
  return useMutation({
    mutationFn: (body: NewAuditorLink) => call('POST /admin/auditor-links', { body }),
    onSuccess: refresh,
  })
}

export function useRevokeAuditorLink() {
  const refresh = useRefresh('auditor_links')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/auditor-links/:id/revoke', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Each look is written down: what is here is not asked for again by itself. */
const once = { staleTime: Infinity, retry: false, refetchOnWindowFocus: false } as const
/** The token is no part of a key: keys may be kept. */
const keyOf = (token: string) => `${token.length}:${token.slice(0, 6)}`

/** What a link shows. */
export const auditorViewQuery = (token: string) =>
  queryOptions({
    queryKey: ['auditor', 'open', keyOf(token)],
    queryFn: ({ signal }) => call('POST /auditor/open', { signal, body: { token } }),
    ...once,
  })

const CHECK_EVERY_MS = 15_000

/** Whether it is still open: asked again and again while somebody looks, and as they come back. */
export const auditorCheckQuery = (token: string) =>
  queryOptions({
    queryKey: ['auditor', 'check', keyOf(token)],
    queryFn: async ({ signal }) => {
      await call('POST /auditor/check', { signal, body: { token } })
      return true
    },
    refetchInterval: CHECK_EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Its records, page after page. */
export const auditorRecordsQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['auditor', 'records', keyOf(token)],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('POST /auditor/records', { signal, body: { token, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...once,
  })

/** Who had to do what, page after page. */
export const auditorObligationsQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['auditor', 'obligations', keyOf(token)],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('POST /auditor/obligations', { signal, body: { token, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...once,
  })

/** Attempts and certificates. */
export const auditorResultsQuery = (token: string) =>
  queryOptions({
    queryKey: ['auditor', 'results', keyOf(token)],
    queryFn: ({ signal }) => call('POST /auditor/results', { signal, body: { token } }),
    ...once,
  })

/** The exact text of a version. */
export const auditorTextQuery = (token: string, which: { policy_id: string; version: number }) =>
  queryOptions({
    queryKey: ['auditor', 'text', keyOf(token), which],
    queryFn: ({ signal }) => call('POST /auditor/text', { signal, body: { token, ...which } }),
    ...once,
  })

/** The pictures of such a text. */
export const fetchAuditorPicture =
  (token: string, which: { policy_id: string; version: number }): FetchPicture =>
  async (name, signal) =>
    (await download('POST /auditor/picture', { signal, body: { token, ...which, name } })).blob

/** A version of a policy. */
export type WhichText = { policy_id: string; version: number }

/** Behind the # stand the token and, of an exact text, which one: no server is sent either. */
export const hashOf = (token: string, which?: WhichText) =>
  which ? `${token}/${which.policy_id}/${which.version}` : token

/** What an address leads to; no text where it names none. */
export function addressFrom(hash: string): { token: string; text: WhichText | null } {
  const [token = '', policyId, version] = hash.split('/')
  const text =
    policyId && Number(version) > 0 ? { policy_id: policyId, version: Number(version) } : null
  return { token, text }
}
