import { type Recurrence, type Requirement, windowFor } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** What can be required of people; a training is required through the test that is its quiz. */
export interface RequiredItem {
  type: 'policy' | 'test'
  id: string
}

const COLUMN = { policy: 'policy_id', test: 'test_id' } as const

/** Where the requirements of one item stand, or one of them. */
const isOf = ({ type, id }: RequiredItem) => sql<boolean>`${sql.ref(COLUMN[type])} = ${id}`

/** Of whom an item is required: everyone, then roles, teams, and people by name. */
export async function listRequirements(db: Db, item: RequiredItem): Promise<Requirement[]> {
  return requirements(db)
    .where(isOf(item))
    .orderBy('everyone', 'desc')
    .orderBy('requirements.role', (by) => by.asc().nullsLast())
    .orderBy('teams.name', (by) => by.asc().nullsLast())
    .orderBy('users.name')
    .orderBy('requirements.id')
    .execute()
}

/** One requirement of an item; undefined where the item has none such. */
export async function findRequirement(
  db: Db,
  item: RequiredItem,
  which: { id: string } | { userId: string },
): Promise<Requirement | undefined> {
  return requirements(db)
    .where(isOf(item))
    .$if('id' in which, (query) => query.where('requirements.id', '=', idIn(which)))
    .$if('userId' in which, (query) => query.where('requirements.user_id', '=', idIn(which)))
    .executeTakeFirst()
}

const idIn = (which: { id: string } | { userId: string }) =>
  'id' in which ? which.id : which.userId

function requirements(db: Db) {
  return db
    .selectFrom('requirements')
    .leftJoin('users', 'users.id', 'requirements.user_id')
    .leftJoin('teams', 'teams.id', 'requirements.team_id')
    .select([
      'requirements.id',
      'requirements.user_id',
      'users.name as user_name',
      'requirements.role',
      'requirements.team_id',
      'teams.name as team_name',
      'requirements.everyone',
      'requirements.due_at',
      recurrence,
      'requirements.window_days',
      'requirements.created_at',
    ])
}

const recurrence = sql<Recurrence | null>`case
  when every_days is not null then json_build_object('type', 'rolling', 'days', every_days)
  when every_months is not null then json_build_object('type', 'rolling', 'months', every_months)
  when on_month is not null then json_build_object('type', 'calendar', 'month', on_month, 'day', on_day)
end`.as('recurrence')

export interface Audience {
  userIds: string[]
  roles: Role[]
  teamIds: string[]
  everyone: boolean
}

/** How often; what is left out stays as it is, or is the usual. */
export interface Rhythm {
  /** Null: once. */
  recurrence?: Recurrence | null
  windowDays?: number
}

export interface NewRequirements {
  item: RequiredItem
  audience: Audience
  dueAt: string | null
  rhythm: Rhythm
  createdBy: string
}

