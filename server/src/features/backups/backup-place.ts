import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError } from '../../platform/backup-manifest.ts'
import { objects, openObject, removeObjects, upload } from '../../platform/files-on-s3.ts'
import type { S3Location } from '../../platform/s3-location.ts'

/** Where backups are kept: whole and under their names, or not there. */
export interface BackupPlace {
  /** For people; it holds no key. */
  words: string
  /** Keeps what `write` writes to the path that it is given, whole. */
  keep<T>(name: string, write: (path: string) => Promise<T>): Promise<T>
  /** Gives a copy of it to `use`. @throws BackupError where there is none */
  lend<T>(name: string, use: (path: string) => Promise<T>): Promise<T>
  /** Names of what is there. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

const NAME = /^front-desk-[\d-]+\.tar\.gz$/

/** Such as `front-desk-2026-11-25-0215-07.tar.gz`: their order is that of time. */
export function nameAt(now: Date): string {
  const [day, time] = now.toISOString().split('T') as [string, string]
  const [hours, minutes, seconds] = time.slice(0, 8).split(':')
  return `front-desk-${day}-${hours}${minutes}-${seconds}.tar.gz`
}

/** A folder, which is made with the first backup. */
export function folderPlace(folder: string): BackupPlace {
  return {
    words: `the folder ${folder}`,
    keep: async (name, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeCutOff(folder)
      return write(join(folder, name))
    },
    lend: async (name, use) => {
      const path = join(folder, name)
      if (!(await stat(path).catch(() => null))) throw missing(name, `the folder ${folder}`)
      return use(path)
    },
    list: async () => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => NAME.test(name)).toSorted()
    },
    remove: async (name) => rm(join(folder, name), { force: true }),
  }
}

/** Only one backup runs at a time, so what another one left is nobody's. */
async function removeCutOff(folder: string): Promise<void> {
  const names = await readdir(folder)
  const cutOff = names.filter((name) => name.endsWith('.part') && NAME.test(name.slice(0, -5)))
  await Promise.all(cutOff.map(async (name) => rm(join(folder, name), { force: true })))
}

/** @param aside a folder on the disk: a backup is whole there before it is sent */
export function bucketPlace(location: S3Location, aside: string): BackupPlace {
  const words = `the bucket ${location.bucket}${location.prefix && `, ${location.prefix}`}`
  const place = folderPlace(aside)
  const { prefix } = location
  return {
    words,
    keep: async (name, write) => {
      const result = await place.keep(name, write)
      const path = join(aside, name)
      try {
        const sent = await upload(location, { prefix, key: name, source: createReadStream(path) })
        await compare(location, name, sent.sha256)
        return result
      } finally {
        await rm(path, { force: true })
      }
    },
    lend: async (name, use) => {
      const stream = await openObject(location, prefix + name)
      if (!stream) throw missing(name, words)
      await mkdir(aside, { recursive: true, mode: 0o700 })
      const path = join(aside, name)
      try {
        await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    list: async () => {
      const names: string[] = []
      for await (const { name } of objects(location, prefix)) if (NAME.test(name)) names.push(name)
      return names.toSorted()
    },
    remove: async (name) => removeObjects(location, [prefix + name]),
  }
}

/** Reads it back: what a bucket took is not yet what it has. */
async function compare(location: S3Location, name: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  const stream = await openObject(location, location.prefix + name)
  for await (const chunk of stream ?? []) hash.update(chunk as Buffer)
  if (hash.digest('hex') === sha256) return
  await removeObjects(location, [location.prefix + name])
  throw new BackupError('What the bucket gave back is not what it was sent')
}

const missing = (name: string, words: string) =>
  new BackupError(`There is no backup ${name} in ${words}`)
