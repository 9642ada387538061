import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WEBHOOK_DATA, type WebhookEventType } from '@frontdesk/contract/webhooks'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { EVER, scaled } from '../../testing/patience.ts'
import { createQuiz, createTestAlone } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { startReceiver } from '../../testing/webhook-receiver.ts'
import { makeCertificate } from '../evidence/make-certificate.ts'
import { tellPeople } from '../reminders/tell-people.actions.ts'
import { claimDue, forgetOldDeliveries, noteOverdue } from './deliveries.queries.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let server: TestServer
let admin: Member
beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ config: { webhookAllowPrivate: true } })
  admin = await createMember(server)
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('webhook_endpoints').execute()
  await server.db.deleteFrom('webhook_events').execute()
  receiver.received.length = 0
  receiver.answers.clear()
})

const api = () => server.api.as(admin)
const soon = (check: () => unknown) => vi.waitFor(check, EVER)
/** What waits for later is due now. */
async function hurry() {
  await sql`update webhook_deliveries set next_try_at = now() where state = 'waiting'`.execute(
    server.db,
  )
  await sql`select queue_webhooks()`.execute(server.db)
}

let count = 0
async function listen(events: WebhookEventType[] = ['person.updated'], more: object = {}) {
  count += 1
  const path = `/hook/${count}`
  const { body } = await api()('POST /admin/webhooks', {
    body: { url: `${receiver.url}${path}`, description: '', events, enabled: true, ...more },
  })
  receiver.secrets.set(path, body.secret)
  return { ...body, path, params: { id: body.id } }
}
type Listening = Awaited<ReturnType<typeof listen>>

const rename = (lastName: string, db = server.db) =>
  db.updateTable('users').set({ last_name: lastName }).where('id', '=', admin.id).execute()
const deliveriesOf = async ({ params }: Listening, query = {}) =>
  (await api()('GET /admin/webhooks/:id/deliveries', { params, query })).body
const inFull = async ({ params }: Listening, id: string) =>
  (
    await api()('GET /admin/webhooks/:id/deliveries/:delivery_id', {
      params: { ...params, delivery_id: id },
    })
  ).body
const stateOf = async ({ params }: Listening) =>
  (await api()('GET /admin/webhooks/:id', { params })).body

