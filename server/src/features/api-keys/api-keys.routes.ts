import { apiKeyEndpoints } from '@frontdesk/contract/api-keys'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { createApiKey, revokeApiKey } from './api-keys.actions.ts'
import { listApiKeys } from './api-keys.queries.ts'

export function apiKeyRoutes(mount: Mount): void {
  mount(apiKeyEndpoints.listApiKeys, async ({ db, query, request, reply }) => {
    const limit = query.limit ?? DEFAULT_LIMIT
    const { page, total } = await listApiKeys(db, { ...query, limit })
    return sendPage({ request, reply }, page, total)
  })

  mount(apiKeyEndpoints.createApiKey, async ({ db, body, actor, origin }) =>
    createApiKey(db, body, { actor, origin }),
  )

  mount(apiKeyEndpoints.revokeApiKey, async ({ db, params, actor, origin }) =>
    revokeApiKey(db, params.id, { actor, origin }),
  )
}
