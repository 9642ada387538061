import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMember, createPolicy, createProcess, type Member } from '../../testing/factories.ts'
import { documentForm } from '../../testing/documents.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { mentionsOf } from './mentions.ts'
import { keepToRetention } from './retention.actions.ts'

let server: TestServer
let admin: Member
let ann: Member
let ben: Member
let cleo: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  ann = await createMember(server, { firstName: 'Ann', lastName: 'Lee' })
  ben = await createMember(server, { firstName: 'Ben', lastName: 'Ode' })
  cleo = await createMember(server, { firstName: 'Cleo', lastName: 'Fox' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)

async function open(person: Member, others: Member[], title?: string) {
  const { body } = await as(person)('POST /chat', {
    body: { ...(title && { title }), member_ids: others.map(({ id }) => id) },
  })
  return { params: { id: body.id }, chat: body }
}

async function say(person: Member, id: string, body: string, more = {}): Promise<ChatMessage> {
  const answer = await as(person)('POST /chat/:id/messages', {
    params: { id },
    body: { client_id: uuidv7(), body, ...more },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

const messagesOf = async (person: Member, id: string, query = {}) =>
  (await as(person)('GET /chat/:id/messages', { params: { id }, query })).body

describe('conversations', () => {
  test('of two people there is one, whoever asks, also at the same moment', async () => {
    const other = await createMember(server)
    const asked = await Promise.all(
      [ann, other, ann, other].map(async (person, at) =>
        as(person)('POST /chat', { body: { member_ids: [at % 2 === 0 ? other.id : ann.id] } }),
      ),
    )
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1)
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 201,
    ])
    expect(asked[0]!.body).toMatchObject({ kind: 'direct', title: other.user.name })
    const withTitle = await open(ann, [other], 'The lake house')
    expect(withTitle.chat).toMatchObject({ kind: 'group', title: 'The lake house' })
  })

  test('are there for their members, and for nobody else', async () => {
    const { params, chat } = await open(ann, [ben])
    await say(ann, params.id, 'Between us')
    expect(chat.members.map(({ id }) => id).toSorted()).toEqual([ann.id, ben.id].toSorted())
    for (const stranger of [cleo, admin]) {
      for (const [call, body] of [
        ['GET /chat/:id', undefined],
        ['GET /chat/:id/messages', undefined],
        ['GET /chat/:id/search', undefined],
        ['POST /chat/:id/messages', { body: 'Hello' }],
        ['POST /chat/:id/files', documentForm()],
        ['DELETE /chat/:id', undefined],
      ] as const) {
        const answer = await as(stranger).raw(call, { params, query: { query: 'x' }, body })
        expect({ call, status: answer.status }).toEqual({ call, status: 404 })
      }
      const list = await as(stranger)('GET /chat')
      expect(JSON.stringify(list.body)).not.toContain('Between us')
    }
  })

  test('list the newest message first, with what is unread', async () => {
    const group = await open(ann, [ben, cleo])
    expect(group.chat.title).toContain('Ben Ode')
    await say(ann, group.params.id, 'One')
    await say(ann, group.params.id, 'Two')
    const [first] = (await as(cleo)('GET /chat')).body
    expect(first).toMatchObject({
      id: group.params.id,
      unread_count: 2,
      last_message: { body: 'Two', number: 2 },
    })
    const own = (await as(ann)('GET /chat')).body.find(({ id }) => id === group.params.id)
    expect(own!.unread_count).toBe(0)
    await as(cleo)('PUT /chat/:id/read', { ...group, body: { number: 99 } })
    await as(cleo)('PUT /chat/:id/read', { ...group, body: { number: 1 } })
    const read = (await as(cleo)('GET /chat/:id', group)).body
    expect(read).toMatchObject({ unread_count: 0, read_number: 2 })
  })

  test('can be joined and left: who is out hears nothing more, and others stay', async () => {
    const { params } = await open(ann, [ben], 'Closing')
    for (const words of ['Before her', 'and again']) await say(ann, params.id, words)
    await as(ben)('POST /chat/:id/members', { params, body: { member_ids: [cleo.id] } })
    // What was said before somebody came is there to be read, and waits for nobody.
    const unread = async () => (await as(cleo)('GET /chat/:id', { params })).body.unread_count
    expect([await unread(), (await messagesOf(cleo, params.id)).length]).toEqual([0, 2])
    await say(ann, params.id, 'Welcome')
    expect(await unread()).toBe(1)
    await say(cleo, params.id, 'Here I am')
    const refused = await as(ben).raw('DELETE /chat/:id/members', {
      params,
      body: { member_ids: [cleo.id] },
    })
    expect(refused.status).toBe(403)
    const removed = await as(ann)('DELETE /chat/:id/members', {
      params,
      body: { user_id: cleo.id },
    })
    expect(removed.status).toBe(204)
    expect(
      (await as(cleo).raw('POST /chat/:id/messages', { params, body: { body: 'x' } })).status,
    ).toBe(404)
    expect((await as(ben)('DELETE /chat/:id', { params })).status).toBe(204)
    const left = (await as(ann)('GET /chat/:id', { params })).body
    expect(left.members.map(({ name }) => name)).toEqual(['Ann Lee'])
    expect((await as(ann)('DELETE /chat/:id', { params })).status).toBe(204)
    expect((await as(ann).raw('GET /chat/:id', { params })).status).toBe(404)
  })

  test('are found by their titles and the names in them, by who is in them', async () => {
    await open(ann, [ben], 'Harbour closings')
    const find = async (person: Member, query: string) =>
      (await as(person)('GET /chat/search', { query: { query } })).body.map(({ title }) => title)
    expect(await find(ann, 'Harbour closings')).toEqual(['Harbour closings'])
    expect(await find(ann, 'closing')).toContain('Harbour closings')
    expect(await find(ann, 'harbuor')).toContain('Harbour closings')
    expect(await find(ann, 'ben o')).toContain('Ben Ode')
    expect(await find(cleo, 'Harbour')).toEqual([])
    expect(await find(ann, ' ')).toEqual([])
  })

  test('have limits that say what they are', async () => {
    const refuse = async (body: object) => (await as(ann).raw('POST /chat', { body })).status
    expect(await refuse({ member_ids: [] })).toBe(422)
    expect(await refuse({ member_ids: [ann.id] })).toBe(422)
    expect(await refuse({ member_ids: [uuidv7()] })).toBe(422)
    expect(await refuse({ member_ids: Array.from({ length: 300 }, () => uuidv7()) })).toBe(422)
    expect(await refuse({ title: 'x'.repeat(121), member_ids: [ben.id] })).toBe(422)
    const direct = await open(ann, [cleo])
    const more = { params: direct.params, body: { member_ids: [ben.id] } }
    expect(await as(ann).raw('POST /chat/:id/members', more)).toMatchObject({
      status: 422,
      body: { code: 'direct_chat' },
    })
    const renamed = await as(ann).raw('PUT /chat/:id/title', { ...direct, body: { title: 'x' } })
    expect(renamed.status).toBe(422)
  })

  test('of three hundred are refused, however they come together, and the group stays what it was', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into users (id, first_name, last_name, email)
      select gen_random_uuid(), 'One', 'of many', 'one-of-many-' || n || '@example.com'
      from generate_series(1, 300) as n returning id
    `.execute(server.db)
    const ids = rows.map(({ id }) => id)
    const { body: chat } = await as(ann)('POST /chat', {
      body: { title: 'Large', member_ids: ids.slice(0, 249) },
    })
    const withOpener = await as(ann).raw('POST /chat', {
      body: { title: 'Larger', member_ids: ids.slice(0, 250) },
    })
    expect(withOpener).toMatchObject({ status: 422, body: { code: 'too_many_members' } })
    const params = { id: chat.id }
    const add = (some: string[]) =>
      as(ann).raw('POST /chat/:id/members', { params, body: { member_ids: some } })
    expect(await add(ids.slice(249))).toMatchObject({
      status: 422,
      body: { code: 'too_many_members', fields: { member_ids: expect.any(String) } },
    })
    expect((await as(ann)('GET /chat/:id', { params })).body.members).toHaveLength(250)
    expect((await say(ann, params.id, 'All of us')).number).toBe(1)
  })

  test('there is one room of everyone who is active', async () => {
    const leaver = await createMember(server)
    const room = (await as(ann)('GET /chat')).body.find(({ kind }) => kind === 'everyone')!
    const params = { id: room.id }
    const before = (await as(ann)('GET /chat/:id', { params })).body
    expect(before.members.map(({ id }) => id)).toContain(leaver.id)
    for (const person of [ann, admin]) {
      expect((await as(person).raw('DELETE /chat/:id', { params })).status).toBe(422)
    }
    const status = (value: 'active' | 'inactive') =>
      as(admin)('PUT /admin/users/:id', { params: { id: leaver.id }, body: { status: value } })
    await status('inactive')
    const without = (await as(ann)('GET /chat/:id', { params })).body
    expect(without.members.map(({ id }) => id)).not.toContain(leaver.id)
    expect(without.member_count).toBe(before.member_count - 1)
    await status('active')
    expect((await as(ann)('GET /chat/:id', { params })).body.member_count).toBe(before.member_count)
  })
})

describe('messages', () => {
  test('are numbered without gaps, in one order, however many write at once', async () => {
    const { params } = await open(ann, [ben, cleo])
    const people = [ann, ben, cleo]
    const sent = await Promise.all(
      Array.from({ length: 90 }, (_, n) => say(people[n % 3]!, params.id, `No. ${n}`)),
    )
    expect(sent.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 90 }, (_, n) => n + 1),
    )
    const read = await messagesOf(ben, params.id, { after: 0 })
    expect(read.map(({ number }) => number)).toEqual(Array.from({ length: 90 }, (_, n) => n + 1))
    expect(read.map(({ id }) => id)).toEqual(
      sent.toSorted((a, b) => a.number - b.number).map(({ id }) => id),
    )
    const times = read.map(({ created_at: at }) => at)
    expect(times).toEqual(times.toSorted())
  })

  test('sent again are the same message, also at once; another person or place is another one', async () => {
    const { params } = await open(ann, [ben, cleo])
    const other = await open(ann, [ben, cleo])
    const body = { client_id: 'first', body: 'Once' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => as(ann)('POST /chat/:id/messages', { params, body })),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const again = await as(ann)('POST /chat/:id/messages', {
      params,
      body: { ...body, body: 'Else' },
    })
    expect(again.body).toMatchObject({ body: 'Once', number: 1 })
    const bens = await as(ben)('POST /chat/:id/messages', { params, body })
    expect(bens.body.number).toBe(2)
    const elsewhere = await as(ann)('POST /chat/:id/messages', { ...other, body })
    expect(elsewhere.status).toBe(201)
    expect(await messagesOf(ann, params.id)).toHaveLength(2)
  })

  test('are read in pages, both ways, a hundred at most', async () => {
    const { params } = await open(ann, [ben, cleo])
    for (let n = 0; n < 130; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () => say(ann, params.id, 'x')))
    }
    const numbers = async (query: object) =>
      (await messagesOf(ben, params.id, query)).map(({ number }) => number)
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => from + n)
    expect(await numbers({})).toEqual(range(31, 130))
    expect(await numbers({ limit: 1000 })).toEqual(range(31, 130))
    expect(await numbers({ before: 31 })).toEqual(range(1, 30))
    expect(await numbers({ after: 0, limit: 3 })).toEqual([1, 2, 3])
    expect(await numbers({ after: 127 })).toEqual([128, 129, 130])
    expect(await numbers({ after: 10, before: 13 })).toEqual([11, 12])
    expect(await numbers({ after: 130 })).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['white space', ' \n\t\u00a0\u2003 '],
    ['what nobody sees', '\u200b\u200d\ufeff'],
    ['only marks that turn text around', '\u202e\u2066'],
    ['NUL', 'a\0b'],
    ['half a character', 'a\ud800'],
    ['8,001 characters', 'x'.repeat(8001)],
    ['8,001 characters above U+FFFF', '🏡'.repeat(8001)],
  ])('of %s are refused with a reason', async (_, body) => {
    const { params } = await open(ann, [ben])
    const before = await messagesOf(ann, params.id)
    const answer = await as(ann).raw('POST /chat/:id/messages', { params, body: { body } })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: expect.any(String),
      fields: { body: expect.any(String) },
    })
    expect(await messagesOf(ann, params.id)).toEqual(before)
  })

  test('take 8,000 characters of any kind, trimmed, without what turns text around', async () => {
    const { params } = await open(ann, [ben])
    expect((await say(ann, params.id, '🏡'.repeat(8000))).body).toHaveLength(16_000)
    expect((await say(ann, params.id, '  a\u202egnp.exe\u202c \n')).body).toBe('agnp.exe')
    const hostile = await say(
      ann,
      params.id,
      '<img src=x onerror=alert(1)> [x](javascript:alert(1))',
    )
    expect(hostile.body).toContain('<img')
  })

  test('are taken back by their author or an admin, and not by a manager', async () => {
    const manager = await createMember(server, { role: 'manager' })
    const { params } = await open(ann, [ben, manager, admin])
    const message = await say(ann, params.id, 'At ten')
    const takenBackBy = async (person: Member) =>
      as(person).raw('DELETE /chat/:id/messages/:message_id', {
        params: { ...params, message_id: message.id },
      })
    expect((await takenBackBy(manager)).status).toBe(403)
    expect((await takenBackBy(admin)).status).toBe(204)
  })

  test('can be changed by their author for fifteen minutes, and taken back; a trace stays', async () => {
    const { params } = await open(ann, [ben])
    const message = await say(ann, params.id, 'At ten')
    const ids = { ...params, message_id: message.id }
    const edit = (person: Member, body = 'At noon') =>
      as(person).raw('PUT /chat/:id/messages/:message_id', { params: ids, body: { body } })
    expect((await edit(ben)).status).toBe(403)
    expect((await edit(ann)).body).toMatchObject({
      body: 'At noon',
      number: message.number,
      edited_at: expect.any(String),
    })
    await sql`update chat_messages set created_at = now() - interval '16 minutes' where id = ${message.id}`.execute(
      server.db,
    )
    expect(await edit(ann, 'At one')).toMatchObject({ status: 422, body: { code: 'too_late' } })
    expect(
      (await as(ben).raw('DELETE /chat/:id/messages/:message_id', { params: ids })).status,
    ).toBe(403)
    expect((await as(ann)('DELETE /chat/:id/messages/:message_id', { params: ids })).status).toBe(
      204,
    )
    const [trace] = await messagesOf(ben, params.id, { after: message.number - 1 })
    expect(trace).toMatchObject({
      id: message.id,
      body: '',
      deleted_at: expect.any(String),
      reactions: [],
    })
    expect((await edit(ann)).status).toBe(404)
  })

  test('carry reactions of everybody who is in the conversation', async () => {
    const { params } = await open(ann, [ben, cleo])
    const message = await say(ann, params.id, 'Sold!')
    const ids = { ...params, message_id: message.id }
    const react = (person: Member, emoji: unknown, on = true) =>
      as(person)('PUT /chat/:id/messages/:message_id/reactions', {
        params: ids,
        body: { emoji, on },
      })
    await react(ben, '🎉')
    await react(ben, '🎉')
    await react(cleo, '👍🏽')
    expect((await react(cleo, '🎉')).body.reactions).toEqual([
      { emoji: '🎉', user_ids: [ben.id, cleo.id] },
      { emoji: '👍🏽', user_ids: [cleo.id] },
    ])
    expect((await react(cleo, '👍🏽', false)).body.reactions).toHaveLength(1)
    for (const bad of ['x', '', '🎉🎉', '<b>', 5])
      expect((await react(ann, bad)).status).toBeOneOf([400, 422])
  })

  test('are found by their words, within their conversation only', async () => {
    const { params } = await open(ann, [ben])
    const elsewhere = await open(ann, [cleo])
    await say(ann, params.id, 'The escrow wire arrives on Monday')
    await say(ben, params.id, 'Which escrow company?')
    await say(ann, elsewhere.params.id, 'escrow here too')
    const find = async (query: string) =>
      (await as(ben)('GET /chat/:id/search', { params, query: { query } })).body.map(
        ({ body }) => body,
      )
    expect(await find('escrow')).toEqual([
      'Which escrow company?',
      'The escrow wire arrives on Monday',
    ])
    expect(await find('wire esc')).toEqual(['The escrow wire arrives on Monday'])
    for (const none of ['', "'", ':* & !', '\\', 'zzz']) expect(await find(none)).toEqual([])
  })
})

describe('mentions', () => {
  test('name members, the longest name first', () => {
    const people = [
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Ann Lee' },
      { id: '3', name: 'ann lee' },
    ]
    expect(mentionsOf('@Ann Lee, can you?', people).toSorted()).toEqual(['2', '3'])
    expect(mentionsOf('ask @ann today', people)).toEqual(['1'])
    expect(mentionsOf('mail ann@ann.example or @Annabel', people)).toEqual([])
  })

  test('reach who is in the conversation; @everyone is for admins and managers', async () => {
    const manager = await createMember(server, { role: 'manager' })
    const { params } = await open(ann, [ben, admin, manager], 'Listing')
    const message = await say(ann, params.id, 'Hi @Ben Ode, @Cleo Fox and @everyone')
    expect(message).toMatchObject({ mentions: [ben.id], mentions_everyone: false })
    const stranger = await as(ann).raw('POST /chat/:id/messages', {
      params,
      body: { body: 'Hi', mention_ids: [cleo.id] },
    })
    expect(stranger).toMatchObject({ status: 422, body: { code: 'unknown_people' } })
    for (const caller of [admin, manager]) {
      const called = await say(caller, params.id, 'Please read, @everyone')
      expect(called, caller.user.role).toMatchObject({ mentions_everyone: true })
    }
  })

  test('by id: only who is active, and of an agent a few at once', async () => {
    const many = Array.from({ length: 22 }, (_, n) => ({
      first_name: `Many${n}`,
      last_name: 'Named',
      email: `many-${n}@example.com`,
    }))
    const people = await server.db
      .insertInto('users')
      .values(many.map((person) => ({ ...person, id: uuidv7(), status: 'active' as const })))
      .returning('id')
      .execute()
    const ids = people.map(({ id }) => id)
    const { body: chat } = await as(ann)('POST /chat', {
      body: { title: 'Many', member_ids: [admin.id, ...ids] },
    })
    const params = { id: chat.id }
    const name = async (person: Member, mentioned: string[]) =>
      as(person).raw('POST /chat/:id/messages', {
        params,
        body: { body: 'Hi', mention_ids: mentioned },
      })
    expect(await name(ann, ids)).toMatchObject({ status: 422, body: { code: 'too_many_people' } })
    expect(await name(ann, ids.slice(0, 20))).toMatchObject({ status: 201 })
    expect(await name(admin, ids)).toMatchObject({ status: 201 })
    await server.db
      .updateTable('users')
      .set({ status: 'inactive' })
      .where('id', '=', ids[0]!)
      .execute()
    const gone = await name(admin, [ids[0]!])
    expect(gone).toMatchObject({ status: 422, body: { code: 'unknown_people' } })
  })
})

describe('announcements', () => {
  test('are an admin’s, ask everybody, and show who has read them', async () => {
    const { params } = await open(admin, [ann, ben], 'Office')
    const refused = await as(ann).raw('POST /chat/:id/messages', {
      params,
      body: { body: 'Listen', announcement: true },
    })
    expect(refused.status).toBe(403)
    const message = await say(admin, params.id, 'New lock code', { announcement: true })
    const ids = { ...params, message_id: message.id }
    expect((await as(ann)('GET /chat/:id', { params })).body.unconfirmed).toEqual([message.id])
    const confirm = () => as(ann)('POST /chat/:id/messages/:message_id/confirm', { params: ids })
    expect((await confirm()).body.confirmed_count).toBe(1)
    expect((await confirm()).body.confirmed_count).toBe(1)
    expect((await as(ann)('GET /chat/:id', { params })).body.unconfirmed).toEqual([])
    const seen = (
      await as(admin)('GET /chat/:id/messages/:message_id/confirmations', { params: ids })
    ).body
    expect(seen).toMatchObject([
      { name: 'Ann Lee', confirmed_at: expect.any(String) },
      { name: 'Ben Ode', confirmed_at: null },
    ])
  })
})

describe('items', () => {
  test('become cards of what the reader may open', async () => {
    const policy = await createPolicy(as(admin), { title: 'Wire fraud' })
    const draft = await createProcess(as(admin), { title: 'Not yet', status: 'draft' })
    const links = [
      `/policies/${policy.id}`,
      `${server.url}/processes/${draft.id}`,
      '/policies/x',
      ...['https://evil.example', `${server.url}.evil.example`, '//evil.example', 'ftp://evil'].map(
        (elsewhere) => `${elsewhere}/policies/${policy.id}`,
      ),
      'hello',
    ]
    const cards = async (person: Member) =>
      (await as(person)('POST /chat/cards', { body: { links } })).body
    expect(await cards(ann)).toMatchObject([
      { type: 'policy', title: 'Wire fraud', path: `/policies/${policy.id}` },
    ])
    expect(await cards(admin)).toMatchObject([
      { title: 'Wire fraud' },
      { title: 'Not yet', state: 'Draft' },
    ])
  })

  test('lead to whoever answers for them', async () => {
    const author = await createMember(server, {
      role: 'admin',
      firstName: 'Olive',
      lastName: 'Park',
    })
    const policy = await createPolicy(as(author))
    const ask = (person: Member, id = policy.id) =>
      as(person)('POST /chat/about', { body: { type: 'policy', id } })
    expect((await ask(ann)).body).toMatchObject({
      kind: 'direct',
      title: 'Olive Park',
      link: `/policies/${policy.id}`,
    })
    expect((await ask(author)).body.title).toBe('Ada Broker')
    expect((await ask(ann, uuidv7())).status).toBe(404)
  })
})

describe('what the operator decides', () => {
  test('is for how long messages are kept: the oldest go, and one line says how many', async () => {
    const { params } = await open(ann, [ben, cleo])
    for (let n = 0; n < 5; n += 1) await say(ann, params.id, `No. ${n}`)
    const age = sql`update chat_messages set created_at = created_at - interval '2 years' where chat_id = ${params.id} and number <= 3`
    await age.execute(server.db)
    const keep = () => keepToRetention(server.db, new AbortController().signal)
    expect(await keep()).toBe(0)
    await as(admin)('PUT /admin/settings', { body: { chat_retention_years: 1 } })
    expect(await keep()).toBe(3)
    expect(await keep()).toBe(0)
    const chat = (await as(ann)('GET /chat/:id', { params })).body
    expect(chat).toMatchObject({ first_number: 4, last_number: 5 })
    const trail = await server.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'chat.retention')
      .execute()
    expect(trail).toEqual([{ details: { removed: 3, years: 1 } }])
    await as(admin)('PUT /admin/settings', { body: { chat_retention_years: null } })
  })

  test('is whether admins can export, which members are told', async () => {
    const { params } = await open(ann, [ben])
    await say(ann, params.id, '=1+1')
    const get = () => as(admin).raw('GET /admin/chats/:id/messages.csv', { params })
    await as(admin)('PUT /admin/settings', { body: { chat_export_notice: '' } })
    expect(await get()).toMatchObject({ status: 403, body: { code: 'export_off' } })
    await as(admin)('PUT /admin/settings', { body: { chat_export_notice: 'Admins can export.' } })
    const csv = (await get()).body as unknown as string
    expect(csv).toContain("'=1+1")
    expect((await as(ben)('GET /chat/:id', { params })).body.export_notice).toBe(
      'Admins can export.',
    )
  })
})

/** All that comes from here on comes at once, however slow the machine is that sends it. */
const atOnce = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now())

test('who reacts or edits as fast as nobody does waits, too', async () => {
  const hasty = await createMember(server)
  const { params } = await open(hasty, [ann], 'Haste')
  const ids = { ...params, message_id: (await say(hasty, params.id, 'Hello')).id }
  const place = 'PUT /chat/:id/messages/:message_id'
  atOnce()
  const answers = await Promise.all(
    Array.from({ length: 400 }, async (_, n) =>
      n % 10 > 0
        ? as(hasty).raw(`${place}/reactions`, { params: ids, body: { emoji: '👍', on: n % 2 > 0 } })
        : as(hasty).raw(place, { params: ids, body: { body: `Hello ${n}` } }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.some((_, n) => answers.indexOf(refused[n]!) % 10 === 0)).toBe(true)
  expect(refused.some((_, n) => answers.indexOf(refused[n]!) % 10 > 0)).toBe(true)
  expect(refused[0]!.headers.get('Retry-After')).toBe('1')
  const others = { params: ids, body: { emoji: '👍', on: true } }
  expect((await as(ann).raw(`${place}/reactions`, others)).status).toBe(200)
})

test('who calls as fast as nobody writes waits as with the socket, and nobody else', async () => {
  const hasty = await createMember(server)
  const { params } = await open(hasty, [ann], 'Haste')
  atOnce()
  const posts = await Promise.all(
    Array.from({ length: 400 }, async () =>
      as(hasty).raw('POST /chat/:id/messages', { params, body: { body: 'Now!' } }),
    ),
  )
  const refused = posts.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(100)
  expect(refused[0]!.headers.get('Retry-After')).toBe('1')
  expect(posts.filter(({ status }) => status === 201)).toHaveLength(300)
  await say(ann, params.id, 'Calm down')
})
