import type { Obligation, ObligationFilter } from '@frontdesk/contract/obligations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { executeKept } from '../../db/prepared.ts'
import { type Found, findPeopleOf, findSearched, isFound, NAMED } from './found.queries.ts'

/** Whose obligations somebody may know of. */
export type Scope = 'all' | { of: string } | { managedBy: string }

export const isOfOne = (scope: Scope) => scope !== 'all' && 'of' in scope

/** What callers of the API choose by, and what only this program does. */
export type RegisterFilter = ObligationFilter & {
  /** Not over before this moment. */
  closed_from?: string | undefined
}

/** What is looked for, at which moment. */
export interface Look {
  filter: RegisterFilter
  scope: Scope
  /** Null: as it is now. */
  asOf: string | null
  /** What the search found; null where nothing is searched for. */
  found: Found | null
  /** Who is of the role and team that are looked for; null where that are all, or too many to name. */
  people: string[] | null
  /**
   * Of a past moment: those whose due date was not moved since, so that it is theirs still; those whose was, with
   * the one that held then; or either, where that is found out of each row.
   */
  due: 'unmoved' | 'moved' | 'either'
  /** Which of two halves, by how it is now: what is open and what is closed have indexes of their own. */
  half: 'open' | 'closed' | null
  /** Whether rows are read one by one in some order, until there are enough. */
  probed: boolean
}

/** Soon is within so many days. */
const SOON = sql`interval '168 hours'`

/** The moment that is shown: an index can answer what is of now. */
const momentOf = ({ asOf }: Look) => (asOf === null ? sql`now()` : sql`${asOf}::timestamptz`)

/** By when it was due at that moment: a date that was moved since then was another one. */
export const dueAt = ({ due }: Look) =>
  sql<string | null>`${sql.ref(due === 'unmoved' ? 'obligation.due_at' : 'obligation.due_then')}`

/** The same to compare with, and to sort by, as the indexes have it: what has no date comes last. */
export const dueOrNever = (look: Look) => sql`coalesce(${dueAt(look)}, 'infinity')`

const isOpened = (look: Look) => sql<SqlBool>`obligation.opens_at <= ${momentOf(look)}`

const isUnclosed = (look: Look) =>
  look.asOf === null || look.half === 'open'
    ? sql<SqlBool>`obligation.closed_at is null`
    : look.half === 'closed'
      ? sql<SqlBool>`obligation.closed_at > ${momentOf(look)}`
      : sql<SqlBool>`coalesce(obligation.closed_at, 'infinity') > ${momentOf(look)}`

