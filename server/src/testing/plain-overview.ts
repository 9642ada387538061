import type { Overview } from '@frontdesk/contract/obligations'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

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

/**
 * The overview's figures, each counted from the rows: what the sums (migration 0810) are held against.
 * Takes as long as there are rows.
 */
export async function countPlainly(db: Db, asOf: string) {
  const moment = sql`${asOf}::timestamptz`
  return {
    totals: await countTotals(db, moment),
    items: await countItems(db, moment),
    roles: await countRoles(db, moment),
    teams: await countTeams(db, moment),
    trend: await countTrend(db, moment),
  }
}

/** The same of an overview. */
export function plainPart({ totals, items, roles, teams, trend }: Omit<Overview, 'ahead'>) {
  const counted = <Row extends { percent: number }>({ percent: _percent, ...row }: Row) => row
  return {
    totals: counted(totals),
    items: items
      .map(
        ({ title: _title, path: _path, training_id: _training, percent: _percent, ...row }) => row,
      )
      .toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)),
    roles: roles.map(counted),
    teams: teams.map(counted),
    trend,
  }
}

async function countTotals(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql`
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

async function countItems(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql`
    select kind, item_id, ${counts(moment)} from (${standing(moment)}) as standing
    group by kind, item_id order by item_id
  `.execute(db)
  return rows
}

async function countRoles(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql`
    select users.role, ${counts(moment)}
    from (${standing(moment)}) as standing join users on users.id = standing.user_id
    group by users.role order by users.role
  `.execute(db)
  return rows
}

async function countTeams(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql`
    select teams.id as team_id, teams.name, ${counts(moment)}
    from teams
    join team_members as part on part.team_id = teams.id and part.member
    join (${standing(moment)}) as standing on standing.user_id = part.user_id
    group by teams.id order by lower(teams.name)
  `.execute(db)
  return rows
}

/** The ends of the months before, and the moment itself. */
async function countTrend(db: Db, moment: RawBuilder<unknown>) {
  const { rows } = await sql`
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
