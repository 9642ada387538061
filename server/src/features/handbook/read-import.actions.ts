import { PICTURE_PATH, picturesNamedIn } from '@frontdesk/contract/picture-names'
import { Readable } from 'node:stream'
import { setInterval as every } from 'node:timers/promises'
import { childProgram } from '../../platform/child-program.ts'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import { makeTextPicture, PictureError } from '../../platform/pictures.ts'
import { type Bounds, runApart } from '../../platform/run-apart.ts'
import { bringInPicture } from '../pictures/pictures.actions.ts'
import { listMissingPictures } from '../pictures/pictures.queries.ts'
import {
  countTry,
  findImportFile,
  type Reading,
  updateProgress,
  updateRead,
} from './imports.queries.ts'
import { CARRIED, type OnPicture } from './reader/carried-pictures.ts'

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
  { files, pictures }: ImportStores,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const found = await findImportFile(db, id)
  if (found?.state !== 'waiting') return
  const read = await readOrRefuse(db, { files, pictures }, { ...found, signal })
  if (!read) return
  const reading = await withoutMissing(db, read)
  await db.transaction().execute(async (tx) => {
    await updateRead(tx, id, reading)
    await publish(tx, { keys: ['imports'], adminsOnly: true })
  })
}

/** A picture in Markdown, of which the address is looked at; its words are no longer than a sentence or two. */
const PICTURE =
  /!\[(?:\\.|[^[\]\\]){0,500}\]\((\/api\/v1\/pictures\/[^\s()]{1,90})(?:\s+"(?:\\.|[^"\\]){0,500}")?\)/g

/** The same without pictures of another portal that a file names: no text could be saved with one. */
async function withoutMissing(db: Db, reading: Reading): Promise<Reading> {
  if (reading.state === 'failed') return reading
  const missing = await listMissingPictures(db, picturesNamedIn(reading.markdown))
  if (missing.length === 0) return reading
  const paths = new Set(missing.map((name) => `${PICTURE_PATH}${name}`))
  const shown = reading.markdown.replaceAll(PICTURE, (whole, path: string) =>
    paths.has(path) ? '' : whole,
  )
  // What only writes of one keeps its words, and names none any more.
  const markdown = missing.reduce(
    (text, name) => text.replaceAll(name, name.replace('.webp', '')),
    shown,
  )
  const note =
    missing.length === 1
      ? 'One picture is of another portal, and left out. Please add it again.'
      : `${missing.length} pictures are of another portal, and left out. Please add them again.`
  return { ...reading, markdown, notes: [...reading.notes, note] }
}

interface Waiting {
  id: string
  file_key: string
  file_type: string
  file_size: number
  tries: number
  created_by: string
  signal: AbortSignal
}

/** Where the files are that were brought in, and where pictures of theirs go. */
export interface ImportStores {
  files: FileStore
  pictures: FileStore
}

async function readOrRefuse(
  db: Db,
  { files, pictures }: ImportStores,
  {
    id,
    file_key: key,
    file_type: type,
    file_size: size,
    tries,
    created_by: uploadedBy,
    signal,
  }: Waiting,
): Promise<Reading | undefined> {
  const failed = (reason: string): Reading => ({ state: 'failed', reason })
  if (size > MOST_BYTES)
    return failed('The file is larger than 50 MB, which is more than can be read')
  if (tries >= MOST_TRIES) return failed('Reading it ended the server')
  const lent = await files.lend(key, async (path) => {
    if (!(await countTry(db, id))) return null
    const keep: Keep = async (content) => keepPicture(db, pictures, { content, uploadedBy })
    return readWatched(db, id, { path, type, signal, keep })
  })
  // Nobody waits for one that was taken back, with its file.
  return lent ?? ((await findImportFile(db, id)) && failed('The file is no longer there'))
}

/** Keeps a picture that a file carries and returns its address; null where it is none that can be shown. */
type Keep = (content: Uint8Array) => Promise<string | null>

async function keepPicture(
  db: Db,
  pictures: FileStore,
  { content, uploadedBy }: { content: Uint8Array; uploadedBy: string },
): Promise<string | null> {
  const path = await pictures.receive(Readable.from([content]))
  try {
    const picture = await makeTextPicture(path)
    return (await bringInPicture(db, pictures, { ...picture, uploadedBy })).path
  } catch (error) {
    if (error instanceof PictureError) return null
    throw error
  } finally {
    await pictures.discard(path)
  }
}

/** The same with the pictures that its text names kept; what is never looked through goes after a week. */
async function keepCarried(
  reading: Reading,
  carried: ReadonlyMap<number, Uint8Array>,
  { keep, signal }: { keep: Keep; signal: AbortSignal },
): Promise<Reading> {
  if (reading.state === 'failed' || carried.size === 0) return reading
  const paths = new Map<number, string | null>()
  for (const [number, content] of carried) {
    signal.throwIfAborted()
    paths.set(number, await keep(content))
  }
  const broken = [...paths.values()].filter((path) => path === null).length
  const markdown = reading.markdown.replaceAll(CARRIED, (_, words: string, number: string) => {
    const path = paths.get(Number(number))
    return path ? `![${words}](${path})` : ''
  })
  const note = `${broken === 1 ? 'One picture is' : `${broken} pictures are`} damaged or too large, and left out.`
  return { ...reading, markdown, notes: broken > 0 ? [...reading.notes, note] : reading.notes }
}

/** Says how far it is, and ends where the file is taken back. */
async function readWatched(
  db: Db,
  id: string,
  { path, type, signal, keep }: { path: string; type: string; signal: AbortSignal; keep: Keep },
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
  const ended = AbortSignal.any([signal, takenBack.signal])
  try {
    const carried = new Map<number, Uint8Array>()
    const reading = await readApart(path, type, {
      signal: ended,
      onProgress: (percent) => (progress = percent),
      onPicture: ({ number, content }) => carried.set(number, content),
    })
    return await keepCarried(reading, carried, { keep, signal: ended })
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
    onPicture,
    bounds = BOUNDS,
  }: {
    signal?: AbortSignal
    onProgress?: (percent: number) => void
    onPicture?: OnPicture
    bounds?: Bounds
  } = {},
): Promise<Reading> {
  const program = childProgram(new URL('reader/main.ts', import.meta.url), 'handbook-reader')
  let found: Reading | undefined
  const ended = await runApart(program, [path, type], {
    bounds,
    signal,
    onMessage: (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program
      const told = message as Reading | { progress: number } | { picture: Parameters<OnPicture>[0] }
      if ('progress' in told) onProgress?.(told.progress)
      else if ('picture' in told) onPicture?.(told.picture)
      else found = told
    },
  })
  return found ?? { state: 'failed', reason: ended ?? 'Reading it takes too much memory' }
}
