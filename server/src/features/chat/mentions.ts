import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

const EVERYONE = /(?:^|[^\p{L}\p{N}_@])@everyone(?![\p{L}\p{N}_])/iu

/** Whether a text calls on everybody. */
export const namesEveryone = (body: string) => EVERYONE.test(body)

const people = prepared<{ id: string; name: string }>(`
  select users.id, users.name from chat_members
  join users on users.id = chat_members.user_id and users.status = 'active'
  where chat_id = $1
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
