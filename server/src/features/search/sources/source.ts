import type { SearchType } from '@frontdesk/contract/search'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { SearchItem } from '../type-index.ts'

/** Which items to read: those with these ids, or the next ones by id. */
export type Wanted = { ids: string[] } | { after: string; limit: number }

/** Where the search finds the items of one type. A trigger on its tables names what changed. */
export interface SearchSource {
  type: SearchType
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
