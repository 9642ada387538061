import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ArchiveWriter, readArchive } from './backup-archive.ts'
import {
  BackupError,
  fileOfEntry,
  isFileName,
  type Manifest,
  type ManifestFile,
  type OnProgress,
} from './backup-manifest.ts'

/** Adds every stored file, one after the other, from disk to disk; returns what is in the archive then. */
export async function writeFiles(
  archive: ArchiveWriter,
  folder: string,
  onProgress: OnProgress = () => undefined,
): Promise<ManifestFile[]> {
  const written: ManifestFile[] = []
  const names = await listFiles(folder)
  for (const name of names) {
    await onProgress({ table: 'files', rows: written.length, files: names.length })
    const file = await open(join(folder, name)).catch(nullWhereMissing)
    // Replaced or removed while the backup ran.
    if (!file) continue
    try {
      written.push(await writeFile(archive, name, file))
    } finally {
      await file.close()
    }
  }
  return written
}

async function writeFile(
  archive: ArchiveWriter,
  name: string,
  file: FileHandle,
): Promise<ManifestFile> {
  const { size, mtime } = await file.stat()
  const measure = new Measure()
  const content = measure.pass(file.createReadStream({ autoClose: false }))
  await archive.addStream(`files/${name}`, { size, modified: mtime, content })
  return { name, ...measure.result() }
}

/** By kind and key; what has any other name was never complete, or is not this program's. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(nullWhereMissing)
  return (names ?? [])
    .map((name) => name.replaceAll('\\', '/'))
    .filter(isFileName)
    .toSorted()
}

/** Takes the size and the SHA-256 of what passes. */
class Measure {
  readonly #hash = createHash('sha256')
  #bytes = 0

  async *pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      yield chunk
    }
  }

  /** Once all of it has passed. */
  result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Puts the files of a verified backup in their places, each whole and on the disk or not there.
 * @returns what takes those that were not there before away again
 * @throws BackupError where the backup is no longer the one that was verified
 */
export async function restoreFiles(
  backup: string,
  { files }: Manifest,
  folder: string,
): Promise<() => Promise<void>> {
  const expected = new Map(files.map((file) => [file.name, file]))
  const made: string[] = []
  const undo = async () => {
    await Promise.all(made.map(async (path) => rm(path, { force: true })))
  }
  const entries = readArchive(backup)
  try {
    for await (const { name, content } of entries) {
      const file = expected.get(fileOfEntry(name) ?? '')
      if (!file) for await (const _ of content);
      else if (await putInPlace(join(folder, file.name), file, content)) {
        made.push(join(folder, file.name))
      }
      if (file) expected.delete(file.name)
    }
    const [missing] = expected.keys()
    if (missing !== undefined) throw changed(missing)
    return undo
  } catch (error) {
    await undo()
    throw error
  }
}

/** Returns whether there was none of this name. */
async function putInPlace(
  path: string,
  file: ManifestFile,
  content: AsyncIterable<Buffer>,
): Promise<boolean> {
  const isNew = (await stat(path).catch(nullWhereMissing)) === null
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.part`
  const measure = new Measure()
  try {
    await pipeline(measure.pass(content), createWriteStream(aside, { mode: 0o600, flush: true }))
    const { bytes, sha256 } = measure.result()
    if (bytes !== file.bytes || sha256 !== file.sha256) throw changed(file.name)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  return isNew
}

const changed = (name: string) =>
  new BackupError(`The backup changed while it was read (the file ${name})`)

function nullWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
