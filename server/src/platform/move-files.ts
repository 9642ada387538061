import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'
import { type FileKind, openFiles, type StoragePlace } from './files.ts'

export interface MovedFiles {
  copied: number
  /** Were there, and equal, already. */
  there: number
}

/**
 * Copies all files of a kind to another storage, and reads each one back. What a broken-off move has
 * copied stays and is only compared.
 * @throws where a file can't be read, written, or is not the same there
 */
export async function moveFiles(
  [from, to]: [from: StoragePlace, to: StoragePlace],
  kind: FileKind,
  onProgress: (looked: number) => void,
): Promise<MovedFiles> {
  const source = openFiles(from, kind)
  const target = openFiles(to, kind)
  const done: MovedFiles = { copied: 0, there: 0 }
  for await (const key of source.list()) {
    if (await isSame(source, target, key)) done.there += 1
    else if (await copy(source, target, key)) done.copied += 1
    onProgress(done.copied + done.there)
  }
  return done
}

async function isSame(source: FileStore, target: FileStore, key: string): Promise<boolean> {
  const size = await target.size(key)
  if (size === null || size !== (await source.size(key))) return false
  return (await hashOf(source, key)) === (await hashOf(target, key))
}

/** False where it was removed meanwhile: the server may be running. */
async function copy(source: FileStore, target: FileStore, key: string): Promise<boolean> {
  const content = await source.open(key)
  if (!content) return false
  const { sha256 } = await target.writeAs(key, content)
  if ((await hashOf(target, key)) !== sha256) {
    throw new Error(`${source.kind}/${key} is not the same in the new place. Please try again`)
  }
  return true
}

async function hashOf(store: FileStore, key: string): Promise<string | null> {
  const content: Readable | null = await store.open(key)
  if (!content) return null
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
