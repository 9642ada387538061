import { COUNTED_EXACTLY } from '@frontdesk/contract/fields'
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './connect.ts'
import { executeKept } from './prepared.ts'

export interface PageOptions {
  limit: number
  /** As `Page.next` gave it. */
  cursor?: string
}

export interface Page<Row> {
  rows: Row[]
  /** For the next page; null on the last. */
  next: string | null
}

/** How many match a list. */
export interface Count {
  total: number
  /** Whether there are more than `total`, up to which they are counted. */
  more: boolean
}

/** Of so many that were found, of which one more than `counted` at most were looked for. */
export const toCount = (found: number, counted = COUNTED_EXACTLY): Count => ({
  total: Math.min(found, counted),
  more: found > counted,
})

/** How many a query finds, up to where the number would cost more than it tells. */
export async function countMatching<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Count> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${query.limit(COUNTED_EXACTLY + 1)}) as matching
  `.execute(db)
  return toCount(rows[0]!.found)
}

/** Thrown for a cursor that this program never gave out. */
export class BadCursorError extends Error {}

type Order = 'asc' | 'desc'

/**
 * Reads one page of what a query finds, in the order of `key`, whose last part is unique.
 * @throws BadCursorError
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  key: readonly RawBuilder<unknown>[],
  order: Order,
  options: PageOptions,
): Promise<Page<Row>> {
  const found = await selectPage(query, key, order, options).execute()
  return toPage(found as (Row & { cursor: string })[], options.limit)
}

/**
 * The same of a list that everybody opens: connections keep its plan, which takes longer to make than to follow. A
 * search is planned by what is searched for.
 * @throws BadCursorError
 */
export async function readKeptPage<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  key: readonly RawBuilder<unknown>[],
  order: Order,
  options: PageOptions & { search?: string },
): Promise<Page<Row>> {
  if (options.search) return readPage(query, key, order, options)
  const found = await executeKept(db, selectPage(query, key, order, options))
  return toPage(found as (Row & { cursor: string })[], options.limit)
}

/** The same page, of what each row becomes. */
export const mapPage = <Row, Made>(
  { rows, next }: Page<Row>,
  make: (row: Row) => Made,
): Page<Made> => ({ rows: rows.map(make), next })

/** Cuts off the row beyond the limit, of this very array; each row carries its own place in `cursor`. */
export function toPage<Row extends { cursor: string }>(rows: Row[], limit: number): Page<Row> {
  const hasMore = rows.length > limit
  if (hasMore) rows.length = limit
  const last = rows.at(-1)
  return { rows, next: hasMore && last ? encodeCursor(last.cursor) : null }
}

/** The query of one page, and of one row beyond it; each row carries its own place in `cursor`. */
export function selectPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  key: readonly RawBuilder<unknown>[],
  order: Order,
  { cursor, limit }: PageOptions,
) {
  const placed = query
    .select(placeOf(key).as('cursor'))
    .$if(Boolean(cursor), (some) => some.where(afterCursor(cursor!, key, order)))
  return key.reduce((some, part) => some.orderBy(part, order), placed).limit(limit + 1)
}

/** A row's own place, as JSON: of all that are read only one is looked at. */
export const placeOf = (key: readonly RawBuilder<unknown>[]) =>
  sql<string>`json_build_array(${sql.join([...key])})::text`

const encodeCursor = (place: string) => Buffer.from(place).toString('base64url')

/** What a cursor says: the key of the last row. @throws BadCursorError */
export function decodeCursor(cursor: string, length: number): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(place) && place.length === length && place.every(isPlain)) return place
  } catch {
    // Falls through to the one answer for all bad cursors.
  }
  throw new BadCursorError('This cursor is not valid')
}

const isPlain = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))

/** Rows that come after a cursor. @throws BadCursorError */
export function afterCursor(
  cursor: string,
  key: readonly RawBuilder<unknown>[],
  order: Order,
): RawBuilder<SqlBool> {
  const place = decodeCursor(cursor, key.length)
  const comparison = sql.raw(order === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${sql.join([...key])}) ${comparison} (${sql.join(place)})`
}

/** Whether any of the columns contains the text, without regard to letter case. */
export function contains(search: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const matches = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}
