import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { findSignedIn, endProofsAhead } from '../http/session.ts'
import { createMember } from '../testing/factories.ts'
import { addJob, countJobsFromNow } from './jobs.ts'
import { consume } from './rate-limit.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

test('who was refused while the clock was three days ahead is let in when it is right again', async () => {
  const { db } = server
  const limit = { tries: 3, windowSeconds: 60 }
  const refusal = { status: 429 }
  const ends = (interval: string) =>
    sql`insert into rate_limits (bucket, hits, resets_at) values ('clock', 99, now() + ${interval}::interval)
      on conflict (bucket) do update set hits = 99, resets_at = excluded.resets_at`.execute(db)
  await ends('50 seconds')
  await expect(consume(db, 'clock', limit, 'Later.')).rejects.toMatchObject(refusal)
  await ends('3 days')
  for (let turn = 0; turn < 3; turn += 1) await consume(db, 'clock', limit, 'Later.')
  await expect(consume(db, 'clock', limit, 'Later.')).rejects.toMatchObject(refusal)
})

test('what was queued while the clock was ahead is due when it was meant to be', async () => {
  const { db } = server
  for (const key of ['at once', 'in an hour', 'held'])
    await addJob(db, 'nobody_does_this', {}, { key, delaySeconds: key === 'in an hour' ? 3600 : 0 })
  await addJob(db, 'nobody_does_this', {}, { key: 'next week', delaySeconds: 7 * 86_400 })
  const ahead = sql`interval '3 days'`
  await sql`update graphile_worker._private_jobs
    set run_at = run_at + ${ahead}, created_at = created_at + ${ahead},
      locked_at = case when key = 'held' then now() + ${ahead} end
    where key = any(array['at once', 'in an hour', 'held'])`.execute(db)
  await countJobsFromNow(db)
  const { rows } = await sql<{ key: string; minutes: number; locked: number | null }>`
    select key, round(extract(epoch from run_at - now()) / 60)::int as minutes,
      round(extract(epoch from locked_at - now()) / 60)::int as locked
    from graphile_worker._private_jobs where key is not null and task_id =
      (select id from graphile_worker._private_tasks where identifier = 'nobody_does_this')
    order by key`.execute(db)
  expect(rows.map(({ key, minutes, locked }) => [key, minutes + 0, locked && locked + 0])).toEqual([
    ['at once', 0, null],
    ['held', 0, 0],
    ['in an hour', 60, null],
    ['next week', 7 * 24 * 60, null],
  ])
})

test('what runs by the clock runs again', async () => {
  const { db } = server
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('ahead', now(), now() + interval '3 days'), ('past', now(), now() - interval '3 days')`.execute(
    db,
  )
  await countJobsFromNow(db)
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from last_execution - now()) / 86400)::int as days
    from graphile_worker._private_known_crontabs
    where identifier in ('ahead', 'past') order by identifier`.execute(db)
  expect(rows.map(({ days }) => days + 0)).toEqual([0, -3])
})

test('a sign-in of while the clock was three days ahead is not fresh now, and not in three days', async () => {
  const { db } = server
  const { id, token } = await createMember(server)
  const isFresh = async () => (await findSignedIn(db, token))!.isFresh
  const shift = async (interval: string) =>
    sql`update sessions set created_at = created_at + ${interval}::interval,
      confirmed_at = confirmed_at + ${interval}::interval where user_id = ${id}`.execute(db)
  expect(await isFresh()).toBe(true)
  await shift('3 days')
  expect(await isFresh()).toBe(false)
  await shift('-3 days')
  expect(await isFresh()).toBe(true)
  await shift('3 days')
  await endProofsAhead(db)
  // As if those days had passed.
  await shift('-3 days')
  expect(await isFresh()).toBe(false)
})
