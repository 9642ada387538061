import {
  COUNTED_EXACTLY,
  type Obligation,
  type ObligationFilter,
} from '@frontdesk/contract/obligations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readPage } from '../../db/page.ts'

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
}

/** Soon is within so many days. */
const SOON = sql`interval '7 days'`

/** The moment that is shown: an index can answer what is of now. */
const momentOf = ({ asOf }: Look) => (asOf === null ? sql`now()` : sql`${asOf}::timestamptz`)

/** By when it was due at that moment: a date that was moved since then was another one. */
const dueAt = ({ asOf }: Look) =>
  asOf === null
    ? sql<string | null>`obligation.due_at`
    : sql<
        string | null
      >`case when moved.id is null then obligation.due_at else moved.due_at_before end`

const isOpened = (look: Look) => sql<SqlBool>`obligation.opens_at <= ${momentOf(look)}`

const isUnclosed = (look: Look) =>
  look.asOf === null
    ? sql<SqlBool>`obligation.closed_at is null`
    : sql<SqlBool>`(obligation.closed_at is null or obligation.closed_at > ${momentOf(look)})`

const stateOf = (look: Look) => sql<Obligation['state']>`case
  when not ${isOpened(look)} then case when ${isUnclosed(look)} then 'upcoming' else 'ended' end
  when ${isUnclosed(look)} then case
    when ${dueAt(look)} < ${momentOf(look)} then 'overdue'
    when ${dueAt(look)} < ${momentOf(look)} + ${SOON} then 'due_soon'
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
      return sql`${open} and ${dueAt(look)} < ${moment}`
    case 'due_soon':
      return sql`${open} and ${dueAt(look)} >= ${moment} and ${dueAt(look)} < ${moment} + ${SOON}`
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

const title = sql<string>`coalesce(text.title, test.title)`

function obligations(db: Db, look: Look) {
  const { filter, scope, asOf } = look
  return db
    .selectFrom('obligations as obligation')
    .innerJoin('users as person', 'person.id', 'obligation.user_id')
    .leftJoin('policies as policy', 'policy.id', 'obligation.item_id')
    .leftJoin('policy_versions as text', (join) =>
      join
        .onRef('text.policy_id', '=', 'policy.id')
        .onRef('text.version', '=', 'policy.current_version'),
    )
    .leftJoin('tests as test', 'test.id', 'obligation.item_id')
    .$if(asOf !== null, (query) => query.leftJoin(movedSince(asOf!), (join) => join.onTrue()))
    .where(asOf === null ? sql<SqlBool>`true` : isOpened(look))
    .where(wasEver)
    .where(isWithin(scope))
    .$if(Boolean(filter.kind), (query) => query.where(isOfKind(filter.kind!)))
    .$if(Boolean(filter.item_id), (query) =>
      // A training is asked for through its quiz.
      query.where(sql<SqlBool>`obligation.item_id = coalesce(
        (select id from tests where training_id = ${filter.item_id}), ${filter.item_id}
      )`),
    )
    .$if(Boolean(filter.user_id), (query) => query.where('person.id', '=', filter.user_id!))
    .$if(Boolean(filter.role), (query) => query.where('person.role', '=', filter.role!))
    .$if(Boolean(filter.team_id), (query) =>
      query.where(sql<SqlBool>`exists (
        select from team_members
        where team_members.user_id = obligation.user_id and team_id = ${filter.team_id} and member
      )`),
    )
    .$if(Boolean(filter.state), (query) => query.where(isInState(look, filter.state!)))
    .$if(Boolean(filter.due_from), (query) =>
      query.where(sql<SqlBool>`${dueAt(look)} >= ${filter.due_from}`),
    )
    .$if(Boolean(filter.due_to), (query) =>
      query.where(sql<SqlBool>`${dueAt(look)} < ${filter.due_to}`),
    )
    .$if(Boolean(filter.opens_from), (query) =>
      query.where(sql<SqlBool>`obligation.opens_at >= ${filter.opens_from}`),
    )
    .$if(Boolean(filter.opens_to), (query) =>
      query.where(sql<SqlBool>`obligation.opens_at < ${filter.opens_to}`),
    )
    .$if(Boolean(filter.search), (query) =>
      query.where(
        contains(filter.search!, ['person.name', 'person.email', 'text.title', 'test.title']),
      ),
    )
}

/** The due date at a past moment, where it was moved since. */
const movedSince = (asOf: string) =>
  sql<{ id: string | null; due_at_before: string | null }>`lateral (
    select obligation_id as id, due_at_before from obligation_moves
    where obligation_id = obligation.id and moved_at > ${asOf}
    order by moved_at limit 1
  )`.as('moved')

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
  return sql`obligation.kind = 'test' and test.training_id ${quiz}`
}

/** What has no such date comes last, as the columns' indexes have it. */
const SORTS = {
  due_at: (look: Look) => [sql`coalesce(${dueAt(look)}, 'infinity')`],
  user_name: () => [sql`lower(person.name)`, sql`person.id`],
  item_title: (look: Look) => [
    sql`lower(${title})`,
    sql`obligation.item_id`,
    sql`coalesce(${dueAt(look)}, 'infinity')`,
  ],
  opens_at: () => [sql`obligation.opens_at`],
  closed_at: () => [sql`coalesce(obligation.closed_at, 'infinity')`],
}

const lookOf = (filter: ObligationFilter, scope: Scope): Look => {
  const asOf = filter.as_of ?? null
  // The future has not been.
  return { filter, scope, asOf: asOf !== null && Date.parse(asOf) < Date.now() ? asOf : null }
}

/** Obligations that match, by due date unless sorted otherwise. */
export async function listObligations(
  db: Db,
  options: ObligationFilter & ObligationOrder & PageOptions,
  scope: Scope,
): Promise<Page<Obligation>> {
  const look = lookOf(options, scope)
  const { asOf } = look
  const unlessAfter = (column: RawBuilder<unknown>) =>
    asOf === null ? column : sql`case when obligation.closed_at <= ${asOf} then ${column} end`
  const listed = obligations(db, look).select([
    'obligation.id',
    'person.id as user_id',
    'person.name as user_name',
    'person.email as user_email',
    'person.role as user_role',
    'obligation.kind',
    'obligation.item_id',
    title.as('item_title'),
    'test.training_id',
    sql<string>`case
      when obligation.kind = 'policy' then '/policies/' || obligation.item_id
      when test.training_id is not null then '/training/' || test.training_id
      else '/tests/' || obligation.item_id
    end`.as('path'),
    'obligation.cycle',
    'obligation.version',
    stateOf(look).as('state'),
    'obligation.opens_at',
    dueAt(look).as('due_at'),
    sql<string | null>`${unlessAfter(sql`obligation.closed_at`)}`.as('closed_at'),
    sql<Obligation['closed_as']>`${unlessAfter(sql`obligation.closed_as`)}`.as('closed_as'),
    sql<string | null>`${unlessAfter(sql`obligation.evidence`)}`.as('evidence'),
    'obligation.reminded_at',
  ])
  const key = [...SORTS[options.sort ?? 'due_at'](look), sql`obligation.id`]
  return readPage(listed, key, options.order ?? 'asc', options)
}

/** How many match; `more` where there are more than are counted. */
export async function countObligations(
  db: Db,
  filter: ObligationFilter,
  scope: Scope,
): Promise<{ total: number; more: boolean }> {
  const some = obligations(db, lookOf(filter, scope))
    .select(sql`1`.as('one'))
    .limit(COUNTED_EXACTLY + 1)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(total, COUNTED_EXACTLY), more: total > COUNTED_EXACTLY }
}

/** The ids of what can still be done something about, of those chosen or that match. */
export function chosenObligations(
  db: Db,
  chosen: { ids?: string[]; filter?: ObligationFilter },
  scope: Scope,
) {
  return obligations(db, lookOf(chosen.filter ?? {}, scope))
    .select('obligation.id')
    .where('obligation.closed_at', 'is', null)
    .$if(chosen.ids !== undefined, (query) =>
      query.where(sql<SqlBool>`obligation.id = any(${chosen.ids}::uuid[])`),
    )
}
