import type { MailDelivery } from '@frontdesk/contract/mails'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DELIVERY_SECONDS, isFinal } from '../../platform/mail-transport.ts'
import { publish } from '../../platform/publish.ts'
import { StoppedError, within } from './within.ts'
import type { Services } from '../../services.ts'
import { brokerageName, findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { layOutMail } from './mail-layout.ts'
import { findMailKind, type MailLink, UnsendableError } from './mail-kind.ts'
import {
  claimMail,
  listForgottenMails,
  markFailed,
  markSent,
  markWaiting,
} from './mails.queries.ts'
import { addSendJob } from './queue-mail.actions.ts'

/** Seconds until the next try, after the first, the second and so on; then the mail has failed. */
const BACK_OFF = [10, 30, 120, 300, 900, 3600, 3 * 3600, 6 * 3600]

/** So long nobody else takes the mail: longer than a try lasts. */
const CLAIM_SECONDS = DELIVERY_SECONDS + 60

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** Sends one queued mail, or queues it again for later. Outside of any transaction: it may take long. */
export async function sendMail(
  services: Services,
  log: FastifyBaseLogger,
  mailId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services
  const mail = await claimMail(db, mailId, CLAIM_SECONDS)
  if (!mail) return
  try {
    await markSent(db, mail.id, await deliver(services, mail, signal))
  } catch (error) {
    if (error instanceof StoppedError) {
      await queueAgain(db, mail, { delaySeconds: 0, reason: null, attempts: mail.attempts - 1 })
    } else {
      await settleFailure(db, mail, error)
      const facts = { mail_id: mail.id, kind: mail.kind }
      // Held back on purpose is no fault of anything.
      if (error instanceof UnsendableError) {
        log.info({ ...facts, reason: error.message }, 'a mail was held back')
      } else log.warn({ ...facts, err: error }, 'a mail could not be sent')
    }
  }
  // Invitations and the team table say what became of their mails.
  await publish(db, {
    keys: mail.kind === 'invitation' ? ['mails', 'invitations', 'users'] : ['mails', 'invitations'],
    adminsOnly: true,
  })
}

async function deliver(
  services: Services,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<MailDelivery> {
  const { db, mailTransport } = services
  const kind = findMailKind(mail.kind)
  if (!kind) throw new UnsendableError(`There is no text for ${mail.kind}`)
  const address = services.address()
  const settings = await findSettings(db)
  const brokerage = brokerageName(settings)
  const url = await linkFor(services, mail, kind.link)
  const data = kind.dataNow ? await kind.dataNow(db, mail, timeZoneOf(settings)) : mail.data
  const text = kind.write({ brokerage, address, url }, data)
  const delivery = mailTransport.deliver({
    id: mail.id,
    to: mail.to_email,
    fromName: brokerage,
    subject: text.subject,
    ...layOutMail(text, { brokerage, address, accent: settings.accent }),
    attachments: (await kind.attachments?.(db, data)) ?? [],
  })
  return within(delivery, DELIVERY_SECONDS, signal)
}

/** Where the mail's button leads. */
async function linkFor(services: Services, mail: ClaimedMail, link: MailLink | undefined) {
  if (!link) return ''
  const id = await link.find(services.db, mail)
  if (id === undefined) {
    throw new UnsendableError('Its link was used, replaced or withdrawn, or has expired')
  }
  const token = await link.addToken(services.db, id)
  return `${services.address()}/${link.screen}?token=${token}`
}

async function settleFailure(db: Db, mail: ClaimedMail, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const delaySeconds = BACK_OFF[mail.attempts - 1]
  const isHeldBack = error instanceof UnsendableError
  if (isHeldBack || isFinal(error) || delaySeconds === undefined) {
    await markFailed(db, mail.id, { reason, isHeldBack })
  } else {
    await queueAgain(db, mail, { delaySeconds, reason })
  }
}

async function queueAgain(
  db: Db,
  mail: ClaimedMail,
  next: { delaySeconds: number; reason: string | null; attempts?: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markWaiting(tx, mail.id, next)
    await addSendJob(tx, mail.id, next.delaySeconds)
  })
}

/** One line for the admin; a mail server's answer never holds our password, but may be long. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500)
}

/** Gives mails whose job died with its server, or was not in a backup, a new one. */
export async function requeueForgottenMails(db: Db): Promise<void> {
  for (const id of await listForgottenMails(db)) await addSendJob(db, id)
}
