import * as argon2 from '@node-rs/argon2'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { untilWaiting } from '../../testing/locks.ts'
import { send } from '../../testing/send.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

// The real one, and what it was asked for.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return {
    ...real,
    hash: vi.fn<typeof real.hash>(real.hash),
    verify: vi.fn<typeof real.verify>(real.verify),
  }
})

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('rate_limits').execute()))

const WRONG = 'not the password at all'

interface Attempt {
  email: unknown
  password?: string
  /** The address it comes from, on loopback. */
  from?: string
  headers?: Record<string, string>
  /** Of the node that is asked. */
  url?: string
}

async function attempt({ email, password = WRONG, from, headers, url = server.url }: Attempt) {
  const answer = await send(url, {
    method: 'POST',
    path: '/api/v1/auth/login',
    localAddress: from ?? '127.0.0.1',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  })
  return { ...answer, retryAfter: Number(answer.headers['retry-after']) }
}

/** As if all windows that are open now had ended. */
async function endWindows(): Promise<void> {
  await server.db
    .updateTable('rate_limits')
    .set({ resets_at: new Date(Date.now() - 1000).toISOString() })
    .execute()
}

/** As if so many had been counted in every open window whose bucket has this name. */
async function setHits(bucket: string, hits: number): Promise<void> {
  await server.db
    .updateTable('rate_limits')
    .set({ hits })
    .where('bucket', 'like', `${bucket}%`)
    .execute()
}

const count = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length

describe('guessing', () => {
  test('200 parallel wrong passwords get 10 tries, and the rest is told when to come back', async () => {
    const { email } = await createMember(server)
    const answers = await Promise.all(Array.from({ length: 200 }, () => attempt({ email })))
    const statuses = answers.map(({ status }) => status)
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 190])
    for (const { retryAfter } of answers.filter(({ status }) => status === 429)) {
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(15 * 60)
    }
    // Even the right one, or the limit would only hide which try had been right.
    expect((await attempt({ email, password: PASSWORD })).status).toBe(429)
    await endWindows()
    expect((await attempt({ email, password: PASSWORD })).status).toBe(200)
  })

  test('forged headers, letter case and white space of the e-mail get no further tries', async () => {
    const { email } = await createMember(server)
    const disguises: Attempt[] = Array.from({ length: 12 }, (_, n) => ({
      email: [email, email.toUpperCase(), ` ${email}`, `${email}\t`][n % 4],
      headers: {
        'X-Forwarded-For': `203.0.113.${n}`,
        'X-Real-IP': `203.0.113.${n}`,
        Forwarded: `for=203.0.113.${n}`,
        'CF-Connecting-IP': `203.0.113.${n}`,
        'True-Client-IP': `203.0.113.${n}`,
        'User-Agent': `Guess/${n}`,
      },
    }))
    const statuses = (await Promise.all(disguises.map(attempt))).map(({ status }) => status)
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
  })

  test('a second node on the same database, or a restart, gets no further tries', async () => {
    const { email } = await createMember(server)
    const node = await startTestServer({ connection: server.connection })
    const urls = Array.from({ length: 24 }, (_, n) => [server.url, node.url][n % 2])
    const answers = await Promise.all(urls.map((url) => attempt({ email, url })))
    await node.stop()
    expect(
      count(
        answers.map(({ status }) => status),
        401,
      ),
    ).toBe(10)
    const restarted = await startTestServer({ connection: server.connection })
    const after = await attempt({ email, url: restarted.url, password: PASSWORD })
    await restarted.stop()
    expect(after.status).toBe(429)
  })

  test('a network of IPv6 addresses counts as one place', async () => {
    const { email } = await createMember(server)
    const node = await startTestServer({
      connection: server.connection,
      config: { trustProxy: ['127.0.0.1'] },
    })
    for (const network of ['2001:db8:1:2:', '2001:db8:', '2001:db8:0:7:']) {
      await server.db.deleteFrom('rate_limits').execute()
      const hosts = ['a:b:c:d', '1:2:3:4', '0:0:0:1', 'ffff:0:0:9']
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1) {
        // The same /64, written as short as possible or in full.
        const host = n % 2 ? hosts[(n >> 1) % 4] : `:${(n + 1).toString(16)}`
        const missing = 8 - network.split(':').filter(Boolean).length - 4
        const address = n % 2 ? `${network}${'0:'.repeat(missing)}${host}` : `${network}${host}`
        const headers = { 'X-Forwarded-For': address }
        statuses.push((await attempt({ email, url: node.url, headers })).status)
      }
      expect({ network, tries: count(statuses, 401) }).toEqual({ network, tries: 10 })
    }
    // Another subscriber, also where only the last bit of the network differs.
    for (const address of ['2001:db8:9:9::1', '2001:db8:0:6::1']) {
      const elsewhere = { 'X-Forwarded-For': address }
      expect((await attempt({ email, url: node.url, headers: elsewhere })).status).toBe(401)
    }
    await node.stop()
  })

  test('from many places at one account it ends too, and a refused try does not prolong the wait', async () => {
    const { email } = await createMember(server)
    await attempt({ email, from: '127.0.3.1' })
    await setHits('sign-in:', 99)
    await server.db.deleteFrom('rate_limits').where('bucket', 'like', '%127.0.3.1').execute()
    expect((await attempt({ email, from: '127.0.3.2' })).status).toBe(401)
    const refused = await attempt({ email, from: '127.0.3.3' })
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeLessThanOrEqual(60 * 60)
    const windows = () =>
      server.db
        .selectFrom('rate_limits')
        .select(['bucket', 'resets_at'])
        .where('bucket', 'not like', '%127%')
        .orderBy('bucket')
        .execute()
    const before = await windows()
    expect(before).not.toEqual([])
    await attempt({ email, from: '127.0.3.4' })
    expect(await windows()).toEqual(before)
  })

  test('at many accounts from one place it ends too', async () => {
    await attempt({ email: 'nobody-1@example.com' })
    await setHits('sign-in-from:', 200)
    const answer = await attempt({ email: 'nobody-2@example.com' })
    expect(answer.status).toBe(429)
    expect(answer.retryAfter).toBeLessThanOrEqual(15 * 60)
  })
})

