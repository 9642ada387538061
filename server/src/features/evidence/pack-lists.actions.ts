import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { ITEMS } from '../obligations/found.queries.ts'
import { type Look, rowsOf, stateOf } from '../obligations/look.queries.ts'
import { isWithin } from './pack-records.queries.ts'
import type { PackScope } from './packs.queries.ts'

/** What a pack tells beside the records: rows as the database has them. */
export type ListedRow = { id: string } & Record<string, unknown>

const ROWS_AT_ONCE = 500

/** All rows of a query by their ids, some at a time. */
async function* readById<Row extends { id: string }>(
  db: Db,
  page: (after: RawBuilder<unknown>) => RawBuilder<unknown>,
): AsyncGenerator<Row> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<Row>`${page(sql`${last}::uuid`)} limit ${ROWS_AT_ONCE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)!.id
  }
}

const ofPeople = ({ userIds }: PackScope, column: string) =>
  sql`(${userIds}::uuid[] is null or ${sql.ref(column)} = any(${userIds}::uuid[]))`

/** A training is chosen by its own id, and done by its quiz. */
const ofItems = ({ itemIds }: PackScope, column: string) => sql`(
  ${itemIds}::uuid[] is null or ${sql.ref(column)} = any(${itemIds}::uuid[])
  or ${sql.ref(column)} in (select tests.id from tests where training_id = any(${itemIds}::uuid[]))
)`

/** Attempts of tests, with their questions as they were asked. */
export const readAttempts = (db: Db, scope: PackScope) =>
  readById<ListedRow>(
    db,
    (after) => sql`
      select attempt.id, attempt.user_id, person.name as person_name, attempt.test_id, attempt.test_title,
        attempt.attempt_number, attempt.started_at, attempt.completed_at, attempt.required_score,
        attempt.score::float8 as score, attempt.passed, asked_in(attempt) as questions, attempt.answers, attempt.wrong
      from test_attempts as attempt join users as person on person.id = attempt.user_id
      where attempt.id > ${after} and ${ofPeople(scope, 'attempt.user_id')}
        and ${ofItems(scope, 'attempt.test_id')} and ${isWithin(scope, sql`attempt.started_at`)}
      order by attempt.id`,
  )

export const readCertificates = (db: Db, scope: PackScope) =>
  readById<ListedRow>(
    db,
    (after) => sql`
      select id, code, user_id, person_name, test_id, attempt_id, title, score::float8 as score,
        completed_at, encode(facts_sha256, 'hex') as facts_sha256
      from certificates
      where id > ${after} and ${ofPeople(scope, 'user_id')} and ${ofItems(scope, 'test_id')}
        and ${isWithin(scope, sql`completed_at`)}
      order by id`,
  )

/** What somebody must do or had to, at the moment that the pack is of. */
export interface ListedObligation {
  id: string
  user_id: string
  person_name: string
  kind: 'policy' | 'test'
  item_id: string
  item_title: string
  cycle: number
  state: string
  opens_at: string
  due_at: string | null
  closed_at: string | null
}

export function readObligations(db: Db, scope: PackScope, asOf: string) {
  const look: Look = {
    filter: {},
    scope: 'all',
    asOf,
    found: null,
    people: null,
    due: 'either',
    half: null,
    probed: false,
  }
  return readById<ListedObligation>(
    db,
    (after) => sql`
      select obligation.id, obligation.user_id, person.name as person_name, obligation.kind,
        obligation.item_id, item.title as item_title, obligation.version, obligation.cycle,
        ${stateOf(look)} as state, obligation.opens_at, obligation.due_then as due_at,
        case when obligation.closed_at <= ${asOf} then obligation.closed_at end as closed_at
      from ${rowsOf(look)}
      join users as person on person.id = obligation.user_id
      join ${ITEMS} on item.id = obligation.item_id
      where obligation.id > ${after} and obligation.opens_at <= ${asOf}
        and (obligation.closed_at is null or obligation.closed_at >= obligation.opens_at)
        and ${ofPeople(scope, 'obligation.user_id')} and ${ofItems(scope, 'obligation.item_id')}
      order by obligation.id`,
  )
}

/** What a row of the audit trail may say in a pack about chosen people: no other person is in these. */
const IMPERSONAL = [
  'version',
  'sequence',
  'hash',
  'score',
  'passed',
  'attempt_number',
  'due_at',
  'sign_in_method',
  'session_origin',
]
/** Things whose titles are not people's names. */
const IMPERSONAL_ITEMS = ['policy', 'test', 'training', 'process', 'document']

/** Rows of the audit trail by and about the chosen; where people are chosen, with nobody else in them. */
export function readAudit(db: Db, scope: PackScope) {
  const { userIds: people, itemIds: items } = scope
  const about = sql`(item_type in ('user', 'invitation') and item_id = any(${people}::uuid[]))`
  const columns =
    people === null
      ? sql`actor_id, actor_name, item_type, item_id, item_title, details, ip, user_agent`
      : sql`
          case when by_them then actor_id end as actor_id,
          case when by_them then actor_name end as actor_name,
          case when not by_them and actor_id is not null then 'somebody else' end as by,
          case when of_thing or about_them then item_type end as item_type,
          case when of_thing or about_them then item_id end as item_id,
          case when of_thing or about_them then item_title end as item_title,
          (
            select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(details)
            where key = any(${IMPERSONAL}) and jsonb_typeof(value) in ('number', 'boolean', 'string', 'null')
          ) as details,
          case when by_them then ip end as ip,
          case when by_them then user_agent end as user_agent`
  return readById<ListedRow>(
    db,
    (after) => sql`
      select id, happened_at, action, ${columns} from (
        select *, coalesce(actor_id = any(${people}::uuid[]), false) as by_them, coalesce(${about}, false) as about_them,
          coalesce(item_type = any(${IMPERSONAL_ITEMS}), false) as of_thing
        from audit_events
      ) as event
      where id > ${after} and ${isWithin(scope, sql`happened_at`)}
        and (${people}::uuid[] is null or by_them or about_them)
        and (${items}::uuid[] is null or item_id = any(${items}::uuid[]))
      order by id`,
  )
}
