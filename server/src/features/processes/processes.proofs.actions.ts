import { PROOF_MAX_BYTES } from '@frontdesk/contract/constants'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import { findKnownProofs } from './processes.proofs.queries.ts'

/** Where the files of proofs are, and how large one may be. */
export interface ProofFiles {
  files: FileStore
  maxBytes: number
}

export function openRunProofs(place: StoragePlace & { maxUploadBytes: number }): ProofFiles {
  return {
    files: openFiles(place, 'run-proofs'),
    maxBytes: Math.min(place.maxUploadBytes, PROOF_MAX_BYTES),
  }
}

/** Removes files that a crash left without a proof; runs hourly. */
export async function removeOrphanProofs(db: Db, { files }: ProofFiles): Promise<number> {
  return files.removeOrphans(async (keys) => findKnownProofs(db, keys))
}
