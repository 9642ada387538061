import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { releaseAbandonedJobs } from '../../platform/jobs.ts'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { newestMailTo } from '../../testing/mailbox.ts'
import { EVER } from '../../testing/patience.ts'
import { type PushBrowser, startPushService } from '../../testing/push-service.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { queuePushes } from './queue-push.actions.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let admin: Member
const log: string[] = []
beforeAll(async () => {
  service = await startPushService()
  const config = { pushServiceBase: service.url }
  server = await startTestServer({ config, logTo: (line) => log.push(line) })
  admin = await createMember(server)
})
afterAll(async () => {
  await server.stop()
  await service.close()
})
beforeEach(async () => {
  service.nextAnswers = []
  // One that is being worked on holds its queue: it has to come to its end.
  await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(server.db)
})

/** A job that waits for later is found when the workers look again, every two seconds. */
const soon = (check: () => unknown) => vi.waitFor(check, EVER)

const add = (who: Member, body: object) =>
  server.api.as(who).raw('POST /push/subscriptions', { body })
const devicesOf = async (who: Member) => (await server.api.as(who)('GET /push/subscriptions')).body

/** Somebody who is told in a browser of their own. */
async function told(who?: Member): Promise<{ person: Member; browser: PushBrowser; id: string }> {
  const person = who ?? (await createMember(server))
  const browser = service.subscribe()
  const { status, body } = await add(person, browser.subscription)
  expect(status).toBe(201)
  return { person, browser, id: String(body.id) }
}

const pushTo = (person: Member, more: object = {}) => ({
  userId: person.id,
  title: 'Wire fraud',
  body: 'Please read and acknowledge it by Friday.',
  path: '/policies/1',
  tag: 'policy:1',
  ...more,
})

/** How many pushes wait, for whomever. */
async function waiting() {
  const { rows } = await sql<{ attempt: number; seconds: number }>`
    select (payload ->> 'attempt')::int as attempt,
      extract(epoch from run_at - now())::float8 as seconds
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where identifier = 'send_push' order by run_at
  `.execute(server.db)
  return rows
}

/** What waits for later is due now. */
const hurry = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(
    server.db,
  )

