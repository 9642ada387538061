import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Examples, nothing, type World } from './world.ts'

const body = {
  url: 'https://hooks.example.com/front-desk',
  description: 'Payroll',
  events: ['person.created' as const],
  enabled: true,
}

/** Beneath the API, which takes 20 at most: many calls are made at once. */
async function onNewWebhook({ server, admin }: World) {
  const id = uuidv7()
  await server.db
    .insertInto('webhook_endpoints')
    .values({
      ...body,
      id,
      secret_sealed: Buffer.alloc(64),
      created_by: admin.id,
      // Somebody is at it: no job looks the name up, or says that nobody answers.
      busy_until: sql<string>`now() + interval '1 day'`,
    })
    .execute()
  return { params: { id } }
}

async function onNewDelivery(world: World) {
  const { params } = await onNewWebhook(world)
  const api = world.server.api.as(world.admin)
  const { body: delivery } = await api('POST /admin/webhooks/:id/ping', { params })
  return { params: { ...params, delivery_id: delivery.id } }
}

export const webhooksExamples = {
  'GET /admin/webhooks': { input: nothing, audit: null },
  'POST /admin/webhooks': {
    input: async ({ server }) => {
      await server.db.deleteFrom('webhook_endpoints').execute()
      return { body: { ...body, enabled: false } }
    },
    audit: 'webhook.created',
  },
  'GET /admin/webhooks/:id': { input: onNewWebhook, audit: null },
  'PUT /admin/webhooks/:id': {
    input: async (world) => ({
      ...(await onNewWebhook(world)),
      body: { ...body, description: 'Payroll, the new one' },
    }),
    audit: 'webhook.changed',
  },
  'DELETE /admin/webhooks/:id': { input: onNewWebhook, audit: 'webhook.deleted' },
  'POST /admin/webhooks/:id/secret': { input: onNewWebhook, audit: 'webhook.secret_rolled' },
  'POST /admin/webhooks/:id/ping': { input: onNewWebhook, audit: 'webhook.pinged' },
  'GET /admin/webhooks/:id/deliveries': { input: onNewWebhook, audit: null },
  'GET /admin/webhooks/:id/deliveries/:delivery_id': { input: onNewDelivery, audit: null },
  'POST /admin/webhooks/:id/deliveries/:delivery_id/resend': {
    input: onNewDelivery,
    audit: 'webhook.resent',
  },
  'POST /admin/webhooks/:id/resend-failed': {
    input: async (world) => ({
      ...(await onNewWebhook(world)),
      body: { since: '2026-11-01T00:00:00.000Z' },
    }),
    audit: 'webhook.failed_resent',
  },
} satisfies Partial<Examples>
