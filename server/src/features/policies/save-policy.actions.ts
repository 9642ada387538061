import type { Policy } from '@frontdesk/contract/policies'
import type { Db } from '../../db/connect.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { createPolicy, type PolicyDraft, updatePolicy } from './policies.actions.ts'

/** Who saves, and from where. */
interface Saving {
  db: Db
  actor: Author
  origin: Origin
}

/** How the audit trail names a policy. */
export const itemOf = (policy: { id: string; title: string }) => ({
  type: 'policy',
  id: policy.id,
  title: policy.title,
})

/** Adds a policy, writes that down and tells browsers. */
export async function addPolicy(call: Saving, draft: PolicyDraft): Promise<Policy> {
  const policy = await createPolicy(call.db, call.actor, draft)
  await recordAudit(call.db, call, { action: 'policy.created', item: itemOf(policy) })
  await publish(call.db, { keys: ['policies'] })
  return policy
}

/**
 * Saves a policy, writes that down and tells browsers.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, or 409 `edit_conflict` with the policy as it is now
 */
export async function savePolicy(
  call: Saving,
  id: string,
  draft: PolicyDraft & { material: boolean },
  ifMatch: string | undefined,
): Promise<Policy> {
  const policy = await updatePolicy(call.db, call.actor, id, draft, ifMatch)
  await recordAudit(call.db, call, {
    action: 'policy.updated',
    item: itemOf(policy),
    details: { version: policy.version, material_version: policy.material_version },
  })
  await publish(call.db, { keys: ['policies', 'acknowledgments', 'me'] })
  return policy
}
