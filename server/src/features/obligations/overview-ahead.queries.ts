import type { Overview } from '@frontdesk/contract/obligations'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

const MONTHS = 12

/** Renewals by the month in which they will be asked for, where the brokerage is. */
export async function findRenewals(db: Db): Promise<NonNullable<Overview['ahead']>['renewals']> {
  const { rows } = await sql<{
    month: string | null
    from: string
    to: string | null
    count: number
  }>`
    with months as (
      select zone.name as zone, month, month at time zone zone.name as begins,
        (month + interval '1 month') at time zone zone.name as ends
      from (select coalesce(time_zone, 'UTC') as name from settings) as zone
      cross join lateral generate_series(
        date_trunc('month', now() at time zone zone.name),
        date_trunc('month', now() at time zone zone.name) + make_interval(months => ${MONTHS - 1}),
        interval '1 month'
      ) as month
    )
    select to_char(month, 'YYYY-MM') as month, greatest(begins, now()) as from, ends as to, (
      select count(*)::int from obligations
      where closed_at is null and opens_at > now() and opens_at >= begins and opens_at < ends
    ) as count
    from months
    union all
    select null, max(ends), null, (
      select count(*)::int from obligations
      where closed_at is null and opens_at >= (select max(ends) from months)
    )
    from months
    order by 2
  `.execute(db)
  return rows
}
