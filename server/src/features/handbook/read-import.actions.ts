import { setInterval as every } from 'node:timers/promises'
import { childProgram } from '../../platform/child-program.ts'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import { type Bounds, runApart } from '../../platform/run-apart.ts'
import {
  countTry,
  findImportFile,
  type Reading,
  updateProgress,
  updateRead,
} from './imports.queries.ts'

/** The name of the job. */
export const READ_IMPORT = 'read_import'

/** A larger file is not read. */
const MOST_BYTES = 50 * 1024 * 1024
/** A file that ended the server so often is left alone. */
const MOST_TRIES = 3
const BOUNDS: Bounds = { seconds: 120, heapMegabytes: 512, megabytes: 1024 }
/** So often it is looked whether anybody still waits for it, and said how far it is. */
const LOOK_MS = 1000

/**
 * Reads a file that was brought in, and writes down what came of it.
 * @throws where the storage is away, or `signal` ended it: to be tried again
 */
export async function readImport(
  db: Db,
  files: FileStore,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const found = await findImportFile(db, id)
  if (found?.state !== 'waiting') return
  const reading = await readOrRefuse(db, files, { ...found, signal })
  if (!reading) return
  await db.transaction().execute(async (tx) => {
    await updateRead(tx, id, reading)
    await publish(tx, { keys: ['imports'], adminsOnly: true })
  })
}

interface Waiting {
  id: string
  file_key: string
  file_type: string
  file_size: number
  tries: number
  signal: AbortSignal
}

async function readOrRefuse(
  db: Db,
  files: FileStore,
  { id, file_key: key, file_type: type, file_size: size, tries, signal }: Waiting,
): Promise<Reading | undefined> {
  const failed = (reason: string): Reading => ({ state: 'failed', reason })
  if (size > MOST_BYTES)
    return failed('The file is larger than 50 MB, which is more than can be read')
  if (tries >= MOST_TRIES) return failed('Reading it ended the server')
  const lent = await files.lend(key, async (path) => {
    if (!(await countTry(db, id))) return null
    return readWatched(db, id, { path, type, signal })
  })
  // Nobody waits for one that was taken back, with its file.
  return lent ?? ((await findImportFile(db, id)) && failed('The file is no longer there'))
}

/** Says how far it is, and ends where the file is taken back. */
async function readWatched(
  db: Db,
  id: string,
  { path, type, signal }: { path: string; type: string; signal: AbortSignal },
): Promise<Reading | null> {
  const done = new AbortController()
  const takenBack = new AbortController()
  let progress = 0
  const look = async () => {
    const either = AbortSignal.any([done.signal, signal])
    for await (const _ of every(LOOK_MS, undefined, { signal: either })) {
      if (!(await updateProgress(db, id, progress))) takenBack.abort()
      else await publish(db, { keys: ['imports'], adminsOnly: true })
    }
  }
  // Ended by its signal; a database that is away for a moment is no reason to end the reading.
  const looking = look().catch(() => undefined)
  try {
    return await readApart(path, type, {
      signal: AbortSignal.any([signal, takenBack.signal]),
      onProgress: (percent) => (progress = percent),
    })
  } catch (error) {
    if (takenBack.signal.aborted) return null
    throw error
  } finally {
    done.abort()
    await looking
  }
}

/**
 * Reads a file in a process of its own.
 * @throws where `signal` ended it
 */
export async function readApart(
  path: string,
  type: string,
  {
    signal,
    onProgress,
    bounds = BOUNDS,
  }: { signal?: AbortSignal; onProgress?: (percent: number) => void; bounds?: Bounds } = {},
): Promise<Reading> {
  const program = childProgram(new URL('reader/main.ts', import.meta.url), 'handbook-reader')
  let found: Reading | undefined
  const ended = await runApart(program, [path, type], {
    bounds,
    signal,
    onMessage: (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program
      const told = message as Reading | { progress: number }
      if ('progress' in told) onProgress?.(told.progress)
      else found = told
    },
  })
  return found ?? { state: 'failed', reason: ended ?? 'Reading it takes too much memory' }
}
