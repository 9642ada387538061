import {
  MOST_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryInFull,
  type WebhookWithSecret,
} from '@frontdesk/contract/webhooks'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import type { AuditAction } from '../../platform/audit-actions.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import {
  findDelivery,
  findEvent,
  listTries,
  requeueDelivery,
  requeueFailed,
} from './deliveries.queries.ts'
import { refusalOf } from './post-webhook.ts'
import { bodyOf, newSecret, openSecret, sealSecret } from './webhook-message.ts'
import {
  countWebhooksForMore,
  deleteWebhook,
  findWebhook,
  insertPing,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  queueWebhooks,
  type StoredWebhook,
  updateSecret,
  updateWebhook,
  type WebhookDraft,
} from './webhooks.queries.ts'

interface Changing {
  db: Db
  actor: Author
  origin: Origin
}

/** What people call it. */
export const titleOf = ({ description, url }: { description: string; url: string }) =>
  description || new URL(url).host

const noSuchWebhook = () => notFound('This webhook does not exist')

async function seen(config: Config, stored: StoredWebhook): Promise<Webhook> {
  const { secret_sealed: sealed, ...shown } = stored
  return { ...shown, secret_lost: !(await isOpen(config, stored.id, sealed)) }
}

async function isOpen(config: Config, id: string, sealed: Buffer): Promise<boolean> {
  try {
    await openSecret(config, id, sealed)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecretError) return false
    throw error
  }
}

export async function readWebhooks(db: Db, config: Config): Promise<Webhook[]> {
  return Promise.all((await listWebhooks(db)).map((one) => seen(config, one)))
}

/** @throws AppError 404 */
export async function readWebhook(db: Db, config: Config, id: string): Promise<Webhook> {
  const stored = await findWebhook(db, id)
  if (!stored) throw noSuchWebhook()
  return seen(config, stored)
}

async function tell(
  call: Changing,
  action: AuditAction,
  webhook: { id: string; description: string; url: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  const item = { type: 'webhook', id: webhook.id, title: titleOf(webhook) }
  await recordAudit(call.db, call, { action, item, details })
  await publish(call.db, { keys: ['webhooks'], adminsOnly: true })
}

/** As it is kept. @throws AppError 422 where nothing may be sent to its address */
function checked(config: Config, draft: WebhookDraft): WebhookDraft {
  const refusal = refusalOf(draft.url, config.webhookAllowPrivate)
  if (refusal) throw unprocessable('address_refused', refusal, { url: refusal })
  const url = new URL(draft.url)
  url.hash = ''
  return { ...draft, url: url.href }
}

/** @throws AppError 409 `too_many_webhooks`, 422 for an address that nothing may be sent to */
export async function createWebhook(
  call: Changing,
  config: Config,
  wanted: WebhookDraft,
): Promise<WebhookWithSecret> {
  const { db, actor } = call
  const draft = checked(config, wanted)
  if ((await countWebhooksForMore(db)) >= MOST_WEBHOOKS) {
    throw conflict('too_many_webhooks', `There can be ${MOST_WEBHOOKS} webhooks at most`)
  }
  const id = uuidv7()
  const secret = newSecret()
  const secretSealed = await sealSecret(config, id, secret)
  await insertWebhook(db, { ...draft, id, secretSealed, createdBy: actor.id })
  const { url, events, enabled } = draft
  await tell(call, 'webhook.created', { ...draft, id }, { url, events, enabled })
  return { ...(await readWebhook(db, config, id)), secret }
}

/** @throws AppError 404, 409 where somebody was faster, 422 for an address that nothing may be sent to */
export async function changeWebhook(
  call: Changing,
  config: Config,
  change: { id: string; wanted: WebhookDraft; ifMatch: string | undefined },
): Promise<Webhook> {
  const { db } = call
  const { id, ifMatch } = change
  const before = await lockWebhook(db, id)
  if (!before) throw noSuchWebhook()
  await refuseIfChanged(before, {
    ifMatch,
    sentence: 'Somebody else has saved this webhook in the meantime',
    findCurrent: async () => readWebhook(db, config, id),
  })
  const draft = checked(config, change.wanted)
  const isNewStart = draft.enabled && (!before.enabled || before.url !== draft.url)
  await updateWebhook(db, id, { ...draft, isNewStart })
  if (draft.enabled) await queueWebhooks(db)
  const { url, events, enabled } = draft
  await tell(call, 'webhook.changed', { ...draft, id }, { url, events, enabled })
  return readWebhook(db, config, id)
}

/** @throws AppError 404 */
export async function removeWebhook(call: Changing, id: string): Promise<void> {
  const before = await lockWebhook(call.db, id)
  if (!before) throw noSuchWebhook()
  await deleteWebhook(call.db, id)
  await tell(call, 'webhook.deleted', before, { url: before.url })
}

/**
 * Makes a new secret. The one before signs as well for a day, where it can still be opened.
 * @throws AppError 404
 */
export async function rollSecret(
  call: Changing,
  config: Config,
  id: string,
): Promise<WebhookWithSecret> {
  const { db } = call
  const before = await lockWebhook(db, id)
  if (!before) throw noSuchWebhook()
  const secret = newSecret()
  const sealed = await sealSecret(config, id, secret)
  const keepOld = await isOpen(config, id, before.secret_sealed)
  await updateSecret(db, id, { sealed, keepOld })
  await tell(call, 'webhook.secret_rolled', before)
  return { ...(await readWebhook(db, config, id)), secret }
}

/** @throws AppError 404, 409 `webhook_off` */
async function lockOneThatIsOn(db: Db, id: string) {
  const webhook = await lockWebhook(db, id)
  if (!webhook) throw noSuchWebhook()
  if (!webhook.enabled) throw conflict('webhook_off', 'Please switch this webhook on first')
  return webhook
}

/** @throws AppError 404, 409 `webhook_off` */
export async function pingWebhook(call: Changing, id: string): Promise<WebhookDelivery> {
  const webhook = await lockOneThatIsOn(call.db, id)
  const deliveryId = await insertPing(call.db, id)
  await tell(call, 'webhook.pinged', webhook)
  return readDelivery(call.db, id, deliveryId)
}

async function readDelivery(db: Db, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id, deliveryId)
  if (!delivery) throw notFound('This delivery does not exist')
  return delivery
}

/** @param address what links begin with; @throws AppError 404 */
export async function readDeliveryInFull(
  db: Db,
  address: string,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDeliveryInFull> {
  const delivery = await readDelivery(db, id, deliveryId)
  const body = bodyOf(await findEvent(db, delivery.event_id), address)
  return { ...delivery, body, all_tries: await listTries(db, deliveryId) }
}

/** @throws AppError 404, 409 `webhook_off` */
export async function resendDelivery(
  call: Changing,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { db } = call
  const webhook = await lockOneThatIsOn(db, id)
  const { type } = await readDelivery(db, id, deliveryId)
  await requeueDelivery(db, deliveryId)
  await queueWebhooks(db)
  await tell(call, 'webhook.resent', webhook, { delivery_id: deliveryId, type })
  return readDelivery(db, id, deliveryId)
}

/** @returns how many; @throws AppError 404, 409 `webhook_off` */
export async function resendFailed(
  call: Changing,
  { id, since }: { id: string; since: string },
): Promise<number> {
  const { db } = call
  const webhook = await lockOneThatIsOn(db, id)
  const queued = await requeueFailed(db, id, since)
  await queueWebhooks(db)
  await tell(call, 'webhook.failed_resent', webhook, { since, queued })
  return queued
}
