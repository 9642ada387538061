import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { PlainItem, PlainPerson, PlainRequirement, Rhythm } from './plain-reading.ts'

/** All facts about some people, and what the rows say of them, at one moment; times are milliseconds. */
export interface Slice {
  now: number
  timeZone: string
  people: (PlainPerson & { name: string })[]
  items: Map<string, PlainItem>
  requirements: PlainRequirement[]
  /** By `keyOf`: since when somebody is in a team, when they last did an item, what they need not do. */
  memberships: Map<string, number>
  done: Map<string, number>
  waived: Set<string>
  rows: StoredRow[]
  /** What the job has still to work out: items, up to which person they are done. */
  backlog: Map<string, string | null>
}

/** A row that is not closed, or was met and still counts. */
export interface StoredRow {
  user_id: string
  item_id: string
  met: boolean
  version: number | null
  opens_at: number
  due_at: number | null
  due_set_at: number
  moved_at: number | null
}

export const keyOf = (person: string, other: string) => `${person} ${other}`

/** The next people by id, after one; empty at the end. */
export async function listNextPeople(db: Db, after: string | null, most: number) {
  const { rows } = await sql<{ id: string }>`
    select id from users where ${after}::uuid is null or id > ${after} order by id limit ${most}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

/** Reads everything about these people; `db` is a transaction that sees one moment. */
export async function readSlice(db: Db, ids: string[]): Promise<Slice> {
  const { rows: moments } = await sql<{ now: number; timeZone: string }>`
    select ${ms('now()')} as now, coalesce(time_zone, 'UTC') as "timeZone" from settings
  `.execute(db)
  const { rows: people } = await sql<PlainPerson & { name: string }>`
    select id, name, role, status = 'active' and deleted_at is null as active,
      ${ms('active_since')} as "activeSince", ${ms('role_since')} as "roleSince"
    from users where id = any(${ids}::uuid[]) order by id
  `.execute(db)
  const { rows: backlog } = await sql<{ item_id: string; after_user: string | null }>`
    select item_id, after_user from obligation_backlog
  `.execute(db)
  return {
    now: moments[0]!.now,
    timeZone: knownZone(moments[0]!.timeZone),
    people,
    items: await readItems(db),
    requirements: await readRequirements(db, ids),
    ...(await readFacts(db, ids)),
    rows: await readRows(db, ids),
    backlog: new Map(backlog.map((one) => [one.item_id, one.after_user])),
  }
}

/** As the database does, for a zone that it doesn't know. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

async function readItems(db: Db): Promise<Map<string, PlainItem>> {
  const { rows } = await sql<PlainItem>`
    select policies.id, 'policy' as kind, policies.deleted_at is not null as gone,
      policies.material_version as material, ${ms('asked.created_at')} as "askedAt",
      null::integer as threshold, null::integer as days
    from policies join policy_versions as asked
      on asked.policy_id = policies.id and asked.version = policies.material_version
    union all
    select tests.id, 'test', tests.archived_at is not null, 0, 0, tests.retake_threshold,
      nullif(trainings.due_days, 0)
    from tests left join trainings on trainings.id = tests.training_id
  `.execute(db)
  return new Map(rows.map((item) => [item.id, item]))
}

interface RequirementRow extends Omit<PlainRequirement, 'of' | 'rhythm'> {
  user_id: string | null
  role: Role | null
  team_id: string | null
  every_days: number | null
  every_months: number | null
  on_month: number | null
  on_day: number | null
  window_days: number | null
}

async function readRequirements(db: Db, ids: string[]): Promise<PlainRequirement[]> {
  const { rows } = await sql<RequirementRow>`
    select id, item_id as "itemId", user_id, role, team_id, every_days, every_months, on_month, on_day,
      window_days, ${ms('created_at')} as "createdAt", ${ms('due_at')} as "dueAt",
      ${ms('due_set_at')} as "dueSetAt", ${ms('recurs_since')} as "recursSince"
    from requirements where user_id is null or user_id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map((row) => ({ ...row, of: audienceOf(row), rhythm: rhythmOf(row) }))
}

function audienceOf({ user_id: person, role, team_id: team }: RequirementRow) {
  if (person !== null) return { person }
  if (role !== null) return { role }
  return team === null ? { everyone: true as const } : { team }
}

function rhythmOf(row: RequirementRow): Rhythm | null {
  const window = row.window_days ?? 0
  if (row.every_days !== null) return { days: row.every_days, window }
  if (row.every_months !== null) return { months: row.every_months, window }
  if (row.on_month === null || row.on_day === null) return null
  return { month: row.on_month, day: row.on_day, window }
}

async function readFacts(db: Db, ids: string[]) {
  type Fact = { user_id: string; other: string; at: number }
  const { rows: members } = await sql<Fact>`
    select user_id, team_id as other, ${ms('since')} as at
    from team_members where user_id = any(${ids}::uuid[]) and member
  `.execute(db)
  const { rows: done } = await sql<Fact>`
    select signed.user_id, signed.policy_id as other, ${ms('max(signed.acknowledged_at)')} as at
    from policy_acknowledgments as signed join policies on policies.id = signed.policy_id
    where signed.user_id = any(${ids}::uuid[]) and signed.version >= policies.material_version
    group by 1, 2
    union all
    select user_id, test_id, ${ms('max(completed_at)')}
    from certificates where user_id = any(${ids}::uuid[]) group by 1, 2
  `.execute(db)
  const { rows: waivers } = await sql<Omit<Fact, 'at'>>`
    select user_id, item_id as other from waivers
    where user_id = any(${ids}::uuid[]) and ended_at is null
  `.execute(db)
  const timesOf = (rows: Fact[]) =>
    new Map(rows.map((row) => [keyOf(row.user_id, row.other), row.at]))
  return {
    memberships: timesOf(members),
    done: timesOf(done),
    waived: new Set(waivers.map((row) => keyOf(row.user_id, row.other))),
  }
}

async function readRows(db: Db, ids: string[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select user_id, item_id, closed_at is not null as met, version, ${ms('opens_at')} as opens_at,
      ${ms('due_at')} as due_at, ${ms('due_set_at')} as due_set_at, ${ms('moved_at')} as moved_at
    from obligations
    where user_id = any(${ids}::uuid[]) and (
      closed_at is null
      or (closed_as = 'met' and (stands_until is null or stands_until > now()))
    )
  `.execute(db)
  return rows
}

/** What these items are called now. */
export async function findTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select policies.id, text.title from policies join policy_versions as text
      on text.policy_id = policies.id and text.version = policies.current_version
    where policies.id = any(${ids}::uuid[])
    union all
    select id, title from tests where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
