import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { diskStore } from './files-on-disk.ts'
import { s3Store } from './files-on-s3.ts'
import type { S3Location } from './s3-location.ts'

/** Where files are: in `DATA_DIR/files/<kind>`, or on S3. */
export interface StoragePlace {
  /** Absolute; on S3 too, what is received is on the disk until it is looked at. */
  dataDir: string
  storage: S3Location | null
}

/** Every kind of file that there is: what a move between storages copies. */
export const FILE_KINDS = [
  'profile-pictures',
  'logos',
  'documents',
  'document-thumbnails',
  'run-proofs',
  'chat-files',
  'section-files',
  'text-pictures',
  'imports',
  'evidence-packs',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Where the files of every kind are, on the disk. */
export const filesFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'files')

/** Opens the store of one kind of file. */
export function openFiles(place: StoragePlace, kind: FileKind): FileStore {
  return place.storage
    ? s3Store(place.storage, place.dataDir, kind)
    : diskStore(place.dataDir, kind)
}
