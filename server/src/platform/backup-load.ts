import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type ArchiveEntry, readArchive } from './backup-archive.ts'
import {
  BackupError,
  Fingerprint,
  type Manifest,
  type ManifestTable,
  tableOfPart,
} from './backup-manifest.ts'

type Entries = AsyncGenerator<ArchiveEntry, void, undefined>

/**
 * Replaces what the tables hold with the backup's, in the caller's transaction. The tables come in
 * the order in which they can be loaded.
 * @throws BackupError where the file is no longer the one that was verified
 */
export async function loadTables(
  client: pg.Client,
  file: string,
  {
    manifest: { tables, sequences },
    onProgress = () => undefined,
  }: { manifest: Manifest; onProgress?: (progress: { table: string; rows: number }) => void },
): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name))
  // Triggers would change or repeat what they did when the rows were new, and guard append-only tables.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query('set constraints all deferred')
  for (const name of names.toReversed()) await client.query(`delete from ${name}`)
  const entries = readArchive(file)
  try {
    for (const table of tables) {
      const report = (rows: number) => onProgress({ table: table.name, rows })
      await loadTable(client, table, checkedBytes(entries, { file, table, report }))
      await refuseMissingRows(client, table)
    }
  } finally {
    await entries.return()
  }
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value])
  }
  // Now, and not at the end: a table whose keys still wait can't be altered.
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

async function loadTable(
  client: pg.Client,
  { name, columns }: ManifestTable,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  try {
    await pipeline(bytes, copy)
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The table ${name} could not be loaded: ${reason}`)
  }
}

/** The parts of one table. They are measured again: another file may stand there by now. */
async function* checkedBytes(
  entries: Entries,
  { file, table, report }: { file: string; table: ManifestTable; report: (rows: number) => void },
): AsyncGenerator<Buffer> {
  const fingerprint = new Fingerprint()
  while (fingerprint.bytes < table.bytes) {
    const { value: entry } = await entries.next()
    if (!entry || tableOfPart(entry.name) !== table.name) break
    for await (const bytes of entry.content) {
      fingerprint.add(bytes)
      yield bytes
    }
    report(fingerprint.rows)
  }
  if (fingerprint.end().sha256 !== table.sha256) {
    throw new BackupError(`${file} changed while it was read (the table ${table.name})`)
  }
}

async function refuseMissingRows(client: pg.Client, table: ManifestTable): Promise<void> {
  const { rows } = await client.query<{ found: number }>(
    `select count(*) as found from ${pg.escapeIdentifier(table.name)}`,
  )
  if (rows[0]!.found !== table.rows) {
    throw new BackupError(
      `The table ${table.name} has ${rows[0]!.found} rows after loading, not ${table.rows}`,
    )
  }
}