describe('a push', () => {
  test('comes to all browsers of a person, readable only there, and says who sent it', async () => {
    const { person, browser } = await told()
    const phone = await told(await signIn(server.api, person.email))
    await told()
    await queuePushes(server.db, [pushTo(person)])
    await soon(() => expect(phone.browser.received).toHaveLength(1))
    await soon(() => expect(browser.received).toHaveLength(1))
    const [push] = browser.received
    expect(push!.message).toEqual({
      title: 'Wire fraud',
      body: 'Please read and acknowledge it by Friday.',
      path: '/policies/1',
      tag: 'policy:1',
    })
    expect(push!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '172800' })
    expect(push!.headers.topic).toMatch(/^[\w-]{32}$/)
    const { body: key } = await server.api.as(person)('GET /push/key')
    expect(push!.vapid.key).toBe(key.public_key)
    expect(push!.vapid.claims).toMatchObject({
      aud: service.url,
      sub: 'mailto:front-desk@localhost',
    })
    const [device] = await devicesOf(person)
    expect(device).toMatchObject({ current: true, last_used_at: expect.any(String) })
  })

  test('is queued with the change that caused it, and not without it', async () => {
    const { person } = await told()
    const failing = inTransaction(server.db, async (tx) => {
      await queuePushes(tx, [pushTo(person)])
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    expect(await waiting()).toEqual([])
  })

  test('to people without a browser is no job at all', async () => {
    const nobody = await createMember(server)
    await queuePushes(server.db, [pushTo(nobody), pushTo(admin)])
    expect(await waiting()).toEqual([])
  })

  test('of the longest texts stays under what push services take, and cuts no character', async () => {
    const { person, browser } = await told()
    const path = `/chat/${'0'.repeat(36)}?message=12345`
    await queuePushes(server.db, [
      pushTo(person, { title: '👩‍👩‍👧'.repeat(200), body: '署'.repeat(5000), path }),
    ])
    await soon(() => expect(browser.received).toHaveLength(1))
    const [{ message, size } = { message: null, size: 0 }] = browser.received
    expect(size).toBeLessThan(3000)
    expect(message!.title.isWellFormed()).toBe(true)
    expect([...message!.body]).toHaveLength(240)
    expect(message!.body.endsWith('署…')).toBe(true)
  })

  test.each([429, 500, 503])('is tried again after %i, later each time', async (status) => {
    const { person, browser } = await told()
    service.nextAnswers = [{ status }, { status }]
    await queuePushes(server.db, [pushTo(person)])
    for (const [attempt, pause] of [
      [2, 15],
      [3, 60],
    ] as const) {
      await soon(async () => expect(await waiting()).toMatchObject([{ attempt }]))
      const [job] = await waiting()
      expect(job!.seconds).toBeGreaterThan(pause - 10)
      expect(job!.seconds).toBeLessThanOrEqual(pause)
      await hurry()
    }
    await soon(() => expect(browser.received).toHaveLength(1))
    await soon(async () => expect(await waiting()).toEqual([]))
  })

  test('waits for as long as the push service wants', async () => {
    const { person } = await told()
    service.nextAnswers = [{ status: 429, headers: { 'Retry-After': '3600' } }]
    await queuePushes(server.db, [pushTo(person)])
    await soon(async () => expect(await waiting()).toMatchObject([{ attempt: 2 }]))
    expect((await waiting())[0]!.seconds).toBeGreaterThan(3500)
  })

  test('ends after the sixth try, with a line in the log that names nobody’s address', async () => {
    const { person, browser, id } = await told()
    service.nextAnswers = Array.from({ length: 6 }, () => ({ status: 500 }))
    await queuePushes(server.db, [pushTo(person, { title: 'A secret title' })])
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await soon(async () => expect(await waiting()).toMatchObject([{ attempt }]))
      await hurry()
    }
    await soon(async () => expect(await waiting()).toEqual([]))
    const line = log.find((entry) => entry.includes('a push could not be sent'))!
    expect(JSON.parse(line)).toMatchObject({ subscription_id: id, attempt: 6 })
    const { keys, endpoint } = browser.subscription
    for (const secret of [endpoint, keys.auth, keys.p256dh, 'A secret title']) {
      expect(log.join('\n')).not.toContain(secret)
    }
    expect(await devicesOf(person)).toHaveLength(1)
  })

  test.each([404, 410])('that is answered %i takes the browser off', async (status) => {
    const { person } = await told()
    service.nextAnswers = [{ status }]
    await queuePushes(server.db, [pushTo(person)])
    await soon(async () => expect(await devicesOf(person)).toEqual([]))
    await soon(async () => expect(await waiting()).toEqual([]))
  })

  test('follows no redirection', async () => {
    const { person, browser } = await told()
    const { endpoint } = browser.subscription
    service.nextAnswers = [{ status: 307, headers: { Location: endpoint } }]
    const before = service.calls
    await queuePushes(server.db, [pushTo(person)])
    await soon(async () => expect(await waiting()).toEqual([]))
    await soon(() => expect(service.calls).toBe(before + 1))
    expect(browser.received).toEqual([])
  })

  test('can be tried, a few times, on a browser of one’s own', async () => {
    const { person, browser, id } = await told()
    const tryIt = (who: Member) =>
      server.api.as(who).raw('POST /push/subscriptions/:id/try', { params: { id } })
    expect((await tryIt(person)).status).toBe(204)
    await soon(() => expect(browser.received).toHaveLength(1))
    expect(browser.received[0]!.message).toMatchObject({ path: '/profile' })
    expect((await tryIt(admin)).status).toBe(404)
    const statuses: number[] = []
    for (let tried = 0; tried < 10; tried += 1) statuses.push((await tryIt(person)).status)
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 204), 429])
  })
})

describe('a browser', () => {
  test('is known by its name, and is nobody else’s to see, try or take off', async () => {
    const { person, id } = await told()
    expect(await devicesOf(person)).toMatchObject([
      { id, browser: 'Another program', current: true, last_used_at: null },
    ])
    expect(await devicesOf(admin)).toEqual([])
    const params = { id }
    const foreign = await server.api.as(admin).raw('DELETE /push/subscriptions/:id', { params })
    expect(foreign.status).toBe(404)
    const own = await server.api.as(person).raw('DELETE /push/subscriptions/:id', { params })
    expect(own.status).toBe(204)
    expect(await devicesOf(person)).toEqual([])
  })

  test('that asks again is the same one, and a session has only its last', async () => {
    const { person, browser, id } = await told()
    const again = await add(person, browser.subscription)
    expect(again).toMatchObject({ status: 201, body: { id } })
    await told(person)
    const devices = await devicesOf(person)
    expect(devices).toHaveLength(1)
    expect(devices[0]!.id).not.toBe(id)
  })

  test('goes over to whoever signs in there next, without what waits for the one before', async () => {
    const { person, browser, id } = await told()
    service.nextAnswers = [{ status: 500 }]
    await queuePushes(server.db, [pushTo(person)])
    await soon(async () => expect(await waiting()).toMatchObject([{ attempt: 2 }]))
    const next = await createMember(server)
    const taken = await add(next, browser.subscription)
    expect(taken.status).toBe(201)
    expect(taken.body.id).not.toBe(id)
    expect(await devicesOf(person)).toEqual([])
    await hurry()
    await soon(async () => expect(await waiting()).toEqual([]))
    expect(browser.received).toEqual([])
  })

  test('stays where it is for somebody who knows only its address', async () => {
    const { person, browser } = await told()
    const { keys } = service.subscribe().subscription
    const stolen = await add(admin, { endpoint: browser.subscription.endpoint, keys })
    expect(stolen).toMatchObject({ status: 409, body: { code: 'push_taken' } })
    expect(await devicesOf(person)).toHaveLength(1)
  })

  test('is one of twenty at most', async () => {
    const person = await createMember(server)
    for (let n = 0; n < 20; n += 1) await told(await signIn(server.api, person.email))
    const late = await signIn(server.api, person.email)
    const refused = await add(late, service.subscribe().subscription)
    expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_devices' } })
  })
})

