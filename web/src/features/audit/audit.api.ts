import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callForPage } from '#web/lib/call.ts'

export type AuditQuery = Input<Api['GET /admin/audit.csv']['query']>

const AUDIT_PAGE = 50

/** A page of the audit trail, newest first. */
export const auditQuery = (filter: AuditQuery & { cursor?: string; limit?: number }) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/audit', { signal, query: { limit: AUDIT_PAGE, ...filter } }),
    placeholderData: keepPreviousData,
    // Whoever looks wants to see what has just happened.
    staleTime: 0,
  })

/** What one person did, and what was done to their account, newest first. */
export const activityQuery = (personId: string) =>
  infiniteQueryOptions({
    // What is done to people makes it stale.
    queryKey: ['users', 'activity', personId],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /admin/audit', {
        signal,
        query: { person_id: personId, limit: AUDIT_PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
