import type { DueItem } from '../reminders/reminders.queries.ts'
import type { MailContext, MailText } from './mail-texts.ts'

/** What is due of one person, in whose time zone. */
export interface ReminderData {
  timeZone: string
  items: DueItem[]
}

const LONGEST_TITLE = 60

/** One mail a day about everything that is due. */
export function writeReminder({ brokerage, address }: MailContext, data: ReminderData): MailText {
  const overdue = data.items.filter((item) => item.days_left < 0)
  return {
    subject: subjectOf(data.items),
    heading: headingOf(data.items.length, overdue.length),
    paragraphs: [
      `${data.items.length === 1 ? 'This waits' : 'These wait'} for you at the Front Desk of ${brokerage}.`,
    ],
    items: data.items.map((item) => ({
      title: item.title,
      note: `${DO[item.kind]} ${dueWords(item, data.timeZone)}`,
      url: `${address}${item.path}`,
      urgent: item.days_left <= 0,
    })),
    action: { label: 'Open the Front Desk', url: `${address}/dashboard` },
    footnote:
      'A reminder comes 7 days and 1 day before something is due, on the day itself, and then every week until it is done. There is never more than one a day.',
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
function dueWords({ due_at: dueAt, days_left: days }: DueItem, timeZone: string): string {
  const moment = new Date(dueAt)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(moment)
  const date = format({ weekday: 'long', month: 'long', day: 'numeric' })
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const until = clock === '23:59' ? date : `${date}, ${format({ timeStyle: 'short' })}`
  if (days < 0) return `overdue since ${date}.`
  if (days > 1) return `due ${until}.`
  // What is due in the small hours belongs to the day before.
  const night = clock < '08:00' ? ' night' : ''
  if (days === 0) return `due ${night ? 'tonight' : 'today'}, ${until}.`
  return `due tomorrow${night}, ${until}.`
}
