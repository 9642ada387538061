import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMember, type Member, signIn } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { openSocket, openSocketAs, type TestSocket } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
/** A second node on the same database. */
let node: TestServer
let admin: Member
let ann: Member
let ben: Member

beforeAll(async () => {
  server = await startTestServer()
  node = await startTestServer({ connection: server.connection })
  admin = await createMember(server)
})
afterAll(async () => {
  await node.stop()
  await server.stop()
})
beforeEach(async () => {
  ann = await createMember(server, { firstName: 'Ann' })
  ben = await createMember(server, { firstName: 'Ben' })
})

async function openGroup(...others: Member[]): Promise<string> {
  const { body } = await server.api.as(ann)('POST /chat', {
    body: { title: 'Group', member_ids: others.map(({ id }) => id) },
  })
  return body.id
}

const numbersOf = ({ frames }: TestSocket) =>
  frames.flatMap((frame) => (frame.type === 'message' ? frame.message.number : []))

const isAck = (clientId: string) => (frame: ServerFrame) =>
  frame.type === 'ack' && frame.client_id === clientId

const say = (socket: TestSocket, chatId: string, body: string, clientId = uuidv7()) => {
  socket.send({ type: 'message', chat_id: chatId, client_id: clientId, body })
  return clientId
}

describe('a message', () => {
  test('is acknowledged and reaches every socket of every member, on every node, in one order', async () => {
    const chatId = await openGroup(ben)
    const sockets = await Promise.all([
      openSocketAs(server.url, ann),
      openSocketAs(node.url, ann),
      openSocketAs(server.url, ben),
      openSocketAs(node.url, ben),
    ])
    const stranger = await openSocketAs(node.url, admin)
    for (let n = 0; n < 40; n += 1) say(sockets[n % 4]!, chatId, `No. ${n}`, `c${n}`)
    const all = Array.from({ length: 40 }, (_, n) => n + 1)
    await vi.waitUntil(() => sockets.every((socket) => numbersOf(socket).length >= 40), EVER)
    for (const socket of sockets) expect(numbersOf(socket)).toEqual(all)
    const acks = sockets[1].frames.filter(({ type }) => type === 'ack')
    expect(acks).toHaveLength(10)
    expect(acks[0]).toMatchObject({ client_id: 'c1', message: { body: 'No. 1', user_id: ann.id } })
    expect(numbersOf(stranger)).toEqual([])
    for (const socket of [...sockets, stranger]) socket.close()
  })

  test('keeps its place behind what the same person sent before, whatever has to be looked up', async () => {
    const chatId = await openGroup(ben)
    const socket = await openSocketAs(server.url, ann)
    const bodies = Array.from({ length: 20 }, (_, n) => (n % 2 ? `Then ${n}` : `@Ben ${n}`))
    for (const body of bodies) say(socket, chatId, body)
    await vi.waitUntil(() => numbersOf(socket).length === 20, EVER)
    const said = socket.frames.flatMap((frame) =>
      frame.type === 'message' ? frame.message.body : [],
    )
    expect(said).toEqual(bodies)
    socket.close()
  })

  test('sent again is acknowledged again and is the same', async () => {
    const chatId = await openGroup(ben)
    const [here, there] = [await openSocketAs(server.url, ann), await openSocketAs(node.url, ann)]
    say(here, chatId, 'Once', 'same')
    const first = await here.receive(isAck('same'))
    say(there, chatId, 'Once', 'same')
    expect(await there.receive(isAck('same'))).toEqual(first)
    await server.api.as(ann)('POST /chat/:id/messages', {
      params: { id: chatId },
      body: { body: 'Two' },
    })
    await vi.waitUntil(() => numbersOf(here).length === 2, EVER)
    expect(numbersOf(here)).toEqual([1, 2])
    for (const socket of [here, there]) socket.close()
  })

  test.each([
    ['only white space', { body: ' \n ' }, 'invalid'],
    ['too long', { body: 'x'.repeat(8001) }, 'invalid'],
    ['of another type', { body: 5 }, 'malformed'],
    ['missing', {}, 'invalid'],
    ['with a mention of a stranger', { body: 'hi', mention_ids: [uuidv7()] }, 'unknown_people'],
  ])('with a body that is %s is refused by name', async (_, frame, code) => {
    const chatId = await openGroup(ben)
    const socket = await openSocketAs(server.url, ann)
    socket.send({ type: 'message', chat_id: chatId, client_id: 'mine', ...frame })
    const error = await socket.receive(({ type }) => type === 'error')
    expect(error).toMatchObject({ code, client_id: 'mine', error: expect.any(String) })
    socket.close()
  })

  test('to a conversation that one is not in is refused, and so is a frame of no known kind', async () => {
    const chatId = await openGroup(ben)
    const socket = await openSocketAs(server.url, admin)
    say(socket, chatId, 'Hello', 'a')
    say(socket, uuidv7(), 'Hello', 'b')
    // Nobody learns by this who is in it.
    for (const [clientId, mentions] of [
      ['e', [ben.id]],
      ['f', [uuidv7()]],
    ] as const) {
      const message = { client_id: clientId, body: 'Hello', mention_ids: mentions }
      socket.send({ type: 'message', chat_id: chatId, ...message })
    }
    socket.send({ type: 'shout', client_id: 'c' })
    socket.send({ type: 'message', chat_id: 'x', client_id: 'd', body: 'x' })
    await vi.waitUntil(
      () => socket.frames.filter(({ type }) => type === 'error').length === 6,
      EVER,
    )
    const codes = socket.frames.flatMap((frame) =>
      frame.type === 'error' ? `${frame.client_id} ${frame.code}` : [],
    )
    expect(codes.toSorted()).toEqual([
      'a not_found',
      'b not_found',
      'c malformed',
      'd malformed',
      'e not_found',
      'f not_found',
    ])
    socket.close()
  })

  test('that was changed comes again under its number', async () => {
    const chatId = await openGroup(ben)
    const socket = await openSocketAs(node.url, ben)
    const api = server.api.as(ann)
    const { body: message } = await api('POST /chat/:id/messages', {
      params: { id: chatId },
      body: { body: 'Ten' },
    })
    const params = { id: chatId, message_id: message.id }
    await api('PUT /chat/:id/messages/:message_id', { params, body: { body: 'Eleven' } })
    await socket.receive((frame) => frame.type === 'message' && frame.message.body === 'Eleven')
    await api('DELETE /chat/:id/messages/:message_id', { params })
    await socket.receive((frame) => frame.type === 'message' && frame.message.deleted_at !== null)
    expect(new Set(numbersOf(socket))).toEqual(new Set([1]))
    socket.close()
  })
})

