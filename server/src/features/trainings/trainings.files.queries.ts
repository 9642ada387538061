import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

const columns = ['id', 'name', 'type', 'media_type', 'size', 'sha256', 'storage_key'] as const

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
  file: {
    name: string
    type: string
    media_type: string
    size: number
    sha256: string
    storage_key: string
    uploaded_by: string
  },
) {
  return db
    .insertInto('training_files')
    .values({ id: uuidv7(), ...file })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Of the given keys, those that a row names. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('training_files')
    .select('storage_key')
    .where(sql<boolean>`storage_key = any(${keys})`)
    .execute()
  return rows.map((row) => row.storage_key)
}
