import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { VERSION } from '@frontdesk/contract/constants'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ConnectionSource } from '../db/connect.ts'
import { ArchiveWriter } from './backup-archive.ts'
import { withClient } from './backup-connection.ts'
import { writeFiles } from './backup-files.ts'
import {
  BackupError,
  Fingerprint,
  FORMAT,
  type Manifest,
  MANIFEST,
  type ManifestTable,
  type OnProgress,
  partName,
} from './backup-manifest.ts'
import {
  COPY_SETTINGS,
  listAppliedMigrations,
  listSequences,
  listTables,
  type Table,
} from './backup-tables.ts'

/** What is in memory at once, and then some. */
const PART_BYTES = 1024 * 1024

/** How long to wait for an update of the schema that is under way. */
const LOCK_MS = 60_000
const LOCK_NOT_AVAILABLE = '55P03'
const UNDEFINED_TABLE = '42P01'

/**
 * Copies the whole database, as it is at one moment, and the files that people uploaded to a new file.
 * @param filesFolder `DATA_DIR/files`; left out, no files
 * @returns what the file says of itself, and its size in bytes
 * @throws BackupError; nothing is left at `file` then
 */
export async function writeBackup(
  source: ConnectionSource,
  file: string,
  onProgress: OnProgress = () => undefined,
  filesFolder?: string,
): Promise<{ manifest: Manifest; fileBytes: number }> {
  refuseExisting(file)
  return withClient(source, async (client) => {
    await refuseNothing(client)
    const tables = await beginSnapshot(client)
    return writeFileAside(file, (archive) =>
      writeArchive(client, archive, { tables, onProgress, filesFolder }),
    )
  })
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} exists already; backups never overwrite`)
}

async function refuseNothing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('kysely_migration') is not null as found`,
  )
  if (!rows[0]?.found) throw new BackupError('Front Desk has no data in this database yet')
}

/**
 * Begins a transaction that sees one moment, and in which no table's form changes: an update of the
 * schema has ended before it, or waits for its end.
 */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  const until = performance.now() + LOCK_MS
  for (;;) {
    const expected = await listTables(client)
    await client.query('begin isolation level repeatable read read only')
    await client.query(COPY_SETTINGS)
    if (await lockTables(client, expected)) {
      // The first look; it fixes the moment.
      const tables = await listTables(client)
      if (JSON.stringify(tables) === JSON.stringify(expected)) return tables
    }
    await client.query('rollback')
    if (performance.now() > until) {
      throw new BackupError('Somebody else holds a table locked; please try again later')
    }
    await setTimeout(200)
  }
}

/** Never waits, which would be a deadlock with an update that wants two tables. */
async function lockTables(client: pg.Client, tables: Table[]): Promise<boolean> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  try {
    await client.query(`lock table ${names} in access share mode nowait`)
    return true
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === LOCK_NOT_AVAILABLE || code === UNDEFINED_TABLE) return false
    throw error
  }
}

/** Writes to `<file>.part`, which gets its name when it is complete and on the disk. */
async function writeFileAside(
  file: string,
  write: (archive: ArchiveWriter) => Promise<Manifest>,
): Promise<{ manifest: Manifest; fileBytes: number }> {
  const part = `${file}.part`
  await rm(part, { force: true })
  const { manifest, size, ino } = await writePart(part, write)
  refuseExisting(file)
  if ((await stat(part)).ino !== ino) throw new BackupError(`Another backup writes to ${part}`)
  await rename(part, file)
  await syncFolder(dirname(file))
  return { manifest, fileBytes: size }
}

async function writePart(part: string, write: (archive: ArchiveWriter) => Promise<Manifest>) {
  const handle = await open(part, 'wx', 0o600)
  const archive = new ArchiveWriter(handle)
  try {
    const manifest = await write(archive)
    await handle.sync()
    const { size, ino } = await handle.stat()
    // Windows renames and removes no open file.
    await handle.close()
    return { manifest, size, ino }
  } catch (error) {
    await archive.abort()
    await handle.close()
    await rm(part, { force: true })
    throw error
  }
}

async function writeArchive(
  client: pg.Client,
  archive: ArchiveWriter,
  {
    tables,
    onProgress,
    filesFolder,
  }: {
    tables: Table[]
    onProgress: OnProgress
    filesFolder: string | undefined
  },
): Promise<Manifest> {
  const madeAt = new Date()
  const written: ManifestTable[] = []
  for (const table of tables) {
    const report = (rows: number) => onProgress({ table: table.name, rows })
    written.push(await writeTable(client, archive, { table, madeAt, report }))
  }
  const manifest: Manifest = {
    format: FORMAT,
    program: VERSION,
    made_at: madeAt.toISOString(),
    migrations: await listAppliedMigrations(client),
    tables: written,
    sequences: await listSequences(client),
    // After the moment of the tables: what they refer to had been written before it.
    files: filesFolder === undefined ? [] : await writeFiles(archive, filesFolder, onProgress),
  }
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), madeAt)
  await archive.end()
  return manifest
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { table, madeAt, report }: { table: Table; madeAt: Date; report: (rows: number) => unknown },
): Promise<ManifestTable> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const from = pg.escapeIdentifier(table.name)
  const rows = client.query(copyTo(`copy (select ${columns} from ${from}) to stdout`))
  const fingerprint = new Fingerprint()
  let parts = 0
  for await (const part of inParts(rows)) {
    fingerprint.add(part)
    parts += 1
    await archive.add(partName(table.name, parts), part, madeAt)
    await report(fingerprint.rows)
  }
  return { ...table, ...fingerprint.end() }
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** The new name, too, must outlast a power cut; Windows can't say so of a folder. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } catch {
    // The backup is complete without it.
  } finally {
    await handle?.close()
  }
}
