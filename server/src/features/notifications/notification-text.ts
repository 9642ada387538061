import { itemPath } from '@frontdesk/contract/items'
import type { NotificationKind } from '@frontdesk/contract/notifications'
import type { Role } from '@frontdesk/contract/users'
import type { ItemFacts } from '../../db/item-facts.ts'
import { dayText } from '../../platform/date-text.ts'

/** Something that is asked of a person. */
interface Item extends ItemFacts<'policy' | 'test' | 'training'> {
  title: string
}

/** What a notification's words are made from; it stands in the database. */
export type NotificationFacts =
  /** Asked, due soon, or to be done again. */
  | (Item & { about: 'item'; due_at: string | null })
  /** Somebody did that for this person alone. */
  | (Item & {
      about: 'by_hand'
      by: string
      what: 'reminded' | 'moved' | 'waived'
      due_at: string | null
      reason: string | null
    })
  | {
      about: 'step'
      by: string
      step_id: string
      step: string
      run_id: string
      run: string
      role: Role | null
    }
  | {
      about: 'message'
      by: string
      /** Null in a conversation of two. */
      chat: string | null
      number: number
      how: 'named' | 'everyone' | 'announcement'
    }
  | (Item & { about: 'completed'; score: number | null })
  | (Item & { about: 'attempts'; by: string; attempts: number; reason: string | null })
  | (Item & { about: 'ending'; ends_at: string })
  /** A draft was not published on its day. */
  | { about: 'draft'; draft_id: string; title: string; reason: string }
  /** A policy or training is to be looked through by a day, such as `2027-01-31`. */
  | (ItemFacts<'policy' | 'training'> & {
      about: 'review'
      title: string
      review_on: string
      is_day: boolean
    })
  /** The server no longer sends to a webhook. */
  | { about: 'webhook'; webhook_id: string; title: string; reason: 'failing' | 'gone' }
  /** What one relies on in an emergency is not there. */
  | { about: 'backup'; title: string; problem: string }
  /** A text refers to paragraphs of a policy that have other words now, or none. */
  | {
      about: 'changed_quotes'
      title: string
      policy: string
      count: number
      /** None where the policy was archived. */
      wordings: { before: string; after: string | null }[]
      archived?: true
    }

/** A stored notification, with what is read beside it. */
export interface ToldOf {
  kind: NotificationKind
  facts: NotificationFacts
  created_at: string
  chat_id: string | null
  /** The message, as it is now. */
  said: string | null
}

export interface NotificationText {
  title: string
  body: string
  path: string
}

const pathOf = ({ item, item_id: id, path }: ItemFacts) =>
  id === undefined ? path : itemPath(item, id)

const LONGEST_EXCERPT = 160
const TO_DO = { policy: 'acknowledge', test: 'take', training: 'complete' } as const

/** What a notification says, in the list, in mails and on devices alike; days are those of the reader. */
export function notificationText(told: ToldOf, timeZone: string): NotificationText {
  const { facts } = told
  switch (facts.about) {
    case 'item':
      return itemText(told, facts, timeZone)
    case 'by_hand':
      return byHandText(facts, timeZone)
    case 'step':
      return {
        title: `${facts.by} has handed you a step: ${facts.step}`,
        body: `It is a step of “${facts.run}”.`,
        path: itemPath('process_run', facts.run_id),
      }
    case 'message':
      return messageText(told, facts)
    case 'completed':
      return {
        title: facts.item === 'training' ? `Completed: ${facts.title}` : `Passed: ${facts.title}`,
        body: `${facts.score === null ? '' : `You scored ${Math.round(facts.score)} %. `}Your certificate is there.`,
        path: pathOf(facts),
      }
    case 'attempts': {
      const more = facts.attempts === 1 ? 'another attempt' : `${facts.attempts} more attempts`
      return {
        title: `${facts.by} has given you ${more}: ${facts.title}`,
        body: facts.reason ?? '',
        path: pathOf(facts),
      }
    }
    case 'ending':
      return {
        title: `Your certificate ends soon: ${facts.title}`,
        body: `It ends on ${dayText(facts.ends_at, timeZone)}.`,
        path: pathOf(facts),
      }
    case 'draft':
      return {
        title: `Not published: ${facts.title}`,
        body: facts.reason,
        path: itemPath('draft', facts.draft_id),
      }
    case 'webhook':
      return {
        title: `A webhook was switched off: ${facts.title}`,
        body:
          facts.reason === 'gone'
            ? 'Its receiver wants no more.'
            : 'It had failed at every try for a week.',
        path: itemPath('webhook', facts.webhook_id),
      }
    case 'backup':
      return { title: facts.title, body: facts.problem, path: '/admin/settings/backup' }
    case 'review':
      return {
        title: `To look through${facts.is_day ? '' : ' soon'}: ${facts.title}`,
        // The day is the same wherever its reader is.
        body: `Is it still right? By ${dayText(facts.review_on, 'UTC')}.`,
        path: pathOf(facts),
      }
    case 'changed_quotes':
      return changedQuotesText(facts)
  }
}

