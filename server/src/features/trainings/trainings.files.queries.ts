import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

const columns = ['id', 'name', 'media_type', 'size', 'storage_key'] as const

/** Those of the given files that exist. */
export async function listFiles(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('training_files').select(columns).where('id', 'in', ids).execute()
}

/** Undefined where there is no such file. */
export async function findFile(db: Db, id: string) {
  return db.selectFrom('training_files').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Writes down a file that is in storage. */
export async function insertFile(
  db: Db,
  file: { name: string; mediaType: string; size: number; storageKey: string; uploadedBy: string },
) {
  return db
    .insertInto('training_files')
    .values({
      id: uuidv7(),
      name: file.name,
      media_type: file.mediaType,
      size: file.size,
      storage_key: file.storageKey,
      uploaded_by: file.uploadedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Of the given keys, those that a row names. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('training_files')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute()
  return rows.map((row) => row.storage_key)
}
