import { ITEMS } from '@frontdesk/contract/items'
import { type RawBuilder, sql } from 'kysely'

/**
 * Where the web shows what somebody must do, from columns: its id, and the training where it is the quiz of
 * one. Apart from the features, because mails, lists and registers of several lead there.
 */
export function itemPath(
  isPolicy: RawBuilder<unknown>,
  columns: { id: string; training: string },
): RawBuilder<string> {
  const id = sql.ref(columns.id)
  const training = sql.ref(columns.training)
  return sql`case
    when ${isPolicy} then ${sql.lit(ITEMS.policy.path)} || ${id}
    when ${training} is not null then ${sql.lit(ITEMS.training.path)} || ${training}
    else ${sql.lit(ITEMS.test.path)} || ${id}
  end`
}
