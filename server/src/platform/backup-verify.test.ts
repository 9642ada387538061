import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionSource } from '../db/connect.ts'
import {
  changeManifest,
  createDatabase,
  type Entries,
  rewriteBackup,
  withDatabase,
} from '../testing/backups.ts'
import { writeBackup } from './backup.ts'
import { BackupError } from './backup-manifest.ts'
import { verifyBackup } from './backup-verify.ts'

let folder: string
let source: ConnectionSource
let good: string
let bad: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-verify-'))
  good = join(folder, 'good.fdb')
  bad = join(folder, 'bad.fdb')
  source = await createDatabase()
  await withDatabase(source, async (db) => {
    // Several parts, which don't compress to nothing.
    await sql`
      insert into audit_events (id, action, ip, user_agent, request_id)
      select gen_random_uuid(), 'x', '', string_agg(md5(n::text || g::text), ''), ''
      from generate_series(1, 300) as n, generate_series(1, 200) as g group by n`.execute(db)
    await sql`
      insert into users (id, first_name, last_name, email)
      values (gen_random_uuid(), 'Ada', 'Broker', 'ada@example.com')`.execute(db)
  })
  await writeBackup(source, good)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const find = (entries: Entries, name: string) => entries.find((entry) => entry.name === name)!

test('A sound backup is accepted, also after it was packed again', async () => {
  const manifest = await verifyBackup(good)
  const audit = manifest.tables.find(({ name }) => name === 'audit_events')!
  expect(audit.rows).toBe(300)
  await rewriteBackup(good, bad, (entries) => {
    expect(entries.filter(({ name }) => name.startsWith('tables/audit_events/'))).toHaveLength(2)
  })
  expect(await verifyBackup(bad)).toEqual(manifest)
})

const DAMAGES: [what: string, change: (entries: Entries) => Entries | void, names: string][] = [
  [
    'one changed byte',
    (entries) => {
      const { content } = find(entries, 'tables/users/000001')
      content[content.indexOf('ada@example.com')]! ^= 1
    },
    'the table users does not match its checksum',
  ],
  [
    'a byte less',
    (entries) => {
      const part = find(entries, 'tables/audit_events/000002')
      part.content = part.content.subarray(1)
    },
    'the table audit_events has',
  ],
  [
    'a missing part',
    (entries) => entries.filter(({ name }) => name !== 'tables/audit_events/000001'),
    'the table audit_events has',
  ],
  [
    'a missing table',
    (entries) => entries.filter(({ name }) => !name.startsWith('tables/users/')),
    'the table users is missing',
  ],
  [
    'parts in another order',
    (entries) => {
      const at = entries.findIndex(({ name }) => name === 'tables/audit_events/000001')
      entries.splice(at, 2, entries[at + 1]!, entries[at]!)
    },
    'the table audit_events does not match its checksum',
  ],
  [
    'a table that the manifest does not know',
    (entries) => [{ name: 'tables/extra/000001', content: Buffer.from('1\n') }, ...entries],
    'does not have the table extra',
  ],
  [
    'a file that is no table',
    (entries) => [{ name: '../../etc/passwd', content: Buffer.from('x') }, ...entries],
    '"../../etc/passwd" does not belong there',
  ],
  [
    'something after the manifest',
    (entries) => [...entries, { name: 'tables/users/000002', content: Buffer.from('x\n') }],
    '"tables/users/000002" does not belong there',
  ],
  ['no manifest', (entries) => entries.slice(0, -1), 'without a manifest'],
  ['nothing but a manifest', (entries) => entries.slice(-1), 'is missing'],
  [
    'a wrong checksum',
    (entries) =>
      changeManifest(entries, ({ tables }) => {
        tables.find(({ name }) => name === 'settings')!.sha256 = '0'.repeat(64)
      }),
    'the table settings does not match its checksum',
  ],
  [
    'a wrong number of rows',
    (entries) =>
      changeManifest(entries, ({ tables }) => {
        tables.find(({ name }) => name === 'users')!.rows = 2
      }),
    'the table users has 1 rows, not 2',
  ],
  [
    'an incomplete manifest',
    (entries) => changeManifest(entries, (manifest) => Reflect.deleteProperty(manifest, 'tables')),
    'its manifest is not valid',
  ],
  [
    'a manifest that is no JSON',
    (entries) => {
      entries.at(-1)!.content = Buffer.from('{"format": 1')
    },
    'the manifest',
  ],
]

