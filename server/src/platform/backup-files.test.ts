import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryUsage } from 'node:process'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ConnectionSource } from '../db/connect.ts'
import { changeManifest, createDatabase, rewriteBackup, testFolder } from '../testing/backups.ts'
import { restoreFiles } from './backup-files.ts'
import { verifyBackup } from './backup-verify.ts'
import { writeBackup } from './backup.ts'

const KEY = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)

let source: ConnectionSource
let folder: string
let files: string

beforeAll(async () => {
  source = await createDatabase()
})
beforeEach(async () => {
  folder = await testFolder()
  files = join(folder, 'files')
  await mkdir(join(files, 'logos'), { recursive: true })
  await mkdir(join(files, 'profile-pictures'))
  await writeFile(join(files, 'logos', KEY), 'a logo')
  await writeFile(join(files, 'profile-pictures', OTHER), Buffer.from([0, 10, 13, 255]))
})

const backUp = async (name = 'desk.fdb') => {
  const file = join(folder, name)
  const { manifest } = await writeBackup(source, file, undefined, files)
  return { file, manifest }
}

test('files come back as they were, and only those that the program had named', async () => {
  await writeFile(join(files, 'logos', `${OTHER}.part`), 'half')
  await writeFile(join(files, 'notes.txt'), 'somebody’s own')
  const { file } = await backUp()
  const manifest = await verifyBackup(file)
  const names = [`logos/${KEY}`, `profile-pictures/${OTHER}`]
  expect(manifest.files.map(({ name }) => name)).toEqual(names)
  const target = join(folder, 'restored')
  await restoreFiles(file, manifest, target)
  for (const name of names) {
    expect(await readFile(join(target, name))).toEqual(await readFile(join(files, name)))
  }
  expect(await readdir(join(target, 'logos'))).toEqual([KEY])
})

test('without a folder, or without files, there are none', async () => {
  await rm(files, { recursive: true })
  const { manifest } = await backUp()
  expect(manifest.files).toEqual([])
})

test.each([
  [
    'another byte',
    (content: Buffer) => content.fill('x'),
    `the file logos/${KEY} does not match its checksum`,
  ],
  ['fewer bytes', (content: Buffer) => content.subarray(1), `the file logos/${KEY} has 5 bytes`],
])('a file with %s is named, and nothing of the backup is used', async (_, change, says) => {
  const { file } = await backUp()
  const bad = `${file}.bad`
  await rewriteBackup(file, bad, (entries) =>
    entries.map((entry) =>
      entry.name === `files/logos/${KEY}` ? { ...entry, content: change(entry.content) } : entry,
    ),
  )
  await expect(verifyBackup(bad)).rejects.toThrow(says)
})

test('a missing file, one too many and one twice are named', async () => {
  const { file } = await backUp()
  const bad = `${file}.bad`
  const name = `files/logos/${KEY}`
  await rewriteBackup(file, bad, (entries) => entries.filter((entry) => entry.name !== name))
  await expect(verifyBackup(bad)).rejects.toThrow(`the file logos/${KEY} is missing`)
  const more = { name: `files/logos/${OTHER}`, content: Buffer.from('x') }
  await rewriteBackup(file, bad, (entries) => [...entries.slice(0, -1), more, ...entries.slice(-1)])
  await expect(verifyBackup(bad)).rejects.toThrow(`does not have the file logos/${OTHER}`)
  await rewriteBackup(file, bad, (entries) =>
    entries.flatMap((entry) => (entry.name === name ? [entry, entry] : [entry])),
  )
  await expect(verifyBackup(bad)).rejects.toThrow('does not belong there')
})

test.each(['../../outside', '/etc/passwd', 'logos/../../x', `LOGOS/${KEY}`, `a\\..\\${KEY}`])(
  'a backup that names a file %s is refused',
  async (name) => {
    const { file } = await backUp()
    const bad = `${file}.bad`
    await rewriteBackup(file, bad, (entries) => {
      changeManifest(entries, (manifest) => Object.assign(manifest.files[0]!, { name }))
      return entries.map((entry) =>
        entry.name === `files/logos/${KEY}` ? { ...entry, name: `files/${name}` } : entry,
      )
    })
    await expect(verifyBackup(bad)).rejects.toThrow(/is damaged|not valid/)
  },
)

test('a backup that is another one by now leaves nothing behind', async () => {
  const { file, manifest } = await backUp()
  await rewriteBackup(file, `${file}.new`, (entries) =>
    entries.map((entry) =>
      entry.name.startsWith('files/profile') ? { ...entry, content: Buffer.from('abcd') } : entry,
    ),
  )
  const target = join(folder, 'restored')
  await expect(restoreFiles(`${file}.new`, manifest, target)).rejects.toThrow('changed while')
  const left = await readdir(target, { recursive: true })
  expect(left.filter((name) => /[0-9a-f]{32}/.test(name))).toEqual([])
})

test('what the restore put there can be taken away again, and what was there stays', async () => {
  const { file, manifest } = await backUp()
  const target = join(folder, 'restored')
  await mkdir(join(target, 'logos'), { recursive: true })
  await writeFile(join(target, 'logos', KEY), 'a logo')
  const undo = await restoreFiles(file, manifest, target)
  await undo()
  expect(await readdir(join(target, 'logos'))).toEqual([KEY])
  expect(await readdir(join(target, 'profile-pictures'))).toEqual([])
})

test('200 MB of files are streamed, both ways', async () => {
  const noise = randomBytes(1 << 20)
  const large = Buffer.concat(Array.from({ length: 50 }, () => noise))
  for (const letter of ['c', 'd', 'e', 'f']) {
    await writeFile(join(files, 'logos', letter.repeat(32)), large)
  }
  globalThis.gc?.()
  const before = memoryUsage().rss
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memoryUsage().rss)), 20)
  onTestFinished(() => clearInterval(timer))
  const { file } = await backUp()
  await restoreFiles(file, await verifyBackup(file), join(folder, 'restored'))
  expect((most - before) / (1 << 20)).toBeLessThan(120)
})

test('a file that cannot be read fails the backup, which leaves nothing', async () => {
  const path = join(files, 'logos', KEY)
  await rm(path)
  await mkdir(path)
  await chmod(path, 0o700)
  await expect(backUp()).rejects.toThrow('EISDIR')
  expect((await readdir(folder)).filter((name) => name.includes('fdb'))).toEqual([])
})
