import type { Import, ListedImport } from '@frontdesk/contract/imports'
import { headingsOf } from '@frontdesk/contract/import-parts'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Imports } from '../../db/schema.ts'
import type { Handbook } from './reader/blocks.ts'

/** Of those that became drafts, the list has so many. */
const MOST_KEPT = 50

const listed = [
  'imports.id',
  'imports.file_name',
  'imports.file_type',
  'imports.file_size',
  'imports.sha256',
  'imports.state',
  'imports.progress',
  'imports.reason',
  'imports.created_by',
  'author.name as created_by_name',
  'imports.created_at',
  'imports.kept_at',
] as const

function imports(db: Db) {
  return db
    .selectFrom('imports')
    .innerJoin('users as author', 'author.id', 'imports.created_by')
    .select(listed)
    .select([
      sql<number>`(select count(*)::int from drafts where import_id = imports.id)`.as(
        'drafts_count',
      ),
      sql<number>`(
        select count(*)::int from policies where import_id = imports.id and deleted_at is null
      )`.as('policies_count'),
    ])
}

/** All that did not become drafts yet, and the last that did; the newest first. */
export async function listImports(db: Db): Promise<ListedImport[]> {
  const open = imports(db).where('imports.state', '!=', 'kept')
  const kept = imports(db)
    .where('imports.state', '=', 'kept')
    .orderBy('imports.created_at', 'desc')
    .limit(MOST_KEPT)
  const rows = [...(await open.execute()), ...(await kept.execute())]
  return rows.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
}

/** What a draft or a policy came from: one or none. */
export async function listOrigin(
  db: Db,
  { draftId, policyId }: { draftId?: string; policyId?: string },
): Promise<ListedImport[]> {
  return imports(db)
    .$if(draftId !== undefined, (some) =>
      some.where(
        'imports.id',
        'in',
        db.selectFrom('drafts').select('import_id').where('id', '=', draftId!).$narrowType<{
          import_id: string
        }>(),
      ),
    )
    .$if(policyId !== undefined, (some) =>
      some.where(
        'imports.id',
        'in',
        db.selectFrom('policies').select('import_id').where('id', '=', policyId!).$narrowType<{
          import_id: string
        }>(),
      ),
    )
    .execute()
}

/** Undefined where there is none. */
export async function findImport(db: Db, id: string): Promise<Import | undefined> {
  return imports(db)
    .select(['imports.markdown', 'imports.plain', 'imports.bold_headings'])
    .select(sql<string[]>`imports.notes`.as('notes'))
    .where('imports.id', '=', id)
    .executeTakeFirst()
}

/** Where the file is, and how far reading it is. */
export async function findImportFile(db: Db, id: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'file_key', 'file_name', 'file_type', 'mime', 'file_size', 'sha256'])
    .select(['state', 'tries', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Holds an import against other changes. */
export async function lockImport(db: Db, id: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'file_key', 'file_name', 'sha256', 'state', 'markdown', 'bold_headings'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type NewImport = Pick<
  Selectable<Imports>,
  'file_key' | 'file_name' | 'file_type' | 'mime' | 'file_size' | 'sha256' | 'created_by'
>

/** Adds one that is to be read, and returns its id. */
export async function insertImport(db: Db, file: NewImport): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('imports')
    .values({ id, ...file })
    .execute()
  return id
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Counts a try; false where it is no longer waited for. */
export async function countTry(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** How far reading is, in percent; false where it is no longer waited for. */
export async function updateProgress(db: Db, id: string, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What came of reading it. */
export type Reading =
  | ({ state: 'ready'; plain: string } & Required<Handbook>)
  | {
      state: 'failed'
      reason: string
    }

/** Writes down what came of reading it, where it is still waited for. */
export async function updateRead(db: Db, id: string, reading: Reading): Promise<void> {
  const columns = reading.state === 'failed' ? reading : columnsOf(reading)
  await db
    .updateTable('imports')
    .set({ ...columns, progress: 100 })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

function columnsOf({ boldHeadings, ...read }: Extract<Reading, { state: 'ready' }>) {
  const headings = boldHeadings.length > 0 ? headingsOf(read.markdown) : []
  return {
    ...read,
    notes: JSON.stringify(read.notes),
    bold_headings: boldHeadings.flatMap((at) => headings[at]?.start ?? []),
  }
}

/** What was read is in the drafts now; the file stays. */
export async function updateKept(db: Db, id: string, draftIds: string[]): Promise<void> {
  await db.updateTable('drafts').set({ import_id: id }).where('id', 'in', draftIds).execute()
  await db
    .updateTable('imports')
    .set({ state: 'kept', kept_at: sql`now()`, markdown: '', plain: '', bold_headings: [] })
    .where('id', '=', id)
    .execute()
}

/** Forgets what did not become drafts within a day, but of who is held, and returns the keys of the files. */
export async function deleteAbandoned(db: Db): Promise<string[]> {
  const rows = await db
    .deleteFrom('imports')
    .where('state', '!=', 'kept')
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .where(
      sql<boolean>`created_by not in (select user_id from standing_holds where user_id is not null)`,
    )
    .returning('file_key')
    .execute()
  return rows.map((row) => row.file_key)
}

/** Those that are waited for longer than a reading takes: a restored database has them, but not their jobs. */
export async function listForgotten(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '<', sql<string>`now() - interval '30 minutes'`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of the given keys, those that an import names. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute()
  return rows.map((row) => row.file_key)
}
