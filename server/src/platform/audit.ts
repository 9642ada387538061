import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import type { Author, Origin, SignedIn } from '../http/caller.ts'
import type { AuditAction } from './audit-actions.ts'

/** What is written down; `details` never holds a secret. */
export interface AuditEvent {
  action: AuditAction
  item?: { type: string; id: string; title: string }
  details?: Record<string, unknown>
  /** Where it is somebody other than the signed-in caller, such as at sign-in; without an id it is nobody's account. */
  actor?: { id: string | null; name: string }
}

const insertEvent = prepared(`
  insert into audit_events
    (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
`)

/** `by_key` goes behind the sentence: a program did it. */
export const byKey = ({ key }: Origin) => key && { by_key: key.name, key_id: key.id }

/** Appends to the audit trail, in the transaction of the change that it tells of. */
export async function recordAudit(
  db: Db,
  call: { origin: Origin; signedIn?: SignedIn | null; actor?: Author | null },
  event: AuditEvent,
): Promise<void> {
  const actor = event.actor ?? call.actor ?? call.signedIn
  await insertEvent(db, [
    uuidv7(),
    actor?.id ?? null,
    actor?.name ?? null,
    event.action,
    event.item?.type ?? null,
    event.item?.id ?? null,
    event.item?.title ?? null,
    JSON.stringify({ ...event.details, ...byKey(call.origin) }),
    call.origin.ip,
    call.origin.userAgent,
    call.origin.requestId,
  ])
}

const insertEvents = prepared(`
  insert into audit_events
    (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
  select id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id
  from json_to_recordset($1) as event (
    id uuid, actor_id uuid, actor_name text, action text, item_type text, item_id uuid, item_title text,
    details jsonb, ip text, user_agent text, request_id text
  )
`)

/** The same for what several calls did in one transaction. */
export async function recordAudits(
  tx: Db,
  events: (AuditEvent & { actor: { id: string; name: string }; origin: Origin })[],
): Promise<void> {
  const rows = events.map(({ action, item, details = {}, actor, origin }) => ({
    id: uuidv7(),
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    item_type: item?.type,
    item_id: item?.id,
    item_title: item?.title,
    details: { ...details, ...byKey(origin) },
    ip: origin.ip,
    user_agent: origin.userAgent,
    request_id: origin.requestId,
  }))
  await insertEvents(tx, [JSON.stringify(rows)])
}
