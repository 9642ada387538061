import type { processEndpoints, ProcessDetail, ProcessStep } from '@frontdesk/contract/processes'
import type { Output } from '@frontdesk/contract/endpoint'
import { canEditProcesses } from '@frontdesk/contract/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { findProcess, lockProcess, replaceSteps, type Visibility } from './processes.queries.ts'

export type ProcessDraft = Output<typeof processEndpoints.createProcess.body>
type ProcessChange = Output<typeof processEndpoints.updateProcess.body>

/** What asking for a process that the caller may not know of says. */
export const noSuchProcess = () => notFound('Process not found')

/** Drafts and inactive processes are for those who write them. */
export const visibilityFor = (actor: SignedIn): Visibility =>
  canEditProcesses(actor) ? 'all' : 'active'

/** Adds a process with its steps. */
export async function createProcess(
  db: Db,
  actor: SignedIn,
  draft: ProcessDraft,
): Promise<ProcessDetail> {
  const id = uuidv7()
  await db
    .insertInto('processes')
    .values({
      id,
      title: draft.title,
      description: draft.description || null,
      category: draft.category,
      status: draft.status,
      created_by: actor.id,
      last_updated_by: actor.id,
    })
    .execute()
  await replaceSteps(db, id, stepsOf(draft, new Set()))
  return (await findProcess(db, 'all', id))!
}

/**
 * Saves a process and all its steps, or nothing.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, or 409 `edit_conflict` with the process as it is now
 */
export async function updateProcess(
  db: Db,
  actor: SignedIn,
  id: string,
  draft: ProcessChange,
  ifMatch: string | undefined,
): Promise<ProcessDetail> {
  const stored = await lockProcess(db, id, 'update')
  const before = stored && (await findProcess(db, 'all', id))
  if (!before) throw noSuchProcess()
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this process in the meantime',
    findCurrent: async () => before,
  })
  await db
    .updateTable('processes')
    .set({
      title: draft.title,
      // Left out means unchanged; null or empty means none.
      description: draft.description === undefined ? stored.description : draft.description || null,
      category: draft.category,
      status: draft.status ?? stored.status,
      revision: stored.revision + 1,
      last_updated_by: actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  const known = new Set(before.steps.map((step) => step.id))
  await replaceSteps(db, id, stepsOf(draft, known))
  return (await findProcess(db, 'all', id))!
}

/** Numbered from 1; a step keeps its id where it is one of the `known`, and has it to itself. */
function stepsOf({ steps }: Pick<ProcessDraft, 'steps'>, known: Set<string>): ProcessStep[] {
  const free = new Set(known)
  return steps.map((step, index) => ({
    id: step.id && free.delete(step.id) ? step.id : uuidv7(),
    title: step.title,
    description: step.description?.trim() || null,
    order_number: index + 1,
    estimated_time: step.estimated_time ?? null,
    responsible_role: step.responsible_role ?? null,
  }))
}
