import { webhookEndpoints } from '@frontdesk/contract/webhooks'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { listDeliveries } from './deliveries.queries.ts'
import {
  changeWebhook,
  createWebhook,
  pingWebhook,
  readDeliveryInFull,
  readWebhook,
  readWebhooks,
  removeWebhook,
  resendDelivery,
  resendFailed,
  rollSecret,
} from './webhooks.actions.ts'

/** Addresses that are told of events, and what was sent to them. */
export function webhookRoutes(mount: Mount, { address, config }: Services): void {
  mount(webhookEndpoints.listWebhooks, async ({ db }) => readWebhooks(db, config))

  mount(webhookEndpoints.createWebhook, async (call) => createWebhook(call, config, call.body))

  mount(webhookEndpoints.getWebhook, async ({ db, params, reply }) => {
    const webhook = await readWebhook(db, config, params.id)
    reply.header('ETag', etagOf(webhook))
    return webhook
  })

  mount(webhookEndpoints.updateWebhook, async (call) => {
    const { body, params, request, reply } = call
    const ifMatch = request.headers['if-match']
    const webhook = await changeWebhook(call, config, { id: params.id, wanted: body, ifMatch })
    reply.header('ETag', etagOf(webhook))
    return webhook
  })

  mount(webhookEndpoints.deleteWebhook, async (call) => removeWebhook(call, call.params.id))

  mount(webhookEndpoints.rollWebhookSecret, async (call) =>
    rollSecret(call, config, call.params.id),
  )

  mount(webhookEndpoints.pingWebhook, async (call) => pingWebhook(call, call.params.id))

  mount(webhookEndpoints.listWebhookDeliveries, async ({ db, params, query, request, reply }) => {
    await readWebhook(db, config, params.id)
    const limit = query.limit ?? DEFAULT_LIMIT
    const page = await listDeliveries(db, { ...query, limit, endpointId: params.id })
    return sendPage({ request, reply }, page)
  })

  mount(webhookEndpoints.getWebhookDelivery, async ({ db, params }) =>
    readDeliveryInFull(db, address(), { id: params.id, deliveryId: params.delivery_id }),
  )

  mount(webhookEndpoints.resendWebhookDelivery, async (call) =>
    resendDelivery(call, { id: call.params.id, deliveryId: call.params.delivery_id }),
  )

  mount(webhookEndpoints.resendFailedWebhooks, async (call) => ({
    queued: await resendFailed(call, { id: call.params.id, since: call.body.since }),
  }))
}
