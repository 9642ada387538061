import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'

/** Where the files of documents are, and the small pictures of them. */
export interface DocumentFiles {
  files: FileStore
  thumbnails: FileStore
}

/** Opens both. */
export const openDocuments = (place: StoragePlace): DocumentFiles => ({
  files: openFiles(place, 'documents'),
  thumbnails: openFiles(place, 'document-thumbnails'),
})
