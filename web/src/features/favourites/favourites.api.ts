import type { Favourite } from '@frontdesk/contract/favourites'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { toast } from '#web/ui/toast.tsx'

/** What the person has marked and may open, the latest first. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: ({ signal }) => call('GET /users/me/favourites', { signal }),
})

/** Marks an item, or no longer; the star turns at once, and back where the server refuses. */
export function useSetFavourite() {
  const client = useQueryClient()
  const { queryKey } = favouritesQuery
  return useMutation({
    mutationFn: ({ item, favourite }: { item: Favourite; favourite: boolean }) =>
      call('PUT /users/me/favourites', { body: { type: item.type, id: item.id, favourite } }),
    onMutate: async ({ item, favourite }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => {
        const others = (before ?? []).filter(({ id }) => id !== item.id)
        return favourite ? [item, ...others] : others
      })
    },
    onError: (error) => toast.error(failureOf(error, 'This was not kept')),
    onSettled: async () => client.invalidateQueries({ queryKey }),
  })
}
