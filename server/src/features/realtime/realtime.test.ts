import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish } from '../../platform/publish.ts'
import { createMember, createPolicy, type Member, signIn } from '../../testing/factories.ts'
import { EVER, scaled } from '../../testing/patience.ts'
import { send, sendBytes } from '../../testing/send.ts'
import { openSocket, openSocketAs, type TestSocket } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
/** A second node on the same database, behind TLS. */
let node: TestServer
let admin: Member
let agent: Member
/** Opened at the start, and never says anything. */
let silent: TestSocket
let silentFor: Promise<number>

const log: string[] = []

beforeAll(async () => {
  server = await startTestServer({ logTo: (line) => log.push(line) })
  const config = { publicUrl: 'https://desk.example' }
  node = await startTestServer({ connection: server.connection, config })
  silent = await openSocket(server.url)
  const since = performance.now()
  silentFor = silent.closed.then(() => performance.now() - since)
  admin = await createMember(server)
})
afterAll(async () => {
  await node.stop()
  await server.stop()
})
beforeEach(async () => {
  agent = await createMember(server)
})

const holds =
  (...keys: string[]) =>
  (frame: ServerFrame) =>
    frame.type === 'invalidate' && keys.every((key) => (frame.keys as string[]).includes(key))

const isMark = (frame: ServerFrame) =>
  frame.type === 'invalidate' && frame.keys.join() === 'settings'

/** What these sockets have heard of all that was announced up to now; they forget it then. */
async function heardBy(...sockets: TestSocket[]): Promise<ServerFrame[][]> {
  await publish(server.db, { keys: ['settings'] })
  await Promise.all(sockets.map((socket) => socket.receive(isMark)))
  // Who comes and goes is told all the time.
  const isNews = (frame: ServerFrame) => !isMark(frame) && frame.type !== 'presence'
  return sockets.map(({ frames }) => frames.splice(0).filter(isNews))
}

describe('the door', () => {
  test.each([
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost.evil.example',
    'https://desk.example.evil.example',
    'null',
    'file://',
    '',
  ])('is shut to the origin %j', async (origin) => {
    for (const { url } of [server, node]) {
      await expect(openSocket(url, { Origin: origin })).rejects.toThrow('refused with 403')
    }
  })

  test('is open to our own pages and to programs', async () => {
    const own: [string, Record<string, string>][] = [
      [server.url, { Origin: server.url }],
      [server.url, {}],
      [node.url, { Origin: 'https://desk.example' }],
    ]
    for (const [url, headers] of own) {
      const socket = await openSocket(url, headers)
      socket.close()
      expect(await socket.closed).toBe(1005)
    }
  })

  test('is no door for a plain request', async () => {
    const path = '/api/v1/chat/ws'
    expect((await send(server.url, { path })).status).toBe(404)
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nHost: localhost\r\n'
    for (const headers of ['', 'Sec-WebSocket-Version: 13\r\n', 'Sec-WebSocket-Key: x\r\n']) {
      const bytes = `GET ${path} HTTP/1.1\r\n${upgrade}${headers}\r\n`
      const { status } = await sendBytes(server.url, bytes)
      expect(status).toBe(400)
    }
  })

  test('takes no token from the address or a cookie', async () => {
    const path = `/api/v1/chat/ws?token=${agent.token}`
    const socket = await openSocket(server.url, { Cookie: `auth_token=${agent.token}` })
    socket.send({ type: 'message', token: agent.token })
    expect(await socket.receive(({ type }) => type === 'error')).toMatchObject({
      code: 'malformed',
    })
    expect(socket.frames).toHaveLength(1)
    socket.close()
    expect((await send(server.url, { path })).body).not.toContain(agent.token)
  })
})

