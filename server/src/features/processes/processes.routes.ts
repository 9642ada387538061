import { processEndpoints, type ProcessDetail } from '@frontdesk/contract/processes'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { createProcess, noSuchProcess, updateProcess, visibilityFor } from './processes.actions.ts'
import { findProcess, listProcesses, lockProcess, updateDeleted } from './processes.queries.ts'

const itemOf = ({ id, title }: { id: string; title: string }) => ({ type: 'process', id, title })

const saved = ({ process, steps }: ProcessDetail) => ({ ...process, steps })

export function processRoutes(mount: Mount): void {
  mount(processEndpoints.listProcesses, async ({ db, actor, query, request, reply }) => {
    const options = { ...query, limit: query.limit ?? DEFAULT_LIMIT }
    return sendPage({ request, reply }, await listProcesses(db, visibilityFor(actor), options))
  })

  mount(processEndpoints.createProcess, async (call) => {
    const detail = await createProcess(call.db, call.actor, call.body)
    await recordAudit(call.db, call, { action: 'process.created', item: itemOf(detail.process) })
    await publish(call.db, { keys: ['processes'] })
    call.reply.header('ETag', etagOf(detail.process))
    return saved(detail)
  })

  mount(processEndpoints.getProcess, async ({ db, actor, params, reply }) => {
    const detail = await findProcess(db, visibilityFor(actor), params.id)
    if (!detail) throw noSuchProcess()
    reply.header('ETag', etagOf(detail.process))
    return detail
  })

  mount(processEndpoints.updateProcess, async (call) => {
    const { db, actor, params, body, request } = call
    const detail = await updateProcess(db, actor, params.id, body, request.headers['if-match'])
    const { process, steps } = detail
    await recordAudit(db, call, {
      action: 'process.updated',
      item: itemOf(process),
      details: { revision: process.revision, status: process.status, steps: steps.length },
    })
    await publish(db, { keys: ['processes', 'process_runs'] })
    call.reply.header('ETag', etagOf(process))
    return saved(detail)
  })

  mount(processEndpoints.deleteProcess, async (call) => {
    const { db, params } = call
    const process = await lockProcess(db, params.id, 'update')
    if (!process) throw noSuchProcess()
    await updateDeleted(db, params.id, true)
    await recordAudit(db, call, { action: 'process.deleted', item: itemOf(process) })
    await publish(db, { keys: ['processes', 'process_runs'] })
  })

  mount(processEndpoints.restoreProcess, async (call) => {
    const { db, params } = call
    if (!(await lockProcess(db, params.id, 'update', { deleted: true }))) throw noSuchProcess()
    await updateDeleted(db, params.id, false)
    const detail = (await findProcess(db, 'all', params.id))!
    await recordAudit(db, call, { action: 'process.restored', item: itemOf(detail.process) })
    await publish(db, { keys: ['processes', 'process_runs'] })
    call.reply.header('ETag', etagOf(detail.process))
    return saved(detail)
  })
}
