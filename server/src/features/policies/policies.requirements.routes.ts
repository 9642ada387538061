import { policyEndpoints } from '@frontdesk/contract/policies'
import { requirementEndpoints } from '@frontdesk/contract/requirements'
import type { Db } from '../../db/connect.ts'
import type { Mount } from '../../http/mount.ts'
import {
  assignItem,
  changeRequirement,
  type HeldItem,
  requireOfPerson,
  unassignItem,
} from '../requirements/require.actions.ts'
import { listRequirements } from '../requirements/requirements.queries.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy, findVersion, lockPolicy } from './policies.queries.ts'

export function policyRequirementRoutes(mount: Mount): void {
  mount(policyEndpoints.assignPolicy, async (call) => {
    const policy = await holdPolicy(call.db, call.params.id)
    return assignItem(call, policy, call.body)
  })

  mount(requirementEndpoints.requirePolicy, async (call) => {
    const { db, params, body } = call
    const policy = await holdPolicy(db, body.policy_id)
    return requireOfPerson(call, policy, { id: params.id, dueAt: body.due_at ?? null })
  })

  mount(policyEndpoints.listPolicyRequirements, async ({ db, actor, params }) => {
    if (!(await findPolicy(db, actor.id, params.id))) throw noSuchPolicy()
    return listRequirements(db, { type: 'policy', id: params.id })
  })

  mount(policyEndpoints.updatePolicyRequirement, async (call) => {
    const { db, params, body } = call
    const policy = await holdPolicy(db, params.id)
    return changeRequirement(call, policy, params.requirement_id, body)
  })

  mount(policyEndpoints.deletePolicyRequirement, async (call) => {
    const policy = await holdPolicy(call.db, call.params.id)
    await unassignItem(call, policy, call.params.requirement_id)
  })
}

/** Finds the policy and keeps the policy from being deleted meanwhile. @throws AppError 404 where there is none */
async function holdPolicy(db: Db, id: string): Promise<HeldItem> {
  const policy = await lockPolicy(db, id, 'share')
  if (!policy) throw noSuchPolicy()
  const { title } = await findVersion(db, id, policy.current_version)
  return { type: 'policy', id, title }
}