describe('from that moment on nothing is heard', () => {
  test('by who was taken out; they are told that there is no such conversation', async () => {
    const chatId = await openGroup(ben)
    const [bens, anns] = [await openSocketAs(node.url, ben), await openSocketAs(server.url, ann)]
    say(anns, chatId, 'Still here')
    await vi.waitUntil(() => numbersOf(bens).length === 1, EVER)
    await server.api.as(ann)('DELETE /chat/:id/members', {
      params: { id: chatId },
      body: { member_ids: [ben.id] },
    })
    for (let n = 0; n < 10; n += 1) say(anns, chatId, 'Not for Ben')
    await vi.waitUntil(() => numbersOf(anns).length === 11, EVER)
    await bens.receive((frame) => frame.type === 'chat' && frame.chat_id === chatId)
    say(bens, chatId, 'Hello?', 'late')
    await bens.receive((frame) => frame.type === 'error' && frame.client_id === 'late')
    expect(numbersOf(bens)).toEqual([1])
    for (const socket of [bens, anns]) socket.close()
  })

  test('by a session that ended, even before its socket learns of it; what it sends is refused', async () => {
    const chatId = await openGroup(ben)
    const desk = await signIn(server.api, ben.email)
    const [ended, stays] = [await openSocketAs(node.url, desk), await openSocketAs(node.url, ben)]
    // Nobody is told of this.
    const { sessionId } = (
      await sql<{ sessionId: string }>`
      delete from sessions where user_id = ${ben.id} and id = (
        select id from sessions where user_id = ${ben.id} order by id desc limit 1
      ) returning id as "sessionId"`.execute(server.db)
    ).rows[0]!
    expect(sessionId).toBeTruthy()
    await server.api.as(ann)('POST /chat/:id/messages', {
      params: { id: chatId },
      body: { body: 'Private' },
    })
    await vi.waitUntil(() => numbersOf(stays).length === 1, EVER)
    expect(numbersOf(ended)).toEqual([])
    say(ended, chatId, 'Let me in')
    expect(await ended.closed).toBe(4401)
    stays.close()
  })

  test('by somebody who was deactivated', async () => {
    const chatId = await openGroup(ben)
    const bens = await openSocketAs(node.url, ben)
    await sql`update users set status = 'inactive' where id = ${ben.id}`.execute(server.db)
    const anns = await openSocketAs(node.url, ann)
    say(anns, chatId, 'Not for Ben', 'x')
    await anns.receive(isAck('x'))
    await vi.waitUntil(() => numbersOf(anns).length === 1, EVER)
    expect(numbersOf(bens)).toEqual([])
    for (const socket of [bens, anns]) socket.close()
  })
})

