import type { CurrentUser } from '@frontdesk/contract/users'
import { type Desk, fillDesk, type OpenDatabase } from '../crash-desk.ts'
import { addGroup, addPeople } from '../chat-desk.ts'
import { createFirstAdmin } from '../sign-in.ts'

const CHATS = 10
const MEMBERS = 6

export interface FilledDesk extends Desk {
  admin: { token: string; user: CurrentUser }
  chats: { id: string; tokens: string[] }[]
}

/** Fills an empty server with people, policies that nobody has acknowledged, and conversations. */
export async function fillWholeDesk(url: string, open: OpenDatabase): Promise<FilledDesk> {
  const admin = await createFirstAdmin(url)
  const desk = await fillDesk(url, open, admin)
  const chats = await open(async (db) => {
    const people = await addPeople(db, CHATS * MEMBERS)
    const made: FilledDesk['chats'] = []
    for (let number = 0; number < CHATS; number += 1) {
      const members = people.slice(number * MEMBERS, (number + 1) * MEMBERS)
      const id = await addGroup(db, `Conversation ${number + 1}`, members)
      made.push({ id, tokens: members.map(({ token }) => token) })
    }
    return made
  })
  return { ...desk, admin, chats }
}
