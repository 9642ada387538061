import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PICTURE_PATH } from '@frontdesk/contract/picture-names'
import type { Picture } from '@frontdesk/contract/pictures'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import type { TextPicture } from '../../platform/pictures.ts'
import {
  deleteUnnamedPictures,
  findPictureKey,
  insertPicture,
  listKnownPictureKeys,
} from './pictures.queries.ts'

/** Where the files of pictures in texts are. */
export const openTextPictures = (place: StoragePlace) => openFiles(place, 'text-pictures')

/**
 * Keeps the file of a picture, unless it is there already; `save` writes it down with the key of its file, and
 * returns under which one it is now. Where it fails the sweep removes the new file.
 */
export async function storeTextPicture(
  db: Db,
  files: FileStore,
  { content, width, height }: TextPicture,
  save: (picture: { name: string; key: string; size: number }) => Promise<string>,
): Promise<Picture> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = `${sha256}-${width}x${height}.webp`
  const size = content.length
  const before = await findPictureKey(db, name)
  if (before !== undefined && (await files.size(before)) !== size) {
    // A restore may have brought its row without its file, or with part of it.
    await files.writeAs(before, Readable.from([content]))
  }
  const key = before ?? (await files.write(content)).key
  const kept = await save({ name, key, size })
  // Somebody else was faster by a moment.
  if (kept !== key) await files.remove([key])
  return { name, path: `${PICTURE_PATH}${name}`, width, height, size }
}

/** The same beneath the API, for whatever brings pictures in. */
export async function bringInPicture(
  db: Db,
  files: FileStore,
  picture: TextPicture & { uploadedBy: string | null },
): Promise<Picture> {
  return storeTextPicture(db, files, picture, async (row) =>
    insertPicture(db, { ...row, uploadedBy: picture.uploadedBy }),
  )
}

/** Forgets pictures that no text names, and removes files that are no picture's; runs hourly. */
export async function tidyPictures(db: Db, files: FileStore): Promise<void> {
  await deleteUnnamedPictures(db)
  await files.removeOrphans(async (keys) => listKnownPictureKeys(db, keys))
}
