import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What nobody names any more stays so long: a text may be taken back, or be on somebody's screen. */
const KEPT_DAYS = 7

/** Where its file is; undefined where there is none. */
export async function findPictureKey(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pictures')
    .select('storage_key')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.storage_key
}

/** Writes a picture down whose file is kept, and returns under which key it is: that of before where there was one. */
export async function insertPicture(
  db: Db,
  picture: { name: string; key: string; size: number; uploadedBy: string | null },
): Promise<string> {
  const { name, key, size, uploadedBy } = picture
  const row = await db
    .insertInto('pictures')
    .values({ name, storage_key: key, size, uploaded_by: uploadedBy })
    .onConflict((on) => on.column('name').doUpdateSet({ kept_at: sql`now()` }))
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  return row.storage_key
}

/**
 * Forgets the pictures that no text has named for a week; whoever saves a text with one meanwhile is waited for,
 * and keeps it. Returns how many went.
 */
export async function deleteUnnamedPictures(db: Db): Promise<number> {
  const isOld = sql<boolean>`kept_at < now() - ${KEPT_DAYS} * interval '1 day'`
  const some = await db.selectFrom('pictures').select('name').where(isOld).limit(1).execute()
  // Looking through all texts is done only where it may find something.
  if (some.length === 0) return 0
  const { rows } = await sql<{ names: string[] }>`
    select coalesce(array_agg(distinct name), '{}') as names
    from texts_with_pictures, unnest(pictures_named_in(words)) as name`.execute(db)
  const named = sql<boolean>`name = any(${rows[0]!.names})`
  await db
    .updateTable('pictures')
    .set({ kept_at: sql`now()` })
    .where(isOld)
    .where(named)
    .execute()
  const gone = await db
    .deleteFrom('pictures')
    .where(isOld)
    .where(sql<boolean>`not ${named}`)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Of the given names, those of which there is no picture. */
export async function listMissingPictures(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('pictures').select('name').where('name', 'in', names).execute()
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** Of the given keys, those that are a picture's. */
export async function listKnownPictureKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('storage_key')
    .where(sql<boolean>`storage_key = any(${keys})`)
    .execute()
  return rows.map((row) => row.storage_key)
}
