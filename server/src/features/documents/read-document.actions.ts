import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import type { DocumentFiles } from './document-files.ts'
import { type ReadFile, readFileApart } from './read-file.ts'

/** A larger file is not read: its text is the least of it. */
const MOST_BYTES = 100 * 1024 * 1024
/** A file that ended the server so often is left alone. */
const MOST_TRIES = 3

/** The name of the job, and of the queue in which one file is read after the other. */
const JOB = 'read_document'

/** Has a document's file read, once the transaction is committed. */
export async function addReading(db: Db, id: string): Promise<void> {
  await addJob(db, JOB, { document_id: id }, { key: `${JOB}:${id}`, queue: JOB })
}

/** Has those read whose job got lost; runs by the clock. */
export async function requeueForgottenReadings(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('document_texts')
    .select('document_id')
    .where('state', '=', 'waiting')
    .where('updated_at', '<', sql<string>`now() - interval '30 minutes'`)
    .limit(100)
    .execute()
  for (const { document_id: id } of rows) {
    await db
      .updateTable('document_texts')
      .set({ updated_at: sql`now()` })
      .where('document_id', '=', id)
      .execute()
    await addReading(db, id)
  }
}

/**
 * Takes the text and a small picture from a document's file.
 * @throws where the storage is away, or `signal` ended it: to be tried again
 */
export async function readDocument(
  db: Db,
  stores: DocumentFiles,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const document = await findWaiting(db, id)
  if (!document?.file_key) return
  const { file_key: key, file_type: type } = document
  const found = await read(document, async () =>
    stores.files.lend(key, async (path) => {
      await countTry(db, id)
      return readFileApart(path, type, { signal })
    }),
  )
  const thumbnail = found.thumbnail && (await stores.thumbnails.write(found.thumbnail))
  await db.transaction().execute(async (tx) => save(tx, id, found, thumbnail?.key))
}

async function findWaiting(db: Db, id: string) {
  return db
    .selectFrom('documents')
    .innerJoin('document_texts as text', 'text.document_id', 'documents.id')
    .select(['documents.file_key', 'documents.file_type', 'documents.file_size', 'text.tries'])
    .where('documents.id', '=', id)
    .where('text.state', '=', 'waiting')
    .executeTakeFirst()
}

async function read(
  document: { file_size: number; tries: number },
  lend: () => Promise<ReadFile | null>,
): Promise<ReadFile> {
  const failed = (reason: string): ReadFile => ({ state: 'failed', text: '', reason })
  if (document.file_size > MOST_BYTES) return failed('The file is too large to be read')
  if (document.tries >= MOST_TRIES) return failed('Reading it ended the server')
  return (await lend()) ?? failed('The file is no longer there')
}

async function countTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('document_texts')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('document_id', '=', id)
    .execute()
}

async function save(
  tx: Db,
  id: string,
  { state, text, reason }: ReadFile,
  thumbnailKey: string | undefined,
): Promise<void> {
  await tx
    .updateTable('document_texts')
    .set({ state, text, reason: reason ?? null, updated_at: sql`now()` })
    .where('document_id', '=', id)
    .execute()
  if (thumbnailKey) {
    await tx
      .updateTable('documents')
      .set({ thumbnail_key: thumbnailKey })
      .where('id', '=', id)
      .execute()
  }
  await publish(tx, { keys: ['documents'] })
}
