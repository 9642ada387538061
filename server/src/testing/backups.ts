import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { uuidv7 } from 'uuidv7'
import { inject, onTestFinished } from 'vitest'
import { connect, type ConnectionSource, type Db } from '../db/connect.ts'
import { readArchive } from '../platform/backup-archive.ts'
import { MANIFEST, type Manifest } from '../platform/backup-manifest.ts'
import { verifyBackup } from '../platform/backup-verify.ts'
import { restoreBackup, type RestoreOptions } from '../platform/restore.ts'

/** A folder for one test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database of its own: as after a first start, as a host gives it (`blank`), or a copy. */
export async function createDatabase(
  options: { blank?: boolean; copyOf?: ConnectionSource } = {},
): Promise<ConnectionSource> {
  const postgres = inject('postgres')
  const database = `restore_${uuidv7().replaceAll('-', '')}`
  const template = options.blank ? 'template1' : (databaseOf(options.copyOf) ?? inject('template'))
  const admin = connect(postgres, 1, () => undefined)
  await sql`create database ${sql.id(database)} template ${sql.id(template)}`.execute(admin)
  await admin.destroy()
  return { ...postgres, database }
}

/** The name of a test's database. */
export function databaseOf(source: ConnectionSource | undefined): string | undefined {
  return typeof source === 'object' ? source.database : undefined
}

/** Runs `work` on connections without a limit, closed after it, so that no server seems to run there. */
export async function withDatabase<T>(
  source: ConnectionSource,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = connect(source, 2, () => undefined, { answerWithinMs: 0 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What each table of a backup holds, as a hash of its ordered rows. */
export async function contentOf(source: ConnectionSource | Db): Promise<Record<string, string>> {
  if (!isDb(source)) return withDatabase(source, contentOf)
  const tables = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'rate_limits', 'kysely_migration', 'kysely_migration_lock')
    order by 1`.execute(source)
  const content: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ hash: string }>`
      select md5(string_agg(row::text, E'\n' order by row::text)) || ' ' || count(*) as hash
      from ${sql.id(name)} as row`.execute(source)
    content[name] = rows[0]!.hash
  }
  return content
}

function isDb(source: ConnectionSource | Db): source is Db {
  return typeof source === 'object' && 'selectFrom' in source
}

/** The restore command's work, without a look at the chain unless it is given. */
export async function restoreInto(
  target: ConnectionSource,
  file: string,
  options: Partial<RestoreOptions> = {},
): Promise<string[]> {
  const manifest = await verifyBackup(file)
  return restoreBackup(target, file, { manifest, finish: async () => undefined, ...options })
}

/** A backup's entries, to be changed. */
export type Entries = { name: string; content: Buffer }[]

export async function readEntries(file: string): Promise<Entries> {
  const entries: Entries = []
  for await (const { name, content } of readArchive(file)) {
    entries.push({ name, content: await buffer(content) })
  }
  return entries
}

/** Writes a backup again after `change`: a sound archive with other contents. */
export async function rewriteBackup(
  file: string,
  target: string,
  change: (entries: Entries) => Entries | void,
): Promise<void> {
  const entries = await readEntries(file)
  const archive = pack()
  for (const { name, content } of change(entries) ?? entries) archive.entry({ name }, content)
  archive.finalize()
  await writeFile(target, gzipSync(await buffer(archive)))
}

/** Changes the manifest within a backup's entries. */
export function changeManifest(entries: Entries, change: (manifest: Manifest) => void): void {
  const entry = entries.find(({ name }) => name === MANIFEST)!
  const manifest = JSON.parse(entry.content.toString('utf8')) as Manifest
  change(manifest)
  entry.content = Buffer.from(JSON.stringify(manifest))
}

/** What a folder holds. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted()
}
