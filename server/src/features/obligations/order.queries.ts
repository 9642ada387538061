import { type RawBuilder, sql } from 'kysely'
import { afterCursor, decodeCursor, type PageOptions } from '../../db/page.ts'
import { dueOrNever, type Look } from './look.queries.ts'

/** In which order; what is left out is by due date. */
export interface ObligationOrder {
  sort?: 'due_at' | 'user_name' | 'item_title' | 'opens_at' | 'closed_at'
  order?: 'asc' | 'desc'
}

export type Sort = NonNullable<ObligationOrder['sort']>

const ID = sql`obligation.id`
export const TITLE = sql`lower(item.title)`
/** Of now, whichever held at the moment that is shown. */
const DUE_NOW = sql`coalesce(obligation.due_at, 'infinity')`
const DUE_THEN = sql`coalesce(obligation.due_then, 'infinity')`

/** By columns of what `sourceOf` gives, as the indexes have them: what has no such date comes last. */
export const KEYS = {
  due_at: [DUE_THEN, ID],
  user_name: [sql`lower(person.name)`, sql`person.id`, ID],
  item_title: [TITLE, sql`item.id`, DUE_THEN, ID],
  opens_at: [sql`obligation.opens_at`, sql`obligation.item_id`, DUE_NOW, ID],
  closed_at: [sql`coalesce(obligation.closed_at, 'infinity')`, DUE_NOW, ID],
} satisfies Record<Sort, RawBuilder<unknown>[]>

/** The same of the rows themselves, as the indexes of each half have them. */
export function ownKey(look: Look, sort: Sort): RawBuilder<unknown>[] {
  if (sort === 'closed_at' && look.half !== null) {
    const rest = KEYS.closed_at.slice(1)
    return look.half === 'open' ? rest : [sql`obligation.closed_at`, ...rest]
  }
  return sort === 'due_at' ? [dueOrNever(look), ID] : KEYS[sort]
}

/** What of a half comes after a cursor. */
export function ownAfter(look: Look, { sort, order, cursor }: Wanted): RawBuilder<unknown> {
  if (!cursor) return sql``
  if (sort === 'closed_at' && look.half === 'open') {
    // All of what is open comes after all of what is closed.
    const [closed, ...rest] = decodeCursor(cursor, KEYS.closed_at.length)
    if (closed !== 'infinity') return sql`and ${sql.lit(order === 'asc')}`
    const comparison = sql.raw(order === 'asc' ? '>' : '<')
    return sql`and (${sql.join(ownKey(look, sort))}) ${comparison} (${sql.join(rest)})`
  }
  const after = afterCursor(cursor, ownKey(look, sort), order)
  if (sort !== 'opens_at') return sql`and ${after}`
  // By a comparison of rows an index would be read from there on without skipping anything.
  const [opensAt] = decodeCursor(cursor, KEYS.opens_at.length)
  const from = sql.raw(order === 'asc' ? '>=' : '<=')
  return sql`and obligation.opens_at ${from} ${opensAt}::timestamptz and (${after}) is true`
}

export interface Wanted extends PageOptions {
  sort: Sort
  order: 'asc' | 'desc'
}

/** What each order sorts by, beside the due date that held. */
export const SORTED_BY = {
  due_at: ['due_at'],
  user_name: ['user_id'],
  item_title: ['item_id'],
  opens_at: ['opens_at', 'item_id', 'due_at'],
  closed_at: ['closed_at', 'due_at'],
} satisfies Record<Sort, string[]>

export const orderBy = (key: readonly RawBuilder<unknown>[], order: 'asc' | 'desc') =>
  sql.join(key.map((part) => sql`${part} ${sql.raw(order)}`))
