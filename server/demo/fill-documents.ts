import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { openDocuments } from '../src/features/documents/documents.actions.ts'
import type { StoragePlace } from '../src/platform/files.ts'
import { Ends, sniffType } from '../src/platform/file-type.ts'
import { demoDocuments } from './documents.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** Writes every file and its row; the server reads them once it runs. */
export async function fillDocuments(
  db: Db,
  people: FilledPerson[],
  place: StoragePlace,
): Promise<void> {
  const { files } = openDocuments(place)
  const authors = people.filter((person) => person.role === 'admin')
  for (const [n, document] of demoDocuments.entries()) {
    const ends = new Ends()
    const kept = await files.write(await document.content(), (chunk) => ends.add(chunk))
    const { type, mime } = await sniffType(ends, document.fileName)
    const id = uuidv7()
    const author = authors[n % authors.length]!.id
    const writtenAt = daysAgo(document.daysAgo)
    await db
      .insertInto('documents')
      .values({
        id,
        title: document.title,
        description: document.description ?? null,
        category: document.category,
        file_key: kept.key,
        file_name: document.fileName,
        file_type: type,
        mime,
        file_size: kept.size,
        sha256: kept.sha256,
        created_by: author,
        last_updated_by: author,
        created_at: writtenAt,
        updated_at: writtenAt,
      })
      .execute()
    await db
      .insertInto('document_texts')
      .values({ document_id: id, updated_at: writtenAt })
      .execute()
  }
}
