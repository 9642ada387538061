import type { Notification, NotificationChoices } from '@frontdesk/contract/notifications'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { byCursor } from '#web/lib/by-cursor.ts'
import { call, callForPage } from '#web/lib/call.ts'

const PAGE = 30
/** As many as the panel of the bell shows. */
const LATEST = 8

/** What the person was told last. */
export const latestQuery = queryOptions({
  queryKey: ['notifications', 'latest'],
  queryFn: ({ signal }) => call('GET /notifications', { signal, query: { limit: LATEST } }),
})

/** All of it, newest first. */
export const notificationsQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', { unread }],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /notifications', {
        signal,
        query: { limit: PAGE, cursor: pageParam, unread: unread ? 'true' : undefined },
      }),
    ...byCursor,
  })

/** Says of one that it is read, or is not. */
export function useReadNotification() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      call('PUT /notifications/:id/read', { params: { id }, body: { read } }),
    onSettled: async () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

/** Marks all as read that were there when the newest one shown came; returns how many. */
export function useReadAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (newest: Notification | undefined) =>
      call('POST /notifications/read-all', { body: { newest_id: newest?.id } }),
    onSettled: async () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

/** Such as `3 notifications are read.` */
export function saidOfRead({ read }: { read: number }): string {
  if (read === 0) return 'Everything was read already.'
  return read === 1 ? '1 notification is read.' : `${read} notifications are read.`
}

/** By which ways the person is told of what. */
export const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: ({ signal }) => call('GET /notifications/choices', { signal }),
})

const CHANGE = ['change notification choices']

/** Shows a choice at once, and what was chosen before where it could not be kept. */
export function useChangeChoices() {
  const client = useQueryClient()
  const { queryKey } = choicesQuery
  const saving = useMutation({
    mutationKey: CHANGE,
    // One after the other: each holds all of them.
    scope: { id: 'notification choices' },
    mutationFn: ({ next }: { before: NotificationChoices; next: NotificationChoices }) =>
      call('PUT /notifications/choices', { body: next }),
    onError: (_error, { before }) => {
      client.setQueryData(queryKey, before)
    },
    onSettled: async () => {
      // Of several choices in a row, the last one asks.
      if (client.isMutating({ mutationKey: CHANGE }) === 1) {
        await client.invalidateQueries({ queryKey: ['notifications'] })
      }
    },
  })
  /** At once: whoever chooses again before it is stored begins with what they chose. */
  const change = (choose: (chosen: NotificationChoices) => NotificationChoices) => {
    void client.cancelQueries({ queryKey }, { revert: false })
    const before = client.getQueryData(queryKey)
    if (!before) return
    const next = choose(before)
    client.setQueryData(queryKey, next)
    saving.mutate({ before, next })
  }
  return { ...saving, change }
}
