import type { JoinLink } from '@frontdesk/contract/join-links'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { NewAccount } from '#web/features/auth/auth.api.ts'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

const LINKS_PAGE = 25
const PEOPLE_SHOWN = 200

/** A page of join links, with how many there are in all. */
export const joinLinksQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['invitations', 'join-links', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/join-links', { signal, query: { limit: LINKS_PAGE, cursor } }),
  })

/** The address of a link, to hand over. */
export const fetchJoinLink = (id: string) =>
  call('GET /admin/join-links/:id/link', { params: { id } })

export const joinLinkAddressQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitations', 'join-link-address', id],
    queryFn: () => fetchJoinLink(id),
    retry: false,
  })

/** The newest of those who joined by a link. */
export const joinedPeopleQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitations', 'joined', id],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/join-links/:id/people', {
        signal,
        params: { id },
        query: { limit: PEOPLE_SHOWN },
      }),
  })

/** Every open join link with its address, the newest first. */
export async function fetchOpenJoinLinks(): Promise<{ label: string; link: string }[]> {
  const links = []
  let cursor: string | undefined
  do {
    const page = await callForPage('GET /admin/join-links', { query: { limit: 100, cursor } })
    for (const { id, label, state } of page.data) {
      if (state === 'open') links.push({ label, ...(await fetchJoinLink(id)) })
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return links
}

export type JoinLinkDraft = Pick<JoinLink, 'label' | 'role' | 'domain' | 'max_uses' | 'ends_at'>

export function useCreateJoinLink() {
  const refresh = useRefresh('invitations')
  return useMutation({
    mutationFn: (body: JoinLinkDraft) => call('POST /admin/join-links', { body }),
    onSuccess: refresh,
  })
}

export function useRevokeJoinLink() {
  const refresh = useRefresh('invitations')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/join-links/:id/revoke', { params: { id } }),
    onSuccess: refresh,
  })
}

/** What a visitor's link is for. */
export const visitorsLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'join', token],
    queryFn: ({ signal }) => call('GET /join/:token', { signal, params: { token } }),
    staleTime: Infinity,
    retry: false,
  })

export function useJoin(token: string) {
  return useMutation({
    mutationFn: (body: NewAccount) => call('POST /join/:token', { params: { token }, body }),
  })
}
