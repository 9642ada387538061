import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'
import type { Origin, SignedIn } from '../http/caller.ts'
import type { AuditAction } from './audit-actions.ts'

/** What is written down; `details` never holds a secret. */
export interface AuditEvent {
  action: AuditAction
  item?: { type: string; id: string; title: string }
  details?: Record<string, unknown>
  /** Where it is somebody other than the signed-in caller, such as at sign-in. */
  actor?: { id: string; name: string }
}

/** Appends to the audit trail, in the transaction of the change that it tells of. */
export async function recordAudit(
  db: Db,
  call: { origin: Origin; signedIn?: SignedIn | null; actor?: SignedIn | null },
  event: AuditEvent,
): Promise<void> {
  const actor = event.actor ?? call.actor ?? call.signedIn
  await db
    .insertInto('audit_events')
    .values({
      id: uuidv7(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      action: event.action,
      item_type: event.item?.type ?? null,
      item_id: event.item?.id ?? null,
      item_title: event.item?.title ?? null,
      details: JSON.stringify(event.details ?? {}),
      ip: call.origin.ip,
      user_agent: call.origin.userAgent,
      request_id: call.origin.requestId,
    })
    .execute()
}
