import {
  COUNTED_EXACTLY,
  type Obligation,
  type ObligationFilter,
} from '@frontdesk/contract/obligations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { afterCursor, decodeCursor, type Page, type PageOptions, toPage } from '../../db/page.ts'
import {
  type Found,
  findPeopleOf,
  findSearched,
  isFound,
  isItemOf,
  ITEMS,
} from './found.queries.ts'

/** Whose obligations somebody may know of. */
export type Scope = 'all' | { of: string } | { managedBy: string }

/** In which order; what is left out is by due date. */
export interface ObligationOrder {
  sort?: 'due_at' | 'user_name' | 'item_title' | 'opens_at' | 'closed_at'
  order?: 'asc' | 'desc'
}

/** What is looked for, at which moment. */
interface Look {
  filter: ObligationFilter
  scope: Scope
  /** Null: as it is now. */
  asOf: string | null
  /** What the search found; null where nothing is searched for. */
  found: Found | null
  /** Who is of the role and team that are looked for; null where that are all, or too many to name. */
  people: string[] | null
}

/** Soon is within so many days. */
const SOON = sql`interval '168 hours'`

/** The moment that is shown: an index can answer what is of now. */
const momentOf = ({ asOf }: Look) => (asOf === null ? sql`now()` : sql`${asOf}::timestamptz`)

/** By when it was due at that moment: a date that was moved since then was another one. */
const dueAt = ({ asOf }: Look) =>
  asOf === null
    ? sql<string | null>`obligation.due_at`
    : sql<
        string | null
      >`case when moved.id is null then obligation.due_at else moved.due_at_before end`

/** The same to compare with, and to sort by, as the indexes have it: what has no date comes last. */
const dueOrNever = (look: Look) => sql`coalesce(${dueAt(look)}, 'infinity')`

const isOpened = (look: Look) => sql<SqlBool>`obligation.opens_at <= ${momentOf(look)}`

const isUnclosed = (look: Look) =>
  look.asOf === null
    ? sql<SqlBool>`obligation.closed_at is null`
    : sql<SqlBool>`(obligation.closed_at is null or obligation.closed_at > ${momentOf(look)})`

const stateOf = (look: Look) => sql<Obligation['state']>`case
  when not ${isOpened(look)} then case when ${isUnclosed(look)} then 'upcoming' else 'ended' end
  when ${isUnclosed(look)} then case
    when obligation.due_then < ${momentOf(look)} then 'overdue'
    when obligation.due_then < ${momentOf(look)} + ${SOON} then 'due_soon'
    else 'open'
  end
  when obligation.closed_as in ('met', 'waived') then obligation.closed_as
  else 'ended'
end`

/** What was closed before it began was never asked of anybody. */
const wasEver = sql<SqlBool>`(obligation.closed_at is null or obligation.closed_at >= obligation.opens_at)`

function isInState(look: Look, state: NonNullable<ObligationFilter['state']>): RawBuilder<SqlBool> {
  const open = sql<SqlBool>`${isUnclosed(look)} and ${isOpened(look)}`
  const moment = momentOf(look)
  const closed = (as: RawBuilder<unknown>) =>
    sql<SqlBool>`obligation.closed_as ${as} and obligation.closed_at <= ${moment} and ${wasEver}`
  switch (state) {
    case 'open':
      return open
    case 'overdue':
      return sql`${open} and ${dueOrNever(look)} < ${moment}`
    case 'due_soon':
      return sql`${open} and ${dueOrNever(look)} >= ${moment} and ${dueOrNever(look)} < ${moment} + ${SOON}`
    case 'upcoming':
      // Which renewals were known at a past moment is not.
      return look.asOf === null
        ? sql`obligation.closed_at is null and obligation.opens_at > now()`
        : sql`false`
    case 'met':
    case 'waived':
      return closed(sql`= ${sql.lit(state)}`)
    case 'ended':
      return closed(sql`in ('withdrawn', 'superseded', 'left')`)
  }
}

/** Obligations, of a past moment with the due date that held then: it may have been moved since. */
const rowsOf = ({ asOf }: Look) =>
  asOf === null
    ? sql`obligations as obligation`
    : sql`obligations as obligation left join lateral (
        select obligation_id as id, due_at_before from obligation_moves
        where obligation_id = obligation.id and moved_at > ${asOf}
        order by moved_at limit 1
      ) as moved on true`

