import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, paging, time, timeInput } from './fields.ts'

const Person = { person_id: id }
const PersonAsIs = {
  ...Person,
  role: z.enum(['agent', 'manager', 'admin']),
  status: z.enum(['active', 'inactive', 'pending']),
}
const Passed = {
  certificate_id: id,
  ...Person,
  test_id: id,
  title: z.string(),
  passed_at: time,
}
const Document = { document_id: id, title: z.string(), category: z.string() }
const link = { url: z.string().describe('Where the web app shows what it is about.') }

/**
 * What `data` holds, for each kind of event: ids, times and titles of what the brokerage wrote. Names, addresses and
 * scores of people are not in it; whoever may know them asks for them by the id.
 */
export const WEBHOOK_DATA = {
  'person.created': z.object({ ...PersonAsIs, ...link }),
  'person.updated': z.object({
    ...PersonAsIs,
    changed: z.array(z.enum(['name', 'email', 'role', 'title', 'phone_number', 'bio', 'status'])),
    ...link,
  }),
  'person.deactivated': z.object({ ...PersonAsIs, ...link }),
  'person.reactivated': z.object({ ...PersonAsIs, ...link }),
  'person.deleted': z.object({ ...Person, ...link }),
  'policy.acknowledged': z.object({
    acknowledgment_id: id,
    ...Person,
    policy_id: id,
    policy_title: z.string(),
    version: z.int(),
    acknowledged_at: time,
    ...link,
  }),
  'training.passed': z.object({ ...Passed, training_id: id, ...link }),
  'test.passed': z.object({ ...Passed, ...link }),
  'obligation.overdue': z.object({
    obligation_id: id,
    ...Person,
    item_type: z.enum(['policy', 'test', 'training']),
    item_id: id,
    title: z.string(),
    due_at: time,
    ...link,
  }),
  'document.created': z.object({ ...Document, ...link }),
  'document.updated': z.object({ ...Document, ...link }),
  'document.deleted': z.object({ ...Document, ...link }),
  'document.restored': z.object({ ...Document, ...link }),
  ping: z.object({ endpoint_id: id, ...link }),
} as const

/** What an endpoint can be told of; a ping comes to all. */
export const WebhookEventType = z.enum([
  'person.created',
  'person.updated',
  'person.deactivated',
  'person.reactivated',
  'person.deleted',
  'policy.acknowledged',
  'training.passed',
  'test.passed',
  'obligation.overdue',
  'document.created',
  'document.updated',
  'document.deleted',
  'document.restored',
])
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** More would share what one node sends at once. */
export const MOST_WEBHOOKS = 20

export const WebhookState = z
  .enum(['fine', 'failing', 'off', 'disabled'])
  .describe('`off`: an admin switched it off. `disabled`: the server did, see `disabled_because`.')
export type WebhookState = z.infer<typeof WebhookState>

/** An address that is told of events. Its secret is never in it. */
export const Webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  state: WebhookState,
  disabled_because: z
    .enum(['failing', 'gone'])
    .nullable()
    .describe('`failing`: for a week. `gone`: the receiver answered 410.'),
  failing_since: time.nullable(),
  failing_because: z.string().nullable(),
  secret_lost: z
    .boolean()
    .describe('Whether the key beside the data no longer opens its secret: make a new one.'),
  old_secret_until: time.nullable().describe('Until then the secret before signs as well.'),
  waiting: z.int().describe('Deliveries that have not been taken yet.'),
  failed: z.int().describe('Deliveries of the last 30 days that were given up.'),
  last_delivered_at: time.nullable(),
  revision: z.int(),
  created_at: time,
  created_by_name: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

