import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Role } from '@frontdesk/contract/users'
import { fetchOpenJoinLinks } from '#web/features/join-links/join-links.api.ts'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

const INVITATIONS_PAGE = 25

/** A page of invitations that nobody has accepted, with how many there are in all. */
export const invitationsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['invitations', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /auth/invites', { signal, query: { limit: INVITATIONS_PAGE, cursor } }),
  })

/** The address that an invitation's token is for. */
export const invitedEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'email', token],
    queryFn: ({ signal }) => call('GET /auth/invite/:token', { signal, params: { token } }),
    staleTime: Infinity,
    retry: false,
  })

export type Line = { email: string; name: string; role: string }

export function useInvite() {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (guest: { email: string; name?: string; role: Role }) => {
      const title = guest.role === 'admin' ? 'Admin' : 'Agent'
      const body = guest.role === 'manager' ? guest : { ...guest, title }
      return call('POST /auth/invite', { body })
    },
    onSuccess: refresh,
  })
}

/** What would become of each line; nothing happens yet. */
export function usePreviewInvitations() {
  return useMutation({
    mutationFn: (invitations: Line[]) =>
      call('POST /auth/invites', { body: { invitations, preview: true } }),
  })
}

export function useInviteMany() {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (invitations: Line[]) => call('POST /auth/invites', { body: { invitations } }),
    onSuccess: refresh,
  })
}

export function useResendInvitation() {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (id: string) => call('POST /auth/invites/:id/resend', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useRevokeInvitation() {
  const refresh = useRefreshInvitations()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/invites/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useInvitationLink() {
  return useMutation({
    mutationFn: (id: string) => call('POST /auth/invites/:id/link', { params: { id } }),
  })
}

/** One of the links that are open, and whose it is. */
export type OpenLink = { of: string; link: string; isForMany: boolean }

/** A link for everybody whose invitation is open, on all pages, the newest first; then the join links. */
export function useOpenLinks() {
  return useMutation({
    mutationFn: async (): Promise<OpenLink[]> => {
      const links: OpenLink[] = []
      let cursor: string | undefined
      do {
        const page = await callForPage('GET /auth/invites', { query: { limit: 100, cursor } })
        for (const { id, name, email, expired } of page.data) {
          if (expired) continue
          const { link } = await call('POST /auth/invites/:id/link', { params: { id } })
          links.push({ of: name ? `${name} <${email}>` : email, link, isForMany: false })
        }
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      const joinLinks = await fetchOpenJoinLinks()
      for (const { label, link } of joinLinks) links.push({ of: label, link, isForMany: true })
      return links
    },
  })
}

export type Acceptance = {
  token: string
  first_name: string
  last_name: string
  password: string
}

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: Acceptance) => call('POST /auth/accept-invite', { body }),
  })
}

const useRefreshInvitations = () => useRefresh('invitations')
