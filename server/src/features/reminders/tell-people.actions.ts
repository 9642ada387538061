import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { queueMails, type QueuedMail } from '../mail/queue-mail.actions.ts'
import { type StepData, stepMail } from '../processes/step-mail.ts'
import { queuePushes } from '../push/queue-push.actions.ts'
import {
  type NewsData,
  newsMail,
  newsOf,
  type ReminderData,
  reminderMail,
} from './reminder-mails.ts'
import { findTimeZones, listDueItems } from './reminders.queries.ts'
import { remind } from './send-reminders.actions.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import {
  type Clock,
  type DigestOfDay,
  insertOpened,
  listDigests,
  type Outgoing,
  takeDigests,
  takeMails,
  takePushes,
} from '../notifications/channels.queries.ts'
import { notificationText } from '../notifications/notification-text.ts'

/** So many are decided in one transaction: a server that dies has told these, or none of them. */
const AT_ONCE = 500
/** And of so many people's digests. */
const DIGESTS_AT_ONCE = 250

interface Moment {
  now: Date
  signal?: AbortSignal
}

/**
 * Decides of everything that people were told which ways it goes, each once, whoever runs this and how
 * often: what begins by the clock is told, what was not read goes to devices and, a little later, by mail.
 */
export async function tellPeople(db: Db, { now, signal }: Moment): Promise<void> {
  await inTransaction(db, (tx) => insertOpened(tx, now))
  const clock = await clockAt(db, now)
  const { fallback } = clock
  await inBatches(db, signal, async (tx) => {
    const { going, more } = await takePushes(tx, clock, AT_ONCE)
    await queuePushes(
      tx,
      going.map((one) => ({
        userId: one.user_id,
        tag: one.id,
        ...notificationText(one, one.time_zone ?? fallback),
      })),
    )
    return more
  })
  await inBatches(db, signal, async (tx) => {
    const { going, more } = await takeMails(tx, now, AT_ONCE)
    await queueMailsOf(tx, going, { now, fallback, isDigest: false })
    return more
  })
  await sendDigests(db, clock, signal)
}

async function clockAt(db: Db, now: Date): Promise<Clock> {
  const zones = await findTimeZones(db)
  const own = timeZoneOf(await findSettings(db))
  return { now, zones, fallback: zones.includes(own) ? own : 'UTC' }
}

async function inBatches(
  db: Db,
  signal: AbortSignal | undefined,
  decide: (tx: Db) => Promise<boolean>,
): Promise<void> {
  while (await inTransaction(db, decide)) {
    if (signal?.aborted) return
    await breathe()
  }
}

/**
 * Mails the digests of those whose hour it is. There is one a day, so what is due of them is written down before:
 * the reminders may come by a moment later.
 */
async function sendDigests(db: Db, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  const { now, fallback } = clock
  const digests = await listDigests(db, clock)
  for (let first = 0; first < digests.length; first += DIGESTS_AT_ONCE) {
    if (signal?.aborted) return
    const some: DigestOfDay[] = digests.slice(first, first + DIGESTS_AT_ONCE)
    const people = some.map((digest) => digest.user_id)
    await inTransaction(db, async (tx) => {
      await remind(tx, people, now)
      await queueMailsOf(tx, await takeDigests(tx, some), { now, fallback, isDigest: true })
    })
  }
}

interface MailMoment {
  now: Date
  /** The brokerage's time zone. */
  fallback: string
  isDigest: boolean
}

/** One mail for each person; a step that was handed to them has its own at once, which says by whom. */
async function queueMailsOf(db: Db, told: Outgoing[], moment: MailMoment): Promise<void> {
  if (told.length === 0) return
  const dueOf = await dueItemsOf(db, told, moment)
  const steps: QueuedMail<StepData>[] = []
  const reminders: QueuedMail<ReminderData>[] = []
  const others: QueuedMail<NewsData>[] = []
  for (const [userId, own] of byPerson(told)) {
    const [{ email: to, time_zone: zone }] = own
    const alone = moment.isDigest ? [] : own.flatMap(handedOver)
    for (const data of alone) steps.push({ to, userId, data })
    const rest = own.filter(
      ({ kind }) => kind !== 'due_soon' && (moment.isDigest || kind !== 'handed_over'),
    )
    const news = newsOf(rest, zone ?? moment.fallback)
    const due = dueOf.get(userId)
    if (due) {
      const dueIds = own.filter(({ kind }) => kind === 'due_soon').map(({ id }) => id)
      const data = { timeZone: due.time_zone, items: due.items, news, due_ids: dueIds }
      reminders.push({ to, userId, data })
    } else if (rest.length > 0) {
      others.push({ to, userId, data: news })
    }
  }
  await queueMails(db, stepMail, steps)
  await queueMails(db, reminderMail, reminders)
  await queueMails(db, newsMail, others)
}

/** All that is due of those who are told of something due. */
async function dueItemsOf(db: Db, told: Outgoing[], { now, fallback }: MailMoment) {
  const due = told.filter(({ kind }) => kind === 'due_soon')
  const userIds = [...new Set(due.map((one) => one.user_id))]
  const digests =
    userIds.length === 0 ? [] : await listDueItems(db, { now, timeZone: fallback }, userIds)
  return new Map(digests.map((digest) => [digest.user_id, digest]))
}

function byPerson(told: Outgoing[]): Map<string, [Outgoing, ...Outgoing[]]> {
  const people = new Map<string, [Outgoing, ...Outgoing[]]>()
  for (const one of told) {
    const own = people.get(one.user_id)
    if (own) own.push(one)
    else people.set(one.user_id, [one])
  }
  return people
}

function handedOver({ id, facts }: Outgoing): StepData[] {
  if (facts.about !== 'step') return []
  const { about: _, ...data } = facts
  return [{ notification_id: id, ...data }]
}
