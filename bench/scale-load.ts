import { sql } from 'kysely'
import type { Db } from '../server/src/db/connect.ts'
import { dropIndexes, fillObligations, type Report } from './obligations-load.ts'

/** For each person so many of each. */
export const OF_EACH = { documents: 10, messages: 100, audit: 100, notifications: 20, mails: 10 }
/** Conversations of so many people each, with so many messages. */
const TALKERS = 20
const MESSAGES_OF_ONE = 500

const TABLES = [
  'audit_events',
  'chats',
  'chat_members',
  'chat_messages',
  'documents',
  'document_texts',
  'notifications',
  'mails',
]

const id = (table: string, number: string) =>
  `('00000000-${table}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const person = (number: string, people: number) => id('0001', `1 + (${number})::bigint % ${people}`)

/** Words of a document or a message: some thousands there are, a few of them very often. */
const words = (count: number, seed: string) => `(
  select string_agg(
    (array['har','lin','mor','tas','ver','bel','dan','kor','sul','pem'])[1 + k % 10] ||
    (array['bor','den','lo','ti','ra','mus','wick','fen','gal','net'])[1 + k / 10 % 10] ||
    (array['ing','er','ate','ow','ish','al','on','um','est','ade'])[1 + k / 100 % 10] ||
    case when k % 3 = 0 then (array['s','ly','ed'])[1 + k / 7 % 3] else '' end, ' ' order by w)
  from generate_series(1, ${count}) as w
  cross join lateral (select ((${seed})::bigint * 7919 + w * w * 104729 + w * (${seed})::bigint % 613) % 1000 as k) as chosen
)`
const TITLE = `(array['Lease','Disclosure','Listing','Offer','Addendum','Inspection','Closing','Survey'])[1 + n % 8]
  || ' for ' || 1 + n % 997 || ' ' || ${words(1, 'n / 8')} || ' street'
  || case when n % 5000 = 17 then ' easement' else '' end`

/** All that people leave behind in years: `fillObligations` with its acknowledgments, and what they wrote, read and filed. */
export async function fillAll(db: Db, people: number, report: Report): Promise<void> {
  await fillObligations(db, people, report, { acknowledgments: true })
  // The next acknowledgment goes on from these.
  await sql`
    update acknowledgment_chain set length = sequence, head = hash
    from (select sequence, hash from policy_acknowledgments order by sequence desc limit 1) as last
  `.execute(db)
  for (const table of TABLES) await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  for (const [table, statements] of Object.entries(fillingSql(people))) {
    const started = performance.now()
    const { constraints, indexes } = await dropIndexes(db, table)
    for (const statement of [...statements, ...constraints, ...indexes])
      await sql.raw(statement).execute(db)
    report(`  ${table}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  for (const table of TABLES) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** The conversation that this person began, as one in five did: the first of them. */
export const chatOf = (n: number, people: number) =>
  `00000000-0008-7000-8000-${((n - 1) % chatsOf(people)).toString(16).padStart(12, '0')}`

const chatsOf = (people: number) => (people * OF_EACH.messages) / MESSAGES_OF_ONE

function fillingSql(people: number): Record<string, string[]> {
  const chats = chatsOf(people)
  const chat = id('0008', `n % ${chats}`)
  const talker = (number: string, place: string) =>
    person(`${number} + (${place}) * ${chats + 1}`, people)
  const upTo = (each: number) => `from generate_series(1, ${people * each}) as n`
  const ago = (each: number) => `now() - interval '700 days' * (n::float8 / ${people * each})`
  return {
    chats: [
      `insert into chats (id, kind, title, last_number, last_message_at)
      select ${id('0008', 'n')}, 'group', 'Conversation ' || n, ${MESSAGES_OF_ONE}, now() - n * interval '1 minute'
      from generate_series(0, ${chats - 1}) as n`,
    ],
    chat_members: [
      `insert into chat_members (chat_id, user_id, joined_at, read_number)
      select ${id('0008', 'c')}, ${talker('c', 't')}, now() - interval '700 days', ${MESSAGES_OF_ONE} - t
      from generate_series(0, ${chats - 1}) as c cross join generate_series(0, ${TALKERS - 1}) as t
      on conflict do nothing`,
    ],
    chat_messages: [
      `insert into chat_messages (id, chat_id, number, user_id, client_id, body, created_at)
      select ${id('0009', 'n')}, ${chat}, 1 + (n - 1) / ${chats},
        ${talker(`n % ${chats}`, `n / ${chats} % ${TALKERS}`)},
        'c' || n, ${words(10, 'n')} || case when n % 97 = 0 then ' lockbox' else '' end,
        now() - interval '700 days' * (1 - n::float8 / ${people * OF_EACH.messages})
      ${upTo(OF_EACH.messages)}`,
    ],
    documents: [
      `insert into documents (id, title, category, file_key, file_name, file_type, mime, file_size, sha256, created_at, updated_at)
      select ${id('000a', 'n')}, ${TITLE}, (array['HR Documents','Finance','Legal','Training'])[1 + n % 4], md5(n::text), n || '.pdf',
        'pdf', 'application/pdf', 1000 + n, md5(n::text) || md5(n::text), ${ago(OF_EACH.documents)}, ${ago(OF_EACH.documents)}
      ${upTo(OF_EACH.documents)}`,
    ],
    document_texts: [
      `insert into document_texts (document_id, state, text)
      select ${id('000a', 'n')}, 'done', ${words(40, 'n')} ${upTo(OF_EACH.documents)}`,
    ],
    audit_events: [
      `insert into audit_events (id, action, actor_id, actor_name, happened_at, ip, request_id, user_agent, item_type, item_id)
      select ${id('000b', 'n')}, case when n % 20000 = 7 then 'policy.archived' when n % 3 = 0 then 'sign_in' else 'policy.acknowledged' end,
        ${person('n', people)}, 'Person', ${ago(OF_EACH.audit)}, '192.0.2.7', n::text, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        'policy', ${id('0002', '1 + n % 105')}
      ${upTo(OF_EACH.audit)}`,
    ],
    notifications: [
      `insert into notifications (id, user_id, kind, source, facts, created_at, read_at, mail, push)
      select ${id('000c', 'n')}, ${person('n', people)}, 'asked', 'n' || n,
        jsonb_build_object('about', 'item', 'item', 'policy', 'path', '/policies/' || ${id('0002', '1 + n % 105')},
          'title', 'Policy ' || 1 + n % 105, 'due_at', null), ${ago(OF_EACH.notifications)},
        case when n > ${people} then now() end, 'sent', 'sent'
      ${upTo(OF_EACH.notifications)}`,
    ],
    mails: [
      `insert into mails (id, kind, to_email, subject, data, status, delivery, created_at, sent_at)
      select ${id('000d', 'n')}, 'test', 'person-' || 1 + n % ${people} || '@example.com', 'What is asked of you', '{}', 'sent', 'smtp',
        ${ago(OF_EACH.mails)}, ${ago(OF_EACH.mails)}
      ${upTo(OF_EACH.mails)}`,
    ],
  }
}
