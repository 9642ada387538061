import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { VERSION } from '@frontdesk/contract/constants'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ConnectionSource } from '../db/connect.ts'
import { ArchiveWriter } from './backup-archive.ts'
import { withClient } from './backup-connection.ts'
import {
  BackupError,
  type BackupProgress,
  Fingerprint,
  FORMAT,
  type Manifest,
  MANIFEST,
  type ManifestTable,
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

/**
 * Copies the whole database, as it is at one moment, to a new file.
 * @returns what the file says of itself, and its size in bytes
 * @throws BackupError; nothing is left at `file` then
 */
export async function writeBackup(
  source: ConnectionSource,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => undefined,
): Promise<{ manifest: Manifest; fileBytes: number }> {
  refuseExisting(file)
  return withClient(source, async (client) => {
    await beginSnapshot(client)
    return writeFileAside(file, (archive) => writeArchive(client, archive, onProgress))
  })
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} exists already; backups never overwrite`)
}

async function beginSnapshot(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('kysely_migration') is not null as found`,
  )
  if (!rows[0]?.found) throw new BackupError('Front Desk has no data in this database yet')
  await client.query('begin isolation level repeatable read read only')
  await client.query(COPY_SETTINGS)
  // Before the first look, which fixes the moment: an update of the schema ends before it, or waits.
  await client.query('lock table kysely_migration in share mode')
}

/** Writes to `<file>.part`, which gets its name when it is complete and on the disk. */
async function writeFileAside(
  file: string,
  write: (archive: ArchiveWriter) => Promise<Manifest>,
): Promise<{ manifest: Manifest; fileBytes: number }> {
  const part = `${file}.part`
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  try {
    const archive = new ArchiveWriter(handle)
    const manifest = await write(archive).catch(async (error: unknown) => {
      await archive.abort()
      await rm(part, { force: true })
      throw error
    })
    await handle.sync()
    const { size, ino } = await handle.stat()
    refuseExisting(file)
    if ((await stat(part)).ino !== ino) throw new BackupError(`Another backup writes to ${part}`)
    await rename(part, file)
    await syncFolder(dirname(file))
    return { manifest, fileBytes: size }
  } finally {
    await handle.close()
  }
}

async function writeArchive(
  client: pg.Client,
  archive: ArchiveWriter,
  onProgress: (progress: BackupProgress) => void,
): Promise<Manifest> {
  const madeAt = new Date()
  const tables: ManifestTable[] = []
  for (const table of await listTables(client)) {
    const report = (rows: number) => onProgress({ table: table.name, rows })
    tables.push(await writeTable(client, archive, { table, madeAt, report }))
  }
  const manifest: Manifest = {
    format: FORMAT,
    program: VERSION,
    made_at: madeAt.toISOString(),
    migrations: await listAppliedMigrations(client),
    tables,
    sequences: await listSequences(client),
  }
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), madeAt)
  await archive.end()
  return manifest
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { table, madeAt, report }: { table: Table; madeAt: Date; report: (rows: number) => void },
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
    report(fingerprint.rows)
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
