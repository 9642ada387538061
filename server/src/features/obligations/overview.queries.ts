import type { ItemStanding, Overview } from '@frontdesk/contract/obligations'
import type { Role } from '@frontdesk/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

type Counts = Omit<ItemStanding, 'percent'>

const withPercent = <Row extends Counts>(row: Row) => ({
  ...row,
  percent: row.asked === 0 ? 100 : Math.floor((1000 * row.met) / row.asked) / 10,
})

/**
 * What counts at a moment: opened, and not withdrawn, replaced by a renewal or left behind by then. Met
 * is among it what was closed by then; the due date is the one that held.
 */
const standing = (moment: RawBuilder<unknown>) => sql`
  select obligation.user_id, obligation.kind, obligation.item_id,
    obligation.closed_at is not null and obligation.closed_at <= ${moment} as met,
    case when moved.id is null then obligation.due_at else moved.due_at_before end as due_at
  from obligations as obligation
  left join lateral (
    select obligation_id as id, due_at_before from obligation_moves
    where obligation_id = obligation.id and moved_at > ${moment}
    order by moved_at limit 1
  ) as moved on true
  where obligation.opens_at <= ${moment}
    and (obligation.stands_until is null or obligation.stands_until > ${moment})`

const counts = (moment: RawBuilder<unknown>) => sql`
  count(*)::int as asked,
  (count(*) filter (where met))::int as met,
  (count(*) filter (where not met and due_at < ${moment}))::int as overdue,
  (count(*) filter (
    where not met and due_at >= ${moment} and due_at < ${moment} + interval '7 days'
  ))::int as due_soon`

/** How one policy or test stands now. */
export async function findItemStanding(db: Db, itemId: string): Promise<ItemStanding> {
  const moment = sql`now()`
  const { rows } = await sql<Counts>`
    select ${counts(moment)} from (${standing(moment)} and obligation.item_id = ${itemId}) as standing
  `.execute(db)
  return withPercent(rows[0]!)
}

/** A policy, a test, or the quiz of a training; undefined where there is none. */
export async function findItem(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from policies where id = ${id}
    union all
    select id from tests where id = ${id} or training_id = ${id}
  `.execute(db)
  return rows[0]?.id
}

/** How everything stands at a moment, and how it came there. */
export async function findOverview(db: Db, asOf: string): Promise<Omit<Overview, 'ahead'>> {
  const moment = sql`${asOf}::timestamptz`
  const [totals, items, roles, teams, trend] = [
    await findTotals(db, moment),
    await findItems(db, moment),
    await findRoles(db, moment),
    await findTeams(db, moment),
    await findTrend(db, moment),
  ]
  return {
    as_of: asOf,
    totals: withPercent(totals),
    items: items.map(withPercent),
    roles: roles.map(withPercent),
    teams: teams.map(withPercent),
    trend,
  }
}

async function findTotals(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql<Omit<Overview['totals'], 'percent'>>`
    select ${counts(moment)},
      (count(*) filter (where not met))::int as open,
      (count(distinct user_id) filter (where not met and due_at < ${moment}))::int as people_overdue,
      case when ${moment} >= now() - interval '1 minute' then (
        select count(*)::int from obligations where closed_at is null and opens_at > ${moment}
      ) else 0 end as upcoming
    from (${standing(moment)}) as standing
  `.execute(db)
  return rows[0]!
}

async function findItems(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql<Omit<Overview['items'][number], 'percent'>>`
    select each.*, test.training_id, coalesce(text.title, test.title) as title,
      case
        when each.kind = 'policy' then '/policies/' || each.item_id
        when test.training_id is not null then '/training/' || test.training_id
        else '/tests/' || each.item_id
      end as path
    from (
      select kind, item_id, ${counts(moment)} from (${standing(moment)}) as standing group by kind, item_id
    ) as each
    left join policies as policy on policy.id = each.item_id
    left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
    left join tests as test on test.id = each.item_id
    order by each.overdue desc, lower(coalesce(text.title, test.title)), each.item_id
  `.execute(db)
  return rows
}

async function findRoles(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql<Counts & { role: Role }>`
    select users.role, ${counts(moment)}
    from (${standing(moment)}) as standing join users on users.id = standing.user_id
    group by users.role order by users.role
  `.execute(db)
  return rows
}

async function findTeams(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql<Counts & { team_id: string; name: string }>`
    select teams.id as team_id, teams.name, ${counts(moment)}
    from teams
    join team_members as part on part.team_id = teams.id and part.member
    join (${standing(moment)}) as standing on standing.user_id = part.user_id
    group by teams.id order by lower(teams.name)
  `.execute(db)
  return rows
}

/** The ends of the months before, and the moment itself. */
async function findTrend(db: Db, moment: RawBuilder<unknown>): Promise<Overview['trend']> {
  const { rows } = await sql<Overview['trend'][number]>`
    select to_char(months.month, 'YYYY-MM') as month, stood.asked, stood.met, stood.overdue
    from (
      select month, least((month + interval '1 month') at time zone zone.name, ${moment}) as moment
      from (select coalesce(time_zone, 'UTC') as name from settings) as zone
      cross join lateral generate_series(
        date_trunc('month', ${moment} at time zone zone.name) - interval '11 months',
        date_trunc('month', ${moment} at time zone zone.name),
        interval '1 month'
      ) as month
    ) as months
    cross join lateral (
      select ${counts(sql`months.moment`)} from (${standing(sql`months.moment`)}) as standing
    ) as stood
    order by months.month
  `.execute(db)
  return rows
}