describe('an event', () => {
  test('is signed, as the contract says, and its secret is in no answer and no table', async () => {
    const hook = await listen()
    await rename('Ruiz')
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(1))
    const [got] = receiver.at(hook.path)
    expect(got!.message).toMatchObject({
      type: 'person.updated',
      data: { person_id: admin.id, changed: ['name'], role: 'admin', status: 'active' },
    })
    WEBHOOK_DATA['person.updated'].strict().parse(got!.message!.data)
    expect(got!.body).not.toContain('Ruiz')
    const [delivery] = await deliveriesOf(hook)
    expect(got!.headers['webhook-id']).toBe(delivery!.event_id)
    await soon(async () => expect((await deliveriesOf(hook))[0]!.state).toBe('delivered'))
    expect((await inFull(hook, delivery!.id)).body).toBe(got!.body)
    const { rows } = await sql`select * from webhook_endpoints`.execute(server.db)
    expect(JSON.stringify([rows, await stateOf(hook)])).not.toContain(hook.secret.slice(6))
  })

  test('comes with the transaction and not without it', async () => {
    const hook = await listen()
    const failing = inTransaction(server.db, async (tx) => {
      await rename('Never', tx)
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    expect(await deliveriesOf(hook)).toEqual([])
  })

  test('of each kind has the shape that the contract gives', async () => {
    const kinds = Object.keys(WEBHOOK_DATA).filter((kind) => kind !== 'ping')
    const hook = await listen(kinds as WebhookEventType[])
    const agent = await createMember(server)
    const setStatus = (status: 'active' | 'inactive') =>
      server.db.updateTable('users').set({ status }).where('id', '=', agent.id).execute()
    await setStatus('inactive')
    await setStatus('active')
    const policy = await createPolicy(api())
    await api()('POST /policies/:id/assign', {
      params: { id: policy.id },
      body: { user_ids: [agent.id], due_at: new Date(Date.now() + 3000).toISOString() },
    })
    await sql`update obligations set due_at = now() - interval '1 minute'`.execute(server.db)
    await inTransaction(server.db, noteOverdue)
    await inTransaction(server.db, noteOverdue)
    await server.api
      .as(agent)
      .raw('POST /policies/:id/acknowledge', { params: { id: policy.id }, body: {} })
    await sql`update users set deleted_at = now(), status = 'inactive' where id = ${agent.id}`.execute(
      server.db,
    )
    const wanted = [
      'person.created',
      'person.deactivated',
      'person.reactivated',
      'obligation.overdue',
      'policy.acknowledged',
      'person.deleted',
    ]
    await soon(() => {
      const types = receiver.at(hook.path).map(({ message }) => message?.type)
      expect(types.filter((type) => type !== 'person.updated')).toEqual(wanted)
    })
    const urls = new Map<string, unknown>()
    for (const { message } of receiver.at(hook.path)) {
      WEBHOOK_DATA[message!.type as WebhookEventType].strict().parse(message!.data)
      urls.set(message!.type, message!.data.url)
    }
    expect(urls.get('person.deleted')).toBe(`${server.url}/people/${agent.id}`)
    expect(urls.get('obligation.overdue')).toBe(`${server.url}/policies/${policy.id}`)
    expect(urls.get('policy.acknowledged')).toBe(`${server.url}/policies/${policy.id}`)
  })

  test('of a pass, in a training and in a test that stands alone', async () => {
    const hook = await listen(['training.passed', 'test.passed'])
    const { testId: inTraining } = await createQuiz(server.db)
    const { testId: alone } = await createTestAlone(server.db)
    for (const [at, testId] of [inTraining, alone].entries()) {
      await sql`
        insert into certificates (id, code, user_id, test_id, person_name, title, completed_at, facts_sha256)
        values (new_uuid(), ${`00000000000${at}`}, ${admin.id}, ${testId}, 'Ada', 'Wire fraud', now(),
          ${Buffer.alloc(32)})
      `.execute(server.db)
    }
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(2))
    const [training, alonePass] = receiver.at(hook.path).map(({ message }) => message!)
    expect([training!.type, alonePass!.type]).toEqual(['training.passed', 'test.passed'])
    WEBHOOK_DATA['training.passed'].strict().parse(training!.data)
    WEBHOOK_DATA['test.passed'].strict().parse(alonePass!.data)
    expect(training!.data.url).toBe(`${server.url}/training/${String(training!.data.training_id)}`)
    expect(alonePass!.data.url).toBe(`${server.url}/tests/${alone}`)
  })

  test('of a document', async () => {
    const hook = await listen(['document.created', 'document.updated', 'document.deleted'])
    await sql`
      insert into documents (id, title, category, file_name, file_size, file_type, mime, sha256, file_key)
      values (new_uuid(), 'Lease', 'Legal', 'lease.pdf', 1, 'pdf', 'application/pdf', ${'0'.repeat(64)}, ${'0'.repeat(32)})
    `.execute(server.db)
    await sql`update documents set title = 'Lease of 2026'`.execute(server.db)
    await sql`update documents set deleted_at = now()`.execute(server.db)
    await soon(() =>
      expect(receiver.at(hook.path).map(({ message }) => message?.type)).toEqual([
        'document.created',
        'document.updated',
        'document.deleted',
      ]),
    )
    const last = receiver.at(hook.path).at(-1)!.message!
    const { document_id: id, url } = WEBHOOK_DATA['document.deleted'].strict().parse(last.data)
    expect(url).toBe(`${server.url}/documents/${id}`)
  })

  test('comes in its order, many together', async () => {
    const hook = await listen()
    const names = Array.from({ length: 30 }, (_, at) => `Name ${at}`)
    for (const name of names) await rename(name)
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(30))
    const { rows } = await sql<{ event_id: string }>`
      select event_id from webhook_deliveries where endpoint_id = ${hook.id} order by number
    `.execute(server.db)
    expect(receiver.at(hook.path).map(({ headers }) => headers['webhook-id'])).toEqual(
      rows.map(({ event_id: id }) => id),
    )
  })

  test('is sent once more where the server died between', async () => {
    const hook = await listen()
    // A node that took it and died: nobody else is at it until its time is over.
    await sql`update webhook_endpoints set busy_until = now() + interval '1 hour'`.execute(
      server.db,
    )
    await rename('Kept')
    await expect(deliveriesOf(hook)).resolves.toMatchObject([{ state: 'waiting', tries: 0 }])
    expect(await claimDue(server.db, 20)).toEqual([])
    await sql`update webhook_endpoints set busy_until = now() - interval '1 second'`.execute(
      server.db,
    )
    await hurry()
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(1))
  })
})