export const stateOf = (look: Look) => sql<Obligation['state']>`case
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

/** What is closed by now and was not at a past moment: what was asked of whom then is found by an index of its own. */
const stoodThen = (look: Look) =>
  sql<SqlBool>`obligation.closed_at > obligation.opens_at
    and tstzrange(obligation.opens_at, obligation.closed_at) @> ${momentOf(look)}`

/** Whether rows are read that are closed by now, of those that were open at a past moment. */
export const isOfStood = ({ asOf, half, filter: { state } }: Look) =>
  asOf !== null &&
  half === 'closed' &&
  (state === 'open' || state === 'overdue' || state === 'due_soon')

function isInState(look: Look, state: NonNullable<ObligationFilter['state']>): RawBuilder<SqlBool> {
  const open = isOfStood(look)
    ? stoodThen(look)
    : sql<SqlBool>`${isUnclosed(look)} and ${isOpened(look)}`
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
      // Which renewals were known at a past moment is not. What will begin has been done before: few rows
      // are of a second time, and these have an index.
      return look.asOf === null
        ? sql`obligation.closed_at is null and obligation.cycle > 1 and obligation.opens_at > now()`
        : sql`false`
    case 'met':
    case 'waived':
      return closed(sql`= ${sql.lit(state)}`)
    case 'ended':
      return closed(sql`in ('withdrawn', 'superseded', 'left')`)
  }
}

/** What of rows is read at a time, where they are looked through one by one. */
export interface Within {
  item?: RawBuilder<unknown>
  /** By `due_key` and `obligation_id`. */
  order?: RawBuilder<unknown>
}

/** Where rows are, as `obligation`, with the due date that held where it was moved since. */
export function rowsOf({ asOf, due }: Look, { item, order }: Within = {}): RawBuilder<unknown> {
  if (due === 'unmoved') return sql`obligations as obligation`
  if (due === 'either') {
    return sql`(
      select stored.*,
        case when first.obligation_id is null then stored.due_at else first.due_at_before end as due_then
      from obligations as stored left join lateral (
        select obligation_id, due_at_before from obligation_moves
        where obligation_id = stored.id and moved_at > ${asOf} order by moved_at limit 1
      ) as first on true
    ) as obligation`
  }
  // Whose and of what they are is known of moves: rows that are not looked for are not looked up.
  return sql`(
    select stored.id, first.user_id, stored.kind, first.item_id, stored.cycle, stored.opens_at, stored.due_at,
      stored.closed_at, stored.closed_as, first.due_at_before as due_then, first.due_key
    from (
      select *, coalesce(due_at_before, 'infinity') as due_key from (
        select distinct on (obligation_id) obligation_id, user_id, item_id, due_at_before
        from obligation_moves where moved_at > ${asOf} ${item ? sql`and item_id = ${item}` : sql``}
        order by obligation_id, moved_at
      ) as each ${order ?? sql``}
    ) as first
    join obligations as stored on stored.id = first.obligation_id
  ) as obligation`
}

/** Looks for those among what matches: of a past moment first among what has the due date of now. */
function inParts(look: Look, read: (part: Look) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (look.asOf === null || look.due === 'either') return read(look)
  return sql`(${read(look)}) union all (${read({ ...look, due: 'moved' })})`
}

/** The same of each half that may have what is looked for. */
export const inHalves = (look: Look, read: (part: Look) => RawBuilder<unknown>) =>
  inParts(look, (part) =>
    part.due === 'moved'
      ? read(part)
      : sql.join(
          halvesOf(part).map((half) => sql`(${read({ ...part, half })})`),
          sql` union all `,
        ),
  )

function halvesOf({ filter: { state }, asOf }: Look): ('open' | 'closed')[] {
  if (state === 'met' || state === 'waived' || state === 'ended') return ['closed']
  // What was open at a past moment may be closed by now.
  return state === undefined || asOf !== null ? ['open', 'closed'] : ['open']
}

/** What a row has to be to be found, by its own columns: so an index can find it. */
export function conditionsOf(look: Look): RawBuilder<SqlBool> {
  const { filter, scope, asOf, found, people, due } = look
  const conditions = [isWithin(scope)]
  const where = (condition: RawBuilder<SqlBool>) => void conditions.push(condition)
  if (look.half === 'open') where(sql`obligation.closed_at is null`)
  else where(wasEver)
  if (look.half === 'closed') where(sql`obligation.closed_at is not null`)
  if (asOf !== null) where(isOpened(look))
  if (asOf !== null && due === 'unmoved') {
    where(sql`not exists (
      select from obligation_moves where obligation_id = obligation.id and moved_at > ${asOf}
    )`)
  }
  if (filter.kind) where(isOfKind(filter.kind, look.probed))
  if (filter.item_id) where(sql`obligation.item_id = ${itemAsked(filter.item_id)}`)
  if (filter.user_id) where(sql`obligation.user_id = ${filter.user_id}`)
  if (people) where(isOneOf(people, look.probed))
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
    const key = dueOrNever(look)
    where(sql`${key} >= ${filter.due_from} and ${key} < 'infinity'`)
  }
  if (filter.due_to) where(sql`${dueOrNever(look)} < ${filter.due_to}`)
  if (filter.opens_from) where(sql`obligation.opens_at >= ${filter.opens_from}`)
  if (filter.opens_to) where(sql`obligation.opens_at < ${filter.opens_to}`)
  if (filter.closed_from) {
    where(sql`coalesce(obligation.closed_at, 'infinity') >= ${filter.closed_from}`)
  }
  if (found) where(isFound(found, filter.search!, look.probed))
  return sql.join(conditions, sql` and `)
}

/**
 * Of these people: found by an index, or looked up of each row that is probed. Then the planner must not weigh what
 * each of them is worth, which takes it longer than the reading.
 */
const isOneOf = (people: string[], probed: boolean) =>
  probed
    ? sql<SqlBool>`(obligation.user_id in (select unnest(${people}::uuid[]))) is true`
    : sql<SqlBool>`obligation.user_id = any(${people}::uuid[])`

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

/** A training is asked for through its quiz. */
export const itemAsked = (id: string) =>
  sql`coalesce((select id from tests where training_id = ${id}), ${id})`

function isOfKind(kind: NonNullable<ObligationFilter['kind']>, probed: boolean) {
  if (kind === 'policy' || kind === 'test') return sql<SqlBool>`obligation.kind = ${sql.lit(kind)}`
  const items = sql`select id from tests where training_id ${kind === 'training' ? sql`is not null` : sql`is null`}`
  const isOfItems = sql<SqlBool>`obligation.item_id in (${items})`
  return sql<SqlBool>`obligation.kind = 'test' and ${probed ? sql`(${isOfItems}) is true` : isOfItems}`
}

/** @param named up to so many people are named one by one */
export async function lookOf(
  db: Db,
  filter: RegisterFilter,
  scope: Scope,
  named = NAMED,
): Promise<Look> {
  const asOf = filter.as_of ?? null
  return {
    filter,
    scope,
    // The future has not been.
    asOf: asOf !== null && Date.parse(asOf) < Date.now() ? asOf : null,
    found: filter.search ? await findSearched(db, filter.search, named) : null,
    people: await findPeopleOf(db, filter, named),
    due: 'unmoved',
    half: null,
    probed: false,
  }
}

/**
 * Runs what is looked for. Of one's own list, which everybody looks at each day, connections keep the plan; of the
 * many texts that filters can make it is made anew.
 */
export async function runLook<Row>(
  db: Db,
  { scope, filter }: Look,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { kind, item_id, due_from, due_to, opens_from, opens_to, closed_from, as_of } = filter
  const isWhole = !(
    kind ??
    item_id ??
    due_from ??
    due_to ??
    opens_from ??
    opens_to ??
    closed_from ??
    as_of
  )
  return isOfOne(scope) && isWhole ? executeKept(db, query) : (await query.execute(db)).rows
}
