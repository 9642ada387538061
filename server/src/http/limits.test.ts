import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../testing/factories.ts'
import { send } from '../testing/send.ts'
import { untilWaiting } from '../testing/locks.ts'
import { scaled } from '../testing/patience.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const ask = (method: string, path: string, body?: object, person = admin) =>
  send(server.url, {
    method,
    path: `/api/v1${path}`,
    headers: {
      Authorization: `Bearer ${person.token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

const QUICK_MS = 2500

/** That people with other errands are served at once. */
async function expectOthersServed(): Promise<void> {
  const errands = await Promise.all([
    ask('GET', '/health/ready'),
    ask('GET', '/auth/me'),
    ask('GET', '/policies'),
    ask('POST', '/policies', { title: 'Another errand', content: 'Text.' }),
  ])
  expect(errands.map(({ status }) => status)).toEqual([200, 200, 200, 201])
  expect(Math.max(...errands.map(({ ms }) => ms))).toBeLessThan(scaled(QUICK_MS))
}

describe('while somebody holds what others want', () => {
  test('twelve who acknowledge wait or are told to come back, and nobody else notices', async () => {
    const policy = await createPolicy(server.api.as(admin), { title: 'Wanted' })
    const people = await Promise.all(Array.from({ length: 12 }, () => createMember(server)))
    const acknowledge = (person: Member) =>
      ask('POST', `/policies/${policy.id}/acknowledge`, {}, person)
    const asked = await server.db.transaction().execute(async (tx) => {
      await sql`select from acknowledgment_chain for update`.execute(tx)
      const answers = people.map(acknowledge)
      await untilWaiting(tx, 1)
      await expectOthersServed()
      return { first: await Promise.race(answers), answers }
    })
    expect(asked.first).toMatchObject({ status: 503 })
    expect(JSON.parse(asked.first.body)).toMatchObject({ code: 'busy' })
    expect(Number(asked.first.headers['retry-after'])).toBeGreaterThan(0)
    for (const { status } of await Promise.all(asked.answers)) expect([200, 503]).toContain(status)
    const again = await Promise.all(people.map(acknowledge))
    expect(again.map(({ status }) => status)).toEqual(people.map(() => 200))
  })

  test('twelve who save one policy are told to come back, and nobody else notices', async () => {
    const policy = await createPolicy(server.api.as(admin), { title: 'Edited' })
    const save = () => ask('PUT', `/policies/${policy.id}`, { title: 'Edited', content: 'Anew.' })
    const answers = await server.db.transaction().execute(async (tx) => {
      await sql`select from policies where id = ${policy.id} for update`.execute(tx)
      const saving = Array.from({ length: 12 }, save)
      await untilWaiting(tx, 6)
      await expectOthersServed()
      return Promise.all(saving)
    })
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      // Each wait for a lock is bounded, and several of them by the statement's own limit.
      const { code, error } = JSON.parse(answer.body) as { code: string; error: string }
      expect(['busy', 'too_slow']).toContain(code)
      expect(error).toMatch(/^[A-Z].* Please try again in a moment\.$/)
    }
    expect((await save()).status).toBe(200)
  })
})

describe('what the database refuses is said in one sentence', () => {
  /** Everything that is written to the audit trail fails so. */
  async function whileFailingWith<T>(code: string, work: () => Promise<T>): Promise<T> {
    await sql
      .raw(
        `create function fail_for_test() returns trigger language plpgsql as $$
        begin raise exception 'as the server says it' using errcode = '${code}'; end $$;
        create trigger fail_for_test before insert on audit_events execute function fail_for_test()`,
      )
      .execute(server.db)
    try {
      return await work()
    } finally {
      await sql`drop function fail_for_test cascade`.execute(server.db)
    }
  }

  test.each([
    [
      '53100',
      507,
      'storage_full',
      'There is no room left on the server, so nothing was saved. Please tell whoever runs it.',
    ],
    [
      '53200',
      503,
      'overloaded',
      'The server has too much to do right now. Please try again in a moment.',
    ],
    [
      '53400',
      503,
      'overloaded',
      'The server has too much to do right now. Please try again in a moment.',
    ],
    ['57014', 503, 'too_slow', 'This took too long and was stopped. Please try again in a moment.'],
    [
      '55P03',
      503,
      'busy',
      'Somebody else is working on this right now. Please try again in a moment.',
    ],
    [
      '40P01',
      503,
      'busy',
      'Somebody else is working on this right now. Please try again in a moment.',
    ],
    ...['53300', '57P03', '08P01', '25006', '57P01', '58030', '58000', '58P01'].map(
      (code) =>
        [
          code,
          503,
          'database_unavailable',
          'The database cannot be reached right now. Please try again in a moment.',
        ] as const,
    ),
  ] as const)('%s', async (code, status, word, sentence) => {
    const body = { title: `Refused ${code}`, content: 'Text.' }
    const answers = await whileFailingWith(code, async () => [
      await ask('POST', '/policies', body),
      await ask('POST', '/auth/logout', undefined, await createMember(server)),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.body)).toEqual({
        error: sentence,
        code: word,
        request_id: expect.any(String) as string,
      })
      expect(answer.headers['retry-after'] !== undefined).toBe(status === 503)
    }
    // It heals at once, and nothing of it is left.
    const found = await ask('GET', `/policies?search=${encodeURIComponent(body.title)}`)
    expect(JSON.parse(found.body)).toEqual([])
    expect((await ask('POST', '/policies', body)).status).toBe(201)
  })
})

test('a full disk keeps nobody from reading, though their session was not used for a while', async () => {
  const person = await createMember(server)
  const stale = sql`update sessions set last_used_at = now() - interval '1 hour'`
  await stale.execute(server.db)
  await sql
    .raw(
      `create function fail_for_test() returns trigger language plpgsql as $$
      begin raise exception 'as the server says it' using errcode = '53100'; end $$;
      create trigger fail_for_test before update on sessions execute function fail_for_test()`,
    )
    .execute(server.db)
  expect((await ask('GET', '/policies', undefined, person)).status).toBe(200)
  await sql`drop function fail_for_test cascade`.execute(server.db)
})
