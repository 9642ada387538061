import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { itemPath } from '../../db/item-path.ts'

interface Mailed {
  person: string
  title: string
  path: string
  due_at: string | null
}

/** What a mail tells of these obligations as it leaves, and the time zone of who reads it. */
export async function findMailedObligations(
  db: Db,
  mail: { ids: string[]; state: 'open' | 'waived'; readerId: string | null },
): Promise<{ items: Mailed[]; timeZone: string | null }> {
  const isTold =
    mail.state === 'open'
      ? sql`obligation.closed_at is null and obligation.opens_at <= now()`
      : sql`obligation.closed_as = 'waived'`
  const { rows: items } = await sql<Mailed>`
    select person.name as person, coalesce(text.title, test.title) as title,
      ${itemPath(sql`obligation.kind = 'policy'`, { id: 'obligation.item_id', training: 'test.training_id' })} as path,
      obligation.due_at
    from obligations as obligation
    join users as person on person.id = obligation.user_id and person.status = 'active'
    left join policies as policy on policy.id = obligation.item_id
    left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
    left join tests as test on test.id = obligation.item_id
    where obligation.id = any(${mail.ids}::uuid[]) and ${isTold}
    order by obligation.due_at nulls last, title, obligation.id
  `.execute(db)
  const reader = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', mail.readerId)
    .executeTakeFirst()
  return { items, timeZone: reader?.time_zone ?? null }
}
