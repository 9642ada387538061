import { signatureOf } from '../../../demo/local-stripe/local-stripe.ts'
import { readAndKeep } from '../../features/payments/billing.actions.ts'
import { subscribe } from '../stripe.ts'
import type { Examples, World } from './world.ts'

export const paymentsExamples = {
  'POST /payments/checkout': {
    input: async (world) => {
      await withSubscription(world)
      for (const { id } of runningIn(world)) world.stripe.books.end(id)
      return known(world)
    },
    audit: 'billing.checkout_started',
  },
  'GET /payments/subscription/:id': { input: withSubscription, audit: null },
  'POST /payments/subscription/:id/refresh': { input: withSubscription, audit: null },
  'POST /payments/subscription/:id/cancel': {
    input: async (world) => {
      const options = await withSubscription(world)
      for (const { id } of runningIn(world)) world.stripe.books.setEnding(id, false)
      await known(world)
      return options
    },
    audit: 'billing.cancelled',
  },
  'POST /payments/subscription/:id/reactivate': {
    input: async (world) => {
      const options = await withSubscription(world)
      for (const { id } of runningIn(world)) world.stripe.books.setEnding(id, true)
      await known(world)
      return options
    },
    audit: 'billing.reactivated',
  },
  'POST /payments/subscription/:id/portal': {
    input: withSubscription,
    audit: 'billing.portal_opened',
  },
  'POST /payments/webhook': {
    input: ({ stripe }) => {
      // Of a kind that nothing comes of.
      const event = { type: 'charge.succeeded', created: stripe.books.now, livemode: false }
      const body = { id: stripe.books.newId('evt'), object: 'event', ...event }
      const signature = signatureOf(JSON.stringify(body), stripe.config.webhookSecret!)
      return { body, headers: { 'Stripe-Signature': signature } }
    },
    audit: null,
  },
} satisfies Partial<Examples>

const runningIn = ({ stripe }: World) =>
  Object.values(stripe.books.kept.subscriptions).filter(({ status }) => status === 'active')

async function withSubscription(world: World) {
  if (runningIn(world).length === 0) await subscribe(world.server, world.stripe, 2)
  return { params: { id: 'current' } }
}

/** What is at Stripe now is known here: else the call would tell of two things. */
async function known({ server }: World) {
  await readAndKeep(server.db, server.config.stripe!, 'person')
  return {}
}
