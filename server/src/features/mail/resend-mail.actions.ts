import type { Mail } from '@frontdesk/contract/mails'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findMailKind } from './mail-kind.ts'
import { findMail, lockMail, markWaiting } from './mails.queries.ts'
import { addSendJob } from './queue-mail.actions.ts'

/**
 * Queues a mail again, at once.
 * @throws AppError 404 where there is none, 422 where its link opens nothing any more
 */
export async function resendMail(
  tx: Db,
  id: string,
  call: { actor: SignedIn; origin: Origin },
): Promise<Mail> {
  const mail = await lockMail(tx, id)
  if (!mail) throw notFound('This mail is no longer known')
  const link = findMailKind(mail.kind)?.link
  if (link && !(await link.find(tx, mail))) {
    throw unprocessable(
      'link_over',
      'The link in this mail was used, replaced or withdrawn, or has expired. Please send a new one instead.',
    )
  }
  await markWaiting(tx, id, { delaySeconds: 0, reason: null, attempts: 0 })
  await addSendJob(tx, id)
  await recordAudit(tx, call, {
    action: 'mail.resent',
    item: { type: 'mail', id, title: mail.subject },
    details: { to: mail.to_email, kind: mail.kind },
  })
  await publish(tx, { keys: ['mails'], adminsOnly: true })
  return (await findMail(tx, id))!
}
