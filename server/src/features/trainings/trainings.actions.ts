import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import type { trainingEndpoints } from '@frontdesk/contract/trainings'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Author } from '../../http/caller.ts'
import { unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { numbered } from '../assessments/ordered.ts'
import { listQuestionsOf } from '../assessments/questions.queries.ts'
import { insertTest, updateTestRow } from '../assessments/assessments.actions.ts'
import { findMissingItem, listLinks, type Links, replaceLinks } from './trainings.links.queries.ts'
import { findQuizId, findTraining, lockTraining } from './trainings.queries.ts'
import { noSuchTraining } from './no-such-training.ts'
import { checkFiles, sectionRow } from './trainings.sections.actions.ts'
import { listSections, replaceSections } from './trainings.sections.queries.ts'

export type TrainingDraft = Output<typeof trainingEndpoints.createTraining.body>

/** Adds a training with its quiz, sections and links, and returns its id. @throws AppError 422 */
export async function createTraining(db: Db, actor: Author, draft: TrainingDraft): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('trainings')
    .values({
      id,
      title: draft.title,
      description: draft.description?.trim() || null,
      duration: draft.duration ?? TRAINING_DEFAULTS.duration,
      category_id: draft.category_id || null,
      content_type: draft.content_type ?? 'text',
      content_url: draft.content_url ?? '',
      due_days: draft.due_days ?? TRAINING_DEFAULTS.due_days,
      created_by: actor.id,
      last_updated_by: actor.id,
    })
    .execute()
  await insertTest(db, actor, quizOf(draft), id)
  await saveSections(db, id, draft.content ?? [])
  await saveLinks(db, id, draft)
  return id
}

/**
 * Saves a training with its quiz, sections and links, or nothing; what is left out stays.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, 422, or 409 `edit_conflict` with the training as it is now
 */
export async function updateTraining(
  db: Db,
  actor: Author,
  id: string,
  draft: TrainingDraft,
  ifMatch: string | undefined,
): Promise<void> {
  const stored = await lockTraining(db, id, 'update')
  if (!stored) throw noSuchTraining()
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this training in the meantime',
    findCurrent: async () => findTraining(db, 'all', id),
  })
  await db
    .updateTable('trainings')
    .set({
      title: draft.title,
      description:
        draft.description === undefined ? stored.description : draft.description?.trim() || null,
      duration: draft.duration ?? stored.duration,
      category_id: draft.category_id === undefined ? stored.category_id : draft.category_id || null,
      content_type: draft.content_type ?? stored.content_type,
      content_url: draft.content_url ?? stored.content_url,
      due_days: draft.due_days ?? stored.due_days,
      revision: stored.revision + 1,
      last_updated_by: actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  await updateTestRow(db, actor, await findQuizId(db, id), quizOf(draft))
  if (draft.content) await saveSections(db, id, draft.content)
  await saveLinks(db, id, draft)
}

/** The quiz goes by the training's title; what is said of the training is not said twice. */
const quizOf = ({
  title,
  required_score,
  max_attempts,
  retake_threshold,
  shuffle,
  show_answers,
  questions,
  draws,
}: TrainingDraft) => ({
  title,
  required_score,
  max_attempts,
  retake_threshold,
  shuffle,
  show_answers,
  questions,
  draws,
})

async function saveSections(
  db: Db,
  trainingId: string,
  drafts: NonNullable<TrainingDraft['content']>,
): Promise<void> {
  await checkFiles(db, drafts, (index) => `content.${index}.content`)
  const before = await listSections(db, trainingId)
  const known = new Map(before.map((section) => [section.id, section]))
  const rows = numbered(drafts, known.keys())
  await replaceSections(
    db,
    trainingId,
    rows.map(({ id, order_number, ...draft }) => ({
      ...sectionRow(id, draft, known.get(id)),
      order_number,
    })),
  )
}

/** Kinds that are left out keep their links. */
async function saveLinks(db: Db, trainingId: string, draft: TrainingDraft): Promise<void> {
  const { linkedPolicies, linkedProcesses, linkedDocuments } = draft
  if (!linkedPolicies && !linkedProcesses && !linkedDocuments) return
  const before = await findLinks(db, trainingId)
  const links: Links = {
    policy: linkedPolicies ?? before.linkedPolicies,
    process: linkedProcesses ?? before.linkedProcesses,
    document: linkedDocuments ?? before.linkedDocuments,
  }
  await checkLinks(db, 'policy', 'linkedPolicies', links.policy)
  await checkLinks(db, 'process', 'linkedProcesses', links.process)
  await checkLinks(db, 'document', 'linkedDocuments', links.document)
  await replaceLinks(db, trainingId, links)
}

async function checkLinks(db: Db, type: keyof Links, field: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const missing = await findMissingItem(db, type, ids)
  if (!missing) return
  const which =
    missing.title === null ? `A linked ${type}` : `The linked ${type} “${missing.title}”`
  const sentence = `${which} is not there any more`
  throw unprocessable('unknown_item', sentence, { [field]: sentence })
}

/** What belongs to a training, by kind; what is deleted is left out. */
export async function findLinks(db: Db, trainingId: string) {
  const linked = await listLinks(db, trainingId, 'all')
  const idsOf = (type: keyof Links) =>
    linked.filter((item) => item.type === type).map((item) => item.id)
  return {
    linkedPolicies: idsOf('policy'),
    linkedProcesses: idsOf('process'),
    linkedDocuments: idsOf('document'),
  }
}

/** The questions of a training's quiz, with their answers. */
export async function findOwnQuestions(db: Db, trainingId: string) {
  return listQuestionsOf(db, 'admin', await findQuizId(db, trainingId))
}
