import type { Favourite } from '@frontdesk/contract/favourites'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useCalm } from '#web/lib/at-rest.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { favouritesQuery, useSetFavourite } from './favourites.api.ts'

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