function changedQuotesText({
  title,
  policy,
  count,
  wordings,
  archived,
}: Extract<NotificationFacts, { about: 'changed_quotes' }>): NotificationText {
  const path = '/admin/reviews?show=quotes'
  if (archived) {
    return {
      title: `Quotes “${policy}”, which was archived: ${title}`,
      body: 'Its readers can’t open that policy any more.',
      path,
    }
  }
  const said = wordings.map(({ before, after }) =>
    after === null
      ? `It said “${excerptOf(before)}”, and is gone.`
      : `It said “${excerptOf(before)}”, and says now “${excerptOf(after)}”.`,
  )
  const more = count > wordings.length ? [`And ${count - wordings.length} more.`] : []
  return {
    title: `Quotes ${count === 1 ? 'a paragraph' : `${count} paragraphs`} of “${policy}” that changed: ${title}`,
    body: [...said, ...more].join(' '),
    path,
  }
}

function itemText(
  { kind, created_at: told }: ToldOf,
  facts: Extract<NotificationFacts, { about: 'item' }>,
  timeZone: string,
): NotificationText {
  const { item, title, due_at: due } = facts
  const path = pathOf(facts)
  const by = due === null ? 'No due date.' : `Due ${dayText(due, timeZone)}.`
  if (kind === 'renewal') return { title: `To ${TO_DO[item]} again: ${title}`, body: by, path }
  if (kind !== 'due_soon' || due === null) {
    return { title: `To ${TO_DO[item]}: ${title}`, body: by, path }
  }
  return Date.parse(due) < Date.parse(told)
    ? {
        title: `Overdue: ${title}`,
        body: `To ${TO_DO[item]}: overdue since ${dayText(due, timeZone)}.`,
        path,
      }
    : { title: `Due soon: ${title}`, body: `To ${TO_DO[item]} by ${dayText(due, timeZone)}.`, path }
}

function byHandText(
  facts: Extract<NotificationFacts, { about: 'by_hand' }>,
  timeZone: string,
): NotificationText {
  const { by, title, due_at: due, reason } = facts
  const path = pathOf(facts)
  const when = due === null ? 'No due date.' : `Due ${dayText(due, timeZone)}.`
  switch (facts.what) {
    case 'reminded':
      return { title: `${by} reminds you: ${title}`, body: when, path }
    case 'moved':
      return { title: `${by} has moved a due date: ${title}`, body: when, path }
    case 'waived':
      return {
        title: `${by} has waived something for you: ${title}`,
        body: reason ? `The reason given: ${reason}` : '',
        path,
      }
  }
}

function messageText(
  { chat_id: chatId, said }: ToldOf,
  { by, chat, number, how }: Extract<NotificationFacts, { about: 'message' }>,
): NotificationText {
  const where = chat === null ? '' : ` in ${chat}`
  const title = {
    named: `${by} mentioned you${where}`,
    everyone: `${by} wrote to everyone${where}`,
    announcement: `${by} announced something${where}`,
  }[how]
  return { title, body: excerptOf(said ?? ''), path: `/chat/${chatId ?? ''}?message=${number}` }
}

/** The beginning of a message, without the marks of Markdown. */
function excerptOf(body: string): string {
  const plain = body
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[#>]+|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/[*_`~]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  if (letters.length <= LONGEST_EXCERPT) return plain
  return `${letters.slice(0, LONGEST_EXCERPT).join('').trimEnd()}…`
}
