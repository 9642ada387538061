import { POLICY_TEXT_MAX } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import { textOfPart } from '@frontdesk/contract/import-parts'
import { type importEndpoints, ListedImport } from '@frontdesk/contract/imports'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import type { Upload } from '../../http/upload.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import { createDraft } from '../drafts/drafts.actions.ts'
import {
  deleteAbandoned,
  deleteImport,
  insertImport,
  listForgotten,
  listKnownKeys,
  lockImport,
  updateKept,
} from './imports.queries.ts'
import { READ_IMPORT } from './read-import.actions.ts'

export const noSuchImport = () => notFound('This file is no longer there')

/** Nobody but admins hears of what is brought in. */
const tellOfImports = async (db: Db) => publish(db, { keys: ['imports'], adminsOnly: true })

/** How the audit trail names one. */
export const itemOf = ({ id, file_name: title }: { id: string; file_name: string }) => ({
  type: 'import',
  id,
  title,
})

/** Writes an uploaded file down and has it read. @throws AppError 422 `not_readable` for other kinds */
export async function createImport(
  db: Db,
  actor: SignedIn,
  file: Upload<unknown>['file'],
): Promise<string> {
  const type = ListedImport.shape.file_type.safeParse(file.type)
  if (!type.success) {
    const sentence = refusalOf(file)
    throw unprocessable('not_readable', sentence, { file: sentence })
  }
  const id = await insertImport(db, {
    file_key: file.key,
    file_name: file.name,
    file_type: type.data,
    mime: file.mime,
    file_size: file.size,
    sha256: file.sha256,
    created_by: actor.id,
  })
  await addReading(db, id)
  await tellOfImports(db)
  return id
}

const addReading = async (db: Db, id: string) =>
  addJob(db, READ_IMPORT, { import_id: id }, { key: `${READ_IMPORT}:${id}` })

function refusalOf({ type, name }: { type: string; name: string }): string {
  if (type === 'doc') {
    return 'This is Word’s older format. Please save it as .docx in Word, and drop it again'
  }
  // What Word protects by a password is no archive any more, but a file of the older kind.
  if (/\.(docx|docm)$/i.test(name)) {
    return 'This file is damaged or protected by a password. Please save it without one, and drop it again'
  }
  if (/\.pdf$/i.test(name)) return 'This is not a PDF, or it is damaged'
  return 'Please choose a Word (.docx), PDF, Markdown or HTML file'
}

type Kept = Output<typeof importEndpoints.keepImport.body>

/**
 * Makes a draft of each part and returns their ids; what else was read is forgotten, the file stays.
 * @throws AppError 404, 409 `not_ready`, 422 for a part that is too long or not of this text
 */
export async function keepImport(
  db: Db,
  actor: SignedIn,
  id: string,
  { parts, bold_lines: boldLines }: Kept,
): Promise<{ file_name: string; sha256: string; draftIds: string[] }> {
  const held = await lockImport(db, id)
  if (!held) throw noSuchImport()
  if (held.state !== 'ready') {
    const sentence =
      held.state === 'kept' ? 'This file became drafts already' : 'This file has not been read yet'
    throw conflict('not_ready', sentence)
  }
  const offered = new Set(held.bold_headings)
  const asText = new Set(boldLines.filter((start) => offered.has(start)))
  const draftIds: string[] = []
  for (const [index, { title, category, ...place }] of parts.entries()) {
    if (place.from > place.to || place.to > held.markdown.length) {
      throw unprocessable('not_of_this_text', 'This part is not in the file')
    }
    const content = textOfPart(held.markdown, place, asText)
    if (content.length > POLICY_TEXT_MAX) {
      const most = POLICY_TEXT_MAX.toLocaleString('en')
      const sentence = `“${title}” is longer than ${most} characters. Please split the text into more parts`
      throw unprocessable('too_long', sentence, { [`parts.${index}`]: sentence })
    }
    const body = { title, category: category ?? null, content }
    draftIds.push(await createDraft(db, actor, { kind: 'policy', body }))
  }
  await updateKept(db, id, draftIds)
  await tellOfImports(db)
  return { file_name: held.file_name, sha256: held.sha256, draftIds }
}

/**
 * Forgets what did not become drafts; its file is the caller's to remove, once that is committed.
 * @throws AppError 404, 409 `kept`
 */
export async function removeImport(
  db: Db,
  id: string,
): Promise<{ id: string; file_name: string; file_key: string }> {
  const held = await lockImport(db, id)
  if (!held) throw noSuchImport()
  if (held.state === 'kept') throw conflict('kept', 'This file became drafts already, and stays')
  await deleteImport(db, id)
  await tellOfImports(db)
  return held
}

/**
 * Removes what did not become drafts within a day, and files that a crash left; has read what was forgotten.
 * Runs hourly.
 */
export async function removeOrphanImports(db: Db, files: FileStore): Promise<void> {
  const abandoned = await deleteAbandoned(db)
  if (abandoned.length > 0) {
    await files.remove(abandoned)
    await tellOfImports(db)
  }
  for (const id of await listForgotten(db)) await addReading(db, id)
  await files.removeOrphans(async (keys) => listKnownKeys(db, keys))
}