describe('a victim is not locked out', () => {
  let victim: Member
  beforeEach(async () => {
    victim = await createMember(server)
    await attempt({ email: victim.email, password: PASSWORD, from: '127.0.0.2' })
  })

  const isLetIn = async (from: string) =>
    (await attempt({ email: victim.email, password: PASSWORD, from })).status === 200

  test('where guesses at somebody else come from the same address', async () => {
    const other = await createMember(server)
    for (let n = 0; n < 11; n += 1) await attempt({ email: other.email })
    expect((await attempt({ email: other.email })).status).toBe(429)
    expect((await attempt({ email: victim.email, password: PASSWORD })).status).toBe(200)
  })

  test('at home, while guesses at them come from one place', async () => {
    for (let n = 0; n < 11; n += 1) await attempt({ email: victim.email, from: '127.0.4.1' })
    expect(await isLetIn('127.0.4.1')).toBe(false)
    expect(await isLetIn('127.0.0.2')).toBe(true)
  })

  test('at home, while guesses at them come from everywhere, after signing out as well', async () => {
    await attempt({ email: victim.email, from: '127.0.4.1' })
    await setHits('sign-in:', 1000)
    await server.db.deleteFrom('rate_limits').where('bucket', 'like', '%127.0.4.1').execute()
    expect(await isLetIn('127.0.4.2')).toBe(false)
    expect(await isLetIn('127.0.0.2')).toBe(true)
    await server.db.deleteFrom('sessions').where('user_id', '=', victim.id).execute()
    expect(await isLetIn('127.0.0.2')).toBe(true)
    expect(await isLetIn('127.0.4.2')).toBe(false)
  })

  test('in their own office, while a guest there guesses at everybody', async () => {
    await attempt({ email: 'nobody@example.com', from: '127.0.0.2' })
    await setHits('sign-in-from:', 1000)
    expect((await attempt({ email: 'other@example.com', from: '127.0.0.2' })).status).toBe(429)
    expect(await isLetIn('127.0.0.2')).toBe(true)
  })

  test('for longer than the window', async () => {
    for (let n = 0; n < 11; n += 1) await attempt({ email: victim.email, from: '127.0.0.2' })
    expect(await isLetIn('127.0.0.2')).toBe(false)
    await endWindows()
    expect(await isLetIn('127.0.0.2')).toBe(true)
  })

  test('by their own mistakes: the right password starts the count anew', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1) await attempt({ email: victim.email, from: '127.0.0.2' })
      expect(await isLetIn('127.0.0.2')).toBe(true)
    }
  })
})

test('a right password takes no try from its place or from its account', async () => {
  const [one, other] = [await createMember(server), await createMember(server)]
  const isLetIn = async ({ email }: Member, from: string) =>
    (await attempt({ email, password: PASSWORD, from })).status === 200
  await attempt({ email: one.email, from: '127.0.5.1' })
  await setHits('sign-in-from:', 199)
  await setHits('sign-in:', 99)
  await server.db.deleteFrom('rate_limits').where('bucket', 'like', 'sign-in:%:%').execute()
  expect(await isLetIn(one, '127.0.5.1')).toBe(true)
  expect(await isLetIn(other, '127.0.5.1')).toBe(true)
  expect(await isLetIn(one, '127.0.5.2')).toBe(true)
})

