import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { openDocuments } from '../src/features/documents/document-files.ts'
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
  const folders = await fillFolders(db, people)
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
        folder_id: folders.get(folderOf(document.title) ?? '') ?? null,
        pinned_at: document.title === PINNED ? writtenAt : null,
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

/** What an office opens most. */
const PINNED = 'Wire Fraud Warning for Clients'

/** Some documents are in none. */
const FOLDERS: Record<string, string[]> = {
  'Buyers and sellers': [
    'Buyer Representation Agreement',
    'Seller’s Property Disclosure',
    'Earnest Money Receipt',
    'Closing Cost Worksheet',
    'Offer Letter Template',
    'Inspection Reply Letter',
    'Vacation Rental Addendum',
    PINNED,
  ],
  'New agents': [
    'Employee Handbook',
    'Welcome Letter for New Agents',
    'Commission Schedule',
    'Listing Presentation Script',
    'Fair Housing Quick Reference',
  ],
  'The office': [
    'Office Floor Plan',
    'Office Supplies Budget',
    'Emergency Exits',
    'Parking Map',
    'Holiday Hours',
    'Vendor List',
  ],
}

const folderOf = (title: string) =>
  Object.keys(FOLDERS).find((name) => FOLDERS[name]!.includes(title))

async function fillFolders(db: Db, people: FilledPerson[]): Promise<Map<string, string>> {
  const owner = people.find((person) => person.role === 'admin')!.id
  const ids = new Map(Object.keys(FOLDERS).map((name) => [name, uuidv7()]))
  for (const [name, id] of ids) {
    await db
      .insertInto('document_folders')
      .values({ id, name, created_by: owner, created_at: daysAgo(60) })
      .execute()
  }
  return ids
}
