import type { LinkedItem } from '@frontdesk/contract/trainings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Visibility } from './trainings.queries.ts'

export type LinkType = LinkedItem['type']
export type Links = Record<LinkType, string[]>

/** Of the given items, those that are there and not deleted. */
const THERE: Record<LinkType, (ids: string[]) => RawBuilder<{ id: string }>> = {
  policy: (ids) =>
    sql<{ id: string }>`select id from policies where id = any(${ids}) and deleted_at is null`,
  process: (ids) =>
    sql<{ id: string }>`select id from processes where id = any(${ids}) and deleted_at is null`,
  document: (ids) =>
    sql<{ id: string }>`select id from documents where id = any(${ids}) and deleted_at is null`,
}

/** Of the given items, those that don't exist or are deleted. */
export async function findUnknownItems(db: Db, type: LinkType, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await THERE[type](ids).execute(db)
  const known = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
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
