import { paymentEndpoints } from '@frontdesk/contract/payments'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StripeConfig } from '../../config.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { createMount, type Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { refuseOthers, showSubscription } from './billing.actions.ts'
import { findBilling, insertEvent } from './billing.queries.ts'
import {
  cancelSubscription,
  ensureSyncJob,
  openPortal,
  reactivateSubscription,
  refreshSubscription,
  startCheckout,
} from './change-subscription.actions.ts'
import { sourceOf, stripeConfigOf, stripeOf } from './stripe.ts'

const WAITS = { ownTransactions: 'Stripe may take seconds to answer' }

/** How old a signature may be: Stripe signs anew each time that it sends. */
const TOLERANCE_SECONDS = 300

/** What tells of the subscription; all else is kept, and nothing comes of it. */
const TELLING =
  /^(checkout\.session\.|customer\.(deleted|updated|subscription\.)|invoice\.|payment_method\.|price\.|product\.)/

export async function paymentRoutes(
  api: FastifyInstance,
  mount: Mount,
  services: Services,
): Promise<void> {
  const { config: all } = services
  const callOf = <C extends object>(call: C) => ({
    ...call,
    config: stripeConfigOf(all),
    address: services.address(),
  })

  mount(paymentEndpoints.startCheckout, (call) => startCheckout(callOf(call)), WAITS)

  mount(paymentEndpoints.getSubscription, async ({ db, params }) => {
    refuseOthers(all.stripe ? await findBilling(db, sourceOf(all.stripe)) : undefined, params.id)
    return showSubscription(db, all)
  })

  mount(paymentEndpoints.refreshSubscription, async ({ db, params }) => {
    await refreshSubscription(db, stripeConfigOf(all), params.id)
    return showSubscription(db, all)
  })

  mount(
    paymentEndpoints.cancelSubscription,
    async (call) => {
      await cancelSubscription(callOf(call), call.params.id)
      return showSubscription(call.db, all)
    },
    WAITS,
  )

  mount(
    paymentEndpoints.reactivateSubscription,
    async (call) => {
      await reactivateSubscription(callOf(call), call.params.id)
      return showSubscription(call.db, all)
    },
    WAITS,
  )

  mount(paymentEndpoints.openPortal, (call) => openPortal(callOf(call), call.params.id), WAITS)

  // A scope of its own: what was signed are the bytes, not what JSON makes of them.
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    createMount(
      scope,
      services.db,
      services.csrfKey,
    )(paymentEndpoints.receiveWebhook, async ({ db, request }) => {
      const { stripe: config } = all
      if (!config?.webhookSecret) throw notFound()
      const event = await readEvent(config, config.webhookSecret, request)
      const source = sourceOf(config)
      const waits = TELLING.test(event.type) && event.livemode === (source === 'live')
      const isNew = await insertEvent(db, { ...event, source, waits })
      if (isNew && waits) await ensureSyncJob(db)
      return { received: true as const }
    })
  })
}

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.int().min(0).max(253_402_300_799),
  livemode: z.boolean(),
})

/** @throws AppError 400 `bad_signature` for whatever Stripe has not signed just now */
async function readEvent(config: StripeConfig, secret: string, { body, headers }: FastifyRequest) {
  const stripe = await stripeOf(config)
  const signature = headers['stripe-signature']
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('not signed')
    const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
    return Event.parse(event)
  } catch (error) {
    const isSigned = error instanceof z.ZodError
    throw new AppError(
      400,
      isSigned ? 'malformed' : 'bad_signature',
      isSigned ? 'This is no event' : 'This is not signed by Stripe within the last five minutes',
    )
  }
}
