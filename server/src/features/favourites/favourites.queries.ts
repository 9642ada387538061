import type { Favourite, FavouriteType } from '@frontdesk/contract/favourites'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

interface Item {
  type: FavouriteType
  id: string
}

/** Who looks; `seesAll` where drafts and what is archived are open to them, too. */
interface Viewer {
  id: string
  seesAll: boolean
}

/** What this person may open, by the same rules as the search. */
const openTo = ({ seesAll }: Viewer): RawBuilder<unknown> => sql`(
  select 'policies' as type, policies.id, text.title,
    coalesce(nullif(policies.description, ''), policies.category, '') as subtitle
  from policies
  join policy_versions as text
    on text.policy_id = policies.id and text.version = policies.current_version
  where policies.deleted_at is null
  union all
  select 'processes', id, title, coalesce(nullif(description, ''), category)
  from processes where deleted_at is null and (status = 'active' or ${seesAll}::boolean)
  union all
  select 'documents', id, title, coalesce(nullif(description, ''), category)
  from documents where deleted_at is null
  union all
  select 'trainings', id, title, coalesce(description, '')
  from trainings where archived_at is null or ${seesAll}::boolean
)`

/** The latest first. */
export async function listFavourites(db: Db, viewer: Viewer): Promise<Favourite[]> {
  const { rows } = await sql<Favourite>`
    select item.id, item.type, item.title, item.subtitle
    from favourites as mark
    join ${openTo(viewer)} as item on item.type = mark.item_type and item.id = mark.item_id
    where mark.user_id = ${viewer.id}
    order by mark.created_at desc, item.id
  `.execute(db)
  return rows
}

/** Whether this person may open it. */
export async function canOpen(db: Db, viewer: Viewer, { type, id }: Item): Promise<boolean> {
  const { rows } = await sql`
    select from ${openTo(viewer)} as item where item.type = ${type} and item.id = ${id}
  `.execute(db)
  return rows.length > 0
}

/**
 * Marks it, where fewer than `most` are marked that can be opened, or it is marked already.
 * @returns whether it is marked now
 */
export async function insertFavourite(
  db: Db,
  viewer: Viewer,
  { type, id }: Item,
  most: number,
): Promise<boolean> {
  // Two presses at once come one after the other.
  await sql`select from users where id = ${viewer.id} for no key update`.execute(db)
  const marked = await listFavourites(db, viewer)
  if (marked.length >= most) return marked.some((item) => item.type === type && item.id === id)
  await db
    .insertInto('favourites')
    .values({ user_id: viewer.id, item_type: type, item_id: id })
    .onConflict((twice) => twice.doNothing())
    .execute()
  return true
}

export async function deleteFavourite(db: Db, userId: string, { type, id }: Item): Promise<void> {
  await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('item_type', '=', type)
    .where('item_id', '=', id)
    .execute()
}
