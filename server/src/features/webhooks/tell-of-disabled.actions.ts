import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { webhookDisabledMail } from './webhook-mail.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { listActiveAdmins } from './admins.queries.ts'

/** Tells all admins, by mail and by their bell, that the server no longer sends to an endpoint. */
export async function tellOfDisabled(
  tx: Db,
  webhook: { id: string; title: string; reason: 'failing' | 'gone'; problem: string },
): Promise<void> {
  const { id, title, reason, problem } = webhook
  const admins = await listActiveAdmins(tx)
  await queueMails(
    tx,
    webhookDisabledMail,
    admins.map((admin) => ({
      to: admin.email,
      userId: admin.id,
      data: { webhook_id: id, title, reason, problem },
    })),
  )
  const source = `webhook:${id}:${uuidv7()}`
  await insertNotifications(
    tx,
    admins.map((admin) => ({
      user_id: admin.id,
      kind: 'authoring',
      source,
      facts: { about: 'webhook', webhook_id: id, title, reason },
    })),
    { isMailed: true },
  )
}
