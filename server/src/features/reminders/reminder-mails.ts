import { itemPath } from '@frontdesk/contract/items'
import type { Db } from '../../db/connect.ts'
import { dateText, dayText } from '../../platform/date-text.ts'
import {
  type Addressed,
  defineMail,
  type MailContext,
  type MailText,
  seenMeanwhile,
  UnsendableError,
} from '../mail/mail-kind.ts'
import { listNews, type Outgoing } from '../notifications/channels.queries.ts'
import { notificationText } from '../notifications/notification-text.ts'
import { type DueItem, listDueItems } from './reminders.queries.ts'

/** What is due of one person, in whose time zone. */
export interface ReminderData {
  timeZone: string
  items: DueItem[]
  /** What else the person was told, in the same digest. */
  news?: NewsData
  /** The notifications that say what is due; left out of mails that were queued before they were noted. */
  due_ids?: string[]
}

/** Notifications by their ids, and what they say; those that were read are taken out as the mail leaves. */
export interface NewsData {
  notification_ids: string[]
  items: { title: string; body: string; path: string }[]
}

const LONGEST_TITLE = 60

/** One mail a day about everything that is due. */
function writeReminder(context: MailContext, data: ReminderData): MailText {
  const { brokerage, address } = context
  const overdue = data.items.filter((item) => item.days_left < 0)
  const news = data.news?.items ?? []
  // All that was due was done before the mail could leave.
  if (data.items.length === 0 && data.news && news.length > 0) return writeNews(context, data.news)
  return {
    subject: subjectOf(data.items),
    heading: headingOf(data.items.length, overdue.length),
    paragraphs: [
      `${data.items.length === 1 ? 'This waits' : 'These wait'} for you at the Front Desk of ${brokerage}.`,
    ],
    items: [
      ...data.items.map((item) => ({
        title: item.title,
        note: `${DO[item.kind]} ${dueWords(item, data.timeZone)}`,
        url: address + itemPath(item.kind, item.training_id ?? item.id),
        urgent: item.days_left <= 0,
      })),
      ...newsLines(address, news),
    ],
    action: { label: 'Open the Front Desk', url: `${address}/dashboard` },
    footnote:
      'A reminder comes 7 days and 1 day before something is due, on the day itself, and then every week until it is done. There is never more than one a day.',
  }
}

const newsLines = (address: string, items: NewsData['items']) =>
  items.map(({ title, body, path }) => ({
    title,
    note: body,
    url: `${address}${path}`,
    urgent: false,
  }))

/** What somebody was told and has not read. */
function writeNews({ brokerage, address }: MailContext, { items }: NewsData): MailText {
  const [first, ...more] = items
  return {
    subject: !first || more.length > 0 ? `${items.length} things are new for you` : first.title,
    heading: more.length > 0 ? `${items.length} things are new for you` : 'This is new for you',
    paragraphs: [`You have not read this yet at the Front Desk of ${brokerage}.`],
    items: newsLines(address, items),
    action: { label: 'Open your notifications', url: `${address}/notifications` },
    footnote: `You choose what is mailed to you, and when: ${address}/profile/notifications`,
  }
}

/** What there is to do with an item. */
const DO = { policy: 'To acknowledge:', test: 'To take:', training: 'To complete:' }

function subjectOf(items: DueItem[]): string {
  const [first, ...more] = items
  if (!first) return 'Nothing is due'
  const title = [...first.title]
  const short =
    title.length > LONGEST_TITLE
      ? `${title.slice(0, LONGEST_TITLE).join('').trimEnd()}…`
      : first.title
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${items.some(isOverdue) ? 'Overdue' : soonest(first)}: ${short}${others}`
}

const isOverdue = ({ days_left: days }: DueItem) => days < 0

function soonest({ days_left: days }: DueItem): string {
  if (days === 0) return 'Due today'
  return days === 1 ? 'Due tomorrow' : `Due in ${days} days`
}

function headingOf(all: number, overdue: number): string {
  const things = all === 1 ? 'One thing is' : `${all} things are`
  if (overdue === 0) return `${things} due soon`
  return overdue === all ? `${things} overdue` : `${things} due, ${overdue} of them overdue`
}

/** By when, in the words and the time zone of who reads it. */
function dueWords({ due_at: moment, days_left: days }: DueItem, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => dateText(moment, timeZone, options)
  const date = dayText(moment, timeZone)
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const until = clock === '23:59' ? date : `${date}, ${format({ timeStyle: 'short' })}`
  if (days < 0) return `overdue since ${date}.`
  if (days > 1) return `due ${until}.`
  // What is due in the small hours belongs to the day before.
  const night = clock < '08:00' ? ' night' : ''
  if (days === 0) return `due ${night ? 'tonight' : 'today'}, ${until}.`
  return `due tomorrow${night}, ${until}.`
}

export const reminderMail = defineMail('reminder', { write: writeReminder, dataNow: remindedNow })

/** What one was told and has not read. */
export const newsMail = defineMail('notifications', { write: writeNews, dataNow: newsNow })

/** What is due as the mail leaves: some of it may have been done, moved or removed since. */
async function remindedNow(
  db: Db,
  { user_id: userId, data }: Addressed & { data: ReminderData },
  timeZone: string,
): Promise<ReminderData> {
  const clock = { now: new Date(), timeZone }
  const [digest] = userId ? await listDueItems(db, clock, [userId]) : []
  const unread = await unreadOf(db, data.news, digest?.time_zone ?? timeZone)
  const isDueNews = data.due_ids === undefined || (await listNews(db, data.due_ids)).length > 0
  if ((!digest || !isDueNews) && unread.items.length === 0) {
    throw digest ? seenMeanwhile() : new UnsendableError('Nothing of it is due any more')
  }
  const items = isDueNews && digest ? digest.items : []
  return { timeZone: digest?.time_zone ?? timeZone, items, news: unread }
}

/** What of it was not seen in the meantime. */
async function newsNow(
  db: Db,
  { data }: Addressed & { data: NewsData },
  timeZone: string,
): Promise<NewsData> {
  const unread = await unreadOf(db, data, timeZone)
  if (unread.items.length === 0) throw seenMeanwhile()
  return unread
}

async function unreadOf(db: Db, news: NewsData | undefined, fallback: string): Promise<NewsData> {
  const unread = news ? await listNews(db, news.notification_ids) : []
  return newsOf(unread, unread[0]?.time_zone ?? fallback)
}

/** What a mail says of some of somebody's notifications. */
export const newsOf = (told: Outgoing[], timeZone: string): NewsData => ({
  notification_ids: told.map(({ id }) => id),
  items: told.map((one) => notificationText(one, timeZone)),
})