describe('who is signed out is told nothing there:', () => {
  const endings: Record<string, (person: Member) => Promise<unknown>> = {
    'signing out': (person) => server.api.as(person).raw('POST /auth/logout'),
    'signing out everywhere else': async ({ email }) =>
      server.api.as(await signIn(server.api, email)).raw('DELETE /users/me/sessions'),
    'a new password': async ({ email }) =>
      server.api.as(await signIn(server.api, email)).raw('PUT /users/me/password', {
        body: { current_password: PASSWORD, new_password: 'another bell for the desk' },
      }),
    'a password that was forgotten': async ({ email }) => {
      await server.api.raw('POST /auth/request-password-reset', { body: { email } })
      const { token } = await newestMailTo(server, email)
      const body = { token, password: 'another bell for the desk' }
      return server.api.raw('POST /auth/reset-password', { body })
    },
    deactivation: async ({ id }) =>
      server.api.as(admin).raw('PUT /admin/users/:id', {
        params: { id },
        body: { status: 'inactive' },
      }),
    'a session that ran out': ({ id }) =>
      server.db
        .updateTable('sessions')
        .set({ expires_at: '2020-01-01T00:00:00Z' })
        .where('user_id', '=', id)
        .execute(),
  }

  test.each(Object.keys(endings))('%s', async (ending) => {
    const { person, browser } = await told()
    service.nextAnswers = [{ status: 503 }]
    await queuePushes(server.db, [pushTo(person)])
    await soon(async () => expect(await waiting()).toMatchObject([{ attempt: 2 }]))
    await endings[ending]!(person)
    // Neither what waits already comes, nor what is told from now on.
    await queuePushes(server.db, [pushTo(person, { tag: 'other' })])
    await hurry()
    await soon(async () => expect(await waiting()).toEqual([]))
    expect(browser.received).toEqual([])
  })
})

test('a server that died in the middle of one holds up no others', async () => {
  const { person, browser } = await told()
  const held = sql`'a server of before', locked_at = now() - interval '6 minutes'`
  await sql`
    insert into graphile_worker._private_job_queues (queue_name) values ('push:0'), ('push:1')
    on conflict do nothing`.execute(server.db)
  await sql`update graphile_worker._private_job_queues set locked_by = ${held}`.execute(server.db)
  await queuePushes(server.db, [pushTo(person)])
  await releaseAbandonedJobs(server.db)
  await soon(() => expect(browser.received).toHaveLength(1))
})

describe('the keys', () => {
  test('are one pair for all servers, however many are asked first at once', async () => {
    const one = await startTestServer()
    const other = await startTestServer({ connection: one.connection })
    const person = await createMember(one)
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 === 0 ? one : other).api.as(person)('GET /push/key'),
      ),
    )
    expect(new Set(asked.map(({ body }) => body.public_key)).size).toBe(1)
    const { rows } = await sql<{ kept: string }>`select public_key as kept from push_keys`.execute(
      one.db,
    )
    expect(rows).toEqual([{ kept: asked[0]!.body.public_key }])
    await other.stop()
    await one.stop()
  })

  test('the private one is told nobody and stands in no log', async () => {
    const { person, browser } = await told()
    await queuePushes(server.db, [pushTo(person)])
    await soon(() => expect(browser.received).toHaveLength(1))
    const { private_key: secret } = await server.db
      .selectFrom('push_keys')
      .select('private_key')
      .executeTakeFirstOrThrow()
    const answers = await Promise.all(
      ['GET /push/key', 'GET /push/subscriptions', 'GET /admin/settings', 'GET /admin/audit'].map(
        (call) => server.api.as(admin).raw(call),
      ),
    )
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(log.join('\n')).not.toContain(secret)
  })
})