/** What a row has to be to be found, by its own columns: so an index can find it. */
function conditionsOf(look: Look): RawBuilder<SqlBool> {
  const { filter, scope, asOf, found, people } = look
  const conditions = [wasEver, isWithin(scope)]
  const where = (condition: RawBuilder<SqlBool>) => void conditions.push(condition)
  if (asOf !== null) where(isOpened(look))
  if (filter.kind) where(isOfKind(filter.kind))
  if (filter.item_id) {
    // A training is asked for through its quiz.
    where(sql`obligation.item_id = coalesce(
      (select id from tests where training_id = ${filter.item_id}), ${filter.item_id}
    )`)
  }
  if (filter.user_id) where(sql`obligation.user_id = ${filter.user_id}`)
  if (people) where(sql`obligation.user_id = any(${people}::uuid[])`)
  if (filter.role && !people) {
    where(sql`obligation.user_id in (select id from users where role = ${filter.role})`)
  }
  if (filter.team_id && !people) {
    where(sql`obligation.user_id in (
      select user_id from team_members where team_id = ${filter.team_id} and member
    )`)
  }
  if (filter.state) where(isInState(look, filter.state))
  if (filter.due_from) {
    const due = dueOrNever(look)
    where(sql`${due} >= ${filter.due_from} and ${due} < 'infinity'`)
  }
  if (filter.due_to) where(sql`${dueOrNever(look)} < ${filter.due_to}`)
  if (filter.opens_from) where(sql`obligation.opens_at >= ${filter.opens_from}`)
  if (filter.opens_to) where(sql`obligation.opens_at < ${filter.opens_to}`)
  if (found) where(isFound(found, filter.search!))
  return sql.join(conditions, sql` and `)
}

const isWithin = (scope: Scope) => {
  if (scope === 'all') return sql<SqlBool>`true`
  return 'of' in scope
    ? sql<SqlBool>`obligation.user_id = ${scope.of}`
    : sql<SqlBool>`obligation.user_id in (
        select part.user_id
        from team_members as managing
        join team_members as part on part.team_id = managing.team_id and part.member
        where managing.user_id = ${scope.managedBy} and managing.manager
      )`
}

function isOfKind(kind: NonNullable<ObligationFilter['kind']>): RawBuilder<SqlBool> {
  if (kind === 'policy' || kind === 'test') return sql`obligation.kind = ${sql.lit(kind)}`
  const quiz = kind === 'training' ? sql`is not null` : sql`is null`
  return sql`obligation.kind = 'test' and obligation.item_id in (select id from tests where training_id ${quiz})`
}

async function lookOf(db: Db, filter: ObligationFilter, scope: Scope): Promise<Look> {
  const asOf = filter.as_of ?? null
  return {
    filter,
    scope,
    // The future has not been.
    asOf: asOf !== null && Date.parse(asOf) < Date.now() ? asOf : null,
    found: filter.search ? await findSearched(db, filter.search) : null,
    people: await findPeopleOf(db, filter),
  }
}

type Sort = NonNullable<ObligationOrder['sort']>

/** By columns of what `sourceOf` gives, as the indexes have them: what has no such date comes last. */
const KEYS = {
  due_at: [sql`coalesce(obligation.due_then, 'infinity')`, sql`obligation.id`],
  user_name: [sql`lower(person.name)`, sql`person.id`, sql`obligation.id`],
  item_title: [
    sql`lower(item.title)`,
    sql`item.id`,
    sql`coalesce(obligation.due_then, 'infinity')`,
    sql`obligation.id`,
  ],
  opens_at: [sql`obligation.opens_at`, sql`obligation.id`],
  closed_at: [sql`coalesce(obligation.closed_at, 'infinity')`, sql`obligation.id`],
} satisfies Record<Sort, RawBuilder<unknown>[]>

/** The same of the rows themselves. */
const ownKey = (look: Look, sort: Sort) =>
  sort === 'due_at' ? [dueOrNever(look), sql`obligation.id`] : KEYS[sort]

interface Wanted extends PageOptions {
  sort: Sort
  order: 'asc' | 'desc'
}

/**
 * From where a page is read. What is few is found and then sorted. Of more than can be sorted at each look
 * the first so many in the order asked for are read: of an index, person by person, or item by item.
 */
