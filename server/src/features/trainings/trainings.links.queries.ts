import type { LinkedItem } from '@frontdesk/contract/trainings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Visibility } from './trainings.queries.ts'

export type LinkType = LinkedItem['type']
export type Links = Record<LinkType, string[]>

/** What can be linked, deleted or not. */
const LINKABLE: Record<LinkType, RawBuilder<unknown>> = {
  policy: sql`
    select policies.id, text.title, policies.deleted_at
    from policies
    join policy_versions as text
      on text.policy_id = policies.id and text.version = policies.current_version`,
  process: sql`select id, title, deleted_at from processes`,
  document: sql`select id, title, deleted_at from documents`,
}

/** Of the given items, the first that is deleted, or that there never was: that one has no title. */
export async function findMissingItem(
  db: Db,
  type: LinkType,
  ids: string[],
): Promise<{ title: string | null } | undefined> {
  const { rows } = await sql<{ title: string | null }>`
    select items.title
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
    left join (${LINKABLE[type]}) as items on items.id = given.id
    where items.id is null or items.deleted_at is not null
    order by given.place
    limit 1
  `.execute(db)
  return rows[0]
}

/** What belongs to a training and can be opened by whoever has this visibility. */
export async function listLinks(
  db: Db,
  trainingId: string,
  visibility: Visibility,
): Promise<LinkedItem[]> {
  const shown = visibility === 'all' ? sql`true` : sql`processes.status = 'active'`
  const { rows } = await sql<LinkedItem>`
    select type, id, title from (
      select 'policy' as type, policies.id, text.title, training_links.position
      from training_links
      join policies on policies.id = training_links.policy_id and policies.deleted_at is null
      join policy_versions as text
        on text.policy_id = policies.id and text.version = policies.current_version
      where training_links.training_id = ${trainingId}
      union all
      select 'process', processes.id, processes.title, training_links.position
      from training_links
      join processes on processes.id = training_links.process_id and processes.deleted_at is null
      where training_links.training_id = ${trainingId} and ${shown}
      union all
      select 'document', documents.id, documents.title, training_links.position
      from training_links
      join documents on documents.id = training_links.document_id and documents.deleted_at is null
      where training_links.training_id = ${trainingId}
    ) as linked
    order by type, position
  `.execute(db)
  return rows
}

/** Makes these what belongs to a training, all at once; what stays is not written anew. */
export async function replaceLinks(db: Db, trainingId: string, links: Links): Promise<void> {
  const kept = [...links.policy, ...links.process, ...links.document]
  await db
    .deleteFrom('training_links')
    .where('training_id', '=', trainingId)
    .where(sql<boolean>`coalesce(policy_id, process_id, document_id) <> all(${kept}::uuid[])`)
    .execute()
  const rows = (['policy', 'process', 'document'] as const).flatMap((type) =>
    links[type].map((id, index) => ({
      training_id: trainingId,
      position: index + 1,
      [`${type}_id` as const]: id,
    })),
  )
  if (rows.length === 0) return
  await db
    .insertInto('training_links')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .constraint('training_links_key')
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    )
    .execute()
}
