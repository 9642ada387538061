import type { LocalStripe } from '../../demo/local-stripe/stand-in.ts'
import { startLocalStripe } from '../../demo/local-stripe/local-stripe.ts'
import { readAndKeep } from '../features/payments/billing.actions.ts'
import { insertBilling, updateCustomer } from '../features/payments/billing.queries.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A server that is configured with a local Stripe of its own. */
export interface BilledServer extends TestServer {
  stripe: LocalStripe
}

/** Starts both; webhooks are delivered unless `quiet`. */
export async function startBilledServer(
  options: Parameters<typeof startTestServer>[0] & { quiet?: boolean } = {},
): Promise<BilledServer> {
  const { quiet, config, ...rest } = options
  const stripe = await startLocalStripe()
  const server = await startTestServer({ ...rest, config: { stripe: stripe.config, ...config } })
  if (!quiet) stripe.deliverTo = server.url
  return {
    ...server,
    stripe,
    stop: async () => {
      await stripe.close()
      await server.stop()
    },
  }
}

/** Makes the brokerage a customer who has paid for so many seats, and has the server know it. */
export async function subscribe(
  { db, config }: TestServer,
  { books, url }: LocalStripe,
  seats: number,
) {
  const customer = books.makeCustomer({ name: 'Harbor', email: 'ada@example.com' })
  const checkout = books.makeCheckout(
    {
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: books.price.id, quantity: String(seats) }],
    },
    url,
  )
  const subscription = books.payCheckout(checkout.id, { number: '4242424242424242', name: 'Ada' })!
  await insertBilling(db, 'local')
  await updateCustomer(db, 'local', customer.id)
  await readAndKeep(db, config.stripe!, 'person')
  return { customer, subscription }
}
