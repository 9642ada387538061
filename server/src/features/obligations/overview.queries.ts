import { requiredPath } from '@frontdesk/contract/items'
import type { ItemStanding, Overview } from '@frontdesk/contract/obligations'
import { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { ITEMS } from './found.queries.ts'

type Counts = Omit<ItemStanding, 'percent'>

/** With one decimal; 100 once nobody is missing, and not before. */
function percentOf({ asked, met }: Counts): number {
  if (met >= asked) return 100
  return Math.min(99.9, Math.round((1000 * met) / asked) / 10)
}

const withPercent = <Row extends Counts>(row: Row) => ({
  ...row,
  percent: percentOf(row),
})

/** How one policy or test stands now. */
export async function findItemStanding(db: Db, itemId: string): Promise<ItemStanding> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(asked), 0)::int as asked, coalesce(sum(met), 0)::int as met,
      coalesce(sum(overdue), 0)::int as overdue, coalesce(sum(due_soon), 0)::int as due_soon
    from obligation_figures(array[now()], array[${itemId}::uuid])
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

/** What the figures are of: an item, a role or a team, or (`late`) how many people are. */
interface Subject extends Counts {
  about: 'item' | 'role' | 'team' | 'late'
  id: string
  /** Of an item; null of others. */
  kind: 'policy' | 'test' | null
  training_id: string | null
  /** A title, a role, or a team's name. */
  name: string
  /** How many will still begin to be asked for. */
  upcoming: number
}

/** How everything stands at a moment, and how it came there. */
export async function findOverview(db: Db, asOf: string): Promise<Omit<Overview, 'ahead'>> {
  const subjects = await findSubjects(db, asOf)
  const of = (about: Subject['about']) =>
    subjects.filter((one) => one.about === about && (one.asked > 0 || about === 'late'))
  const roles = of('role')
  const sum = (figure: 'upcoming' | keyof Counts) =>
    subjects.reduce((all, one) => (one.about === 'role' ? all + one[figure] : all), 0)
  const totals = {
    asked: sum('asked'),
    met: sum('met'),
    overdue: sum('overdue'),
    due_soon: sum('due_soon'),
    open: sum('asked') - sum('met'),
    people_overdue: of('late')[0]!.overdue,
    upcoming: sum('upcoming'),
  }
  return {
    as_of: asOf,
    totals: withPercent(totals),
    items: of('item').map(({ id, kind, training_id, name, ...row }) => ({
      kind: kind!,
      item_id: id,
      training_id,
      title: name,
      path: requiredPath({ kind: kind!, training_id }, id),
      ...withPercent(countsOf(row)),
    })),
    roles: roles.map((row) => ({ role: Role.parse(row.name), ...withPercent(countsOf(row)) })),
    teams: of('team').map((row) => ({
      team_id: row.id,
      name: row.name,
      ...withPercent(countsOf(row)),
    })),
    trend: await findTrend(db, asOf, totals),
  }
}

const countsOf = ({ asked, met, overdue, due_soon }: Counts) => ({ asked, met, overdue, due_soon })

const ROLE_SUBJECTS = sql`array(select role_subject(role) from unnest(${Role.options}::text[]) as role)`

async function findSubjects(db: Db, asOf: string): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    with subjects as (
      select 'item' as about, id, kind, training_id, title as name
      from ${ITEMS}
      union all
      select 'team', id, null, null, name from teams
      union all
      select 'role', role_subject(role), null, null, role from unnest(${Role.options}::text[]) as role
      union all
      select 'late', late_people(), null, null, ''
    ), figures as (
      select * from obligation_figures(array[${asOf}::timestamptz], array(select id from subjects))
    ), ever as (
      -- What there is of the future is what begins later than this.
      select subject, opened from obligation_figures(
        case when ${asOf} >= now() - interval '1 minute' then array['9999-01-01'::timestamptz] end,
        ${ROLE_SUBJECTS}
      )
    )
    select subjects.*, coalesce(asked, 0)::int as asked, coalesce(met, 0)::int as met,
      coalesce(overdue, 0)::int as overdue, coalesce(due_soon, 0)::int as due_soon,
      coalesce(ever.opened - coalesce(figures.opened, 0), 0)::int as upcoming
    from subjects
    left join figures on figures.subject = subjects.id
    left join ever on ever.subject = subjects.id
    order by case about when 'item' then -coalesce(overdue, 0) end,
      case about when 'role' then name else lower(name) end, id
  `.execute(db)
  return rows
}

/** The ends of the months before, and the moment itself. */
async function findTrend(
  db: Db,
  asOf: string,
  { asked, met, overdue }: Counts,
): Promise<Overview['trend']> {
  const { rows } = await sql<Overview['trend'][number]>`
    with months as (
      select month, case
        when month < this_month then (month + interval '1 month') at time zone zone
      end as moment
      from (
        select coalesce(time_zone, 'UTC') as zone,
          date_trunc('month', ${asOf}::timestamptz at time zone coalesce(time_zone, 'UTC')) as this_month
        from settings
      ) as here
      cross join lateral generate_series(
        this_month - interval '11 months', this_month, interval '1 month'
      ) as month
    ), stood as (
      select moment, sum(asked)::int as asked, sum(met)::int as met, sum(overdue)::int as overdue
      from obligation_figures(
        array(select moment from months where moment is not null), ${ROLE_SUBJECTS}
      )
      group by moment
    )
    select to_char(months.month, 'YYYY-MM') as month,
      case when months.moment is null then ${asked} else coalesce(stood.asked, 0) end as asked,
      case when months.moment is null then ${met} else coalesce(stood.met, 0) end as met,
      case when months.moment is null then ${overdue} else coalesce(stood.overdue, 0) end as overdue
    from months left join stood on stood.moment = months.moment
    order by months.month
  `.execute(db)
  return rows
}
