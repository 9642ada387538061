import {
  AUDITOR_PAGE,
  type AuditorLink,
  auditorLinkEndpoints as endpoints,
} from '@frontdesk/contract/auditor-links'
import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { sendPicture } from '../../http/send-picture.ts'
import type { Services } from '../../services.ts'
import { listObligations } from '../obligations/obligations.queries.ts'
import { openTextPictures } from '../pictures/pictures.actions.ts'
import { findPictureKey } from '../pictures/pictures.queries.ts'
import { brokerageName, findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import {
  checkOpen,
  createAuditorLink,
  revokeAuditorLink,
  throughLink,
} from './auditor-links.actions.ts'
import {
  findText,
  listAttempts,
  listAuditorLinks,
  listCertificates,
  listRecords,
} from './auditor-links.queries.ts'

const COUNTED = { ownTransactions: 'a wrong token is counted, though it is refused' }

export function auditorLinkRoutes(mount: Mount, { address, config }: Services): void {
  mount(endpoints.listAuditorLinks, async ({ db, query, request, reply }) => {
    const limit = query.limit ?? DEFAULT_LIMIT
    const { page, total } = await listAuditorLinks(db, { ...query, limit })
    return sendPage({ request, reply }, page, total)
  })

  mount(endpoints.createAuditorLink, async ({ db, body, actor, origin }) => {
    const { link, token } = await createAuditorLink(db, body, { actor, origin })
    // Behind a `#` it is sent to no server, and to no page that somebody goes on to.
    return { ...link, link: `${address()}/auditor#${token}` }
  })

  mount(endpoints.revokeAuditorLink, async ({ db, params, actor, origin }) =>
    revokeAuditorLink(db, params.id, { actor, origin }),
  )

  readingRoutes(mount)
  const pictures = openTextPictures(config)
  mount(
    endpoints.readAuditorPicture,
    async ({ db, body, origin, request, reply }) => {
      const { token, policy_id: policyId, version, name } = body
      const link = await checkOpen(db, token, origin)
      const text = await findText(db, link, { policyId, version })
      const isNamed = text !== undefined && picturesNamedIn(text.content).includes(name)
      const key = isNamed ? await findPictureKey(db, name) : undefined
      const missing = 'This picture is not part of what the link shows'
      return sendPicture({ request, reply, files: pictures }, key, { missing })
    },
    COUNTED,
  )
}

function readingRoutes(mount: Mount): void {
  mount(
    endpoints.openAuditorLink,
    async ({ db, body: { token }, origin }) =>
      throughLink(db, { token, origin, page: 'open' }, async (tx, link) => {
        const now = new Date().toISOString()
        const settings = await findSettings(tx)
        return {
          ...link,
          brokerage_name: brokerageName(settings),
          time_zone: timeZoneOf(settings),
          opened_at: now,
          as_of: endOf(link) ?? now,
        }
      }),
    COUNTED,
  )

  mount(
    endpoints.checkAuditorLink,
    async ({ db, body: { token }, origin }) => {
      await checkOpen(db, token, origin)
    },
    COUNTED,
  )

  mount(
    endpoints.listAuditorRecords,
    async ({ db, body: { token, cursor }, origin }) =>
      throughLink(db, { token, origin, page: 'records' }, async (tx, link) => {
        const { rows, next } = await listRecords(tx, link, { limit: AUDITOR_PAGE, cursor })
        return { records: rows, next }
      }),
    COUNTED,
  )

  mount(
    endpoints.listAuditorObligations,
    async ({ db, body: { token, cursor }, origin }) =>
      throughLink(db, { token, origin, page: 'obligations' }, async (tx, link) => {
        const filter = {
          as_of: endOf(link),
          user_id: link.user_id ?? undefined,
          item_id: link.item_id ?? undefined,
          // What was over before the range began, or begins after it, is no part of it.
          opens_to: link.to ?? undefined,
          closed_from: link.from ?? undefined,
        }
        const page = { limit: AUDITOR_PAGE, cursor, sort: 'user_name' } as const
        const { rows, next } = await listObligations(tx, { ...filter, ...page }, 'all')
        return { obligations: rows, next }
      }),
    COUNTED,
  )

  mount(
    endpoints.listAuditorResults,
    async ({ db, body: { token }, origin }) =>
      throughLink(db, { token, origin, page: 'results' }, async (tx, link) =>
        // Of a range alone everybody's would be in it.
        link.user_id === null && link.item_id === null
          ? { attempts: [], certificates: [] }
          : {
              attempts: await listAttempts(tx, link, AUDITOR_PAGE),
              certificates: await listCertificates(tx, link, AUDITOR_PAGE),
            },
      ),
    COUNTED,
  )

  mount(
    endpoints.readAuditorText,
    async ({ db, body: { token, policy_id: policyId, version }, origin }) =>
      throughLink(db, { token, origin, page: 'text' }, async (tx, link) => {
        const text = await findText(tx, link, { policyId, version })
        if (!text) throw notFound('This text is not part of what the link shows')
        return text
      }),
    COUNTED,
  )
}

/** The last moment of a range that is over. */
function endOf({ to }: AuditorLink): string | undefined {
  const last = to === null ? Number.NaN : Date.parse(to) - 1
  return last < Date.now() ? new Date(last).toISOString() : undefined
}
