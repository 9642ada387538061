import type { FilteredList, SavedFilter } from '@frontdesk/contract/saved-filters'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** Who looks; admins see what others share. */
export interface Looker {
  id: string
  isAdmin: boolean
}

/** Filters that the person may use, of a list or one by its id; own ones first, then by name. */
export async function findSavedFilters(
  db: Db,
  looker: Looker,
  which: { list: FilteredList } | { id: string },
): Promise<SavedFilter[]> {
  const rows = await db
    .selectFrom('saved_filters as filter')
    .innerJoin('users as owner', 'owner.id', 'filter.user_id')
    .leftJoin('default_filters as chosen', (join) =>
      join.onRef('chosen.filter_id', '=', 'filter.id').on('chosen.user_id', '=', looker.id),
    )
    .select(['filter.id', 'filter.list', 'filter.name', 'filter.query', 'filter.shared'])
    .select([
      sql<boolean>`filter.user_id = ${looker.id}`.as('is_own'),
      'owner.name as owner_name',
      sql<boolean>`chosen.filter_id is not null`.as('is_default'),
      REFERS_TO_DELETED.as('refers_to_deleted'),
    ])
    .where((eb) =>
      eb.or([
        eb('filter.user_id', '=', looker.id),
        ...(looker.isAdmin ? [eb('filter.shared', '=', true)] : []),
      ]),
    )
    .$if('list' in which, (query) =>
      query.where('filter.list', '=', 'list' in which ? which.list : 'people'),
    )
    .$if('id' in which, (query) => query.where('filter.id', '=', 'id' in which ? which.id : ''))
    .orderBy('is_own', 'desc')
    .orderBy(sql`lower(filter.name)`)
    .orderBy('filter.id')
    .execute()
  return rows
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Whatever kind of thing an id in an address is of. */
const REFERS_TO_DELETED = sql<boolean>`exists (
  select from regexp_matches(lower(filter.query), ${UUID}, 'g') as found (ids)
  cross join lateral (select found.ids[1]::uuid as named) as one
  where not exists (select from users where id = named and deleted_at is null)
    and not exists (select from teams where id = named)
    and not exists (select from policies where id = named and deleted_at is null)
    and not exists (select from tests where id = named and archived_at is null)
    and not exists (select from trainings where id = named and archived_at is null)
    and not exists (select from processes where id = named and deleted_at is null)
)`

export interface NewFilter {
  userId: string
  list: FilteredList
  name: string
  query: string
  shared: boolean
}

/** Adds a filter and returns its id. @throws PostgreSQL's 23505 where the person has one of that name */
export async function insertSavedFilter(db: Db, filter: NewFilter): Promise<string> {
  const id = uuidv7()
  const { userId, ...rest } = filter
  await db
    .insertInto('saved_filters')
    .values({ id, user_id: userId, ...rest })
    .execute()
  return id
}

/** How many filters of a list somebody has; held, so that two at once are counted one after the other. */
export async function countSavedFilters(
  db: Db,
  { userId, list }: { userId: string; list: FilteredList },
): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  const { count } = await db
    .selectFrom('saved_filters')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return count
}

/** Changes one's own filter; what stops being shared is nobody else's default any more. */
export async function updateSavedFilter(
  db: Db,
  { id, userId }: { id: string; userId: string },
  change: { name?: string; query?: string; shared?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_filters')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (change.shared === false) {
    await db
      .deleteFrom('default_filters')
      .where('filter_id', '=', id)
      .where('user_id', '!=', userId)
      .execute()
  }
  return true
}

/** Returns the name and list of what was deleted. */
export async function deleteSavedFilter(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<{ name: string; list: string } | undefined> {
  return db
    .deleteFrom('saved_filters')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['name', 'list'])
    .executeTakeFirst()
}

/** Deletes all that somebody has kept; where records keep the person's row, nothing else would. */
export async function deleteSavedFiltersOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_filters').where('user_id', '=', userId).execute()
  await db.deleteFrom('default_filters').where('user_id', '=', userId).execute()
}

/** Makes it the person's default of its list, in the place of another one; or takes that away. */
export async function setDefaultFilter(
  db: Db,
  { userId, filter, isDefault }: { userId: string; filter: SavedFilter; isDefault: boolean },
): Promise<void> {
  if (!isDefault) {
    await db
      .deleteFrom('default_filters')
      .where('user_id', '=', userId)
      .where('filter_id', '=', filter.id)
      .execute()
    return
  }
  await db
    .insertInto('default_filters')
    .values({ user_id: userId, list: filter.list, filter_id: filter.id })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'list']).doUpdateSet({ filter_id: filter.id }),
    )
    .execute()
}
