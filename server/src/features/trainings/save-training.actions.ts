import type { Training } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { createTraining, type TrainingDraft, updateTraining } from './trainings.actions.ts'
import { findTraining } from './trainings.queries.ts'

/** Who saves, and from where. */
interface Saving {
  db: Db
  actor: Author
  origin: Origin
}

/** What a browser holds that a change of a training makes stale. */
const STALE = { keys: ['trainings', 'tests', 'me'] as const }
export const stale = () => ({ keys: [...STALE.keys] })

/** How the audit trail names a training. */
export const itemOf = ({ id, title }: { id: string; title: string }) => ({
  type: 'training',
  id,
  title,
})

/** Adds a training with all its parts, writes that down and tells browsers. @throws AppError 422 */
export async function addTraining(call: Saving, draft: TrainingDraft): Promise<Training> {
  const { db, actor } = call
  const training = (await findTraining(db, 'all', await createTraining(db, actor, draft)))!
  await recordAudit(db, call, { action: 'training.created', item: itemOf(training) })
  await publish(db, stale())
  return training
}

/**
 * Saves a training with all its parts, writes that down and tells browsers.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, 422, or 409 `edit_conflict` with the training as it is now
 */
export async function saveTraining(
  call: Saving,
  id: string,
  draft: TrainingDraft,
  ifMatch: string | undefined,
): Promise<Training> {
  const { db, actor } = call
  await updateTraining(db, actor, id, draft, ifMatch)
  const training = (await findTraining(db, 'all', id))!
  const { revision, sections_count: sections, questions_count: questions } = training
  await recordAudit(db, call, {
    action: 'training.updated',
    item: itemOf(training),
    details: { revision, sections, questions },
  })
  await publish(db, stale())
  return training
}
