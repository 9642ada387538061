import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '../features/audit/audit.queries.ts'
import { findText, listRecords } from '../features/auditor-links/auditor-links.queries.ts'
import { findMail } from '../features/mail/mails.queries.ts'
import { countUnread, listNotifications } from '../features/notifications/notifications.queries.ts'
import {
  findAcknowledgment,
  listAcknowledgments,
  listSealedRecords,
} from '../features/policies/acknowledgments.queries.ts'
import { findOwnRecord } from '../features/settings/settings.queries.ts'
import { readMeasures } from '../features/system/measures.queries.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { cloneDatabase } from '../testing/own-databases.ts'
import { connect, type Db } from './connect.ts'

const ROWS = 40_000
const PEOPLE = 2000
const POLICIES = 50
const TABLES = ['audit_events', 'mails', 'notifications', 'policy_acknowledgments']

/** One connection: what it did is counted before the next question. */
let db: Db
const uuidOf = (kind: string, number: string) =>
  sql.raw<string>(`md5('${kind}' || ${number})::uuid`)

beforeAll(async () => {
  const source = await cloneDatabase()
  await migrateJobs(source)
  db = connect(source, 1, () => undefined, { answerWithinMs: 0 })
  await fill()
}, 60_000)
afterAll(async () => db.destroy())

/** Takes the keys to other tables from one, and its triggers: what is asked here does not need them. */
async function letFill(table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select conname::text as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f'`.execute(db)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  }
}

/** So many rows as a brokerage has after years. */
async function fill(): Promise<void> {
  const user = uuidOf('user', `(n % ${PEOPLE})`)
  for (const table of TABLES) await letFill(table)
  await sql`
    insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at, policy_title,
      person_name, person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
      previous_hash, hash, form)
    select n, gen_random_uuid(), ${uuidOf('policy', `(n / ${PEOPLE} % ${POLICIES})`)}, ${user}, 1 + n % 9,
      now() - (${ROWS} - n) * interval '1 minute', 'Policy ' || n / ${PEOPLE}, 'Person ' || n % ${PEOPLE},
      'p@example.com', 'agent', sha256('x'), 'I agree', 'password', gen_random_uuid(), '::1', 'x',
      sha256((n - 1)::text::bytea), sha256(n::text::bytea), 'frontdesk-acknowledgment-1'
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db)
  await sql`
    insert into audit_events (id, action, actor_id, actor_name, happened_at, ip, request_id, user_agent)
    select gen_random_uuid(), 'policy.updated', ${user}, 'Person', now() - n * interval '1 minute', '::1',
      n::text, 'x'
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db)
  await sql`
    insert into notifications (id, user_id, kind, source, facts, created_at, read_at, mail, push)
    select gen_random_uuid(), ${user}, 'asked', 'n' || n, '{}', now() - n * interval '1 minute', now(), 'sent', 'sent'
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db)
  await sql`
    insert into mails (id, kind, to_email, subject, data, status, delivery, created_at, sent_at)
    select gen_random_uuid(), 'test', 'p@example.com', 'x', '{}', 'sent', 'smtp',
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db)
  await sql`analyze`.execute(db)
}

/** How often a large table was read to its end so far. */
async function readings(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname::text as name, seq_scan as scans from pg_stat_user_tables
    where relname = any(${TABLES})`.execute(db)
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]))
}

let before: Record<string, number>
beforeEach(async () => {
  before = await readings()
})

const limit = 25
const one = {
  user: async () => idOf('user', 7),
  policy: async () => idOf('policy', 3),
}
async function idOf(kind: string, number: number): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select md5(${kind}::text || ${number}::text)::uuid as id`.execute(db)
  return rows[0]!.id
}

const link = async (scope: { user?: boolean; item?: boolean }) =>
  ({
    user_id: scope.user ? await one.user() : null,
    item_id: scope.item ? await one.policy() : null,
    from: null,
    to: null,
    includes_origin: false,
  }) as unknown as Parameters<typeof listRecords>[1]

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'the newest records': async () => listAcknowledgments(db, { limit }),
  'the next page of them': async () => {
    const { next } = await listAcknowledgments(db, { limit })
    return listAcknowledgments(db, { limit, cursor: next! })
  },
  'records by person': async () => listAcknowledgments(db, { limit, sort: 'person_name' }),
  'records by title': async () => listAcknowledgments(db, { limit, sort: 'policy_title' }),
  'records by version': async () => listAcknowledgments(db, { limit, sort: 'version' }),
  'records of a person': async () => listAcknowledgments(db, { limit, user_id: await one.user() }),
  'records of a policy': async () =>
    listAcknowledgments(db, { limit, policy_id: await one.policy() }),
  'one record': async () =>
    findAcknowledgment(db, {
      policyId: await one.policy(),
      userId: await one.user(),
      version: 1,
    }),
  'whether somebody has any': async () => findOwnRecord(db, await one.user()),
  'a stretch of the chain': async () => listSealedRecords(db, { after: 20_000, limit: 100 }),
  'what an auditor sees of a person': async () =>
    listRecords(db, await link({ user: true }), { limit }),
  'what an auditor sees of a policy': async () =>
    listRecords(db, await link({ item: true }), { limit }),
  'a text for an auditor': async () =>
    findText(db, await link({ user: true, item: true }), {
      policyId: await one.policy(),
      version: 1,
    }),
  'the newest of the audit trail': async () => listAuditEvents(db, { limit }),
  'one mail': async () => findMail(db, await one.user()),
  'what somebody is told': async () =>
    listNotifications(db, await one.user(), { limit, unread: false }),
  'how much of it is unread': async () => countUnread(db, await one.user()),
  'what the page of the system asks': async () => readMeasures(db),
}

test.each(Object.entries(QUESTIONS))('%s: no large table is read to its end', async (_, ask) => {
  await ask()
  expect(await readings()).toEqual(before)
})

test('every index of the records that holds no rule is used', async () => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select indexrelname::text as name from pg_stat_user_indexes
    join pg_index using (indexrelid)
    where pg_stat_user_indexes.relname = 'policy_acknowledgments' and not indisunique and idx_scan = 0
  `.execute(db)
  expect(rows).toEqual([])
})
