import { type Migration, sql } from 'kysely'
import type { Db } from './connect.ts'

/** One step of the schema. */
export interface Step {
  up: Migration['up']
  /** Where people work: each statement on its own, so that no lock is held for longer than one takes. */
  outside?: (db: Db) => Promise<void>
}

/** A step's first line where it runs outside a transaction, a statement at a time. */
export const OUTSIDE = '-- outside a transaction'
/** Stands over a statement of such a step that takes a batch, and is run until it finds no row. */
export const AGAIN = '-- again until no row is left'

const CONCURRENTLY = /\bconcurrently\b/gi
const NEW_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/im

/** Reads a step. In a transaction, as for an empty database and a restore, nobody has to be let pass. */
export function readStep(text: string): Step {
  const marked = text.startsWith(OUTSIDE)
  return {
    up: async (tx) => {
      await sql.raw(marked ? text.replaceAll(CONCURRENTLY, '') : text).execute(tx)
    },
    ...(marked && { outside: (db: Db) => runEach(db, statementsOf(text)) }),
  }
}

/** The statements of a marked step. It has no bodies of functions, in which a line may end so, too. */
export const statementsOf = (text: string) =>
  text
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')

async function runEach(db: Db, statements: string[]): Promise<void> {
  for (const statement of statements) {
    const index = NEW_INDEX.exec(statement)?.[1]
    if (index !== undefined) await dropUnfinished(db, index)
    let found: bigint
    do {
      const { numAffectedRows = 0n } = await sql.raw(statement).execute(db)
      found = numAffectedRows
    } while (statement.includes(AGAIN) && found > 0n)
  }
}

/** An index whose making was interrupted stands there, and is of no use. */
async function dropUnfinished(db: Db, name: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid
  `.execute(db)
  if (rows.length > 0) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}