describe('whether an account exists', () => {
  const shapeOf = ({ status, reason, body, headers }: Awaited<ReturnType<typeof attempt>>) => ({
    status,
    reason,
    body,
    headers: Object.keys(headers),
  })

  test('does not show in the status, the headers or the body of a refusal', async () => {
    const { email } = await createMember(server)
    const pending = await createMember(server)
    await server.db
      .updateTable('users')
      .set({ status: 'pending' })
      .where('id', '=', pending.id)
      .execute()
    const known = shapeOf(await attempt({ email }))
    expect(known).toMatchObject({
      status: 401,
      body: JSON.stringify({ error: 'Invalid email or password', code: 'invalid_credentials' }),
    })
    expect(shapeOf(await attempt({ email: 'nobody@example.com' }))).toEqual(known)
    expect(shapeOf(await attempt({ email: pending.email }))).toEqual(known)
    // Nor in when the tries are used up.
    const limits = await Promise.all(
      [email, 'stranger@example.com'].map(async (one) => {
        await Promise.all(Array.from({ length: 9 }, () => attempt({ email: one })))
        return [await attempt({ email: one }), await attempt({ email: one })]
      }),
    )
    expect(limits[0]!.map(({ status }) => status)).toContain(429)
    expect(limits[1]!.at(-1)!.status).toBe(429)
    expect(limits[0]!.at(-1)!.body).toBe(limits[1]!.at(-1)!.body)
  })

  test('does not show in the work of a sign-in, nor in that of a sign-up', async () => {
    const { email } = await createMember(server)
    const free = () => `x-${uuidv7()}@example.com`
    // Hashing is nearly all of the time that both take.
    const workOf = async (run: () => Promise<unknown>) => {
      vi.mocked(argon2.verify).mockClear()
      vi.mocked(argon2.hash).mockClear()
      await run()
      const costs = vi
        .mocked(argon2.verify)
        .mock.calls.map(([stored]) => String(stored).slice(0, 30))
      return { verified: costs, hashed: vi.mocked(argon2.hash).mock.calls.map(([, cost]) => cost) }
    }
    await attempt({ email: free() })
    const known = await workOf(async () => attempt({ email }))
    expect(known.verified).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    expect(await workOf(async () => attempt({ email: free() }))).toEqual(known)
    const signUp = (address: string) =>
      server.api.raw('POST /auth/signup', {
        body: { first_name: 'Some', last_name: 'Body', email: address, password: PASSWORD },
      })
    const taken = await workOf(async () => signUp(email))
    expect(taken.hashed).toHaveLength(1)
    expect(await workOf(async () => signUp(free()))).toEqual(taken)
  })
})

test.each([
  [['a@example.com', 'b@example.com']],
  [{ $ne: null }],
  [{ 0: 'a@example.com', length: 1 }],
  [null],
  [true],
  [1],
])('an e-mail that is %j is malformed', async (email) => {
  const { status, body } = await attempt({ email, password: PASSWORD })
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({
    code: 'malformed',
    fields: { email: 'Please enter a valid email address' },
  })
})

test('an e-mail that is given twice is malformed, and nobody is signed in', async () => {
  const { email } = await createMember(server)
  const stranger = await createMember(server)
  const body = `{"email":"${stranger.email}","email":"${email}","password":"${PASSWORD}"}`
  const answer = await server.api.raw('POST /auth/login', { body })
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test('a sign-in and its refusals are written down: who, when, from where, and no password', async () => {
  const member = await createMember(server, { firstName: 'Ida', lastName: 'Trace' })
  const visit = { email: member.email, headers: { 'User-Agent': 'Desk/4' }, from: '127.0.0.7' }
  await attempt({ ...visit, password: PASSWORD })
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', member.id)
    .execute()
  await attempt(visit)
  await attempt({ ...visit, password: PASSWORD })
  const events = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const place = { ip: '127.0.0.7', user_agent: 'Desk/4' }
  expect(events).toMatchObject([
    { action: 'sign_in.refused', actor_id: member.id, details: { status: 'inactive' }, ...place },
    { action: 'sign_in.refused', actor_id: null, details: { email: member.email }, ...place },
    { action: 'sign_in', actor_id: member.id, actor_name: 'Ida Trace', ...place },
  ])
  for (const { happened_at: time } of events)
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000)
  expect(JSON.stringify(events)).not.toContain(PASSWORD)
  expect(JSON.stringify(events)).not.toContain(WRONG)
})

test.each([{ status: 'inactive' }, { password_hash: 'another' }] as const)(
  'a change to %j while the password is being checked leaves no session behind',
  async (change) => {
    const member = await createMember(server)
    const sessions = () =>
      server.db.selectFrom('sessions').select('id').where('user_id', '=', member.id).execute()
    const before = await sessions()
    let signingIn: ReturnType<typeof attempt> | undefined
    await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set(change).where('id', '=', member.id).execute()
      signingIn = attempt({ email: member.email, password: PASSWORD })
      await untilWaiting(server.db, 1)
    })
    expect((await signingIn!).status).toBe(401)
    expect(await sessions()).toEqual(before)
  },
)

test('signing in leaves other sessions alone and tells the client only what is declared', async () => {
  const first = await createMember(server)
  const second = await signIn(server.api, first.email.toUpperCase())
  expect(second.id).toBe(first.id)
  const still = await server.api.as(first)('GET /auth/me')
  expect(still).toMatchObject({ status: 200, body: { user: { email: first.email } } })
})
