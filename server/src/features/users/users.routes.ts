import { canSeeInactivePeople } from '@frontdesk/contract/permissions'
import { userEndpoints } from '@frontdesk/contract/users'
import { notFound } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { findPerson, listPeople } from './users.queries.ts'

export function userRoutes(mount: Mount): void {
  mount(userEndpoints.listUsers, async ({ db, query, request, reply }) =>
    sendPage(
      { request, reply },
      await listPeople(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT }),
    ),
  )

  mount(userEndpoints.getUser, async ({ db, actor, params }) => {
    const person = await findPerson(db, params.id, { inactiveToo: canSeeInactivePeople(actor) })
    if (!person) throw notFound('Person not found')
    return person
  })
}
