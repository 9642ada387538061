import type { Notification, NotificationChoices } from '@frontdesk/contract/notifications'
import {
  infiniteQueryOptions,
  type Mutation,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { byCursor } from '#web/lib/paging.ts'

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
const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: ({ signal }) => call('GET /notifications/choices', { signal }),
})

/**
 * What was chosen, shown at once; what was chosen before where it could not be kept. Until it is kept it is not
 * written over what the server said last: news of the choice before it would put that back.
 */
export function useChoices() {
  const client = useQueryClient()
  const { queryKey } = choicesQuery
  const { data, error, refetch } = useQuery(choicesQuery)
  const [latest] = useMutationState({ filters: WAITING, select: wanted }).slice(-1)
  const saving = useMutation({
    mutationKey: CHANGE,
    // One after the other: each holds all of them.
    scope: { id: 'notification choices' },
    mutationFn: (next: NotificationChoices) => call('PUT /notifications/choices', { body: next }),
    onSuccess: async (kept) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, kept)
    },
  })
  /** Whoever chooses again before it is stored begins with what they chose. */
  const change = (choose: (chosen: NotificationChoices) => NotificationChoices) => {
    const waiting = client.getMutationCache().findAll(WAITING).at(-1)
    const before = waiting ? wanted(waiting) : client.getQueryData(queryKey)
    if (before) saving.mutate(choose(before))
  }
  return { chosen: latest ?? data, error, refetch, saving, change }
}

const CHANGE = ['change notification choices']
const WAITING = { mutationKey: CHANGE, status: 'pending' } as const
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache does not know what each was given
const wanted = ({ state }: Mutation) => state.variables as NotificationChoices
