import type { Output } from '@frontdesk/contract/endpoint'
import type { questionList } from '@frontdesk/contract/question-body'
import type { Question } from '@frontdesk/contract/questions'
import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import type { SavedTest, testEndpoints } from '@frontdesk/contract/assessments'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Author, SignedIn } from '../../http/caller.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { saveDraws } from './draws.actions.ts'
import { numbered } from './ordered.ts'
import { rowFrom } from './question-rows.ts'
import {
  listQuestionRows,
  listQuestionsOf,
  type Reader,
  replaceQuestions,
} from './questions.queries.ts'
import { findTest, lockTest, type Visibility } from './assessments.queries.ts'

export type TestDraft = Output<typeof testEndpoints.createTest.body>
export type QuestionDraft = Output<typeof questionList>[number]
type Settings = Pick<
  TestDraft,
  'required_score' | 'max_attempts' | 'retake_threshold' | 'shuffle' | 'show_answers'
>

/** What asking for a test that the caller may not know of says. */
export const noSuchTest = () => notFound('Test not found')

/** Archived trainings and tests are for those who write them. */
export const visibilityFor = (actor: SignedIn): Visibility =>
  canEditTrainings(actor) ? 'all' : 'active'

/** What is right is for those who write the questions. */
export const readerFor = (actor: SignedIn): Reader => (canEditTrainings(actor) ? 'admin' : 'taker')

/** Adds a test with its questions; `trainingId` makes it the quiz of a training. Returns its id. */
export async function insertTest(
  db: Db,
  actor: Author,
  draft: TestDraft,
  trainingId: string | null = null,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('tests')
    .values({
      id,
      title: draft.title,
      description: draft.description?.trim() || null,
      training_id: trainingId,
      required_score: draft.required_score ?? TRAINING_DEFAULTS.required_score,
      max_attempts: draft.max_attempts ?? TRAINING_DEFAULTS.max_attempts,
      retake_threshold: draft.retake_threshold ?? null,
      shuffle: draft.shuffle ?? false,
      show_answers: draft.show_answers ?? false,
      created_by: actor.id,
      last_updated_by: actor.id,
    })
    .execute()
  if (draft.questions) await saveQuestions(db, id, draft.questions)
  if (draft.draws) await saveDraws(db, id, draft.draws)
  return id
}

/** Saves title, settings and, where given, all questions and draws of a test that is held. */
export async function updateTestRow(
  db: Db,
  actor: Author,
  id: string,
  draft: Settings & Pick<TestDraft, 'title' | 'description' | 'questions' | 'draws'>,
): Promise<void> {
  const { title, description, questions, draws, ...settings } = draft
  await db
    .updateTable('tests')
    .set({
      title,
      // Left out means unchanged; null or empty means none.
      ...(description !== undefined && { description: description?.trim() || null }),
      ...settingsOf(settings),
      revision: sql`revision + 1`,
      last_updated_by: actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (questions) await saveQuestions(db, id, questions)
  if (draws) await saveDraws(db, id, draws)
}

/** Only the settings that were given. */
function settingsOf({
  required_score,
  max_attempts,
  retake_threshold,
  shuffle,
  show_answers,
}: Settings): Settings {
  const settings = { required_score, max_attempts, retake_threshold, shuffle, show_answers }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

async function saveQuestions(db: Db, testId: string, drafts: QuestionDraft[]): Promise<void> {
  const before = new Map((await listQuestionRows(db, testId)).map((row) => [row.id, row]))
  const rows = numbered(drafts, before.keys()).map(({ id, order_number, ...draft }) => ({
    ...rowFrom(id, draft, before.get(id)),
    order_number,
  }))
  await replaceQuestions(db, testId, rows)
}

/** Adds a test by itself. */
export async function createTest(db: Db, actor: SignedIn, draft: TestDraft): Promise<SavedTest> {
  return findSavedTest(db, await insertTest(db, actor, draft))
}

/**
 * Saves a test by itself with all its questions, or nothing.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, 409 `is_quiz`, or 409 `edit_conflict` with the test as it is now
 */
export async function updateTest(
  db: Db,
  actor: SignedIn,
  id: string,
  draft: TestDraft,
  ifMatch: string | undefined,
): Promise<SavedTest> {
  const stored = await lockOwnTest(db, id)
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this test in the meantime',
    findCurrent: async () => findSavedTest(db, id),
  })
  await updateTestRow(db, actor, id, draft)
  return findSavedTest(db, id)
}

/** Holds a test that is no quiz and not archived. @throws AppError 404, 409 `is_quiz` */
export async function lockOwnTest(db: Db, id: string, { archived = false } = {}) {
  const stored = await lockTest(db, id, 'update')
  if (!stored || (stored.archived_at !== null) !== archived) throw noSuchTest()
  if (stored.training_id) {
    throw conflict('is_quiz', 'This is the quiz of a training. Please edit the training')
  }
  return stored
}

async function findSavedTest(db: Db, id: string): Promise<SavedTest> {
  const [test, questions] = await Promise.all([
    findTest(db, 'all', id),
    listQuestionsOf(db, 'admin', id),
  ])
  return { ...test!, questions }
}

/** What the trail names a question by: its first words. */
export const itemOfQuestion = ({ id, question }: Pick<Question, 'id' | 'question'>) => ({
  type: 'question',
  id,
  title: question.length > 100 ? `${question.slice(0, 99)}…` : question,
})
