import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The tables that `fillLargeTables` fills, with so many rows each. */
export const FILLED = [
  'audit_events',
  'chat_messages',
  'documents',
  'mails',
  'notifications',
  'obligations',
  'policy_acknowledgments',
  'sessions',
  'test_attempts',
] as const

/** How many there are beside the rows. */
interface Beside {
  people: number
  /** Policies and tests, so many of each. */
  items: number
  chats: number
}

/** For so many rows: a person has fifty of each kind. */
const besideOf = (rows: number): Beside => ({
  people: rows / 20,
  items: 50,
  chats: 200,
})

const idOf = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`

/** The id of what `fillLargeTables` made, by its number from 0. */
export async function filledId(db: Db, kind: string, number: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select md5(${kind}::text || ${number}::text)::uuid as id`.execute(db)
  return rows[0]!.id
}

/** Takes the keys to other tables from one, and its triggers: what is asked here does not need them. */
async function letFill(db: Db, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select conname::text as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f'`.execute(db)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  }
}

/** Fills a table whose indexes are made afterwards, in one go: row by row a million take nine times as long. */
async function fillUnindexed(db: Db, table: string, statement: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  await sql.raw(statement).execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

/** So many rows as a brokerage, or a very large one, has after years; what hangs on them is not there. */
export async function fillLargeTables(
  db: Db,
  rows: number,
  tell: (line: string) => void = () => undefined,
): Promise<void> {
  const { people, items, chats } = besideOf(rows)
  const tables = [
    ...FILLED,
    'users',
    'policies',
    'policy_versions',
    'tests',
    'chats',
    'chat_members',
    'document_texts',
  ]
  for (const table of tables) await letFill(db, table)
  const user = idOf('user', `(n % ${people})`)
  const fills = {
    ...peopleSql({ people, items, chats }),
    ...recordsSql(rows, { people, items, user }),
    ...talkSql(rows, { chats, people, user }),
    ...restSql(rows, user),
  }
  for (const [table, statement] of Object.entries(fills)) {
    const started = performance.now()
    await fillUnindexed(db, table, statement)
    tell(`${table}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
  await sql`vacuum analyze`.execute(db)
}

const upTo = (rows: number) => `from generate_series(1, ${rows}) as n`
const minutesAgo = "n * interval '1 minute'"

const peopleSql = ({ people, items, chats }: Beside) => ({
  users: `
    insert into users (id, first_name, last_name, email, role, status, created_at, active_since, role_since)
    select ${idOf('user', 'n')}, 'Person', n::text, 'p' || n || '@example.com', case when n = 0 then 'admin' else 'agent' end,
      'active', now() - interval '3 years', now() - interval '3 years', now() - interval '3 years'
    from generate_series(0, ${people - 1}) as n`,
  policies: `
    insert into policies (id, category, current_version, material_version)
    select ${idOf('policy', 'n')}, 'Legal', 1, 1 from generate_series(0, ${items - 1}) as n`,
  policy_versions: `
    insert into policy_versions (policy_id, version, title, content, content_sha256, material)
    select ${idOf('policy', 'n')}, 1, 'Policy ' || n, 'Text', sha256('x'), true from generate_series(0, ${items - 1}) as n`,
  tests: `
    insert into tests (id, title) select ${idOf('test', 'n')}, 'Test ' || n from generate_series(0, ${items - 1}) as n`,
  chats: `
    insert into chats (id, kind, title, last_number, last_message_at)
    select ${idOf('chat', 'n')}, 'group', 'Chat ' || n, 1, now() - n * interval '1 minute'
    from generate_series(0, ${chats - 1}) as n`,
})

const recordsSql = (
  rows: number,
  { people, items, user }: { people: number; items: number; user: string },
) => ({
  policy_acknowledgments: `
    insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at, policy_title,
      person_name, person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
      previous_hash, hash, form)
    select n, gen_random_uuid(), ${idOf('policy', `(n / ${people} % ${items})`)}, ${user}, 1 + n % 9,
      now() - (${rows} - n) * interval '1 minute', 'Policy ' || n / ${people}, 'Person ' || n % ${people},
      'p@example.com', 'agent', sha256('x'), 'I agree', 'password', gen_random_uuid(), '::1', 'x',
      sha256((n - 1)::text::bytea), sha256(n::text::bytea), 'frontdesk-acknowledgment-1' ${upTo(rows)}`,
  obligations: `
    insert into obligations (id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at, closed_at,
      closed_as, evidence)
    select gen_random_uuid(), ${user}, case when n / ${people} % 2 = 0 then 'policy' else 'test' end,
      case when n / ${people} % 2 = 0 then ${idOf('policy', `(n / ${people})`)}
        else ${idOf('test', `(n / ${people})`)} end,
      1, case when n / ${people} % 2 = 0 then 1 end, now() - ${minutesAgo}, now() - ${minutesAgo} + interval '9 days',
      now() - ${minutesAgo},
      case when n % 5 > 0 then now() - ${minutesAgo} + interval '1 hour' end,
      case when n % 5 > 0 then 'met' end, case when n % 5 > 0 then gen_random_uuid() end ${upTo(rows)}`,
  question_copies: `
    insert into question_copies (sha256, question)
    select sha256(convert_to(question::text, 'UTF8')), question
    from (select jsonb_build_object('id', ${idOf('question', 'n')}, 'question', 'Which of these is it, ' || n || '?', 'points', 1,
      'options', jsonb_build_array('North', 'East', 'South', 'West'), 'correctAnswer', n % 4) as question
      from generate_series(1, 200) as n) as asked`,
  test_attempts: `
    insert into test_attempts (id, test_id, user_id, attempt_number, test_title, required_score, question_copies, option_orders,
      answers, score, passed, started_at, completed_at, wrong)
    select gen_random_uuid(), ${idOf('test', `(n / ${people} % ${items})`)}, ${user}, 1 + n / ${people} / ${items}, 'Test', 70,
      array[1 + n % 100, 101 + n % 100], array['0123', '3210'], '{}', n % 101, n % 101 >= 70,
      now() - ${minutesAgo}, now() - ${minutesAgo} + interval '9 minutes', '{}' ${upTo(rows)}`,
})

const talkSql = (
  rows: number,
  { chats, people, user }: { chats: number; people: number; user: string },
) => ({
  chat_members: `
    insert into chat_members (chat_id, user_id, joined_at)
    select ${idOf('chat', `((n * 7 + c) % ${chats})`)}, ${idOf('user', 'n')}, now() - interval '1 year'
    from generate_series(0, ${people - 1}) as n, generate_series(1, 10) as c`,
  chat_messages: `
    insert into chat_messages (id, chat_id, number, user_id, client_id, body, created_at)
    select gen_random_uuid(), ${idOf('chat', `(n % ${chats})`)}, 1 + n / ${chats}, ${user}, 'c' || n,
      'Showing at ' || n % 24 || ', number ' || n, now() - (${rows} - n) * interval '1 minute' ${upTo(rows)};
    update chats set last_number = coalesce((select max(number) from chat_messages where chat_id = chats.id), 0)`,
})

const restSql = (rows: number, user: string) => ({
  documents: `
    insert into documents (id, title, category, file_key, file_name, file_type, mime, file_size, sha256, created_at, updated_at,
      pinned_at)
    select ${idOf('document', 'n')}, 'Document ' || n, 'Legal', md5(n::text), n || '.pdf',
      case when n % 3 = 0 then 'docx' else 'pdf' end, 'application/pdf', n,
      md5(n::text) || md5(n::text), now() - ${minutesAgo}, now() - ${minutesAgo}, case when n < 9 then now() end ${upTo(rows)}`,
  document_texts: `
    insert into document_texts (document_id, state, text)
    select ${idOf('document', 'n')}, 'done', 'Text ' || n ${upTo(rows)}`,
  sessions: `
    insert into sessions (id, user_id, token_hash, remember_me, sign_in_method, ip, user_agent, created_at, last_used_at, expires_at)
    select gen_random_uuid(), ${user}, sha256(('token' || n)::bytea), true, 'password', '::1', 'x', now() - interval '2 days',
      now() - interval '1 hour', now() + interval '9 days' ${upTo(rows)}`,
  audit_events: `
    insert into audit_events (id, action, actor_id, actor_name, happened_at, ip, request_id, user_agent, item_type, item_id)
    select gen_random_uuid(), case when n % 1000 = 0 then 'policy.archived' else 'policy.updated' end, ${user}, 'Person',
      now() - ${minutesAgo}, '::1', n::text, 'x', 'policy', ${idOf('policy', '(n % 50)')} ${upTo(rows)}`,
  notifications: `
    insert into notifications (id, user_id, kind, source, facts, created_at, read_at, mail, push)
    select gen_random_uuid(), ${user}, 'asked', 'n' || n, '{}', now() - ${minutesAgo}, now(), 'sent', 'sent' ${upTo(rows)}`,
  mails: `
    insert into mails (id, kind, to_email, subject, data, status, delivery, created_at, sent_at)
    select gen_random_uuid(), 'test', 'p@example.com', 'x', '{}', 'sent', 'smtp', now() - ${minutesAgo},
      now() - ${minutesAgo} ${upTo(rows)}`,
})