describe('what else people do', () => {
  test('is told to the members: typing, read marks, coming and going', async () => {
    const chatId = await openGroup(ben)
    const anns = await openSocketAs(server.url, ann)
    const bens = await openSocketAs(node.url, ben)
    const stranger = await openSocketAs(server.url, admin)
    await anns.receive(
      (frame) => frame.type === 'presence' && frame.user_id === ben.id && frame.online,
    )
    const { body: chat } = await server.api.as(ann)('GET /chat/:id', { params: { id: chatId } })
    expect(chat.members.every(({ online }) => online)).toBe(true)
    bens.send({ type: 'typing', chat_id: chatId })
    await anns.receive((frame) => frame.type === 'typing' && frame.user_id === ben.id)
    say(anns, chatId, 'Read me')
    await vi.waitUntil(() => numbersOf(bens).length === 1, EVER)
    bens.send({ type: 'read', chat_id: chatId, number: 1 })
    await anns.receive(
      (frame) => frame.type === 'read' && frame.user_id === ben.id && frame.number === 1,
    )
    // Only whether the line is still there is asked by the token again: nobody comes or goes with it.
    bens.send({ type: 'auth', token: ben.token })
    await vi.waitUntil(() => bens.frames.filter(({ type }) => type === 'ready').length === 2, EVER)
    bens.close()
    await anns.receive(
      (frame) => frame.type === 'presence' && frame.user_id === ben.id && !frame.online,
    )
    const came = anns.frames.filter(
      (frame) => frame.type === 'presence' && frame.user_id === ben.id,
    )
    expect(came.map((frame) => frame.type === 'presence' && frame.online)).toEqual([true, false])
    stranger.send({ type: 'typing', chat_id: chatId })
    await stranger.receive((frame) => frame.type === 'error' && frame.code === 'not_found')
    expect(stranger.frames.some(({ type }) => ['typing', 'read', 'chat'].includes(type))).toBe(
      false,
    )
    for (const socket of [anns, stranger]) socket.close()
  })
})

describe('a break in the line between the nodes', () => {
  test('is caught up with by the numbers: nothing is left out, nothing doubled', async () => {
    const chatId = await openGroup(ben)
    const [bens, anns] = [await openSocketAs(node.url, ben), await openSocketAs(server.url, ann)]
    say(anns, chatId, 'Before')
    await vi.waitUntil(() => numbersOf(bens).length === 1, EVER)
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_snapshot_xmin%'`.execute(
        server.db,
      )
    await cut()
    for (let n = 0; n < 20; n += 1) say(anns, chatId, `While it was cut ${n}`)
    await vi.waitUntil(() => numbersOf(bens).length >= 21, EVER)
    say(anns, chatId, 'After')
    await vi.waitUntil(() => numbersOf(bens).length >= 22, EVER)
    expect(numbersOf(bens)).toEqual(Array.from({ length: 22 }, (_, n) => n + 1))
    for (const socket of [bens, anns]) socket.close()
  })

  test('or a node that was killed before it told anybody is noticed by itself', async () => {
    const chatId = await openGroup(ben)
    const bens = await openSocketAs(node.url, ben)
    await sql`with counted as (update chats set last_number = 1 where id = ${chatId} returning 1)
      insert into chat_messages (id, chat_id, number, user_id, client_id, body)
      select ${uuidv7()}, ${chatId}, 1, ${ann.id}, 'x', 'Untold' from counted`.execute(server.db)
    await vi.waitUntil(() => numbersOf(bens).length > 0, EVER)
    expect(numbersOf(bens)).toEqual([1])
    bens.close()
  })
})

describe('a flood', () => {
  test('ends its own socket; a hurried sender is only slowed down', async () => {
    const chatId = await openGroup(ben)
    const flood = await openSocketAs(server.url, ben)
    for (let n = 0; n < 10_000; n += 1) flood.send({ type: 'typing', chat_id: chatId })
    expect(await flood.closed).toBe(1008)
    const anns = await openSocketAs(server.url, ann)
    for (let n = 0; n < 400; n += 1) say(anns, chatId, `No. ${n}`)
    const acks = () => anns.frames.filter(({ type }) => type === 'ack').length
    await vi.waitUntil(() => acks() === 400, EVER)
    anns.close()
  })

  test('in one frame of 10 MB ends it too', async () => {
    const socket = await openSocketAs(server.url, ann)
    socket.send('x'.repeat(10 << 20))
    expect(await socket.closed).toBe(1009)
  })

  test('is told so also to who reads only after all of it was sent', async () => {
    const { hostname, port } = new URL(server.url)
    const line = connect(Number(port), hostname)
    line.write(
      'GET /api/v1/chat/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    )
    await once(line, 'data')
    const closed = once(line, 'close')
    const heard: Buffer[] = []
    line.on('data', (data: Buffer) => heard.push(data)).pause()
    // `close` follows.
    line.on('error', () => undefined)
    // A text of 10 MB, masked with zeros.
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0xa0, 0, 0, 0, 0, 0, 0])
    await new Promise<void>((done) => {
      line.write(Buffer.concat([head, Buffer.alloc(10 << 20, 65)]), () => done())
    })
    line.resume()
    await closed
    // A frame that closes, with two bytes and more: 1009.
    const closing = Buffer.concat(heard)
    expect([...closing.subarray(0, 1), ...closing.subarray(2, 4)]).toEqual([
      0x88,
      1009 >> 8,
      1009 & 255,
    ])
  })

  test('a message before the token has proved anything ends the socket', async () => {
    const socket = await openSocket(server.url)
    socket.send({ type: 'message', chat_id: uuidv7(), body: 'Hello' })
    expect(await socket.closed).toBe(4401)
  })
})
