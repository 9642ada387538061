import { changedQuoteEndpoints } from '@frontdesk/contract/changed-quotes'
import type { Mount } from '../../http/mount.ts'
import { lookAtQuote } from './changed-quotes.actions.ts'
import { listChangedQuotes } from './changed-quotes.queries.ts'

export function changedQuoteRoutes(mount: Mount): void {
  mount(changedQuoteEndpoints.listChangedQuotes, async ({ db, query }) =>
    listChangedQuotes(db, { itemId: query.item_id }),
  )

  mount(changedQuoteEndpoints.lookAtChangedQuote, async (call) => lookAtQuote(call, call.params.id))
}
