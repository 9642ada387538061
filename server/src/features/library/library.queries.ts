import { itemPath } from '@frontdesk/contract/items'
import type { LibraryEntry } from '@frontdesk/contract/library'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type Taken = NonNullable<LibraryEntry['taken']>

interface Row extends Omit<Taken, 'path'> {
  slug: string
  item_type: 'process' | 'draft'
  /** Null where it is not there any more. */
  id: string | null
}

/** What was taken from the library, by slug: the audit trail knows, and never forgets. */
export async function findTaken(db: Db): Promise<Map<string, Taken>> {
  const { rows } = await sql<Row>`
    select newest.slug, newest.at, newest.by_name, newest.times,
      newest.item_type, case newest.item_type
        when 'process' then (
          select id from processes where id = newest.item_id and deleted_at is null
        )
        when 'draft' then (select id from drafts where id = newest.item_id)
      end as id
    from (
      select distinct on (details->>'slug')
        details->>'slug' as slug, happened_at as at, actor_name as by_name, item_type, item_id,
        (count(*) over (partition by details->>'slug'))::int as times
      from audit_events
      where action in ('library.policy_taken', 'library.process_taken', 'library.training_taken')
      order by details->>'slug', happened_at desc, id desc
    ) as newest
  `.execute(db)
  return new Map(
    rows.map(({ slug, item_type: type, id, ...taken }) => [
      slug,
      { ...taken, path: id === null ? null : itemPath(type, id) },
    ]),
  )
}
