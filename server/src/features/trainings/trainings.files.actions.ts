import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { unprocessable } from '../../http/errors.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import type { FileLinks } from './file-links.ts'
import { findLiveSessions } from '../../http/session.ts'
import { insertFile, listKnownKeys } from './trainings.files.queries.ts'

/** Where the files of sections are, and how large one may be. */
export interface SectionFiles {
  files: FileStore
  maxBytes: number
}

export function openSectionFiles(place: StoragePlace & { maxUploadBytes: number }): SectionFiles {
  return { files: openFiles(place, 'section-files'), maxBytes: place.maxUploadBytes }
}

/** What players and viewers show; by what the bytes are, whatever the name says. */
const SHOWN = new Set(['mp4', 'webm', 'vtt', 'pdf', 'png', 'jpg', 'gif', 'webp'])
const NOT_SHOWN =
  'Please choose a video (MP4, WebM), its captions (WebVTT), a PDF or a picture (PNG, JPEG, GIF, WebP)'

interface KeptFile {
  name: string
  type: string
  mime: string
  size: number
  sha256: string
  key: string
}

/** Writes down an uploaded file. @throws AppError 422 `not_shown` for what no section can show */
export async function createFile(db: Db, actor: SignedIn, file: KeptFile) {
  if (!SHOWN.has(file.type)) throw unprocessable('not_shown', NOT_SHOWN, { file: NOT_SHOWN })
  return insertFile(db, {
    name: file.name,
    type: file.type,
    media_type: file.mime,
    size: file.size,
    sha256: file.sha256,
    storage_key: file.key,
    uploaded_by: actor.id,
  })
}

/** Whether somebody is signed in, or has the key of a session that still lives. */
export async function mayReadFile(
  db: Db,
  links: FileLinks,
  request: { id: string; actor: SignedIn | null; session?: string; key?: string },
): Promise<boolean> {
  const { id, actor, session, key } = request
  if (actor) return true
  if (!session || !key || !links.isGenuine({ id, sessionId: session, key })) return false
  return (await findLiveSessions(db, [session])).length > 0
}

/** Removes files that a crash left without a row; runs hourly. */
export async function removeOrphanSectionFiles(db: Db, { files }: SectionFiles): Promise<number> {
  return files.removeOrphans(async (keys) => listKnownKeys(db, keys))
}
