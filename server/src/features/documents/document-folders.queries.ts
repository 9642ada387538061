import type { DocumentFolder } from '@frontdesk/contract/document-folders'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** By name. */
export async function listFolders(db: Db): Promise<DocumentFolder[]> {
  return db
    .selectFrom('document_folders')
    .select(['id', 'name'])
    .orderBy(sql`lower(name)`)
    .execute()
}

/** @throws PostgreSQL's 23505 where the name is taken */
export async function insertFolder(
  db: Db,
  folder: { name: string; createdBy: string },
): Promise<DocumentFolder> {
  return db
    .insertInto('document_folders')
    .values({ id: uuidv7(), name: folder.name, created_by: folder.createdBy })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Holds a folder until the transaction ends; undefined where there is none. */
export async function lockFolder(db: Db, id: string): Promise<DocumentFolder | undefined> {
  return db
    .selectFrom('document_folders')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Keeps a folder from being deleted until the transaction ends; whether it is there. */
export async function holdFolder(db: Db, id: string): Promise<boolean> {
  const folder = await db
    .selectFrom('document_folders')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return folder !== undefined
}

/** @throws PostgreSQL's 23505 where the name is taken */
export async function renameFolder(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('document_folders').set({ name }).where('id', '=', id).execute()
}

/** Its documents stay, in no folder. */
export async function deleteFolder(db: Db, id: string): Promise<void> {
  await db.deleteFrom('document_folders').where('id', '=', id).execute()
}

/** Holds documents that are not deleted; always in one order, so that two who move the same ones both end. */
export async function lockDocuments(db: Db, ids: string[]) {
  return db
    .selectFrom('documents')
    .select(['id', 'title', 'folder_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Where a document is put changes nothing that is said of it: its revision and its date stay. */
export async function updateFolder(db: Db, ids: string[], folderId: string | null): Promise<void> {
  await db.updateTable('documents').set({ folder_id: folderId }).where('id', 'in', ids).execute()
}

/** Puts a document on top of the list, or back among the others. */
export async function updatePinned(db: Db, id: string, pinned: boolean): Promise<void> {
  await db
    .updateTable('documents')
    .set({ pinned_at: pinned ? sql`coalesce(pinned_at, now())` : null })
    .where('id', '=', id)
    .execute()
}
