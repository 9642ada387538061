import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type ArchiveEntry, readArchive } from './backup-archive.ts'
import {
  BackupError,
  Fingerprint,
  type Manifest,
  type ManifestTable,
  type OnProgress,
  tableOfPart,
} from './backup-manifest.ts'

type Entries = AsyncGenerator<ArchiveEntry, void, undefined>

export interface LoadOptions {
  manifest: Manifest
  /** The manifest's other tables are passed over. */
  wanted: ReadonlySet<string>
  onProgress?: OnProgress
}

/**
 * Replaces what the tables hold with the backup's, in the caller's transaction. The tables come in
 * the order in which they can be loaded.
 * @throws BackupError where the file is no longer the one that was verified
 */
export async function loadTables(
  client: pg.Client,
  file: string,
  { manifest, wanted, onProgress = () => undefined }: LoadOptions,
): Promise<void> {
  const names = [...wanted].map((name) => pg.escapeIdentifier(name))
  // Triggers would change or repeat what they did when the rows were new, and guard append-only tables.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query('set constraints all deferred')
  await deleteRows(client, manifest, wanted)
  const entries = readArchive(file)
  try {
    for (const table of manifest.tables) {
      const report = (rows: number) => onProgress({ table: table.name, rows })
      const bytes = checkedBytes(entries, { file, table, report })
      await (wanted.has(table.name) ? loadTable(client, table, bytes) : passOver(bytes))
    }
  } finally {
    await entries.return()
  }
  await setSequences(client, manifest)
  // Now, and not at the end: a table whose keys still wait can't be altered.
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

/** What the schema's steps and the first start put there. */
async function deleteRows(
  client: pg.Client,
  { tables }: Manifest,
  wanted: ReadonlySet<string>,
): Promise<void> {
  for (const { name } of tables.toReversed()) {
    if (wanted.has(name)) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
  }
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows }: ManifestTable,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  try {
    await pipeline(bytes, copy)
  } catch (error) {
    if (!isRuleBroken(error)) throw error
    throw new BackupError(`The table ${name} could not be loaded: ${error.message}`)
  }
  const { rows: counted } = await client.query<{ found: number }>(
    `select count(*) as found from ${pg.escapeIdentifier(name)}`,
  )
  const { found } = counted[0]!
  if (found !== rows) {
    throw new BackupError(`The table ${name} has ${found} rows after loading, not ${rows}`)
  }
}

/** By a row, which is then named, and not by what happened to the connection or the disk. */
function isRuleBroken(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

async function passOver(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

/** The parts of one table. They are measured again: another file may stand there by now. */
async function* checkedBytes(
  entries: Entries,
  {
    file,
    table,
    report,
  }: { file: string; table: ManifestTable; report: (rows: number) => unknown },
): AsyncGenerator<Buffer> {
  const fingerprint = new Fingerprint()
  while (fingerprint.bytes < table.bytes) {
    const { value: entry } = await entries.next()
    if (!entry || tableOfPart(entry.name) !== table.name) break
    for await (const bytes of entry.content) {
      fingerprint.add(bytes)
      yield bytes
    }
    await report(fingerprint.rows)
  }
  if (fingerprint.end().sha256 !== table.sha256) {
    throw new BackupError(`${file} changed while it was read (the table ${table.name})`)
  }
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query(
      'select setval(found, $2) from to_regclass($1) as found where found is not null',
      [pg.escapeIdentifier(name), value],
    )
  }
}
