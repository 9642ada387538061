import { mailEndpoints } from '@frontdesk/contract/mails'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { findNamedMailServer } from '../../platform/mail-server.ts'
import { senderOf } from '../../platform/mail-transport.ts'
import type { Services } from '../../services.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { countMails, listMails } from './mails.queries.ts'
import { resendMail } from './resend-mail.actions.ts'

export function mailRoutes(mount: Mount, { config, address }: Services): void {
  mount(mailEndpoints.list, async ({ db, query, request, reply }) => {
    const { page, count } = await listMails(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page, count)
  })

  mount(mailEndpoints.setup, async ({ db }) => {
    const named = config.smtpUrl === null ? await findNamedMailServer(db) : null
    const from = named
      ? { name: named.fromName, address: named.fromAddress }
      : senderOf(config, address())
    const name = from.name ?? brokerageName(await findSettings(db))
    return {
      delivery: named || config.smtpUrl ? ('smtp' as const) : ('outbox' as const),
      from: `${name} <${from.address}>`,
      links_to: address(),
      has_public_url: config.publicUrl !== null,
      counts: await countMails(db),
    }
  })

  mount(mailEndpoints.resend, async ({ db, params, actor, origin }) =>
    resendMail(db, params.id, { actor, origin }),
  )
}