describe('who somebody is', () => {
  test('is proved by a living session only', async () => {
    const ended = await signIn(server.api, agent.email)
    await server.api.as(ended)('POST /auth/logout')
    for (const token of ['', 'x', 'a'.repeat(43), 'a'.repeat(200), ended.token]) {
      const socket = await openSocket(server.url)
      socket.send({ type: 'auth', token })
      expect(await socket.closed).toBe(CLOSE_UNAUTHORIZED)
      expect(socket.frames).toEqual([])
    }
  })

  test('frames that are not understood prove nothing and end nothing', async () => {
    const socket = await openSocket(server.url)
    const frames = [
      'not json',
      '',
      '[]',
      'null',
      '{"type":"auth"}',
      '{"type":"auth","token":["x"]}',
      `{"type":"auth","token":"${'x'.repeat(201)}"}`,
      '{"type":"__proto__"}',
      '{"__proto__":{"type":"auth"}}',
      '{"type":"invalidate","keys":["users"]}',
      '['.repeat(20_000) + ']'.repeat(20_000),
      Buffer.from([0xff, 0xfe, 0, 1]),
    ]
    for (const frame of frames) socket.send(frame)
    await vi.waitUntil(() => socket.frames.length === frames.length, EVER)
    expect(new Set(socket.frames.map((frame) => JSON.stringify(frame)))).toEqual(
      new Set(['{"type":"error","error":"This frame is not understood","code":"malformed"}']),
    )
    socket.send({ type: 'auth', token: agent.token })
    await socket.receive(({ type }) => type === 'ready')
    socket.close()
  })

  test('has to be said within 5 seconds', async () => {
    expect(await silent.closed).toBe(CLOSE_UNAUTHORIZED)
    expect(await silentFor).toBeGreaterThan(4500)
    expect(await silentFor).toBeLessThan(scaled(8000))
    // Nothing was told to it in the meantime, and what others did was no reason to close it.
    expect(silent.frames).toEqual([])
  })
})

describe('news', () => {
  test('names what went stale, on every node, and holds none of it', async () => {
    const sockets = [await openSocketAs(server.url, agent), await openSocketAs(node.url, agent)]
    const policy = await createPolicy(server.api.as(admin), { title: 'Not in a frame' })
    for (const socket of sockets) {
      const frame = await socket.receive(holds('policies'))
      expect(frame).toEqual({ type: 'invalidate', keys: ['policies'] })
      expect(JSON.stringify(socket.frames)).not.toMatch(new RegExp(`Not in|${policy.id}`))
      socket.close()
    }
  })

  test('that came before the socket was open is told, if it concerns who asks', async () => {
    const [ours, theirs] = [await openSocket(server.url), await openSocket(server.url)]
    const policy = await createPolicy(server.api.as(admin), { title: 'While you were coming' })
    await server.api.as(agent)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
    const other = await createMember(server)
    const shown = { type: 'auth', shown_ms: 2000 }
    ours.send({ ...shown, token: admin.token })
    theirs.send({ ...shown, token: other.token })
    const told = async (socket: TestSocket) => {
      const frame = await socket.receive(({ type }) => type === 'invalidate')
      return 'keys' in frame ? frame.keys : []
    }
    expect(await told(ours)).toEqual(expect.arrayContaining(['policies', 'acknowledgments']))
    expect(await told(theirs)).not.toContain('acknowledgments')
    // A page that has shown things for longer than anybody remembers asks for everything.
    const late = await openSocket(server.url)
    late.send({ ...shown, token: other.token, shown_ms: 864e5 })
    expect(await told(late)).toEqual(expect.arrayContaining(['settings', 'mails', 'me']))
    for (const socket of [ours, theirs, late]) socket.close()
  })

  test('comes when a change is committed, and not before or without', async () => {
    const socket = await openSocketAs(server.url, agent)
    await heardBy(socket)
    const rollback = server.db.transaction().execute(async (tx) => {
      await publish(tx, { keys: ['users'] })
      throw new Error('changed my mind')
    })
    await expect(rollback).rejects.toThrow('changed my mind')
    expect(await heardBy(socket)).toEqual([[]])
    socket.close()
  })

  test('reaches whom it concerns: nobody learns who acknowledged but admins and that person', async () => {
    const other = await createMember(server)
    const sockets = {
      admin: await openSocketAs(server.url, admin),
      agent: await openSocketAs(server.url, agent),
      other: await openSocketAs(server.url, other),
      nobody: await openSocket(server.url),
    }
    const policy = await createPolicy(server.api.as(admin))
    const signedIn = [sockets.admin, sockets.agent, sockets.other]
    await heardBy(...signedIn)
    const mine = server.api.as(agent)
    await mine('POST /policies/:id/acknowledge', { params: { id: policy.id } })
    await signedIn[0]!.receive(holds('obligations'))
    expect(await heardBy(...signedIn)).toEqual([
      [{ type: 'invalidate', keys: ['acknowledgments', 'obligations'] }],
      [{ type: 'invalidate', keys: ['policies', 'me'] }],
      [],
    ])
    expect(sockets.nobody.frames).toEqual([])
    for (const socket of Object.values(sockets)) socket.close()
  })

  test('of a busy list is gathered: at most once a second, and the last of it is told', async () => {
    const socket = await openSocketAs(server.url, admin)
    await heardBy(socket)
    const began = performance.now()
    let last = 0
    while (performance.now() - began < 2200) {
      await publish(server.db, { keys: ['acknowledgments', 'obligations'], adminsOnly: true })
      last = performance.now()
    }
    const told = () => socket.frames.filter(holds('obligations')).length
    const before = told()
    expect(before).toBeLessThanOrEqual(4)
    // What came after the last frame is told as well.
    await vi.waitUntil(() => told() > before || performance.now() - last > 5000, EVER)
    expect(told()).toBe(before + 1)
    // Others are not kept waiting by it.
    await publish(server.db, { keys: ['obligations', 'policies'] })
    await socket.receive(holds('policies'))
  })

  test('of others does not end a socket that has not yet said who it is', async () => {
    const socket = await openSocket(server.url)
    const witness = await openSocketAs(server.url, agent)
    await createPolicy(server.api.as(admin))
    await server.api.as(await createMember(server))('POST /auth/logout')
    const [heard] = await heardBy(witness)
    expect(heard!.length).toBeGreaterThan(0)
    socket.send({ type: 'auth', token: agent.token })
    await socket.receive(({ type }) => type === 'ready')
    expect(socket.frames).toEqual([{ type: 'ready' }])
    for (const one of [socket, witness]) one.close()
  })
})

