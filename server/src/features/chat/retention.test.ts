import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOCK } from '../../jobs.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { keepToRetention } from './retention.actions.ts'

let server: TestServer
let admin: Member
let ann: Member
let ben: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  ann = await createMember(server)
  ben = await createMember(server)
  await as(admin)('PUT /admin/settings', { body: { chat_retention_years: 1 } })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const keep = () => keepToRetention(server.db, new AbortController().signal)

/** A conversation of the two in which Ann has said so much, the first of it two years ago. */
async function talk(count: number, old: number): Promise<{ id: string }> {
  const { body } = await as(ann)('POST /chat', { body: { title: 'Old', member_ids: [ben.id] } })
  const params = { id: body.id }
  for (let n = 0; n < count; n += 1) {
    await as(ann)('POST /chat/:id/messages', { params, body: { body: `No. ${n}` } })
  }
  await age(body.id, old)
  return params
}

const age = (chatId: string, upTo: number) =>
  sql`
    update chat_messages set created_at = created_at - interval '2 years'
    where chat_id = ${chatId} and number <= ${upTo}
  `.execute(server.db)

const trail = async () =>
  (
    await server.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'chat.retention')
      .orderBy('happened_at')
      .execute()
  ).map(({ details }) => details)

test('what is gone is nobody’s unread message any more, and open pages hear of it', async () => {
  const params = await talk(5, 3)
  const unread = async () => (await as(ben)('GET /chat/:id', { params })).body
  expect(await unread()).toMatchObject({ unread_count: 5, read_number: 0 })
  const page = await openSocketAs(server.url, ben)
  expect(await keep()).toBe(3)
  await page.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('chats'))
  page.close()
  expect(await unread()).toMatchObject({ unread_count: 2, read_number: 3 })
  await age(params.id, 5)
  expect(await keep()).toBe(2)
  expect(await unread()).toMatchObject({ unread_count: 0 })
  expect((await as(ben)('GET /chat/unread')).body).toEqual({ messages: 0, chats: 0 })
})

test('what went stands in the trail, also where the server died before it was written', async () => {
  await talk(4, 2)
  await sql`
    create function die() returns trigger language plpgsql as $$
    begin raise exception 'died'; end $$;
    create trigger die before insert on audit_events for each row
      when (new.action = 'chat.retention') execute function die()
  `.execute(server.db)
  const before = await trail()
  await expect(keep()).rejects.toThrow('died')
  await sql`drop trigger die on audit_events`.execute(server.db)
  const rest = await talk(3, 1)
  expect(await keep()).toBe(1)
  expect(await trail()).toEqual([...before, { removed: 3, years: 1 }])
  await age(rest.id, 2)
  await as(admin)('PUT /admin/settings', { body: { chat_retention_years: null } })
  expect(await keep()).toBe(0)
  expect(await trail()).toHaveLength(before.length + 1)
})

test('a night in which no server ran is made up for', () => {
  const line = parseCrontab(CLOCK).find(({ task }) => task === 'keep_to_retention')
  expect(line!.options.backfillPeriod).toBe(24 * 60 * 60 * 1000)
})