/** Requires an item; who had to already gets the new due date, and the new rhythm where one is given. */
export async function insertRequirements(
  db: Db,
  { item, audience, dueAt, rhythm, createdBy }: NewRequirements,
): Promise<void> {
  const nobody = { user_id: null, role: null, team_id: null, everyone: false }
  const rows = [
    ...(audience.everyone ? [{ ...nobody, everyone: true }] : []),
    ...[...new Set(audience.roles)].map((role) => ({ ...nobody, role })),
    ...[...new Set(audience.teamIds)].map((teamId) => ({ ...nobody, team_id: teamId })),
    ...[...new Set(audience.userIds)].map((userId) => ({ ...nobody, user_id: userId })),
  ]
  await db
    .insertInto('requirements')
    .values(
      rows.map((row) => ({
        ...row,
        id: uuidv7(),
        [COLUMN[item.type]]: item.id,
        due_at: dueAt,
        ...columnsOf(rhythm),
        ...(rhythm.recurrence && { recurs_since: sql<string>`now()` }),
        created_by: createdBy,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('requirements_key')
        .doUpdateSet({ ...dueAtChangedTo(dueAt), ...rhythmChangedTo(rhythm) }),
    )
    .execute()
}

const ONCE = {
  every_days: null,
  every_months: null,
  on_month: null,
  on_day: null,
  window_days: null,
}

function columnsOf({ recurrence: given, windowDays }: Rhythm) {
  if (!given) return ONCE
  const window = { window_days: windowFor(given, windowDays) }
  if (given.type === 'calendar') {
    return { ...ONCE, ...window, on_month: given.month, on_day: given.day }
  }
  return 'days' in given
    ? { ...ONCE, ...window, every_days: given.days }
    : { ...ONCE, ...window, every_months: given.months }
}

/** A recurrence that stays the same did not begin anew. */
function rhythmChangedTo(rhythm: Rhythm) {
  if (rhythm.recurrence === undefined) return {}
  const columns = columnsOf(rhythm)
  const { every_days: days, every_months: months, on_month: month, on_day: day } = columns
  return {
    ...columns,
    recurs_since: rhythm.recurrence
      ? sql<string>`case
          when (requirements.every_days, requirements.every_months, requirements.on_month, requirements.on_day)
            is not distinct from (${days}::int, ${months}::int, ${month}::int, ${day}::int)
          then requirements.recurs_since else now()
        end`
      : null,
  }
}

/** A due date that stays the same was not set anew. */
const dueAtChangedTo = (dueAt: string | null) => ({
  due_at: dueAt,
  due_set_at: sql<string>`case
    when requirements.due_at is not distinct from ${dueAt}::timestamptz
    then requirements.due_set_at else now()
  end`,
})

/** Changes the due date and, where given, the rhythm. False where the item has no such requirement. */
export async function updateRequirement(
  db: Db,
  item: RequiredItem,
  change: { id: string; dueAt: string | null; rhythm: Rhythm },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requirements')
    .set({
      ...dueAtChangedTo(change.dueAt),
      ...rhythmChangedTo(change.rhythm),
    })
    .where('id', '=', change.id)
    .where(isOf(item))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where the item has no such requirement. */
export async function deleteRequirement(db: Db, item: RequiredItem, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('requirements')
    .where('id', '=', id)
    .where(isOf(item))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of the given teams, those that don't exist. */
export async function findUnknownTeams(db: Db, teamIds: string[]): Promise<string[]> {
  if (teamIds.length === 0) return []
  // Held, so that none is deleted in the same moment.
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', teamIds)
    .forShare()
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return teamIds.filter((id) => !known.has(id))
}

/** Of the given people, those who are not active or don't exist. */
export async function findUnknownPeople(db: Db, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('status', '!=', 'inactive')
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return userIds.filter((id) => !known.has(id))
}

/** Whole rows of an item's requirements, held until the transaction ends; `isNew` are those that it has added. */
export async function holdRequirements(
  db: Db,
  item: RequiredItem,
): Promise<{ id: string; row: object; isNew: boolean }[]> {
  const { rows } = await sql<{ id: string; row: object; isNew: boolean }>`
    select id, to_jsonb(requirements) as row, created_at = now() as "isNew" from requirements
    where ${isOf(item)} order by id for update
  `.execute(db)
  return rows
}

/**
 * Makes a requirement as it was before.
 * @returns false where it is not any more what it was made then, or who it is of is gone
 */
export async function putRequirementBack(
  db: Db,
  item: RequiredItem,
  { before, after }: { before: object | null; after: object | null },
): Promise<boolean> {
  const was = sql`jsonb_populate_record(null::requirements, ${JSON.stringify(before)}::jsonb)`
  const stands = sql`id = (${JSON.stringify(after)}::jsonb ->> 'id')::uuid
    and ${isOf(item)} and to_jsonb(requirements) = ${JSON.stringify(after)}::jsonb`
  const change =
    before === null
      ? sql`delete from requirements where ${stands}`
      : after === null
        ? sql`
            insert into requirements (${KEPT})
            select ${KEPT} from ${was} as was
            where (team_id is null or exists (select from teams where teams.id = was.team_id))
              and (user_id is null or exists (
                select from users where users.id = was.user_id and users.deleted_at is null
              ))
            on conflict do nothing`
        : sql`
            update requirements set
              due_at = was.due_at, due_set_at = was.due_set_at, recurs_since = was.recurs_since,
              every_days = was.every_days, every_months = was.every_months,
              on_month = was.on_month, on_day = was.on_day, window_days = was.window_days
            from ${was} as was
            where requirements.id = was.id
              and to_jsonb(requirements) = ${JSON.stringify(after)}::jsonb`
  const { numAffectedRows } = await change.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

const KEPT = sql.raw(
  'id, policy_id, test_id, user_id, role, team_id, everyone, due_at, due_set_at, every_days, every_months, on_month, on_day, window_days, recurs_since, created_by, created_at',
)
