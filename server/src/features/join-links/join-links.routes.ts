import { joinLinkEndpoints } from '@frontdesk/contract/join-links'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { findPublicSettings } from '../settings/settings.queries.ts'
import { createJoinLink, noSuchLink, readToken, revokeJoinLink } from './join-links.actions.ts'
import { findJoinLink, listJoined, listJoinLinks } from './join-links.queries.ts'
import { findOpenJoinLink, joinByLink } from './join.actions.ts'

const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function joinLinkRoutes(mount: Mount, { address, config }: Services): void {
  mount(joinLinkEndpoints.listJoinLinks, async ({ db, query, request, reply }) => {
    const limit = query.limit ?? DEFAULT_LIMIT
    const { page, total } = await listJoinLinks(db, { ...query, limit })
    return sendPage({ request, reply }, page, total)
  })

  mount(joinLinkEndpoints.createJoinLink, async ({ db, body, actor, origin }) =>
    createJoinLink(db, config, body, { actor, origin }),
  )

  mount(joinLinkEndpoints.showJoinLink, async ({ db, params }) => ({
    link: `${address()}/join/${await readToken(db, config, params.id)}`,
  }))

  mount(joinLinkEndpoints.listJoined, async ({ db, params, query, request, reply }) => {
    if (!(await findJoinLink(db, params.id))) throw noSuchLink()
    const limit = query.limit ?? DEFAULT_LIMIT
    return sendPage({ request, reply }, await listJoined(db, params.id, { ...query, limit }))
  })

  mount(joinLinkEndpoints.revokeJoinLink, async ({ db, params, actor, origin }) =>
    revokeJoinLink(db, params.id, { actor, origin }),
  )

  mount(joinLinkEndpoints.checkJoinLink, async ({ db, params }) => {
    const { role, domain } = await findOpenJoinLink(db, params.token)
    const { brokerage_name, sends_mail } = await findPublicSettings(db, config)
    return { brokerage_name, role, domain, sends_mail }
  })

  mount(
    joinLinkEndpoints.joinByLink,
    async ({ db, params, body, origin }) => ({
      message: await joinByLink(db, config, params.token, {
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        password: body.password,
        origin,
      }),
    }),
    HASHES,
  )
}
