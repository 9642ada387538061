import type { ItemKind } from '@frontdesk/contract/items'
import { type RawBuilder, sql } from 'kysely'

/** Which item a notification is about, as it keeps that. */
export interface ItemFacts<Kind extends ItemKind = ItemKind> {
  item: Kind
  /** Left out of what was told before ids were kept. */
  item_id?: string
  /** Where the web shows it, where there is no id. */
  path: string
}

/** A server of before, which runs until an upgrade has come to it, leads to the first page. */
const ANYWHERE = '/'

export const itemFacts = <Kind extends ItemKind>(item: Kind, id: string): ItemFacts<Kind> => ({
  item,
  item_id: id,
  path: ANYWHERE,
})

/**
 * The same of what somebody must do, from columns: its id, and the training where it is the quiz of one. Apart from
 * the features, because several tell of such.
 */
export function itemFactsFrom(
  isPolicy: RawBuilder<unknown>,
  columns: { id: string; training: string },
): RawBuilder<unknown> {
  const training = sql.ref(columns.training)
  return sql`jsonb_build_object(
    'item', case when ${isPolicy} then 'policy' when ${training} is null then 'test' else 'training' end,
    'item_id', coalesce(${training}, ${sql.ref(columns.id)}),
    'path', ${sql.lit(ANYWHERE)}
  )`
}
