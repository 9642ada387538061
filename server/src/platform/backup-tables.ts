import type pg from 'pg'
import { BackupError } from './backup-manifest.ts'

export interface Table {
  name: string
  /** Without generated ones, which the database computes anew. */
  columns: string[]
}

/**
 * Not in a backup: who was signed in, or half, what programs call with (a
 * key that was revoked since would be good again), and where no code is asked for, so that a copy of the file opens
 * nothing and tells nobody's phone anything, and counters of the last minutes. The schema's own steps stand in the manifest.
 */
const LEFT_OUT = [
  'sessions',
  'api_keys',
  'push_subscriptions',
  'sign_in_challenges',
  'passkey_challenges',
  'trusted_browsers',
  'rate_limits',
  'kysely_migration',
  'kysely_migration_lock',
]

/** Begins what copies tables: no time limits, and every value as text that reads back as the same value. */
export const COPY_SETTINGS = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '10s';
  set local client_encoding = 'UTF8';
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local row_security = off`

/**
 * The tables that a backup holds, each after those it points at. What an extension brought is its own.
 * @throws BackupError where they point at each other in a circle that is not deferrable
 */
export async function listTables(
  client: pg.ClientBase,
  leftOut: string[] = LEFT_OUT,
): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name,
       coalesce(array_agg(attname::text order by attnum) filter (where attname is not null), '{}')
         as columns
     from pg_class
     left join pg_attribute on attrelid = pg_class.oid
       and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = current_schema()::text::regnamespace
       and relkind in ('r', 'p') and not relispartition and relname::text <> all ($1)
       and not exists (
         select from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
       )
     group by relname`,
    [leftOut],
  )
  return loadingOrder(rows, await listReferences(client))
}

interface Reference {
  from: string
  to: string
}

/** Foreign keys that are checked at once. A deferrable one can wait for the end of the load. */
async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select pointing.relname::text as "from", pointed.relname::text as "to"
     from pg_constraint
     join pg_class as pointing on pointing.oid = conrelid
     join pg_class as pointed on pointed.oid = confrelid
     where contype = 'f' and not condeferrable and conrelid <> confrelid
       and pointing.relnamespace = current_schema()::text::regnamespace
       and pointed.relnamespace = pointing.relnamespace`,
  )
  return rows
}

/**
 * Tables by name, but each after those it points at.
 * @throws BackupError naming the tables of a circle
 */
function loadingOrder(tables: Table[], references: Reference[]): Table[] {
  const waiting = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ name }) =>
        !references.some(({ from, to }) => from === name && waiting.some((t) => t.name === to)),
    )
    if (next === -1) {
      const names = waiting.map(({ name }) => name).join(', ')
      throw new BackupError(
        `No backup could be loaded, because tables point at each other: ${names}`,
      )
    }
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

/** The steps that the schema has taken. @throws BackupError where there is no schema */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** Counters, by name, that have been used. */
export async function listSequences(
  client: pg.ClientBase,
): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  )
  return rows
}
