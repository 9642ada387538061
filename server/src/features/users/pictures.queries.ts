import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export interface PictureKeys {
  large_key: string
  small_key: string
}

/** Undefined where there is no picture, or no such person whom the caller may see. */
export async function findPictureKeys(
  db: Db,
  userId: string,
  options: { inactiveToo: boolean },
): Promise<PictureKeys | undefined> {
  return db
    .selectFrom('profile_pictures')
    .innerJoin('users', 'users.id', 'profile_pictures.user_id')
    .select(['large_key', 'small_key'])
    .where('user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .$if(!options.inactiveToo, (query) => query.where('users.status', '=', 'active'))
    .executeTakeFirst()
}

/** Removes a person's picture and returns the keys of the files that nobody needs any more. */
export async function deletePicture(db: Db, userId: string): Promise<string[]> {
  const row = await db
    .deleteFrom('profile_pictures')
    .where('user_id', '=', userId)
    .returning(['large_key', 'small_key'])
    .executeTakeFirst()
  return row ? [row.large_key, row.small_key] : []
}

/** Puts a picture in the place of the one before, and returns the keys that nobody needs any more. */
export async function replacePicture(db: Db, userId: string, keys: PictureKeys): Promise<string[]> {
  // Two uploads at once: the later one waits here, and finds what the first one left.
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const unneeded = await deletePicture(db, userId)
  await db
    .insertInto('profile_pictures')
    .values({ user_id: userId, ...keys, uploaded_at: sql`now()` })
    .execute()
  return unneeded
}

/** Those of the keys that are somebody's picture. */
export async function findKnownKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_pictures')
    .select(['large_key', 'small_key'])
    .where(sql<boolean>`large_key = any(${keys}) or small_key = any(${keys})`)
    .execute()
  return rows.flatMap((row) => [row.large_key, row.small_key])
}
