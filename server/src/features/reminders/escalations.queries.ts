import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Clock, findTimeZones, FROM_HOUR, TO_HOUR } from './reminders.queries.ts'

/** What one manager is to be told now. */
interface Escalation {
  manager_id: string
  email: string
  obligation_ids: string[]
}

/** Managers for whom it is day, and what has been overdue for so many days that they don't know of. */
export async function listEscalations(
  db: Db,
  { now, timeZone }: Clock,
  days: number,
): Promise<Escalation[]> {
  const known = await findTimeZones(db)
  const fallback = known.includes(timeZone) ? timeZone : 'UTC'
  const { rows } = await sql<Escalation>`
    with managers as (
      select distinct users.id, users.email, managing.team_id
      from team_members as managing join users on users.id = managing.user_id
      where managing.manager and users.status = 'active'
        and extract(hour from ${now}::timestamptz at time zone
          case when users.time_zone = any (${known}) then users.time_zone else ${fallback} end
        ) between ${FROM_HOUR} and ${TO_HOUR - 1}
    )
    select managers.id as manager_id, managers.email, array_agg(distinct overdue.id) as obligation_ids
    from managers
    join team_members as part
      on part.team_id = managers.team_id and part.member and part.user_id <> managers.id
    join obligations as overdue on overdue.user_id = part.user_id
    where overdue.closed_at is null and overdue.opens_at <= ${now}::timestamptz
      and overdue.due_at < ${now}::timestamptz - make_interval(days => ${days})
      and not exists (
        select from obligation_escalations as told
        where told.obligation_id = overdue.id and told.manager_id = managers.id
      )
    group by managers.id, managers.email
    order by managers.id
  `.execute(db)
  return rows
}

/** Writes down of what a manager is told, and returns of what nobody told them meanwhile. */
export async function insertEscalations(
  db: Db,
  managerId: string,
  obligationIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ obligation_id: string }>`
    insert into obligation_escalations (obligation_id, manager_id)
    select id, ${managerId} from unnest(${obligationIds}::uuid[]) as id order by id
    on conflict do nothing returning obligation_id
  `.execute(db)
  return rows.map((row) => row.obligation_id)
}
