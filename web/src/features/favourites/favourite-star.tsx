import type { Favourite } from '@frontdesk/contract/favourites'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { useCalm } from '#web/lib/at-rest.ts'
import { call } from '#web/lib/call.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.tsx'

/** What the person has marked and may open, the latest first. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: ({ signal }) => call('GET /users/me/favourites', { signal }),
})

/** Marks an item, or no longer; the star turns at once, and back where the server refuses. */
function useSetFavourite() {
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

type FavouriteStarProps = {
  item: Omit<Favourite, 'subtitle'>
  /** In a row that is a link, whose star shows once the row is looked at. */
  inRow?: boolean
}

/** Marks something as one's own favourite. */
export function FavouriteStar({ item, inRow = false }: FavouriteStarProps) {
  const { data } = useQuery({ ...favouritesQuery, enabled: useCalm() })
  const set = useSetFavourite()
  const isOn = data?.some(({ id }) => id === item.id) ?? false
  return (
    <IconButton
      size="sm"
      icon={Star}
      label={`Favourite: ${item.title}`}
      title={isOn ? 'Take out of your favourites' : 'Add to your favourites'}
      aria-pressed={isOn}
      data-print="no"
      disabled={!data}
      className={classes(
        'disabled:opacity-0 aria-pressed:text-accent aria-pressed:[&_svg]:fill-current',
        // As high as its line, though larger under a finger.
        inRow ? 'row-star -my-1 pointer-coarse:-my-2' : 'pointer-coarse:-my-1',
      )}
      onClick={() => set.mutate({ item: { ...item, subtitle: '' }, favourite: !isOn })}
    />
  )
}
