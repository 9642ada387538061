import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Announcer } from '../../platform/announcer.ts'
import type { MovedMark } from './chats.queries.ts'

const EVERYONE = /(?:^|[^\p{L}\p{N}_@])@everyone(?![\p{L}\p{N}_])/iu

/** Whether a text calls on everybody. */
export const namesEveryone = (body: string) => EVERYONE.test(body)

/** Also who left a conversation of two: being written to, they are in it again. */
const people = prepared<{ id: string; name: string }>(`
  select id, name from users
  where status = 'active' and id in (
    select user_id from chat_members where chat_id = $1
    union
    select person from chats
    cross join unnest(array[first_person, second_person]) as person
    where chats.id = $1
  )
`)

/** Who of a conversation is named in each of the texts as `@First Last`; all of those who share the name. */
export async function namedIn(db: Db, chatId: string, bodies: string[]): Promise<string[][]> {
  const members = await people(db, [chatId])
  return bodies.map((body) => mentionsOf(body, members))
}

/** The longest name that fits is meant: `@Ann Lee` is not also `@Ann`. */
export function mentionsOf(body: string, members: { id: string; name: string }[]): string[] {
  const text = body.toLowerCase()
  const byLength = members
    .map(({ id, name }) => ({ id, name: name.toLowerCase() }))
    .toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<string>()
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at > 0 && /[\p{L}\p{N}_@]/u.test(text[at - 1]!)) continue
    const named = byLength.find(({ name }) => isAt(text, at + 1, name))
    if (!named) continue
    for (const { id, name } of byLength) if (name === named.name) found.add(id)
  }
  return [...found]
}

function isAt(text: string, index: number, name: string): boolean {
  if (name === '' || !text.startsWith(name, index)) return false
  return !/^[\p{L}\p{N}_]/u.test(text.slice(index + name.length, index + name.length + 2))
}

/** What fits into one announcement. */
const MOST_IDS = 100

/** Tells the browsers of people whose notifications have changed. */
export function tellOfMentions(announcer: Announcer, userIds: string[]): void {
  for (let from = 0; from < userIds.length; from += MOST_IDS) {
    announcer.tell({ keys: ['notifications'], userIds: userIds.slice(from, from + MOST_IDS) })
  }
}

/** Tells all nodes how far people have read, and those of them who had been mentioned there. */
export function tellOfMarks(announcer: Announcer, marks: MovedMark[]): void {
  for (const chatId of new Set(marks.map((mark) => mark.chat_id))) {
    const own = marks.filter((mark) => mark.chat_id === chatId)
    const read = own.map(({ user_id, number }) => ({ user_id, number }))
    announcer.tell({ keys: [], chat: { about: 'read', chat_id: chatId, marks: read } })
  }
  const saw = marks.filter((mark) => mark.saw_mention).map((mark) => mark.user_id)
  tellOfMentions(announcer, [...new Set(saw)])
}
