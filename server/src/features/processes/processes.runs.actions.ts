import { canSteerRun } from '@frontdesk/contract/permissions'
import type { RunState, RunStep } from '@frontdesk/contract/process-runs'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { conflict, forbidden, notFound, unprocessable } from '../../http/errors.ts'
import { findPerson } from '../users/users.queries.ts'
import { noSuchProcess, visibilityFor } from './processes.actions.ts'
import { findProcess, lockProcess } from './processes.queries.ts'
import { findRunStep, lockRun, type Viewer } from './processes.runs.queries.ts'

/** What asking for a run that isn't there says. */
export const noSuchRun = () => notFound('Run not found')

export const viewerOf = (actor: SignedIn): Viewer => ({
  id: actor.id,
  role: actor.role,
  visibility: visibilityFor(actor),
})

/**
 * Starts a run: the steps are copied as they are now. Returns its id.
 * @throws AppError 404, or 422 `not_active` for a draft or an inactive process
 */
export async function startRun(
  db: Db,
  actor: SignedIn,
  processId: string,
  draft: { title: string; due_at?: string | null },
): Promise<string> {
  const locked = await lockProcess(db, processId, 'share')
  const found = locked && (await findProcess(db, visibilityFor(actor), processId))
  if (!found) throw noSuchProcess()
  if (found.process.status !== 'active') {
    throw unprocessable('not_active', 'Only an active process can be started')
  }
  const id = uuidv7()
  await db
    .insertInto('process_runs')
    .values({
      id,
      process_id: processId,
      process_title: found.process.title,
      title: draft.title,
      due_at: draft.due_at ?? null,
      started_by: actor.id,
    })
    .execute()
  await db
    .insertInto('process_run_steps')
    .values(found.steps.map((step) => ({ ...step, id: uuidv7(), run_id: id })))
    .execute()
  return id
}

/** Holds a run that the actor may rename, date and end. @throws AppError 404, 403 */
export async function lockOwnRun(db: Db, actor: SignedIn, id: string) {
  const run = await lockRun(db, id)
  if (!run) throw noSuchRun()
  if (!canSteerRun(actor, run)) {
    throw forbidden('Only who started this run, or an admin, can do this')
  }
  return run
}

/** Holds a run that is still in progress. @throws AppError 404, 409 `run_ended` */
export async function lockOpenRun(db: Db, id: string) {
  const run = await lockRun(db, id)
  if (!run) throw noSuchRun()
  if (run.state !== 'in_progress') {
    throw conflict('run_ended', 'This run has ended. Reopen it to change it')
  }
  return run
}

/** Moves a run to a state; false where it is there already. */
export async function moveRun(
  db: Db,
  actor: SignedIn,
  run: { id: string; state: string },
  state: RunState,
): Promise<boolean> {
  if (run.state === state) return false
  const ended = state !== 'in_progress'
  await db
    .updateTable('process_runs')
    .set({ state, ended_at: ended ? sql`now()` : null, ended_by: ended ? actor.id : null })
    .where('id', '=', run.id)
    .execute()
  return true
}

/** Ticks a step or takes the tick back; ticking twice keeps the first name and time. */
export async function tickStep(
  db: Db,
  actor: SignedIn,
  { runId, stepId, done }: { runId: string; stepId: string; done: boolean },
): Promise<{ step: RunStep; changed: boolean }> {
  const before = await findRunStep(db, runId, stepId)
  if (!before) throw notFound('Step not found')
  if ((before.done_at !== null) === done) return { step: before, changed: false }
  await db
    .updateTable('process_run_steps')
    .set({ done_at: done ? sql`now()` : null, done_by: done ? actor.id : null })
    .where('id', '=', stepId)
    .execute()
  return { step: (await findRunStep(db, runId, stepId))!, changed: true }
}

/**
 * Hands a step to a person, a role or nobody; again to the same is no change.
 * @throws AppError 404, 422 `unknown_person`
 */
export async function assignStep(
  db: Db,
  { runId, stepId }: { runId: string; stepId: string },
  { user_id: userId, role }: { user_id?: string | null; role?: Role | null },
): Promise<{ step: RunStep; changed: boolean }> {
  const before = await findRunStep(db, runId, stepId)
  if (!before) throw notFound('Step not found')
  if (userId && !(await findPerson(db, userId, { inactiveToo: false }))) {
    const sentence = 'This person is not here any more'
    throw unprocessable('unknown_person', sentence, { user_id: sentence })
  }
  await db
    .updateTable('process_run_steps')
    .set({ assigned_user_id: userId ?? null, assigned_role: role ?? null })
    .where('id', '=', stepId)
    .execute()
  const step = (await findRunStep(db, runId, stepId))!
  const changed =
    step.assigned_user_id !== before.assigned_user_id || step.assigned_role !== before.assigned_role
  return { step, changed }
}
