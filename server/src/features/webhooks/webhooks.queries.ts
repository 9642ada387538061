import type { Webhook, WebhookState } from '@frontdesk/contract/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Its row as admins see it, and the secret, sealed, beside it. */
export interface StoredWebhook extends Omit<Webhook, 'secret_lost'> {
  secret_sealed: Buffer
}

const state = sql<WebhookState>`case
  when endpoint.disabled_because is not null then 'disabled'
  when not endpoint.enabled then 'off'
  when endpoint.failing_since is not null then 'failing'
  else 'fine'
end`

const countOf = (wanted: 'waiting' | 'failed') => sql<number>`(
  select count(*)::int from webhook_deliveries
  where endpoint_id = endpoint.id and state = ${sql.lit(wanted)}
)`

const webhooks = (db: Db) =>
  db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('users as author', 'author.id', 'endpoint.created_by')
    .select([
      'endpoint.id',
      'endpoint.url',
      'endpoint.description',
      'endpoint.events',
      'endpoint.enabled',
      state.as('state'),
      'endpoint.disabled_because',
      'endpoint.failing_since',
      'endpoint.failing_because',
      sql<string | null>`case when endpoint.old_secret_until > now()
        then endpoint.old_secret_until end`.as('old_secret_until'),
      countOf('waiting').as('waiting'),
      countOf('failed').as('failed'),
      sql<string | null>`(
        select max(settled_at) from webhook_deliveries
        where endpoint_id = endpoint.id and state = 'delivered'
      )`.as('last_delivered_at'),
      'endpoint.revision',
      'endpoint.created_at',
      'author.name as created_by_name',
      'endpoint.secret_sealed',
    ])

/** Oldest first; there are few. */
export async function listWebhooks(db: Db): Promise<StoredWebhook[]> {
  return webhooks(db).orderBy('endpoint.created_at').orderBy('endpoint.id').execute()
}

export async function findWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  return webhooks(db).where('endpoint.id', '=', id).executeTakeFirst()
}

/** Makes whoever else changes it wait until the transaction ends; undefined where there is none. */
export async function lockWebhook(db: Db, id: string) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'enabled', 'revision', 'url', 'description', 'secret_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** How many there are; whoever else adds one waits until the transaction ends. */
export async function countWebhooksForMore(db: Db): Promise<number> {
  await sql`lock table webhook_endpoints in share row exclusive mode`.execute(db)
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export interface WebhookDraft {
  url: string
  description: string
  events: string[]
  enabled: boolean
}

export async function insertWebhook(
  db: Db,
  webhook: WebhookDraft & { id: string; secretSealed: Buffer; createdBy: string },
): Promise<void> {
  const { id, url, description, events, enabled, secretSealed, createdBy } = webhook
  await db
    .insertInto('webhook_endpoints')
    .values({
      id,
      url,
      description,
      events,
      enabled,
      secret_sealed: secretSealed,
      created_by: createdBy,
    })
    .execute()
}

/** Whoever switches it on again, or gives it another address, gives it a new week. */
export async function updateWebhook(
  db: Db,
  id: string,
  draft: WebhookDraft & { isNewStart: boolean },
): Promise<void> {
  const { isNewStart, ...columns } = draft
  await db
    .updateTable('webhook_endpoints')
    .set({
      ...columns,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      ...(draft.enabled && { disabled_because: null }),
      ...(isNewStart && { failing_since: null, failing_because: null, busy_until: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Its deliveries go with it; events that nobody else was told of go with the clock. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** Puts a secret in the place of the one before, which signs for another day. */
export async function updateSecret(
  db: Db,
  id: string,
  { sealed, keepOld }: { sealed: Buffer; keepOld: boolean },
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({
      old_secret_sealed: keepOld ? sql`secret_sealed` : null,
      old_secret_until: keepOld ? sql`now() + interval '24 hours'` : null,
      secret_sealed: sealed,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps a `ping` for one of them alone. @returns the delivery's id */
export async function insertPing(db: Db, endpointId: string): Promise<string> {
  const event = await db
    .insertInto('webhook_events')
    .values({ type: 'ping', data: JSON.stringify({ endpoint_id: endpointId }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({ endpoint_id: endpointId, event_id: event.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueWebhooks(db)
  return delivery.id
}

/** Has waiting deliveries looked at once the transaction commits. */
export async function queueWebhooks(db: Db): Promise<void> {
  await sql`select queue_webhooks()`.execute(db)
}
