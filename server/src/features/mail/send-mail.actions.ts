import type { MailDelivery } from '@frontdesk/contract/mails'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Attachment, DELIVERY_SECONDS, isFinal } from '../../platform/mail-transport.ts'
import { publish } from '../../platform/publish.ts'
import { StoppedError, within } from './within.ts'
import type { Services } from '../../services.ts'
import { findLiveLink, insertLinkToken } from '../auth/links.queries.ts'
import { checkpointFile, receiptOf } from '../evidence/receipts.ts'
import { findMailedObligations } from '../obligations/mailed-obligations.queries.ts'
import { listNews } from '../notifications/channels.queries.ts'
import { newsOf } from '../notifications/tell-people.actions.ts'
import { listDueItems } from '../reminders/reminders.queries.ts'
import { brokerageName, findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { isStepPending } from '../users/pending-steps.queries.ts'
import { layOutMail } from './mail-layout.ts'
import type { ObligationsData } from './obligation-texts.ts'
import type { NewsData, ReminderData } from './reminder-text.ts'
import {
  hasLink,
  isMailKind,
  LINK_OF,
  type MailContext,
  type MailData,
  type MailKind,
  writeMail,
} from './mail-texts.ts'
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

/** Nobody would be helped by trying again. */
class UnsendableError extends Error {}

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
  if (!isMailKind(mail.kind)) throw new UnsendableError(`There is no text for ${mail.kind}`)
  const address = services.address()
  const settings = await findSettings(db)
  const brokerage = brokerageName(settings)
  const context: MailContext = { brokerage, address, url: await linkFor(services, mail) }
  const data = await dataNow(db, mail, timeZoneOf(settings))
  const text = writeMail(mail.kind, context, data as never)
  const delivery = mailTransport.deliver({
    id: mail.id,
    to: mail.to_email,
    fromName: brokerage,
    subject: text.subject,
    ...layOutMail(text, { brokerage, address, accent: settings.accent }),
    attachments: await attachmentsOf(db, mail),
  })
  return within(delivery, DELIVERY_SECONDS, signal)
}

/** What the mail tells of, where that may have changed since it was queued. */
async function dataNow(db: Db, mail: ClaimedMail, timeZone: string): Promise<unknown> {
  if (mail.kind === 'reminder') return remindedNow(db, mail, timeZone)
  if (mail.kind === 'notifications') return newsNow(db, mail, timeZone)
  if (mail.kind === 'step_handed_over') {
    const { step_id: stepId, notification_id: id } = mail.data as MailData['step_handed_over']
    if (!mail.user_id || !(await isStepPending(db, mail.user_id, stepId))) {
      throw new UnsendableError('The step no longer awaits them')
    }
    if (!(await isAnyNews(db, id === undefined ? id : [id])))
      throw new UnsendableError(SEEN_MEANWHILE)
  }
  if (mail.kind === 'receipt') return { ...(mail.data as object), timeZone }
  if (TELLS_OF_OBLIGATIONS.has(mail.kind)) return obligationsNow(db, mail, timeZone)
  return mail.data
}

/** Made as the mail leaves, so that they are as new as it is. */
async function attachmentsOf(db: Db, mail: ClaimedMail): Promise<Attachment[]> {
  if (mail.kind === 'checkpoint') {
    const { number } = mail.data as unknown as MailData['checkpoint']
    const note = await checkpointFile(db, number)
    if (!note) throw new UnsendableError('The checkpoint that it is about is not there')
    return [note]
  }
  if (mail.kind !== 'receipt') return []
  const receipt = await receiptOf(db, (mail.data as unknown as MailData['receipt']).sequence)
  if (!receipt) throw new UnsendableError('The record that it is about is not there')
  return [receipt]
}

const TELLS_OF_OBLIGATIONS = new Set<string>([
  'obligations_reminded',
  'obligations_moved',
  'obligations_waived',
  'escalation',
] satisfies MailKind[])

/** What became of the obligations since: nobody is asked for what is done. */
async function obligationsNow(db: Db, mail: ClaimedMail, fallback: string): Promise<object> {
  const data = mail.data as unknown as ObligationsData
  const state = mail.kind === 'obligations_waived' ? 'waived' : 'open'
  const { items, timeZone } = await findMailedObligations(db, {
    ids: data.obligation_ids,
    state,
    readerId: mail.user_id,
  })
  if (items.length === 0) throw new UnsendableError('Nothing of it is to be told any more')
  return { ...data, items, timeZone: timeZone ?? fallback }
}

/** What is due as the mail leaves: some of it may have been done, moved or removed since. */
async function remindedNow(db: Db, mail: ClaimedMail, timeZone: string): Promise<ReminderData> {
  const clock = { now: new Date(), timeZone }
  const [digest] = mail.user_id ? await listDueItems(db, clock, [mail.user_id]) : []
  const { news, due_ids: dueIds } = mail.data as unknown as ReminderData
  const unread = await unreadOf(db, news, digest?.time_zone ?? timeZone)
  const isDueNews = await isAnyNews(db, dueIds)
  if ((!digest || !isDueNews) && unread.items.length === 0) {
    throw new UnsendableError(digest ? SEEN_MEANWHILE : 'Nothing of it is due any more')
  }
  const items = isDueNews && digest ? digest.items : []
  return { timeZone: digest?.time_zone ?? timeZone, items, news: unread }
}

const SEEN_MEANWHILE = 'All of it was seen in the meantime'

/** Whether somebody has not seen one of these yet; so it is where nobody noted which they are. */
async function isAnyNews(db: Db, ids: string[] | undefined): Promise<boolean> {
  return ids === undefined || (await listNews(db, ids)).length > 0
}

/** What of it was not seen in the meantime: what one has seen is not mailed. */
async function newsNow(db: Db, mail: ClaimedMail, timeZone: string): Promise<NewsData> {
  const unread = await unreadOf(db, mail.data as unknown as NewsData, timeZone)
  if (unread.items.length === 0) throw new UnsendableError(SEEN_MEANWHILE)
  return unread
}

async function unreadOf(db: Db, news: NewsData | undefined, fallback: string): Promise<NewsData> {
  const unread = news ? await listNews(db, news.notification_ids) : []
  return newsOf(unread, unread[0]?.time_zone ?? fallback)
}

/** Where the mail's button leads: its token is made now, and nobody can read it but in the mail. */
async function linkFor(services: Services, mail: ClaimedMail): Promise<string> {
  if (!hasLink(mail.kind)) return ''
  const link = mail.link_id ? await findLiveLink(services.db, mail.link_id) : undefined
  if (!link || link.email !== mail.to_email) {
    throw new UnsendableError('Its link was used, replaced or withdrawn, or has expired')
  }
  const token = await insertLinkToken(services.db, link.id)
  return `${services.address()}/${LINK_OF[mail.kind].screen}?token=${token}`
}

async function settleFailure(db: Db, mail: ClaimedMail, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const delaySeconds = BACK_OFF[mail.attempts - 1]
  if (error instanceof UnsendableError || isFinal(error) || delaySeconds === undefined) {
    await markFailed(db, mail.id, reason)
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
