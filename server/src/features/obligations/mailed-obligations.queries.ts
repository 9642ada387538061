import { requiredPath } from '@frontdesk/contract/items'
import type { Obligation } from '@frontdesk/contract/obligations'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

type Item = Pick<Obligation, 'kind' | 'item_id' | 'training_id'>

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
  const { rows } = await sql<Omit<Mailed, 'path'> & Item>`
    select person.name as person, coalesce(text.title, test.title) as title,
      obligation.kind, obligation.item_id, test.training_id, obligation.due_at
    from obligations as obligation
    join users as person on person.id = obligation.user_id and person.status = 'active'
    left join policies as policy on policy.id = obligation.item_id
    left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
    left join tests as test on test.id = obligation.item_id
    where obligation.id = any(${mail.ids}::uuid[]) and ${isTold}
    order by obligation.due_at nulls last, title, obligation.id
  `.execute(db)
  const items = rows.map(({ kind, item_id: id, training_id, ...told }) => ({
    ...told,
    path: requiredPath({ kind, training_id }, id),
  }))
  const reader = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', mail.readerId)
    .executeTakeFirst()
  return { items, timeZone: reader?.time_zone ?? null }
}
