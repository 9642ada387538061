import { versions } from 'node:process'
import { pino } from 'pino'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobs } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { JOB_WORDS } from './job-words.ts'

const SECRET = 'brass-bell-7'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer({
    config: { smtpUrl: `smtp://desk:${SECRET}@127.0.0.1:1` },
  })
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => server.stop())

const look = async () => (await server.api.as(admin)('GET /admin/system')).body
const needs = async () => (await look()).attention.map(({ about }) => about)

async function addDeadJob(name: string, error: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job(${name}, '{}', run_at => now() + interval '1 hour')
  `.execute(server.db)
  const id = rows[0]!.id
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error}
    where id = ${id}
  `.execute(server.db)
  return String(id)
}

test('says of every part how it does, and shows no secret', async () => {
  const system = await look()
  expect(system.server.node).toBe(versions.node)
  expect(system.database.version).toMatch(/^\d+\.\d+$/)
  expect(system.database.bytes).toBeGreaterThan(1_000_000)
  expect(system.database.connections).toBeGreaterThan(0)
  expect(system.database.pool_most).toBe(10)
  expect(system.disk!.total_bytes).toBeGreaterThan(system.disk!.free_bytes)
  expect(system.storage).toMatchObject({ bucket: null, reachable: true })
  expect(system.mail).toMatchObject({ source: 'environment', host: '127.0.0.1' })
  await expect.poll(async () => (await look()).search.caught_up).toBe(true)
  expect((await look()).search.items).toBeGreaterThan(0)
  expect(JSON.stringify(system)).not.toContain(SECRET)
})

test('a backup that is made settles that there is none', async () => {
  expect(await needs()).toContain('no_backup')
  await server.db
    .insertInto('backups')
    .values({ id: uuidv7(), cause: 'asked', state: 'done', bytes: 5000, ended_at: sql`now()` })
    .execute()
  const { attention, backup } = await look()
  expect(attention.map(({ about }) => about)).not.toContain('no_backup')
  expect(backup).toMatchObject({ last_bytes: 5000, kept: 1, kept_bytes: 5000 })
})

test('mail that nobody takes is told with its tries, its beginning and its reason, until one goes', async () => {
  const { db } = server
  const mail = { kind: 'test', to_email: 'ann@example.com', subject: 'Hello', data: '{}' }
  const add = async (values: object) =>
    db
      .insertInto('mails')
      .values({ id: uuidv7(), ...mail, ...values })
      .execute()
  const later = sql<string>`now() + interval '1 day'`
  const error = 'Invalid login: 535 5.7.8 authentication failed'
  await add({ attempts: 9, last_error: error, next_attempt_at: later })
  await add({ attempts: 3, last_error: error, status: 'failed' })
  await add({ attempts: 1, last_error: 'Not due any more', status: 'failed', held_back: true })
  const failing = (await look()).attention.find(({ about }) => about === 'mail_failing')
  expect(failing).toMatchObject({
    count: 12,
    urgent: true,
    said: 'the server refuses the name or the password',
  })
  expect(Date.now() - Date.parse(failing!.since!)).toBeLessThan(60_000)
  await add({ status: 'sent', delivery: 'smtp', sent_at: sql`clock_timestamp()` })
  const { attention, mail: after } = await look()
  expect(attention.map(({ about }) => about)).not.toContain('mail_failing')
  expect(attention).toContainEqual(expect.objectContaining({ about: 'mails_failed', count: 1 }))
  expect(after).toMatchObject({ waiting: 1, failed: 1 })
  expect(after.last_sent_at).not.toBeNull()
})

test('a job that failed for good is told in words, and tried again on request', async () => {
  const id = await addDeadJob(
    'sync_billing',
    `No answer from https://desk:${SECRET}@example.com/x\n    at secret-place.ts:1`,
  )
  const { jobs, attention } = await look()
  expect(jobs.failed_count).toBe(1)
  expect(jobs.failed).toEqual([
    {
      id,
      what: 'Ask Stripe for the subscription',
      error: 'No answer from https://…@example.com/x',
      failed_at: expect.any(String) as string,
      tries: 25,
    },
  ])
  expect(attention).toContainEqual(expect.objectContaining({ about: 'jobs_failed', count: 1 }))
  const retry = async () =>
    server.api.as(admin).raw('POST /admin/system/jobs/:id/retry', { params: { id } })
  expect((await retry()).status).toBe(204)
  // Without Stripe there is nothing to ask: it ends well, and is gone.
  await expect.poll(async () => (await look()).jobs.failed_count).toBe(0)
  expect((await retry()).status).toBe(404)
})

test('what runs by the clock counts as failed until it has begun again', async () => {
  const clock = sql.id('graphile_worker', '_private_known_crontabs')
  await sql`
    insert into ${clock} (identifier, known_since, last_execution)
    values ('compare_billing', now(), now() - interval '1 hour')
    on conflict (identifier) do update set last_execution = excluded.last_execution
  `.execute(server.db)
  await addDeadJob('compare_billing', 'Stripe did not answer')
  expect(await needs()).toContain('jobs_failed')
  await sql`
    update ${clock} set last_execution = now() + interval '1 second'
    where identifier = 'compare_billing'
  `.execute(server.db)
  expect(await needs()).not.toContain('jobs_failed')
})

test('every kind of job has its words', () => {
  const services = { config: server.config, db: server.db } as Services
  const kinds = Object.keys(createJobs(services, pino({ level: 'silent' }), ''))
  expect(Object.keys(JOB_WORDS).toSorted()).toEqual(kinds.toSorted())
})
