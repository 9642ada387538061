import { canEditPolicies } from '@frontdesk/contract/permissions'
import { policyEndpoints } from '@frontdesk/contract/policies'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { acknowledgePolicy } from './acknowledge.actions.ts'
import { createPolicy, noSuchPolicy, updatePolicy } from './policies.actions.ts'
import {
  findPolicy,
  listPolicies,
  listVersions,
  lockPolicy,
  updateDeleted,
} from './policies.queries.ts'

const itemOf = (policy: { id: string; title: string }) => ({
  type: 'policy',
  id: policy.id,
  title: policy.title,
})

export function policyRoutes(mount: Mount): void {
  mount(policyEndpoints.listPolicies, async ({ db, actor, query, request, reply }) => {
    const page = await listPolicies(db, actor.id, {
      ...query,
      limit: query.limit ?? DEFAULT_LIMIT,
      pending: query.pending && query.pending === 'true',
    })
    return sendPage({ request, reply }, page)
  })

  mount(policyEndpoints.createPolicy, async (call) => {
    const policy = await createPolicy(call.db, call.actor, call.body)
    await recordAudit(call.db, call, { action: 'policy.created', item: itemOf(policy) })
    await publish(call.db, { keys: ['policies'] })
    call.reply.header('ETag', etagOf(policy))
    return policy
  })

  mount(policyEndpoints.getPolicy, async ({ db, actor, params, reply }) => {
    const policy = await findPolicy(db, actor.id, params.id)
    if (!policy) throw noSuchPolicy()
    reply.header('ETag', etagOf(policy))
    return policy
  })

  mount(policyEndpoints.updatePolicy, async (call) => {
    const { db, actor, params, body, request } = call
    const policy = await updatePolicy(db, actor, params.id, body, request.headers['if-match'])
    await recordAudit(db, call, {
      action: 'policy.updated',
      item: itemOf(policy),
      details: { version: policy.version, material_version: policy.material_version },
    })
    await publish(db, { keys: ['policies', 'acknowledgments', 'me'] })
    call.reply.header('ETag', etagOf(policy))
    return policy
  })

  mount(policyEndpoints.deletePolicy, async (call) => {
    const { db, actor, params } = call
    const policy = await findPolicy(db, actor.id, params.id)
    if (!policy || !(await lockPolicy(db, params.id, 'update'))) throw noSuchPolicy()
    await updateDeleted(db, params.id, true)
    await recordAudit(db, call, { action: 'policy.deleted', item: itemOf(policy) })
    await publish(db, { keys: ['policies', 'acknowledgments', 'me'] })
  })

  mount(policyEndpoints.restorePolicy, async (call) => {
    const { db, actor, params } = call
    if (!(await lockPolicy(db, params.id, 'update', { deleted: true }))) throw noSuchPolicy()
    await updateDeleted(db, params.id, false)
    const policy = (await findPolicy(db, actor.id, params.id))!
    await recordAudit(db, call, { action: 'policy.restored', item: itemOf(policy) })
    await publish(db, { keys: ['policies', 'acknowledgments', 'me'] })
    call.reply.header('ETag', etagOf(policy))
    return policy
  })

  mount(policyEndpoints.listPolicyVersions, async ({ db, actor, params }) => {
    const found = await findPolicy(db, actor.id, params.id)
    const versions = found || canEditPolicies(actor) ? await listVersions(db, params.id) : []
    // A deleted policy's are the words that its acknowledgments are of: admins may still read them.
    if (versions.length === 0) throw noSuchPolicy()
    return versions
  })

  mount(policyEndpoints.acknowledgePolicy, async (call) => {
    const { db, actor, params, body } = call
    const { record, isNew } = await acknowledgePolicy(db, call, params.id, body.version)
    if (isNew) {
      await recordAudit(db, call, {
        action: 'policy.acknowledged',
        item: { type: 'policy', id: record.policy_id, title: record.policy_title },
        details: {
          version: record.version_acknowledged,
          sequence: record.sequence,
          hash: record.hash,
        },
      })
      await publish(db, { keys: ['policies', 'me'], userIds: [actor.id] })
      await publish(db, { keys: ['acknowledgments'], adminsOnly: true })
    }
    return record
  })
}
