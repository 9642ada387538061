import { canEditPolicies } from '@frontdesk/contract/permissions'
import { policyEndpoints } from '@frontdesk/contract/policies'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Announcer } from '../../platform/announcer.ts'
import type { Services } from '../../services.ts'
import { askAboutArchived } from '../changed-quotes/changed-quotes.actions.ts'
import { acknowledgePolicy } from './acknowledge.actions.ts'
import { updateSigning } from './ceremony.actions.ts'
import { noSuchPolicy } from './policies.actions.ts'
import {
  findPolicy,
  listPolicies,
  listVersions,
  lockPolicy,
  updateDeleted,
} from './policies.queries.ts'
import { addPolicy, itemOf, savePolicy } from './save-policy.actions.ts'
import { Sealer } from './seal.actions.ts'

export function policyRoutes(mount: Mount, services: Services): void {
  const sealer = new Sealer(services.db, (records) => tellOfRecords(services.announcer, records))

  mount(policyEndpoints.listPolicies, async ({ db, actor, query, request, reply }) => {
    const page = await listPolicies(db, actor.id, {
      ...query,
      limit: query.limit ?? DEFAULT_LIMIT,
      pending: query.pending && query.pending === 'true',
      archived: canEditPolicies(actor) && query.archived === 'true',
    })
    return sendPage({ request, reply }, page)
  })

  mount(policyEndpoints.createPolicy, async (call) => {
    const policy = await addPolicy(call, call.body)
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
    const { params, body, request } = call
    const policy = await savePolicy(call, params.id, body, request.headers['if-match'])
    call.reply.header('ETag', etagOf(policy))
    return policy
  })

  mount(policyEndpoints.updatePolicySigning, async (call) =>
    updateSigning(call, call.params.id, call.body),
  )

  mount(policyEndpoints.deletePolicy, async (call) => {
    const { db, actor, params } = call
    const policy = await findPolicy(db, actor.id, params.id)
    if (!policy || !(await lockPolicy(db, params.id, 'update'))) throw noSuchPolicy()
    await updateDeleted(db, params.id, true)
    await askAboutArchived(db, policy)
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

  mount(
    policyEndpoints.acknowledgePolicy,
    async ({ db, actor, origin, params, body }) =>
      acknowledgePolicy({ db, sealer }, { actor, origin }, params.id, body),
    { ownTransactions: 'those who acknowledge at the same moment are sealed by one' },
  )
}

/** Ids that one announcement names. */
const NAMED_AT_ONCE = 100

/** After the commit: who announces within the transaction makes all others commit one after the other. */
function tellOfRecords(announcer: Announcer, records: { user_id: string }[]): void {
  const userIds = [...new Set(records.map(({ user_id: id }) => id))]
  for (let at = 0; at < userIds.length; at += NAMED_AT_ONCE) {
    const some = userIds.slice(at, at + NAMED_AT_ONCE)
    announcer.tell({ keys: ['policies', 'me'], userIds: some })
  }
  if (userIds.length === 0) return
  announcer.tell({ keys: ['acknowledgments', 'obligations'], adminsOnly: true })
}
