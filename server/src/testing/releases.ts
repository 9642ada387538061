import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { COPY_SETTINGS, listSequences, listTables } from '../platform/backup-tables.ts'

/** A schema as it was released, with what a brokerage had in it. */
export interface Release {
  name: string
  /** In their order, with the text that they had then. */
  steps: { name: string; text: string }[]
  /** Each after those it points at; the rows as COPY writes them. */
  tables: { name: string; columns: string[]; rows: string }[]
  sequences: { name: string; value: string }[]
}

export const releasesDir = fileURLToPath(new URL('../../released/', import.meta.url))

/** The names of what is kept. */
export const listReleases = () =>
  readdirSync(releasesDir)
    .filter((file) => file.endsWith('.json.gz'))
    .sort()
    .map((file) => file.replace(/\.json\.gz$/, ''))

export function readRelease(name: string): Release {
  return JSON.parse(
    gunzipSync(readFileSync(join(releasesDir, `${name}.json.gz`))).toString(),
  ) as Release
}

/** Every row but the schema's own steps, which stand beside them. */
export async function keepRelease(
  client: pg.Client,
): Promise<Pick<Release, 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read')
  await client.query(COPY_SETTINGS)
  const tables: Release['tables'] = []
  for (const table of await listTables(client, ['kysely_migration', 'kysely_migration_lock'])) {
    const { from, columns } = quoted(table)
    const rows = await text(client.query(copyTo(`copy (select ${columns} from ${from}) to stdout`)))
    tables.push({ ...table, rows })
  }
  const sequences = await listSequences(client)
  await client.query('commit')
  return { tables, sequences }
}

/** Makes an empty database what it was when the release was kept. */
export async function bringBack(client: pg.Client, release: Release): Promise<void> {
  await client.query('begin')
  await client.query(COPY_SETTINGS)
  // As Kysely makes them, which took the steps then.
  await client.query(`
    create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0)`)
  for (const { name, text: statements } of release.steps) {
    // A step that stands outside a transaction where people work has nobody to wait for here.
    await client.query(statements.replaceAll(/\bconcurrently\b/gi, ''))
    await client.query('insert into kysely_migration values ($1, now())', [name])
  }
  await client.query('set constraints all deferred')
  const names = release.tables.map(({ name }) => pg.escapeIdentifier(name))
  // Triggers would repeat what they did when the rows were new.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const name of names.toReversed()) await client.query(`delete from ${name}`)
  for (const table of release.tables) {
    const { from, columns } = quoted(table)
    await pipeline(
      Readable.from([table.rows]),
      client.query(copyFrom(`copy ${from} (${columns}) from stdin`)),
    )
  }
  for (const { name, value } of release.sequences) {
    await client.query('select setval($1, $2)', [pg.escapeIdentifier(name), value])
  }
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  await client.query('commit')
  await client.query('analyze')
}

function quoted({ name, columns }: { name: string; columns: string[] }) {
  return {
    from: pg.escapeIdentifier(name),
    columns: columns.map((column) => pg.escapeIdentifier(column)).join(', '),
  }
}