describe('what a receiver says', () => {
  test('a failure is tried again after 5 seconds, then a minute, and stays under its id', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) => response.writeHead(500).end('out of paper'))
    await rename('Again')
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBe(1))
    const [delivery] = await deliveriesOf(hook)
    const pause = Date.parse(delivery!.next_try_at!) - Date.parse(delivery!.last_try_at!)
    expect(pause / 1000).toBeCloseTo(5, 0)
    await soon(async () => expect((await stateOf(hook)).state).toBe('failing'))
    const { failing_since: since } = await stateOf(hook)
    await hurry()
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBe(2))
    // Since the first of them: after a week of it the endpoint is switched off.
    expect(await stateOf(hook)).toMatchObject({
      state: 'failing',
      failing_because: 'It answered 500',
      failing_since: since,
    })
    const failing = await api()('GET /admin/audit', { query: { item_id: hook.id } })
    expect(failing.body.filter(({ action }) => action === 'webhook.failing')).toHaveLength(1)
    receiver.answers.clear()
    await hurry()
    await soon(async () => expect((await deliveriesOf(hook))[0]!.state).toBe('delivered'))
    expect((await stateOf(hook)).state).toBe('fine')
    const ids = receiver.at(hook.path).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    const { all_tries: tries } = await inFull(hook, delivery!.id)
    expect(tries.map(({ status, answer }) => [status, answer])).toEqual([
      [500, 'out of paper'],
      [500, 'out of paper'],
      [204, ''],
    ])
  })

  test('after three days it is given up, and sent again by hand, alone or with all others', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) => response.writeHead(503).end())
    await rename('First')
    await rename('Second')
    await soon(async () =>
      expect((await deliveriesOf(hook)).every((one) => one.tries === 1)).toBe(true),
    )
    await sql`update webhook_deliveries set give_up_at = now() + interval '1 second'`.execute(
      server.db,
    )
    await hurry()
    await soon(async () => expect(await deliveriesOf(hook, { state: 'failed' })).toHaveLength(2))
    receiver.answers.clear()
    const [second, first] = await deliveriesOf(hook)
    await api()('POST /admin/webhooks/:id/deliveries/:delivery_id/resend', {
      params: { ...hook.params, delivery_id: second!.id },
    })
    await soon(async () => expect((await deliveriesOf(hook))[0]!.state).toBe('delivered'))
    const since = first!.happened_at
    const { body } = await api()('POST /admin/webhooks/:id/resend-failed', {
      params: hook.params,
      body: { since },
    })
    expect(body.queued).toBe(1)
    await soon(async () => expect(await deliveriesOf(hook, { state: 'delivered' })).toHaveLength(2))
  })

  test('what happened before the moment that is named is not sent again', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) => response.writeHead(503).end())
    await rename('First')
    await sql`update webhook_events set happened_at = now() - interval '1 hour'`.execute(server.db)
    await rename('Second')
    await soon(async () =>
      expect((await deliveriesOf(hook)).map(({ tries }) => tries)).toEqual([1, 1]),
    )
    await sql`update webhook_deliveries set state = 'failed', settled_at = now(), next_try_at = null`.execute(
      server.db,
    )
    const [second, first] = await deliveriesOf(hook)
    const { body } = await api()('POST /admin/webhooks/:id/resend-failed', {
      params: hook.params,
      body: { since: second!.happened_at },
    })
    expect(body.queued).toBe(1)
    const failed = await deliveriesOf(hook, { state: 'failed' })
    expect(failed.map(({ id }) => id)).toContain(first!.id)
  })

  test('410 switches it off, and admins are told, by one mail', async () => {
    const hook = await listen()
    const mails = server.db.selectFrom('mails').select('kind').where('user_id', '=', admin.id)
    const before = (await mails.execute()).length
    const told = async () =>
      (await mails.orderBy('id').execute()).slice(before).map(({ kind }) => kind)
    receiver.answers.set(hook.path, (response) => response.writeHead(410).end())
    await rename('Gone')
    await soon(async () =>
      expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabled_because: 'gone' }),
    )
    const ping = await api().raw('POST /admin/webhooks/:id/ping', { params: hook.params })
    expect(ping).toMatchObject({ status: 409, body: { code: 'webhook_off' } })
    expect(await told()).toEqual(['webhook_disabled'])
    // The bell has it as well; what goes from there by mail, two minutes later, leaves it out.
    expect((await api()('GET /notifications')).body[0]!.title).toContain('was switched off')
    await tellPeople(server.db, { now: new Date(Date.now() + 3_600_000) })
    expect(await told()).toEqual(['webhook_disabled'])
  })

  test.each([
    [429, '30', 30],
    [503, 600, 600],
    [503, '86400', 3600],
    [500, '600', 5],
    [429, 'soon', 5],
    [429, '1', 5],
  ])('%i with Retry-After %s: nothing is sent to it until then', async (status, after, pause) => {
    const hook = await listen()
    // A number stands for the moment so many seconds from now.
    const header =
      typeof after === 'string' ? after : new Date(Date.now() + after * 1000).toUTCString()
    receiver.answers.set(hook.path, (response) =>
      response.writeHead(status, { 'retry-after': header }).end(),
    )
    await rename(`Later ${status} ${after}`)
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBe(1))
    const [delivery] = await deliveriesOf(hook)
    const waits = Date.parse(delivery!.next_try_at!) - Date.parse(delivery!.last_try_at!)
    expect(Math.abs(waits / 1000 - pause)).toBeLessThan(5)
    if (pause < 30) return
    receiver.answers.clear()
    await rename(`Meanwhile ${status} ${after}`)
    // It wants nothing at all, also not what is new.
    expect(await claimDue(server.db, 20)).toEqual([])
    const other = await listen()
    await rename(`To others ${status} ${after}`)
    await soon(() => expect(receiver.at(other.path)).toHaveLength(1))
    expect(receiver.at(hook.path)).toHaveLength(1)
    // Another address has said nothing.
    const { description, events } = hook
    const url = `${receiver.url}${hook.path}?moved`
    const body = { url, description, events, enabled: true }
    await api()('PUT /admin/webhooks/:id', { params: hook.params, body })
    await hurry()
    await soon(() => expect(receiver.at(`${hook.path}?moved`)).toHaveLength(3))
  })

  test('a week of failing switches it off; six days do not', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) => response.writeHead(500).end())
    await rename('Failing')
    await soon(async () => expect((await stateOf(hook)).state).toBe('failing'))
    const failingFor = (days: number) =>
      sql`update webhook_endpoints set failing_since = now() - ${days} * interval '1 day'`.execute(
        server.db,
      )
    await failingFor(6)
    await hurry()
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBe(2))
    expect((await stateOf(hook)).state).toBe('failing')
    await failingFor(7.01)
    await hurry()
    await soon(async () =>
      expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabled_because: 'failing' }),
    )
    const told = await api()('GET /notifications')
    expect(told.body.map(({ title }) => title)).toContainEqual(
      expect.stringContaining('A webhook was switched off'),
    )
    // Switched on again it has a new week, and what waited goes out.
    receiver.answers.clear()
    const { url, description } = await stateOf(hook)
    await api()('PUT /admin/webhooks/:id', {
      params: hook.params,
      body: { url, description, events: ['person.updated'], enabled: true },
    })
    await hurry()
    await soon(async () => expect((await stateOf(hook)).state).toBe('fine'))
  })

  test('a certificate that its receiver made itself is said to be wrong; with a right one nothing is lost', async () => {
    const { certificate, pkcs8 } = await makeCertificate('127.0.0.1')
    const pem = (label: string, der: Buffer) =>
      `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`
    const taken: string[] = []
    const tls = createServer(
      { key: pem('PRIVATE KEY', pkcs8), cert: pem('CERTIFICATE', certificate) },
      (request, response) => {
        taken.push(request.url ?? '')
        response.writeHead(204).end()
      },
    ).listen(0, '127.0.0.1')
    await once(tls, 'listening')
    const url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}/`
    const hook = await listen(['person.updated'], { url })
    await rename('Vouched')
    await soon(async () =>
      expect((await deliveriesOf(hook))[0]).toMatchObject({
        state: 'waiting',
        tries: 1,
        last_status: null,
        last_problem: 'Its certificate is not right (DEPTH_ZERO_SELF_SIGNED_CERT)',
      }),
    )
    await hurry()
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBeGreaterThan(1))
    expect(taken).toEqual([])
    tls.close()
    // As if it had got one that others vouch for.
    const { description, events } = hook
    const body = { url: `${receiver.url}${hook.path}`, description, events, enabled: true }
    await api()('PUT /admin/webhooks/:id', { params: hook.params, body })
    await hurry()
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(1))
    expect(receiver.at(hook.path)[0]!.message).toMatchObject({ type: 'person.updated' })
  })

  test('a redirection is not followed', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) =>
      response.writeHead(307, { location: `${receiver.url}/inside` }).end(),
    )
    await rename('Elsewhere')
    await soon(async () =>
      expect((await deliveriesOf(hook))[0]).toMatchObject({
        last_status: 307,
        last_problem: 'It answered 307: redirections are not followed',
      }),
    )
    expect(receiver.at('/inside')).toEqual([])
  })

  test('while one hangs and one never ends, all others are delivered', async () => {
    const hanging = await listen()
    const endless = await listen()
    const others = await Promise.all([listen(), listen(), listen()])
    receiver.answers.set(hanging.path, () => undefined)
    receiver.answers.set(endless.path, (response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 'x'))) if (response.destroyed) return
      }
      response.on('drain', more)
      more()
    })
    const began = Date.now()
    await rename('One')
    await soon(() => expect(others.map(({ path }) => receiver.at(path).length)).toEqual([1, 1, 1]))
    await rename('Two')
    await soon(() => expect(others.map(({ path }) => receiver.at(path).length)).toEqual([2, 2, 2]))
    expect(Date.now() - began).toBeLessThan(scaled(12_000))
    await soon(async () =>
      expect((await deliveriesOf(endless)).map(({ state }) => state)).toEqual([
        'delivered',
        'delivered',
      ]),
    )
    const { all_tries: tries } = await inFull(endless, (await deliveriesOf(endless))[0]!.id)
    expect(tries[0]!.answer).toHaveLength(1024)
    expect(await deliveriesOf(hanging)).toMatchObject([{ tries: 0 }, { tries: 0 }])
    await soon(async () =>
      expect((await deliveriesOf(hanging)).at(-1)).toMatchObject({
        last_problem: 'It did not answer in full within 15 seconds',
      }),
    )
  })
})

test('a try that the end of a server cuts off is none', async () => {
  // Both open the secret with the same key.
  const config = { webhookAllowPrivate: true, dataDir: server.config.dataDir }
  const ending = await startTestServer({ config })
  const owner = await createMember(ending)
  const path = '/hook/cut-off'
  receiver.answers.set(path, () => undefined)
  const body = { url: receiver.url + path, description: '', enabled: true }
  const { body: hook } = await ending.api.as(owner)('POST /admin/webhooks', {
    body: { ...body, events: ['person.updated'] },
  })
  const change = ending.db.updateTable('users').set({ last_name: 'Ruiz' })
  await change.where('id', '=', owner.id).execute()
  await soon(() => expect(receiver.at(path)).toHaveLength(1))
  await ending.stop()
  receiver.answers.delete(path)
  const next = await startTestServer({ config, connection: ending.connection })
  // As the clock does each minute.
  await sql`select queue_webhooks()`.execute(next.db)
  const deliveries = async () =>
    (await next.api.as(owner)('GET /admin/webhooks/:id/deliveries', { params: { id: hook.id } }))
      .body
  await soon(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered' }]))
  expect(await deliveries()).toMatchObject([{ tries: 1 }])
  await next.stop()
})

describe('an endpoint', () => {
  test('rolls its secret: both sign for a day', async () => {
    const hook = await listen()
    const { body: rolled } = await api()('POST /admin/webhooks/:id/secret', { params: hook.params })
    expect(rolled.secret).not.toBe(hook.secret)
    await rename('Rolled')
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(1))
    const [got] = receiver.at(hook.path)
    for (const secret of [hook.secret, rolled.secret]) {
      expect(() => new Webhook(secret).verify(got!.body, got!.headers)).not.toThrow()
    }
    await sql`update webhook_endpoints set old_secret_until = now() - interval '1 second'`.execute(
      server.db,
    )
    await rename('Later')
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(2))
    const later = receiver.at(hook.path)[1]!
    expect(later.message).toBeNull()
    expect(() => new Webhook(rolled.secret).verify(later.body, later.headers)).not.toThrow()
  })

  test('gets a ping, and nothing that it did not choose or while it is off', async () => {
    const hook = await listen(['document.created'])
    await rename('Not chosen')
    await api()('POST /admin/webhooks/:id/ping', { params: hook.params })
    await soon(() => expect(receiver.at(hook.path)).toHaveLength(1))
    const [got] = receiver.at(hook.path)
    WEBHOOK_DATA.ping.strict().parse(got!.message!.data)
    const off = await listen(['person.updated'], { enabled: false })
    await rename('Off')
    expect(await deliveriesOf(off)).toEqual([])
  })

  test('whose secret was put there from another row signs nothing', async () => {
    const [hook, other] = [await listen(['person.updated'], { enabled: false }), await listen()]
    await sql`update webhook_endpoints set secret_sealed =
      (select secret_sealed from webhook_endpoints where id = ${other.id}) where id = ${hook.id}`.execute(
      server.db,
    )
    expect([await stateOf(hook), await stateOf(other)]).toMatchObject([
      { secret_lost: true },
      { secret_lost: false },
    ])
  })

  test('that is switched off is sent nothing, also not what waits', async () => {
    const hook = await listen()
    receiver.answers.set(hook.path, (response) => response.writeHead(500).end())
    await rename('Waits')
    await soon(async () => expect((await deliveriesOf(hook))[0]!.tries).toBe(1))
    const { url, description, events } = hook
    const set = (enabled: boolean) =>
      api()('PUT /admin/webhooks/:id', {
        params: hook.params,
        body: { url, description, events: events as WebhookEventType[], enabled },
      })
    await set(false)
    receiver.answers.clear()
    await sql`update webhook_deliveries set next_try_at = now()`.execute(server.db)
    expect(await claimDue(server.db, 20)).toEqual([])
    await set(true)
    await soon(async () => expect((await deliveriesOf(hook))[0]!.state).toBe('delivered'))
  })

  test('is one of 20 at most, and asks for a fresh sign-in', async () => {
    for (let made = 0; made < 20; made += 1) await listen()
    const body = { url: receiver.url, events: ['person.updated' as const] }
    expect(await api().raw('POST /admin/webhooks', { body })).toMatchObject({
      status: 409,
      body: { code: 'too_many_webhooks' },
    })
  })

  test('keeps deliveries for 30 days', async () => {
    const hook = await listen()
    await rename('Old')
    await soon(async () => expect((await deliveriesOf(hook))[0]!.state).toBe('delivered'))
    await sql`update webhook_deliveries set created_at = now() - interval '31 days'`.execute(
      server.db,
    )
    await sql`update webhook_events set happened_at = now() - interval '31 days'`.execute(server.db)
    await forgetOldDeliveries(server.db)
    expect(await deliveriesOf(hook)).toEqual([])
    const { rows } = await sql`select from webhook_events`.execute(server.db)
    expect(rows).toEqual([])
  })
})
