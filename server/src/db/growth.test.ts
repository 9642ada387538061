import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../testing/factories.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Db } from './connect.ts'

const page = readFileSync(new URL('../../../docs/growth.md', import.meta.url), 'utf8')

let server: TestServer
let member: Member
beforeAll(async () => {
  server = await startTestServer()
  member = await createMember(server)
})
afterAll(() => server.stop())

test('for each table it is written what bounds it', async () => {
  const named = [...page.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, tables]) =>
    [...tables!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`.execute(server.db)
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every table can be published: logical replication knows each row that is changed or deleted', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident <> 'f'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
      and relname not like 'kysely%'`.execute(server.db)
  expect(rows).toEqual([])
})

const HASH = sql`decode(md5(random()::text) || md5(random()::text), 'hex')`

/** Puts a row of some age, in days, into each table that forgets: older ones are over. */
const rowsOfAge: Record<string, (db: Db, days: number) => Promise<unknown>> = {
  rate_limits: (db, days) =>
    sql`insert into rate_limits (bucket, hits, resets_at)
      values (${`aged ${days}`}, 1, now() + interval '1 day' - ${days} * interval '1 day')`.execute(
      db,
    ),
  sessions: (db, days) =>
    sql`insert into sessions (id, user_id, token_hash, remember_me, expires_at, ip, user_agent, sign_in_method)
      values (gen_random_uuid(), ${member.id}, ${HASH}, true,
        now() + interval '30 days' - ${days} * interval '1 day', '::1', 'aged', 'password')`.execute(
      db,
    ),
  account_links: (db, days) =>
    sql`insert into account_links (id, user_id, email, purpose, expires_at)
      values (gen_random_uuid(), ${member.id}, ${member.email}, ${days > 10 ? 'reset' : 'verify'},
        now() + interval '1 day' - ${days} * interval '1 day')`.execute(db),
  sign_in_challenges: (db, days) =>
    sql`insert into sign_in_challenges (token_hash, user_id, remember_me, expires_at)
      values (${HASH}, ${member.id}, false, now() + interval '1 day' - ${days} * interval '1 day')`.execute(
      db,
    ),
  passkey_challenges: (db, days) =>
    sql`insert into passkey_challenges (challenge_hash, purpose, expires_at)
      values (${HASH}, 'sign_in', now() + interval '1 day' - ${days} * interval '1 day')`.execute(
      db,
    ),
  trusted_browsers: (db, days) =>
    sql`insert into trusted_browsers (id, user_id, token_hash, ip, user_agent, expires_at)
      values (gen_random_uuid(), ${member.id}, ${HASH}, '::1', 'aged',
        now() + interval '30 days' - ${days} * interval '1 day')`.execute(db),
  undo_steps: (db, days) =>
    sql`insert into undo_steps (id, user_id, kind, data, created_at)
      values (gen_random_uuid(), ${member.id}, 'waived', '{}', now() - ${days} * interval '1 day')`.execute(
      db,
    ),
  mails: (db, days) =>
    sql`insert into mails (id, kind, subject, to_email, status, created_at)
      values (gen_random_uuid(), 'aged', 'Aged', 'aged@example.com', 'failed', now() - ${days} * interval '1 day')`.execute(
      db,
    ),
  notifications: (db, days) =>
    sql`insert into notifications (user_id, kind, source, facts, created_at)
      values (${member.id}, 'result', ${`aged ${days}`}, '{}', now() - ${days} * interval '1 day')`.execute(
      db,
    ),
  notification_digests: (db, days) =>
    sql`insert into notification_digests (user_id, local_day)
      values (${member.id}, current_date - ${days}::integer)`.execute(db),
  reminder_digests: (db, days) =>
    sql`insert into reminder_digests (user_id, local_day, item_ids)
      values (${member.id}, current_date - ${days}::integer, '{}')`.execute(db),
  billing_events: (db, days) =>
    sql`insert into billing_events (id, type, source, created_at, received_at, handled_at)
      values (${`evt_aged_${days}`}, 'aged', 'test', now(), now() - ${days} * interval '1 day', now())`.execute(
      db,
    ),
  webhook_events: (db, days) =>
    sql`insert into webhook_events (type, data, happened_at)
      values ('aged', '{}', now() + interval '1 hour' - ${days} * interval '1 day')`.execute(db),
  'graphile_worker._private_jobs': async (db, days) => {
    // No server knows such work; this one has been tried as often as it may be.
    await sql`select graphile_worker.add_job('aged', max_attempts => 1)`.execute(db)
    await sql`update graphile_worker._private_jobs
      set attempts = 1, run_at = now() - ${days} * interval '1 day'
      where attempts = 0 and max_attempts = 1`.execute(db)
  },
}

test('what is over is forgotten by itself, and what is not stays', async () => {
  const { db } = server
  const added = async (before: Record<string, number>, inside: Db) => {
    const now = await countRows(inside)
    return Object.fromEntries(Object.entries(now).map(([table, n]) => [table, n - before[table]!]))
  }
  const ofEach = (n: number) =>
    Object.fromEntries(Object.keys(rowsOfAge).map((table) => [table, n]))
  // All at once: the server here sweeps too, whenever its hour comes.
  const before = await db.transaction().execute(async (trx) => {
    const counts = await countRows(trx)
    for (const insert of Object.values(rowsOfAge)) {
      await insert(trx, 0)
      await insert(trx, 400)
    }
    expect(await added(counts, trx)).toEqual(ofEach(2))
    return counts
  })
  // A further server sweeps at its start, as each does by the hour; the rest are jobs of the clock.
  const node = await startTestServer({ connection: server.connection })
  try {
    for (const job of ['forget_old_mail', 'send_reminders', 'compare_billing']) {
      await sql`select graphile_worker.add_job(${job})`.execute(db)
    }
    const kept = async () => added(before, db)
    await expect.poll(kept, { interval: 500 }).toEqual(ofEach(1))
  } finally {
    await node.stop()
  }
})

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(rowsOfAge)) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)}
      where ${table.endsWith('_jobs') ? sql`attempts = 1 and max_attempts = 1` : sql`true`}`.execute(
      db,
    )
    counts[table] = rows[0]!.n
  }
  return counts
}