const WithSecret = Webhook.extend({
  secret: z.string().describe('`whsec_…`; it is shown this once.'),
})
export type WebhookWithSecret = z.infer<typeof WithSecret>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** One event on its way to one address. */
export const WebhookDelivery = z.object({
  id,
  event_id: id.describe('What `webhook-id` says: the same at every try.'),
  type: z.string(),
  state: DeliveryState,
  happened_at: time,
  tries: z.int(),
  last_try_at: time.nullable(),
  last_status: z.int().nullable(),
  last_problem: z.string().nullable(),
  next_try_at: time.nullable(),
  settled_at: time.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** One try of a delivery. */
export const WebhookTry = z.object({
  tried_at: time,
  took_ms: z.int(),
  status: z.int().nullable().describe('Null: nobody answered.'),
  problem: z.string().nullable().describe('Null: it was taken.'),
  answer: z.string().describe('How the answer began, at most 1,024 bytes of it.'),
})
export type WebhookTry = z.infer<typeof WebhookTry>

const DeliveryInFull = WebhookDelivery.extend({
  body: z.string().describe('What is sent, to the letter.'),
  all_tries: z.array(WebhookTry).describe('Oldest first.'),
})
export type WebhookDeliveryInFull = z.infer<typeof DeliveryInFull>

const ADDRESS = /^https?:\/\/[^\s/?#\\]+([/?]\S*)?$/i
const draft = {
  url: line(2000)
    .refine((value) => !value.includes('#'), 'Please leave out the # and what follows it')
    .refine((value) => ADDRESS.test(value), 'Please enter an address that begins with https://')
    .refine(
      (value) => !/^[a-z]+:\/\/[^/?]*@/i.test(value),
      'Please leave name and password out of the address: deliveries are signed',
    ),
  description: line(200).default(''),
  events: z
    .array(WebhookEventType)
    .min(1, 'Please choose at least one kind of event')
    .max(WebhookEventType.options.length, 'Please choose each kind once')
    .refine((all) => new Set(all).size === all.length, 'Please choose each kind once'),
  enabled: z.boolean('Please say whether it is on').default(true),
}

const ofDelivery = z.object({ id, delivery_id: id })

export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/admin/webhooks',
    access: 'admin',
    summary: 'Addresses that are told of events, oldest first.',
    response: z.array(Webhook),
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/admin/webhooks',
    access: 'admin',
    summary: `Adds one, at most ${MOST_WEBHOOKS}; the answer has its secret, this once.`,
    body: z.object(draft),
    response: WithSecret,
    status: 201,
    fresh: true,
  }),
  getWebhook: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:id',
    access: 'admin',
    summary: 'One of them.',
    params: byId,
    response: Webhook,
  }),
  updateWebhook: endpoint({
    method: 'PUT',
    path: '/admin/webhooks/:id',
    access: 'admin',
    summary: 'Changes one, or switches it on or off. Takes `If-Match`.',
    params: byId,
    body: z.object(draft),
    response: Webhook,
    fresh: true,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/admin/webhooks/:id',
    access: 'admin',
    summary: 'Removes one with its deliveries.',
    params: byId,
    fresh: true,
  }),
  rollWebhookSecret: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:id/secret',
    access: 'admin',
    summary: 'Makes a new secret; for 24 hours the one before signs as well.',
    params: byId,
    response: WithSecret,
    fresh: true,
  }),
  pingWebhook: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:id/ping',
    access: 'admin',
    summary: 'Sends a `ping`; 409 `webhook_off` while it is off.',
    params: byId,
    response: WebhookDelivery,
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:id/deliveries',
    access: 'admin',
    summary: 'What was sent to it in the last 30 days, newest first.',
    params: byId,
    query: z.object({ ...paging, state: DeliveryState.optional() }),
    response: z.array(WebhookDelivery),
  }),
  getWebhookDelivery: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:id/deliveries/:delivery_id',
    access: 'admin',
    summary: 'One delivery with its body and each try.',
    params: ofDelivery,
    response: DeliveryInFull,
  }),
  resendWebhookDelivery: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:id/deliveries/:delivery_id/resend',
    access: 'admin',
    summary: 'Sends it again, under the same `webhook-id`; 409 `webhook_off` while it is off.',
    params: ofDelivery,
    response: WebhookDelivery,
  }),
  resendFailedWebhooks: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:id/resend-failed',
    access: 'admin',
    summary: 'Sends all again that were given up and happened since then, in their order.',
    params: byId,
    body: z.object({ since: timeInput }),
    response: z.object({ queued: z.int() }),
  }),
}
