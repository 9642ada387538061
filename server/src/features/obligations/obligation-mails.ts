import { dayText } from '../../platform/date-text.ts'
import type { Db } from '../../db/connect.ts'
import {
  type Addressed,
  defineMail,
  type MailContext,
  type MailText,
  UnsendableError,
} from '../mail/mail-kind.ts'
import { findMailedObligations } from './mailed-obligations.queries.ts'

/** One obligation in a mail that somebody caused. */
interface MailedObligation {
  title: string
  /** Where the web app shows it. */
  path: string
  due_at: string | null
}

/** Who did what with which obligations; what they are by now is added when the mail leaves. */
interface ObligationsData {
  by: string
  obligation_ids: string[]
  items: MailedObligation[]
  /** Of who reads it. */
  timeZone?: string
  due_at?: string
  reason?: string
}

/** What people of somebody's teams have not done, long after it was due. */
interface EscalationData {
  days: number
  obligation_ids: string[]
  items: (MailedObligation & { person: string })[]
  timeZone?: string
}

/** So many lines are enough to act on; the register has all. */
const MOST_LINES = 50

const dayOf = (moment: string, timeZone = 'UTC') => dayText(moment, timeZone)

const noteOf = ({ due_at: due }: MailedObligation, timeZone?: string) =>
  due === null ? 'No due date.' : `Due ${dayOf(due, timeZone)}.`

const lines = ({ address }: MailContext, { items, timeZone }: ObligationsData) =>
  items.slice(0, MOST_LINES).map((item) => ({
    title: item.title,
    note: noteOf(item, timeZone),
    url: `${address}${item.path}`,
    urgent: item.due_at !== null && Date.parse(item.due_at) < Date.now(),
  }))

/** Somebody asks for what is open. */
const writeReminded = (context: MailContext, data: ObligationsData): MailText => ({
  subject: `${data.by} reminds you of what is open`,
  heading: 'A reminder',
  paragraphs: [
    `${data.by} asks you to do ${data.items.length === 1 ? 'this' : 'these'} at the Front Desk of ${context.brokerage}.`,
  ],
  items: lines(context, data),
  action: { label: 'Open the Front Desk', url: `${context.address}/dashboard` },
  footnote: `${data.by} sent this reminder by hand. If it is done already, there is nothing to do.`,
})

/** Somebody set another due date. */
const writeMoved = (context: MailContext, data: ObligationsData): MailText => ({
  subject: `${data.by} has moved a due date`,
  heading: 'Another due date',
  paragraphs: [
    `${data.by} has moved the due date of ${data.items.length === 1 ? 'this' : 'these'} at the Front Desk of ${context.brokerage}.`,
  ],
  items: lines(context, data),
  action: { label: 'Open the Front Desk', url: `${context.address}/dashboard` },
  footnote: 'The date is of you alone; others may have another one.',
})

/** Somebody let them off. */
const writeWaived = (context: MailContext, data: ObligationsData): MailText => ({
  subject: `${data.by} has waived something for you`,
  heading: 'You need not do this',
  paragraphs: [
    `${data.by} has waived ${data.items.length === 1 ? 'this' : 'these'} for you at the Front Desk of ${context.brokerage}.`,
    `The reason given: ${data.reason ?? ''}`,
  ],
  items: lines(context, data).map((line) => ({ ...line, note: 'Waived.', urgent: false })),
  footnote: 'Should the waiver be ended, you are asked again.',
})

/** To a manager, of what is long overdue in their teams. */
const writeEscalation = (context: MailContext, data: EscalationData): MailText => {
  const people = new Set(data.items.map(({ person }) => person)).size
  const days = data.days === 1 ? 'a day' : `${data.days} days`
  return {
    subject: 'People of your team are behind',
    heading: people === 1 ? 'Somebody is behind' : `${people} people are behind`,
    paragraphs: [
      `This has been overdue for more than ${days} in the teams that you manage at the Front Desk of ${context.brokerage}.`,
    ],
    items: data.items.slice(0, MOST_LINES).map((item) => ({
      title: `${item.person}: ${item.title}`,
      note: noteOf(item, data.timeZone),
      url: `${context.address}/team`,
      urgent: true,
    })),
    action: { label: 'Open your team', url: `${context.address}/team` },
    footnote: 'You are told of each of these once, because you manage the team.',
  }
}

/** What became of the obligations since: nobody is asked for what is done. */
const dataNow =
  (state: 'open' | 'waived') =>
  async <Data extends ObligationsData | EscalationData>(
    db: Db,
    { user_id: readerId, data }: Addressed & { data: Data },
    fallback: string,
  ): Promise<Data> => {
    const told = { ids: data.obligation_ids, state, readerId }
    const { items, timeZone } = await findMailedObligations(db, told)
    if (items.length === 0) throw new UnsendableError('Nothing of it is to be told any more')
    return { ...data, items, timeZone: timeZone ?? fallback }
  }

export const remindedMail = defineMail('obligations_reminded', {
  write: writeReminded,
  dataNow: dataNow('open'),
})

export const movedMail = defineMail('obligations_moved', {
  write: writeMoved,
  dataNow: dataNow('open'),
})

export const waivedMail = defineMail('obligations_waived', {
  write: writeWaived,
  dataNow: dataNow('waived'),
})

export const escalationMail = defineMail('escalation', {
  write: writeEscalation,
  dataNow: dataNow('open'),
})
