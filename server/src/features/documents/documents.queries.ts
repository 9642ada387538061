import { DOCUMENT_KINDS } from '@frontdesk/contract/constants'
import type { Document, DocumentCategory, DocumentKind } from '@frontdesk/contract/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import {
  contains,
  type Count,
  countMatching,
  type Page,
  type PageOptions,
  readKeptPage,
} from '../../db/page.ts'

const columns = [
  'documents.id',
  'documents.title',
  'documents.description',
  'documents.category',
  'documents.file_name',
  'documents.file_type',
  'documents.mime as mime_type',
  'documents.file_size',
  'documents.sha256',
  'text.state as text_state',
  'documents.folder_id',
  'folder.name as folder_name',
  'documents.revision',
  'documents.created_at',
  'documents.updated_at',
  'documents.created_by',
  'author.name as created_by_name',
  'documents.last_updated_by',
  'editor.name as last_updated_by_name',
] as const

/** Documents that are not deleted. */
function documents(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('document_texts as text', 'text.document_id', 'documents.id')
    .leftJoin('document_folders as folder', 'folder.id', 'documents.folder_id')
    .leftJoin('users as author', 'author.id', 'documents.created_by')
    .leftJoin('users as editor', 'editor.id', 'documents.last_updated_by')
    .select(columns)
    .select(sql<boolean>`documents.thumbnail_key is not null`.as('has_thumbnail'))
    .select(sql<boolean>`documents.pinned_at is not null`.as('pinned'))
    .where('documents.deleted_at', 'is', null)
}

export interface DocumentFilter {
  search?: string
  category?: DocumentCategory
  kind?: DocumentKind
  /** The id of a folder, or `none`. */
  folder?: string
}

export interface DocumentOrder {
  sort?: 'title' | 'updated' | 'size'
  order?: 'asc' | 'desc'
  /** Pinned ones stand above all others, in the same order among themselves. */
  pinned_first?: 'true' | 'false'
}

const ORDERS: Record<NonNullable<DocumentOrder['sort']>, RawBuilder<unknown>> = {
  title: sql`lower(documents.title)`,
  updated: sql`documents.updated_at`,
  size: sql`documents.file_size`,
}

/** By title where nothing else is asked for; `search` looks at title, description, category, folder and file name. */
export async function listDocuments(
  db: Db,
  options: PageOptions & DocumentFilter & DocumentOrder,
): Promise<Page<Document>> {
  const { sort = 'title', order = 'asc' } = options
  const pinned =
    order === 'asc' ? sql`documents.pinned_at is null` : sql`documents.pinned_at is not null`
  const key = [
    ...(options.pinned_first === 'true' ? [sql`(${pinned})::int`] : []),
    ORDERS[sort],
    sql`documents.id`,
  ]
  return readKeptPage(db, filtered(documents(db), options), key, order, options)
}

/** How many match in all. */
export const countDocuments = async (db: Db, filter: DocumentFilter): Promise<Count> =>
  countMatching(db, filtered(documents(db), filter))

function filtered(query: ReturnType<typeof documents>, filter: DocumentFilter) {
  const { search, category, kind, folder } = filter
  return query
    .$if(Boolean(search), (some) =>
      some.where(
        contains(search!, [
          'documents.title',
          'documents.description',
          'documents.category',
          'documents.file_name',
          'folder.name',
        ]),
      ),
    )
    .$if(Boolean(category), (some) => some.where('documents.category', '=', category!))
    .$if(Boolean(kind), (some) => some.where(isOfKind(kind!)))
    .$if(folder === 'none', (some) => some.where('documents.folder_id', 'is', null))
    .$if(folder !== undefined && folder !== 'none', (some) =>
      some.where('documents.folder_id', '=', folder!),
    )
}

function isOfKind(kind: DocumentKind) {
  if (kind !== 'other') {
    return sql<boolean>`documents.file_type = any(${[...DOCUMENT_KINDS[kind]]})`
  }
  return sql<boolean>`documents.file_type <> all(${Object.values(DOCUMENT_KINDS).flat()})`
}

/** How many documents match in each folder; `null` is no folder. Folders without any are left out. */
export async function countInFolders(
  db: Db,
  filter: DocumentFilter,
): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom(filtered(documents(db), filter).as('matching'))
    .select(['folder_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('folder_id')
    .execute()
  return new Map(rows.map(({ folder_id: folder, count }) => [folder, count]))
}

/** Undefined where there is none, or it is deleted. */
export async function findDocument(db: Db, id: string): Promise<Document | undefined> {
  return documents(db).where('documents.id', '=', id).executeTakeFirst()
}

/** Where the file of a document is, and what is to be said of it. Undefined where there is none. */
export async function findDocumentFile(db: Db, id: string) {
  return db
    .selectFrom('documents')
    .select(['file_key', 'thumbnail_key', 'file_name', 'file_type', 'mime', 'file_size', 'sha256'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Holds a document against other changes. Undefined where there is none, or its `deleted` state is another. */
export async function lockDocument(db: Db, id: string, { deleted = false } = {}) {
  return db
    .selectFrom('documents')
    .select(['id', 'title', 'description', 'folder_id', 'file_key', 'revision'])
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Hides a document or brings it back. */
export async function updateDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('documents')
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Those of the keys that are a document's file. */
export async function findKnownFiles(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute()
  return rows.flatMap((row) => row.file_key ?? [])
}

/** Those of the keys that are a document's thumbnail. */
export async function findKnownThumbnails(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('thumbnail_key')
    .where(sql<boolean>`thumbnail_key = any(${keys})`)
    .execute()
  return rows.flatMap((row) => row.thumbnail_key ?? [])
}

/** Forgets the files of what was deleted 30 days ago and is not held; they become orphans. */
export async function forgetFilesOfDeleted(db: Db): Promise<void> {
  const old = sql<string>`now() - interval '30 days'`
  const rows = await db
    .updateTable('documents')
    .set({ file_key: null, thumbnail_key: null })
    .where('deleted_at', '<', old)
    .where('file_key', 'is not', null)
    .where(sql<boolean>`id not in (select item_id from standing_holds where item_id is not null)`)
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) {
    await db
      .updateTable('document_texts')
      .set({ text: '', state: 'none' })
      .where('document_id', 'in', ids)
      .execute()
  }
}