function sourceOf(look: Look, wanted: Wanted, few: boolean): RawBuilder<unknown> {
  const rows = sql`select obligation.*, ${dueAt(look)} as due_then
    from ${rowsOf(look)} where ${conditionsOf(look)}`
  const byRow = wanted.sort !== 'user_name' && wanted.sort !== 'item_title'
  if (!few && wanted.sort === 'user_name') return byPerson(rows, wanted)
  if (!few && wanted.sort === 'item_title') return byItem(look, rows, wanted)
  const matching = sql`with matching as materialized (${rows}) select * from matching as obligation`
  const page = byRow && few ? sql`${matching} ${firstOf(wanted)}` : matching
  return sql`(${few ? page : inOrder(look, rows, wanted)}) as obligation
    join users as person on person.id = obligation.user_id
    join ${ITEMS} on item.id = obligation.item_id`
}

const orderBy = (key: readonly RawBuilder<unknown>[], order: 'asc' | 'desc') =>
  sql.join(key.map((part) => sql`${part} ${sql.raw(order)}`))

/** The rows of the page, and one beyond it. */
function firstOf({ sort, order, cursor, limit }: Wanted) {
  const key = KEYS[sort]
  const after = cursor ? sql`where ${afterCursor(cursor, key, order)}` : sql``
  return sql`${after} order by ${orderBy(key, order)} limit ${limit + 1}`
}

/** The same of so many that only an index has them in order. */
function inOrder(look: Look, rows: RawBuilder<unknown>, wanted: Wanted) {
  const { sort, order, cursor, limit } = wanted
  const key = ownKey(look, sort)
  const after = cursor ? sql`and ${afterCursor(cursor, key, order)}` : sql``
  const first = sql`order by ${orderBy(key, order)} limit ${limit + 1}`
  if (sort === 'closed_at' && look.asOf === null) {
    return sql`${rows} ${closedOrNot(look.filter.state)} ${after} ${first}`
  }
  // Rows of one item lie together: an index of all rows would be read from end to end before them.
  const isUpcoming = look.filter.state === 'upcoming' && sort === 'due_at'
  if (isUpcoming || (look.filter.item_id && sort !== 'due_at')) {
    return sql`select * from (${rows} ${after} offset 0) as obligation ${first}`
  }
  if (look.asOf === null || sort !== 'due_at') return sql`${rows} ${after} ${first}`
  // Few dates are ever moved; the others are those of now.
  const wasMoved = sql`(select obligation_id from obligation_moves where moved_at > ${look.asOf})`
  const ofNow = [sql`coalesce(obligation.due_at, 'infinity')`, sql`obligation.id`]
  const afterNow = cursor ? sql`and ${afterCursor(cursor, ofNow, order)}` : sql``
  return sql`
    (${rows} and obligation.id not in ${wasMoved} ${afterNow}
      order by ${orderBy(ofNow, order)} limit ${limit + 1})
    union all
    (${rows} and obligation.id in ${wasMoved} ${after} ${first})`
}

/** Which part of the index by the end has what is in such a state: the rest is not read through. */
function closedOrNot(state: ObligationFilter['state']) {
  if (state === undefined) return sql``
  const isClosed = state === 'met' || state === 'waived' || state === 'ended'
  return sql`and coalesce(obligation.closed_at, 'infinity') ${sql.raw(isClosed ? '<' : '=')} 'infinity'`
}

/** Person by person in their order: of those after the page nothing is read. */
function byPerson(rows: RawBuilder<unknown>, { order, cursor, limit }: Wanted) {
  const [name, id] = cursor ? decodeCursor(cursor, KEYS.user_name.length) : []
  const from = sql.raw(order === 'asc' ? '>=' : '<=')
  const people = cursor
    ? sql`(select * from users where (lower(name), id) ${from} (${name}, ${id}::uuid))`
    : sql`users`
  const after = cursor ? sql`and ${afterCursor(cursor, KEYS.user_name, order)}` : sql``
  return sql`${people} as person
    cross join lateral (
      ${rows} and obligation.user_id = person.id ${after}
      order by obligation.id ${sql.raw(order)} limit ${limit + 1}
    ) as obligation
    join ${ITEMS} on item.id = obligation.item_id`
}

