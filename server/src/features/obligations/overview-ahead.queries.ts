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
      select row_number() over (order by month) as place, month, month at time zone zone.name as begins,
        (month + interval '1 month') at time zone zone.name as ends
      from (select coalesce(time_zone, 'UTC') as name from settings) as zone
      cross join lateral generate_series(
        date_trunc('month', now() at time zone zone.name),
        date_trunc('month', now() at time zone zone.name) + make_interval(months => ${MONTHS - 1}),
        interval '1 month'
      ) as month
    ), ahead as (
      -- All at once, and as the index of renewals has them: month by month would read the rows.
      select width_bucket(
          opens_at, array(select begins from months union all select max(ends) from months order by 1)
        ) as place,
        count(*)::int as count
      from obligations where closed_at is null and cycle > 1 and opens_at > now()
      group by 1
    )
    select to_char(month, 'YYYY-MM') as month, greatest(begins, now()) as from, ends as to,
      coalesce((select count from ahead where ahead.place = months.place), 0) as count
    from months
    union all
    select null, max(ends), null, coalesce((select count from ahead where place > ${MONTHS}), 0)
    from months
    order by 2
  `.execute(db)
  return rows
}
