import type { Api } from '@frontdesk/contract/all'
import type { DraftKind } from '@frontdesk/contract/drafts'
import type { Input } from '@frontdesk/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { byCursor } from '#web/lib/paging.ts'
import { forgetRecentItem } from '#web/lib/session-storage.ts'
import { useRefresh } from '#web/lib/query-client.ts'

/** A draft with the `ETag` that it was answered with. */
export type LoadedDraft = PageAnswer<'GET /drafts/:id'>

type NewDraft = Input<Api['POST /drafts']['body']>
export type DraftBody = NewDraft['body']

const PAGE = 50

/** Drafts, the newest change first, a page at a time. */
export const draftsQuery = (kind?: DraftKind) =>
  infiniteQueryOptions({
    queryKey: ['drafts', 'list', kind],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /drafts', { signal, query: { limit: PAGE, cursor: pageParam, kind } }),
    ...byCursor,
  })

/** How many there are of a kind. */
export const draftCountQuery = (kind: DraftKind) =>
  queryOptions({
    queryKey: ['drafts', 'count', kind],
    queryFn: async ({ signal }) =>
      (await callForPage('GET /drafts', { signal, query: { kind, limit: 1 } })).total ?? 0,
  })

/** The draft of a change to an item; null where there is none. */
export const draftOfItemQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['drafts', 'of', itemId],
    queryFn: async ({ signal }) =>
      (await call('GET /drafts', { signal, query: { item_id: itemId } }))[0] ?? null,
  })

/** One draft as `data`, with the `etag` that a save of it has to name. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['drafts', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /drafts/:id', { signal, params: { id } }),
    staleTime: 0,
  })

export const draftCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['drafts', 'comments', id],
    queryFn: ({ signal }) => call('GET /drafts/:id/comments', { signal, params: { id } }),
  })

/** Begins a draft; of an item on top of the revision that `etag` names. */
export function useCreateDraft() {
  const refresh = useRefresh('drafts')
  return useMutation({
    mutationFn: ({ draft, etag }: { draft: NewDraft; etag: string | null }) =>
      call('POST /drafts', { body: draft, headers: ifMatch(etag) }),
    onSuccess: refresh,
  })
}

/** Saves on top of the revision that `etag` names. */
export const saveDraft = (
  id: string,
  { body, etag }: { body: DraftBody; etag: string | null },
): Promise<LoadedDraft> =>
  callForPage('PUT /drafts/:id', { params: { id }, body: { body }, headers: ifMatch(etag) })

export function useDiscardDraft(id: string) {
  const refresh = useRefresh('drafts')
  return useMutation({
    mutationFn: () => call('DELETE /drafts/:id', { params: { id } }),
    onSuccess: async () => {
      forgetRecentItem(id)
      await refresh()
    },
  })
}

/** Publishes the draft as the revision that `etag` names has it. */
export async function publishDraft(
  id: string,
  { overwrite, etag }: { overwrite: boolean; etag: string | null },
) {
  const request = { params: { id }, body: { overwrite }, headers: ifMatch(etag) }
  const published = await call('POST /drafts/:id/publish', request)
  forgetRecentItem(id)
  return published
}

/** Has a draft published at a moment, ISO 8601; null takes that back. */
export const dateDraft = (id: string, at: string | null, overwrite = false) =>
  call('PUT /drafts/:id/publish-at', { params: { id }, body: { publish_at: at, overwrite } })

export function useComment(id: string) {
  const refresh = useRefresh('drafts')
  return useMutation({
    mutationFn: (body: string) =>
      call('POST /drafts/:id/comments', { params: { id }, body: { body } }),
    onSuccess: refresh,
  })
}

export function useRemoveComment(id: string) {
  const refresh = useRefresh('drafts')
  return useMutation({
    mutationFn: (commentId: string) =>
      call('DELETE /drafts/:id/comments/:comment_id', { params: { id, comment_id: commentId } }),
    onSuccess: refresh,
  })
}

/** What a draft is called, with a title or without one yet. */
export const draftTitle = ({ kind, title }: { kind: DraftKind; title: string }): string =>
  title.trim() || `Untitled ${kind}`
