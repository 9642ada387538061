import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Files of one kind, in a folder of their own below `DATA_DIR/files`. */
export interface FileStore {
  /** Streams what comes to a file that nobody refers to yet, and returns its path. */
  receive(source: Readable): Promise<string>
  /** Stores a file for good and returns its key, under which nobody else ever stores one. */
  write(content: Buffer): Promise<string>
  /** Null where there is no such file. */
  read(key: string): Promise<Buffer | null>
  remove(keys: readonly string[]): Promise<void>
  /** Removes received files. */
  discard(path: string): Promise<void>
  /**
   * Removes what has been there for longer than `olderThanMs` and is not among the keys that
   * `findKnown` returns: it was left by a crash. Returns how many those were.
   */
  removeOrphans(
    findKnown: (keys: string[]) => Promise<string[]>,
    olderThanMs?: number,
  ): Promise<number>
}

const KEY = /^[0-9a-f]{32}$/
/** Longer than any upload takes. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000

const newKey = () => randomBytes(16).toString('hex')

/** Where the files of every kind are. */
export const filesFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'files')

/** Opens the store of one kind of file; its folder is made with the first file. */
export function openFiles(dataDir: string, kind: string): FileStore {
  const folder = join(filesFolder({ dataDir }), kind)
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('This is not the key of a file')
    return join(folder, key)
  }
  return {
    receive: async (source) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${newKey()}.part`)
      try {
        await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return path
    },
    write: async (content) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const key = newKey()
      await writeDurably(pathOf(key), content)
      await syncFolder(folder)
      return key
    },
    read: async (key) => readFile(pathOf(key)).catch(nullWhereMissing),
    remove: async (keys) => {
      await Promise.all(keys.map(async (key) => rm(pathOf(key), { force: true })))
    },
    discard: async (path) => rm(path, { force: true }),
    removeOrphans: async (findKnown, olderThanMs = ORPHAN_AFTER_MS) => {
      const names = await readdir(folder).catch(noneWhereMissing)
      const known = new Set(await findKnown(names.filter((name) => KEY.test(name))))
      let removed = 0
      for (const name of names.filter((one) => !known.has(one))) {
        const path = join(folder, name)
        const found = await stat(path).catch(nullWhereMissing)
        if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Whole and on the disk, or not there at all. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const aside = `${path}.part`
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** Without it, a file whose content is safe may lose its name in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows can't; it writes names down by itself.
    if (!isCode(error, 'EPERM', 'EISDIR', 'EINVAL')) throw error
  } finally {
    await handle.close()
  }
}

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

function nullWhereMissing(error: unknown): null {
  if (isCode(error, 'ENOENT')) return null
  throw error
}

function noneWhereMissing(error: unknown): string[] {
  if (isCode(error, 'ENOENT')) return []
  throw error
}