describe('the end of a session', () => {
  test('by logging out closes its sockets on every node within a second, and no others', async () => {
    const desk = await signIn(server.api, agent.email)
    const ends = [await openSocketAs(server.url, desk), await openSocketAs(node.url, desk)]
    const stays = [await openSocketAs(node.url, agent), await openSocketAs(node.url, admin)]
    const started = performance.now()
    await server.api.as(desk)('POST /auth/logout')
    const codes = await Promise.all(ends.map(({ closed }) => closed))
    expect(performance.now() - started).toBeLessThan(scaled(1000))
    expect(codes).toEqual([CLOSE_UNAUTHORIZED, CLOSE_UNAUTHORIZED])
    await heardBy(...stays)
    for (const socket of stays) socket.close()
  })

  test('by a deactivation closes all of their sockets within a second', async () => {
    const sockets = [await openSocketAs(server.url, agent), await openSocketAs(node.url, agent)]
    const started = performance.now()
    await server.db.transaction().execute(async (tx) => {
      const inactive = tx.updateTable('users').set({ status: 'inactive' })
      await inactive.where('id', '=', agent.id).execute()
      await publish(tx, { keys: ['users'], endedSessionsOf: agent.id })
    })
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
    expect(performance.now() - started).toBeLessThan(scaled(1000))
  })

  test('while the socket is just saying who it is ends it too', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(node.url)))
    for (const socket of sockets) socket.send({ type: 'auth', token: agent.token })
    await server.api.as(agent)('POST /auth/logout')
    const codes = await Promise.all(sockets.map(({ closed }) => closed))
    expect(new Set(codes)).toEqual(new Set([CLOSE_UNAUTHORIZED]))
  })

  test('a demotion takes the news for admins away', async () => {
    const former = await createMember(server, { role: 'admin' })
    const socket = await openSocketAs(server.url, former)
    await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ role: 'agent' }).where('id', '=', former.id).execute()
      await publish(tx, { keys: ['users'], endedSessionsOf: former.id })
    })
    const isFormer = async () => {
      await publish(server.db, { keys: ['acknowledgments'], adminsOnly: true })
      const [heard] = await heardBy(socket)
      return !heard!.some(holds('acknowledgments'))
    }
    expect(await vi.waitUntil(isFormer, EVER)).toBe(true)
    socket.close()
  })
})

