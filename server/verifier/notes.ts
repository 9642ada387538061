import { type CheckpointText, readCheckpoint } from '../src/features/evidence/checkpoint-note.ts'
import {
  type Note,
  NoteError,
  readNote,
  readSignature,
  readVerifierKey,
  type VerifierKey,
} from '../src/features/evidence/signed-note.ts'

/** What it reads, or null where that is none. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof NoteError) return null
    throw error
  }
}

export const noteFrom = (text: string): Note | null => orNull(() => readNote(text))

export const signatureFrom = (line: string) => orNull(() => readSignature(line))

export const checkpointFrom = (text: string): (CheckpointText & { note: Note }) | null =>
  orNull(() => readCheckpoint(text))

export async function keyFrom(text: string): Promise<VerifierKey | null> {
  try {
    return await readVerifierKey(text)
  } catch (error) {
    if (error instanceof NoteError) return null
    throw error
  }
}

/** A key for a person to compare: its name and the 8 digits that signatures name it by. */
export const keyName = ({ name, keyId }: VerifierKey): string => `${name}+${keyId}`
