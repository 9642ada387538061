import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import type { ProfilePicture } from '../../platform/pictures.ts'
import { findKnownKeys, type PictureKeys } from './pictures.queries.ts'

/** Where the files of profile pictures are. */
export const openPictures = (place: StoragePlace) => openFiles(place, 'profile-pictures')

/**
 * Stores both files, then what refers to them; `save` returns the keys that it replaces. Where it
 * fails the sweep removes the new files: only the database knows for sure whether it did.
 */
export async function storePicture(
  db: Db,
  files: FileStore,
  picture: ProfilePicture,
  save: (tx: Db, keys: PictureKeys) => Promise<string[]>,
): Promise<void> {
  const keys = {
    large_key: (await files.write(picture.large)).key,
    small_key: (await files.write(picture.small)).key,
  }
  await files.remove(await inTransaction(db, async (tx) => save(tx, keys)))
}

/** Removes files that a crash left without a picture; runs hourly. */
export async function removeOrphanPictures(db: Db, files: FileStore): Promise<number> {
  return files.removeOrphans(async (keys) => findKnownKeys(db, keys))
}
