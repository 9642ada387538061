import type { Config } from '../src/config.ts'
import type { Db } from '../src/db/connect.ts'
import { readAndKeep } from '../src/features/payments/billing.actions.ts'
import {
  countActivePeople,
  findBilling,
  insertBilling,
  updateCustomer,
} from '../src/features/payments/billing.queries.ts'
import { demoBrokerage } from './brokerage.ts'
import type { LocalStripe } from './local-stripe/stand-in.ts'

const MONTH_SECONDS = 31 * 86_400
const MONTHS = 5

/** The brokerage has paid for its seats for half a year, and three people came meanwhile. */
export async function fillBilling(db: Db, config: Config, stripe: LocalStripe): Promise<void> {
  const { books } = stripe
  if (!config.stripe || (await findBilling(db, 'local'))) return
  const people = await countActivePeople(db)
  // Its clock begins in the past, and ends where ours is.
  books.kept.ahead = -MONTHS * MONTH_SECONDS
  const customer = books.makeCustomer({
    name: demoBrokerage.brokerage_name,
    email: 'billing@harborandpine.example',
  })
  const checkout = books.makeCheckout(
    {
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: books.price.id, quantity: String(people - 3) }],
    },
    stripe.url,
  )
  const card = { number: '4242 4242 4242 4242', name: demoBrokerage.broker_name }
  const subscription = books.payCheckout(checkout.id, card)!
  for (const more of [2, 1, 0]) {
    books.advance(MONTH_SECONDS + 9 * 86_400)
    books.setSeats(subscription.id, people - more)
  }
  books.advance(-books.kept.ahead)
  await insertBilling(db, 'local')
  await updateCustomer(db, 'local', customer.id)
  await readAndKeep(db, config.stripe, 'job')
}