test.each(DAMAGES)('A backup with %s is refused, and the place is named', async (...damage) => {
  const [, change, names] = damage
  await rewriteBackup(good, bad, change)
  await expect(verifyBackup(bad)).rejects.toThrow(names)
  await expect(verifyBackup(bad)).rejects.toThrow(bad)
})

/** What lies between gzip's header and trailer, unpacked. */
const contentOf = (bytes: Buffer) => inflateRawSync(bytes.subarray(10, -8))

test('A flipped bit is found wherever it is, and most often its table is named', async () => {
  const bytes = await readFile(good)
  const places: string[] = []
  // Not in the first ten bytes: gzip's header has a time and a system that nothing depends on.
  for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 120)) {
    const flipped = Buffer.from(bytes)
    flipped[at]! ^= 1 << (at % 8)
    await writeFile(bad, flipped)
    const error = await verifyBackup(bad).then(
      () => null,
      (reason: unknown) => reason as Error,
    )
    const isKnown = error !== null || contentOf(flipped).equals(contentOf(bytes))
    expect(isKnown, `a bit of byte ${at}`).toBe(true)
    if (error) places.push(/the table \w+/.exec(error.message)?.[0] ?? error.message)
  }
  // It fills almost all of the file.
  const named = places.filter((place) => place === 'the table audit_events')
  expect(named.length / places.length).toBeGreaterThan(0.9)
})

test('A truncated file is refused at every length', async () => {
  const { length } = await readFile(good)
  for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.99, 0.999]) {
    await copyFile(good, bad)
    await truncate(bad, Math.floor(length * share))
    const what = share < 0.1 ? /is not a backup|it ends in/ : 'it ends in the'
    await expect(verifyBackup(bad), `${share} of it`).rejects.toThrow(what)
  }
  await truncate(bad, length - 1)
  await expect(verifyBackup(bad)).rejects.toThrow('is damaged')
})

test('A backup of a newer format is refused as such', async () => {
  await rewriteBackup(good, bad, (entries) => {
    changeManifest(entries, (manifest) => Object.assign(manifest, { format: 3, folders: [] }))
    return [{ name: 'folders/1', content: Buffer.from('%PDF') }, ...entries]
  })
  await expect(verifyBackup(bad)).rejects.toThrow(/newer Front Desk.*format is 3/)
})

test('What is no backup is refused', async () => {
  await writeFile(bad, 'Dear operator')
  await expect(verifyBackup(bad)).rejects.toThrow('is not a backup')
  await writeFile(bad, '')
  await expect(verifyBackup(bad)).rejects.toThrow('is not a backup')
  await expect(verifyBackup(`${bad}.none`)).rejects.toThrow('ENOENT')
})

const NAMED = /the table \w+|the file [a-z-]+\/[0-9a-f]{32}|manifest|its beginning/

/** Names what is wrong, as the operator reads it; empty where nothing is. */
const complaintOf = async (bytes: Buffer) => {
  await writeFile(bad, bytes)
  return verifyBackup(bad).then(
    () => '',
    (error: Error) => (error instanceof BackupError ? error.message : `not named: ${error.stack}`),
  )
}

test('one byte that changes what is in it, or an end that is missing, is refused and its place named', async () => {
  const files = join(folder, 'some-files')
  await mkdir(join(files, 'logos'), { recursive: true })
  const random = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 31) >> 3))
  await writeFile(join(files, 'logos', '0f'.repeat(16)), random)
  const whole = join(folder, 'whole.fdb')
  await rm(whole, { force: true })
  await writeBackup(source, whole, undefined, files)
  const bytes = await readFile(whole)
  const places = new Set<string>()
  const place = fc.oneof(fc.nat(9), fc.nat(bytes.length - 1))
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= change
      // What system an older backup was packed on: it means nothing, and is taken as it is.
      fc.pre(at !== 9 || ![3, 10, 19].includes(changed[at]!))
      const complaint = await complaintOf(changed)
      // Bits that fill up a byte mean nothing, and a repeated text may point to another of the same words.
      const isFrame = at < 10 || at >= bytes.length - 8
      if (!isFrame && complaint === '' && contentOf(changed).equals(contentOf(bytes))) return
      expect(complaint).toMatch(NAMED)
      places.add(NAMED.exec(complaint)![0])
    }),
    { numRuns: 150, examples: [[bytes.length - 9, 128]] },
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
      expect(await complaintOf(bytes.subarray(0, length))).toMatch(NAMED)
    }),
    { numRuns: 50 },
  )
  expect(places.size).toBeGreaterThan(1)
})
