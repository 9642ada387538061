import { userEndpoints } from '@frontdesk/contract/users'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { listPeople } from './users.queries.ts'

export function userRoutes(mount: Mount): void {
  mount(userEndpoints.listUsers, async ({ db, query, request, reply }) =>
    sendPage(
      { request, reply },
      await listPeople(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT }),
    ),
  )
}