describe('a gap in the connection to the database', () => {
  test('is made up for: everybody asks again, and sessions that ended meanwhile end', async () => {
    const stays = await openSocketAs(server.url, admin)
    const ends = await openSocketAs(server.url, agent)
    const { rows } = await sql<{ pid: number }>`
      select pg_terminate_backend(pid), pid from pg_stat_activity
      where datname = current_database() and query like 'select pg_snapshot_xmin%'
    `.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    // Nobody hears of this.
    await server.db.deleteFrom('sessions').where('user_id', '=', agent.id).execute()
    await stays.receive(holds('me', 'policies', 'acknowledgments', 'settings', 'users'))
    expect(await ends.closed).toBe(CLOSE_UNAUTHORIZED)
    stays.close()
  })

  test('and a notification that is none of ours hurt nobody', async () => {
    const sockets = [await openSocketAs(server.url, agent), await openSocketAs(node.url, agent)]
    await heardBy(...sockets)
    for (const payload of ['not json', '', '[]', 'null', '{"keys":5}', '{"type":"x"}'])
      await sql`select pg_notify('frontdesk', ${payload})`.execute(server.db)
    expect(await heardBy(...sockets)).toEqual([[], []])
    for (const socket of sockets) socket.close()
  })
})

describe('too many', () => {
  test('sockets of one session are refused, and all of them end in one pass with it', async () => {
    const desk = await signIn(server.api, agent.email)
    const open = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = await openSocket(server.url)
        socket.send({ type: 'auth', token: desk.token })
        return socket
      }),
    )
    const state = async (socket: TestSocket) =>
      Promise.race([socket.closed, socket.receive(({ type }) => type === 'ready')])
    const states = await Promise.all(open.map(state))
    expect(states.filter((code) => code === 1013)).toHaveLength(10)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const started = performance.now()
    await server.api.as(desk)('POST /auth/logout')
    const codes = await Promise.all(open.map(({ closed }) => closed))
    expect(performance.now() - started).toBeLessThan(scaled(1000))
    expect(codes.filter((code) => code === CLOSE_UNAUTHORIZED)).toHaveLength(50)
    // One look at the sessions for all of them, not one for each.
    const looks = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('sessions'))
    expect(looks.length).toBeLessThan(20)
    asked.mockRestore()
  })
})

describe('too much', () => {
  test('in one frame ends the socket, and only it', async () => {
    const witness = await openSocketAs(server.url, admin)
    const socket = await openSocketAs(server.url, agent)
    socket.send('x'.repeat((128 << 10) + 1))
    expect(await socket.closed).toBe(1009)
    await heardBy(witness)
    witness.close()
    const ofFrames = log
      .map((line) => JSON.parse(line))
      .filter(({ err }) => err?.code?.startsWith('WS_'))
    expect(ofFrames.map(({ level }) => level)).toEqual([30])
  })

  test('announced is not waited for', async () => {
    const key = Buffer.alloc(16).toString('base64')
    const upgrade =
      'GET /api/v1/chat/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`
    // A text frame, masked, of 2^62 bytes.
    const giant = Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6])
    // Half of a text, in a hundred thousand pieces.
    const piece = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 65])
    const start = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 65])
    const pieces = Buffer.concat([start, ...Array<Buffer>(100_000).fill(piece)])
    for (const frame of [giant, pieces, Buffer.alloc(5000, 0xff)]) {
      const answer = await sendBytes(server.url, Buffer.concat([Buffer.from(upgrade), frame]))
      expect(answer.status).toBe(101)
      expect(answer.ms).toBeLessThan(scaled(2000))
    }
    expect((await server.api('GET /health/live')).status).toBe(200)
  })

  test('at once ends the socket, and slows nobody down', async () => {
    const witness = await openSocketAs(server.url, admin)
    const socket = await openSocketAs(server.url, agent)
    for (let n = 0; n < 5000; n += 1) socket.send('{}')
    expect(await socket.closed).toBe(1008)
    expect(socket.frames.length).toBeLessThanOrEqual(301)
    const answer = await send(server.url, { path: '/api/v1/health/live' })
    expect(answer.ms).toBeLessThan(scaled(1000))
    await heardBy(witness)
    witness.close()
  })
})
