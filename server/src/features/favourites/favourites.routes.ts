import { favouriteEndpoints } from '@frontdesk/contract/favourites'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { conflict, notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { publish } from '../../platform/publish.ts'
import { canOpen, deleteFavourite, insertFavourite, listFavourites } from './favourites.queries.ts'

const MOST = 100

export function favouriteRoutes(mount: Mount): void {
  mount(favouriteEndpoints.listFavourites, async ({ db, actor }) =>
    listFavourites(db, { id: actor.id, seesAll: canOpenAdmin(actor) }),
  )

  mount(favouriteEndpoints.setFavourite, async ({ db, actor, body }) => {
    const { favourite, ...item } = body
    const viewer = { id: actor.id, seesAll: canOpenAdmin(actor) }
    if (!favourite) await deleteFavourite(db, actor.id, item)
    else {
      if (!(await canOpen(db, viewer, item))) throw notFound('There is nothing to mark here')
      if (!(await insertFavourite(db, viewer, item, MOST))) {
        throw conflict('too_many', `You have ${MOST} favourites: take one out first`)
      }
    }
    await publish(db, { keys: ['favourites'], userIds: [actor.id] })
  })
}
