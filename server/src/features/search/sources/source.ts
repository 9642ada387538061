import type { SearchType } from '@frontdesk/contract/search'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Moment } from '../../../platform/moments.ts'
import type { SearchItem } from '../type-index.ts'

/** Which items to read: those with these ids, or the next ones by id. */
export type Wanted = { ids: string[] } | { after: string; limit: number }

/** Where the search finds the items of one type. A trigger on its tables names what changed. */
export interface SearchSource {
  /** The name of its table, too. */
  type: SearchType
  /** Every row that an item is read from: the item's `id`, and the transaction that wrote the row (`written_by`). */
  rows: RawBuilder<unknown>
  /** By id. What nobody may find (deleted, say) is left out. */
  read(db: Db, wanted: Wanted): Promise<SearchItem[]>
  /** An item's body as SQL, from an expression that is its id; where the type has bodies. */
  body?: (id: RawBuilder<unknown>) => RawBuilder<string | null>
}

/** Before every id. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** Whether a row is wanted, by its column of ids. */
export function isWanted(column: string, wanted: Wanted): RawBuilder<boolean> {
  const id = sql.ref(column)
  return 'ids' in wanted
    ? sql<boolean>`${id} = any(${wanted.ids}::uuid[])`
    : sql<boolean>`${id} > ${wanted.after}`
}

export const mostOf = (wanted: Wanted) => ('ids' in wanted ? wanted.ids.length : wanted.limit)

/** The rows of a table, by the column that holds the item's id. */
export const rowsOf = (table: string, column = 'id') =>
  sql`select ${sql.ref(column)} as id, xmin as written_by from ${sql.table(table)}`

/**
 * Items of which a row was written by a transaction that had not ended at that moment. Each row says who wrote it: that
 * takes a look at all of them, but at none of the long texts.
 */
export async function changedSince(
  db: Db,
  { rows }: SearchSource,
  { transaction }: Moment,
): Promise<string[]> {
  const changed = await sql<{ id: string }>`
    select distinct id from (${rows}) as part
    where age(written_by) <= age(${transaction}::text::xid8::xid)`.execute(db)
  return changed.rows.map(({ id }) => id)
}

/** Those of some ids that there are no longer. */
export async function goneOf(db: Db, type: SearchType, ids: string[]): Promise<string[]> {
  const gone = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as known(id)
    where not exists (select from ${sql.table(type)} as item where item.id = known.id)`.execute(db)
  return gone.rows.map(({ id }) => id)
}
