import { processRunEndpoints, type RunState } from '@frontdesk/contract/process-runs'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import { sendPage } from '../../http/list.ts'
import type { Call, Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { AuditAction } from '../../platform/audit-actions.ts'
import { type Announcement, publish } from '../../platform/publish.ts'
import { tellOfHandOver } from './processes.hand-over.actions.ts'
import {
  assignStep,
  lockOpenRun,
  lockOwnRun,
  moveRun,
  noSuchRun,
  startRun,
  tickStep,
  viewerOf,
} from './processes.runs.actions.ts'
import {
  countRuns,
  findRun,
  insertRunComment,
  listRunComments,
  listRuns,
  listRunSteps,
  lockRun,
} from './processes.runs.queries.ts'

/** A run that changes may change whom its steps await. */
const CHANGED: Announcement = { keys: ['process_runs', 'me'] }

/** Rows of a list of runs where the caller asks for no number. */
const RUNS_LIMIT = 200

const itemOf = ({ id, title }: { id: string; title: string }) => ({
  type: 'process_run',
  id,
  title,
})

export function processRunRoutes(mount: Mount): void {
  mount(processRunEndpoints.listRuns, async ({ db, actor, query, request, reply }) => {
    const { awaiting_me: awaiting, ...rest } = query
    const filter = { ...rest, awaiting_me: awaiting && awaiting === 'true' }
    const viewer = viewerOf(actor)
    const page = await listRuns(db, viewer, { ...filter, limit: query.limit ?? RUNS_LIMIT })
    return sendPage({ request, reply }, page, await countRuns(db, viewer, filter))
  })

  mount(processRunEndpoints.startRun, async (call) => {
    const { db, actor, params, body } = call
    const id = await startRun(db, actor, params.id, body)
    const run = (await findRun(db, viewerOf(actor), id))!
    await recordAudit(db, call, {
      action: 'process_run.started',
      item: itemOf(run),
      details: { process_id: run.process_id, due_at: run.due_at },
    })
    await publish(db, { keys: ['process_runs'] })
    return run
  })

  mount(processRunEndpoints.getRun, async ({ db, actor, params }) => {
    const run = await findRun(db, viewerOf(actor), params.id)
    if (!run) throw noSuchRun()
    return {
      run,
      steps: await listRunSteps(db, run.id),
      comments: await listRunComments(db, run.id),
    }
  })

  mount(processRunEndpoints.updateRun, async (call) => {
    const { db, actor, params, body } = call
    const { id, title } = await lockOwnRun(db, actor, params.id)
    const set = { title: body.title, ...(body.due_at !== undefined && { due_at: body.due_at }) }
    await db.updateTable('process_runs').set(set).where('id', '=', id).execute()
    const run = (await findRun(db, viewerOf(actor), id))!
    await recordAudit(db, call, {
      action: 'process_run.updated',
      item: itemOf(run),
      details: { due_at: run.due_at, ...(title !== run.title && { was: { title } }) },
    })
    await publish(db, CHANGED)
    return run
  })

  workOnRuns(mount)
  mount(processRunEndpoints.finishRun, moveTo('finished', 'process_run.finished'))
  mount(processRunEndpoints.cancelRun, moveTo('cancelled', 'process_run.cancelled'))
  mount(processRunEndpoints.reopenRun, moveTo('in_progress', 'process_run.reopened'))
}

/** What anyone may do to a run in progress. */
function workOnRuns(mount: Mount): void {
  mount(processRunEndpoints.tickRunStep, async (call) => {
    const { db, actor, params, body } = call
    const run = await lockOpenRun(db, params.id)
    const ids = { runId: run.id, stepId: params.step_id }
    const { step, changed } = await tickStep(db, actor, { ...ids, done: body.done })
    if (changed) {
      await recordAudit(db, call, {
        action: body.done ? 'process_run.step_done' : 'process_run.step_undone',
        item: itemOf(run),
        details: { step: step.order_number, title: step.title },
      })
      await publish(db, CHANGED)
    }
    return step
  })

  mount(processRunEndpoints.assignRunStep, async (call) => {
    const { db, actor, params, body } = call
    const run = await lockOpenRun(db, params.id)
    const ids = { runId: run.id, stepId: params.step_id }
    const { step, changed } = await assignStep(db, ids, body)
    if (!changed) return step
    await tellOfHandOver(db, actor, run, step)
    await recordAudit(db, call, {
      action: 'process_run.step_assigned',
      item: itemOf(run),
      details: {
        step: step.order_number,
        user_id: step.assigned_user_id,
        role: step.assigned_role,
      },
    })
    await publish(db, CHANGED)
    return step
  })

  mount(processRunEndpoints.commentOnRun, async (call) => {
    const { db, actor, params, body } = call
    // Also once it has ended: what was learnt is often known later.
    const run = await lockRun(db, params.id)
    if (!run) throw noSuchRun()
    const comment = await insertRunComment(db, {
      runId: run.id,
      authorId: actor.id,
      body: body.body,
    })
    await recordAudit(db, call, { action: 'process_run.commented', item: itemOf(run) })
    await publish(db, { keys: ['process_runs'] })
    return comment
  })
}

type MoveEndpoint = Endpoint & Pick<typeof processRunEndpoints.finishRun, 'access' | 'params'>

const moveTo = (state: RunState, action: AuditAction) => async (call: Call<MoveEndpoint>) => {
  const { db, actor, params } = call
  const run = await lockOwnRun(db, actor, params.id)
  if (await moveRun(db, actor, run, state)) {
    await recordAudit(db, call, { action, item: itemOf(run) })
    await publish(db, CHANGED)
  }
  return (await findRun(db, viewerOf(actor), run.id))!
}
