import { policyEndpoints } from '@frontdesk/contract/policies'
import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy, findVersion, lockPolicy } from './policies.queries.ts'
import {
  deleteRequirement,
  findUnknownPeople,
  insertRequirements,
  listRequirements,
} from './requirements.queries.ts'

export function policyRequirementRoutes(mount: Mount): void {
  mount(policyEndpoints.assignPolicy, async (call) => {
    const { db, actor, params, body } = call
    const policy = await lockItem(db, params.id)
    const unknown = await findUnknownPeople(db, body.user_ids)
    if (unknown.length > 0) {
      const sentence = 'Some of these people are not here any more'
      throw unprocessable('unknown_people', sentence, { user_ids: sentence })
    }
    const audience = { userIds: body.user_ids, roles: body.roles, everyone: body.everyone }
    const dueAt = body.due_at ? new Date(body.due_at).toISOString() : null
    await insertRequirements(db, { policyId: params.id, audience, dueAt, createdBy: actor.id })
    await recordAudit(db, call, {
      action: 'policy.assigned',
      item: policy,
      details: { ...audience, dueAt },
    })
    await publish(db, { keys: ['policies', 'acknowledgments', 'me'] })
    return listRequirements(db, params.id)
  })

  mount(policyEndpoints.listPolicyRequirements, async ({ db, actor, params }) => {
    if (!(await findPolicy(db, actor.id, params.id))) throw noSuchPolicy()
    return listRequirements(db, params.id)
  })

  mount(policyEndpoints.deletePolicyRequirement, async (call) => {
    const { db, params } = call
    const policy = await lockItem(db, params.id)
    const deleted = await deleteRequirement(db, {
      policyId: params.id,
      id: params.requirement_id,
    })
    if (!deleted) throw noSuchPolicy()
    await recordAudit(db, call, { action: 'policy.unassigned', item: policy })
    await publish(db, { keys: ['policies', 'acknowledgments', 'me'] })
  })
}

/** Keeps the policy from being deleted meanwhile, and names it for the audit trail. */
async function lockItem(db: Db, id: string) {
  const policy = await lockPolicy(db, id, 'share')
  if (!policy) throw noSuchPolicy()
  const { title } = await findVersion(db, id, policy.current_version)
  return { type: 'policy', id, title }
}