/** Item by item in their order. */
function byItem(look: Look, rows: RawBuilder<unknown>, { order, cursor, limit }: Wanted) {
  const [, itemId, due] = cursor ? decodeCursor(cursor, KEYS.item_title.length) : []
  const [beyond, first] =
    order === 'asc' ? (['>=', '-infinity'] as const) : (['<=', 'infinity'] as const)
  const key = [sql`lower(item.title)`, sql`item.id`, ...ownKey(look, 'due_at')]
  // Within the item that the last page ended in the index leads to where it did.
  const after = cursor
    ? sql`and ${dueOrNever(look)} ${sql.raw(beyond)} case
        when item.id = ${itemId}::uuid then ${due}::timestamptz else ${first}::timestamptz
      end and ${afterCursor(cursor, key, order)}`
    : sql``
  const { kind } = look.filter
  const items = kind ? sql`(select * from ${ITEMS} where ${isItemOf(kind)}) as item` : ITEMS
  return sql`${items}
    cross join lateral (
      ${rows} and obligation.item_id = item.id ${after}
      order by ${orderBy(ownKey(look, 'due_at'), order)} limit ${limit + 1}
    ) as obligation
    join users as person on person.id = obligation.user_id`
}

/** Obligations that match, by due date unless sorted otherwise, and how many; `more` than are counted. */
export async function readRegister(
  db: Db,
  options: ObligationFilter & ObligationOrder & PageOptions,
  scope: Scope,
): Promise<{ page: Page<Obligation>; total: number; more: boolean }> {
  const look = await lookOf(db, options, scope)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${rowsOf(look)} where ${conditionsOf(look)} limit ${COUNTED_EXACTLY + 1}
    ) as found
  `.execute(db)
  const { total } = rows[0]!
  const more = total > COUNTED_EXACTLY
  return {
    page: await readPageOf(db, look, options, !more),
    total: Math.min(total, COUNTED_EXACTLY),
    more,
  }
}

/** The same without the number. */
export const listObligations = async (...asked: Parameters<typeof readRegister>) =>
  (await readRegister(...asked)).page

async function readPageOf(
  db: Db,
  look: Look,
  options: ObligationOrder & PageOptions,
  few: boolean,
): Promise<Page<Obligation>> {
  const { asOf } = look
  const { sort = 'due_at', order = 'asc', limit, cursor } = options
  const unlessAfter = (column: RawBuilder<unknown>) =>
    asOf === null ? column : sql`case when obligation.closed_at <= ${asOf} then ${column} end`
  const key = KEYS[sort]
  const { rows } = await sql<Obligation & { cursor: unknown[] }>`
    select obligation.id, person.id as user_id, person.name as user_name, person.email as user_email,
      person.role as user_role, obligation.kind, obligation.item_id, item.title as item_title,
      item.training_id,
      case
        when obligation.kind = 'policy' then '/policies/' || obligation.item_id
        when item.training_id is not null then '/training/' || item.training_id
        else '/tests/' || obligation.item_id
      end as path,
      obligation.cycle, obligation.version, ${stateOf(look)} as state, obligation.opens_at,
      obligation.due_then as due_at, ${unlessAfter(sql`obligation.closed_at`)} as closed_at,
      ${unlessAfter(sql`obligation.closed_as`)} as closed_as,
      ${unlessAfter(sql`obligation.evidence`)} as evidence, obligation.reminded_at,
      json_build_array(${sql.join([...key])}) as cursor
    from ${sourceOf(look, { sort, order, limit, cursor }, few)}
    ${few && cursor ? sql`where ${afterCursor(cursor, key, order)}` : sql``}
    order by ${orderBy(key, order)} limit ${limit + 1}
  `.execute(db)
  return toPage(rows, limit)
}

/** The ids of what can still be done something about, of those chosen or that match. */
export async function chosenObligations(
  db: Db,
  chosen: { ids?: string[]; filter?: ObligationFilter },
  scope: Scope,
): Promise<{ ids: RawBuilder<unknown> }> {
  const look = await lookOf(db, chosen.filter ?? {}, scope)
  const named =
    chosen.ids === undefined ? sql`` : sql`and obligation.id = any(${chosen.ids}::uuid[])`
  return {
    ids: sql`select obligation.id from ${rowsOf(look)}
      where ${conditionsOf(look)} and obligation.closed_at is null ${named}`,
  }
}
