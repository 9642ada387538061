import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

export const FavouriteType = z.enum(['policies', 'processes', 'documents', 'trainings'])
export type FavouriteType = z.infer<typeof FavouriteType>

/** Something that the caller marked for themselves, as the search would show it. */
export const Favourite = z.object({
  id,
  type: FavouriteType,
  title: z.string(),
  subtitle: z.string(),
})
export type Favourite = z.infer<typeof Favourite>

export const favouriteEndpoints = {
  listFavourites: endpoint({
    method: 'GET',
    path: '/users/me/favourites',
    access: 'user',
    summary: 'What the caller has marked and may still open, the latest first; at most 100.',
    response: z.array(Favourite),
  }),
  setFavourite: endpoint({
    method: 'PUT',
    path: '/users/me/favourites',
    access: 'user',
    summary:
      'Marks something as a favourite of the caller’s, or no longer. 404 where the caller can’t open it, 409 `too_many` beyond 100.',
    body: z.object({ type: FavouriteType, id, favourite: z.boolean() }),
    ownRecord: 'a mark of one’s own, which nobody else sees',
  }),
}
