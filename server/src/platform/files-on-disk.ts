import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Counted } from './counted.ts'
import { checkedKey, isKey, newKey } from './file-key.ts'
import type { ByteRange, FileStore, StoredFile } from './file-store.ts'
import { codeOf } from '../db/error-code.ts'
import { fromFileSystem, storageFull } from './storage-errors.ts'

/** Longer than any upload says nothing, or its transaction takes. */
export const ORPHAN_AFTER_MS = 60 * 60 * 1000
/** Below this the server is not ready: the database on the same disk needs some, too. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

/** Files of one kind in a folder of their own, which is made with the first file. */
export function diskStore(dataDir: string, kind: string): FileStore {
  const folder = join(dataDir, 'files', kind)
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    kind,
    receive: async (source) => receive(folder, source),
    discard: async (path) => rm(path, { force: true }),
    write: async (source, observe) => writeDurably(folder, newKey(), source, observe),
    writeAs: async (key, source) => writeDurably(folder, checkedKey(key), source),
    read: async (key) => readFile(pathOf(key)).catch(nullWhereMissing),
    open: async (key, range) => openForReading(pathOf(key), range),
    size: async (key) => {
      const found = await stat(pathOf(key)).catch(nullWhereMissing)
      return found ? found.size : null
    },
    lend: async (key, use) => {
      const path = pathOf(key)
      return (await stat(path).catch(nullWhereMissing)) ? use(path) : null
    },
    remove: async (keys) => {
      await Promise.all(keys.map(async (key) => rm(pathOf(key), { force: true })))
    },
    list: () => keysIn(folder),
    removeOrphans: async (findKnown, olderThanMs = ORPHAN_AFTER_MS) =>
      removeOrphansIn(folder, { isOurs: () => true, findKnown, olderThanMs }),
    check: async () => checkDisk(dataDir),
  }
}

/** Streams to a new file in the folder, and returns its path. */
export async function receive(folder: string, source: Readable): Promise<string> {
  const path = join(folder, `${newKey()}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    source.destroy()
    await removeIfThere(path)
    throw fromFileSystem(error)
  }
  return path
}

/** Whole and on the disk, or not there at all. */
async function writeDurably(
  folder: string,
  key: string,
  source: Buffer | Readable,
  observe?: (chunk: Buffer) => void,
): Promise<StoredFile> {
  const path = join(folder, key)
  const aside = `${path}.part`
  const counted = new Counted(observe)
  const stream = Buffer.isBuffer(source) ? Readable.from([source]) : source
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(aside, { force: true })
    await pipeline(
      stream,
      counted,
      createWriteStream(aside, { mode: 0o600, flags: 'wx', flush: true }),
    )
    await rename(aside, path)
    await syncFolder(folder)
  } catch (error) {
    stream.destroy()
    await removeIfThere(aside)
    throw fromFileSystem(error)
  }
  return { key, size: counted.bytes, sha256: counted.sha256() }
}

/** Where that fails, too, the sweep does it; why the file could not be kept is what is told. */
async function removeIfThere(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined)
}

/** Without it, a file whose content is safe may lose its name in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows can't; it writes names down by itself.
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}

async function openForReading(path: string, range?: ByteRange): Promise<Readable | null> {
  const handle = await open(path, 'r').catch(nullWhereMissing)
  return handle && createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 })
}

async function* namesIn(folder: string): AsyncIterable<string> {
  const opened = await opendir(folder).catch(nullWhereMissing)
  if (opened) for await (const entry of opened) yield entry.name
}

async function* keysIn(folder: string): AsyncIterable<string> {
  for await (const name of namesIn(folder)) if (isKey(name)) yield name
}

const AT_ONCE = 1000

/** @param options.isOurs which names may be removed at all */
export async function removeOrphansIn(
  folder: string,
  options: {
    isOurs: (name: string) => boolean
    findKnown: (keys: string[]) => Promise<string[]>
    olderThanMs: number
  },
): Promise<number> {
  let removed = 0
  let names: string[] = []
  const sweep = async () => {
    const known = new Set(await options.findKnown(names.filter(isKey)))
    for (const name of names.filter((one) => !known.has(one))) {
      const path = join(folder, name)
      const found = await stat(path).catch(nullWhereMissing)
      if (!found || Date.now() - found.mtimeMs < options.olderThanMs) continue
      await rm(path, { force: true })
      removed += 1
    }
    names = []
  }
  for await (const name of namesIn(folder)) {
    if (options.isOurs(name)) names.push(name)
    if (names.length >= AT_ONCE) await sweep()
  }
  await sweep()
  return removed
}

async function checkDisk(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < LEAST_FREE_BYTES) throw storageFull()
  } catch (error) {
    throw fromFileSystem(error)
  }
}

function nullWhereMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw fromFileSystem(error)
}
