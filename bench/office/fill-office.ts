import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { apiClient } from '../../server/src/testing/api-client.ts'
import { createQuiz } from '../../server/src/testing/quizzes.ts'
import { addGroup, addPeople, type DeskPerson } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { createFirstAdmin } from '../sign-in.ts'
import { sized } from '../size.ts'
import type { Things } from './clicks.ts'

const POLICIES = sized(60, 4)
const TRAININGS = sized(20, 2)
const DOCUMENTS = sized(300, 10)
const TEAM = 10
const MESSAGES = sized(120, 5)
const PARAGRAPH =
  'Nobody gives keys to a buyer before the deed is recorded, whatever the lender says on the phone; a deposit is paid into escrow on the day that it came.\n\n'

/** Fills an empty server with what an office reads: most of it everybody has to do. */
export async function fillOffice(url: string, open: OpenDatabase): Promise<Things> {
  const admin = apiClient(url, await createFirstAdmin(url))
  const policies: string[] = []
  for (let number = 1; number <= POLICIES; number += 1) {
    const body = { title: `Policy ${number} on keys and deposits`, content: PARAGRAPH.repeat(14) }
    const { status, body: policy } = await admin('POST /policies', { body })
    if (status !== 201) throw new Error(`A policy was not added: ${JSON.stringify(policy)}`)
    policies.push(policy.id)
    if (number % 3 === 0) continue
    const params = { id: policy.id }
    const asked = await admin('POST /policies/:id/assign', { params, body: { everyone: true } })
    if (asked.status >= 300) throw new Error(`A policy was not assigned: ${asked.status}`)
  }
  return open(async (db) => {
    const trainings: Things['trainings'] = []
    for (let number = 1; number <= TRAININGS; number += 1) {
      const sections = [1, 2, 3, 4].map((one) => `# Part ${one}\n\n${PARAGRAPH.repeat(4)}`)
      const quiz = await createQuiz(db, { title: `Wire fraud ${number}`, sections, questions: 10 })
      const required = { id: randomUUID(), test_id: quiz.testId, everyone: true }
      if (number % 2 === 0) await db.insertInto('requirements').values(required).execute()
      trainings.push({ id: quiz.trainingId, sections: quiz.sectionIds })
    }
    const documents = await sql<{ id: string }>`
      insert into documents (id, title, category, file_key, file_name, file_type, mime, file_size, sha256)
      select gen_random_uuid(), 'Lease agreement ' || n, 'Legal', md5(n::text), n || '.pdf', 'pdf', 'application/pdf',
        1000 * n, md5(n::text) || md5(n::text)
      from generate_series(1, ${DOCUMENTS}::int) as n returning id`.execute(db)
    await sql`
      insert into document_texts (document_id, state, text)
      select id, 'done', 'What ' || title || ' says' from documents`.execute(db)
    await sql`vacuum analyze`.execute(db)
    return {
      policies,
      trainings,
      documents: documents.rows.map(({ id }) => id),
      people: [],
      chatsOf: [],
    }
  })
}

/** More people, signed in, in teams of ten with a conversation each that has begun before. */
export async function employ(
  open: OpenDatabase,
  things: Things,
  count: number,
): Promise<DeskPerson[]> {
  return open(async (db) => {
    const people = count > 0 ? await addPeople(db, count) : []
    for (let from = 0; from < people.length; from += TEAM) {
      const members = people.slice(from, from + TEAM)
      const chat = await addGroup(db, `Team ${things.people.length + 1}`, members)
      const ids = members.map(({ id }) => id)
      await sql`
        insert into chat_messages (id, chat_id, number, user_id, client_id, body, created_at)
        select new_uuid(), ${chat}, number, (${ids}::uuid[])[1 + number % ${ids.length}::int], 'n' || number,
          'Message ' || number || ' about the house on Ferry Road', now() - interval '30 days' + number * interval '1 hour'
        from generate_series(1, ${MESSAGES}::int) as number`.execute(db)
      await sql`update chats set last_number = ${MESSAGES} where id = ${chat}`.execute(db)
      for (const id of ids) {
        things.people.push(id)
        things.chatsOf.push([chat])
      }
    }
    await sql`vacuum analyze`.execute(db)
    return people
  })
}
