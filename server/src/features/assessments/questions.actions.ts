import type { Output } from '@frontdesk/contract/endpoint'
import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { questionBody } from '@frontdesk/contract/question-body'
import type { Question } from '@frontdesk/contract/questions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { inOrderOf, placedAt } from './ordered.ts'
import { type QuestionRow, rowFrom } from './question-rows.ts'
import { listQuestionRows, listQuestionsOf, replaceQuestions } from './questions.queries.ts'
import { noSuchTest } from './assessments.actions.ts'
import { lockTest } from './assessments.queries.ts'

type Draft = Output<typeof questionBody>

/** What asking for a question that isn't there says. */
export const noSuchQuestion = () => notFound('Question not found')

/** Adds a question to a test. @throws AppError 404, 422 `too_many` */
export async function addQuestion(
  db: Db,
  actor: SignedIn,
  testId: string,
  draft: Draft,
): Promise<Question> {
  const id = uuidv7()
  const rows = await holdQuestions(db, testId)
  if (rows.length >= TRAINING_LIMITS.questions) {
    throw unprocessable(
      'too_many',
      `A quiz can have at most ${TRAINING_LIMITS.questions} questions`,
    )
  }
  const saved = await saveRows(db, actor, testId, placedAt(rows, rowFrom(id, draft), draft.order))
  return saved.find((question) => question.id === id)!
}

/** Saves a question of a test. @throws AppError 404 */
export async function changeQuestion(
  db: Db,
  actor: SignedIn,
  place: { testId: string; id: string },
  draft: Draft,
): Promise<Question> {
  const { testId, id } = place
  const rows = await holdQuestions(db, testId)
  const index = rows.findIndex((row) => row.id === id)
  if (index === -1) throw noSuchQuestion()
  const others = rows.filter((row) => row.id !== id)
  const order = draft.order ?? index + 1
  const changed = rowFrom(id, draft, rows[index])
  const saved = await saveRows(db, actor, testId, placedAt(others, changed, order))
  return saved.find((question) => question.id === id)!
}

/** Removes a question of a test and returns it. @throws AppError 404 */
export async function removeQuestion(
  db: Db,
  actor: SignedIn,
  { testId, id }: { testId: string; id: string },
): Promise<QuestionRow> {
  const rows = await holdQuestions(db, testId)
  const removed = rows.find((row) => row.id === id)
  if (!removed) throw noSuchQuestion()
  await saveRows(
    db,
    actor,
    testId,
    rows.filter((row) => row !== removed),
  )
  return removed
}

/** Puts the questions of a test into another order. @throws AppError 404, 422 `not_all` */
export async function reorderQuestions(
  db: Db,
  actor: SignedIn,
  testId: string,
  ids: string[],
): Promise<Question[]> {
  const rows = inOrderOf(await holdQuestions(db, testId), ids)
  if (!rows) throw unprocessable('not_all', 'Please name every question once')
  return saveRows(db, actor, testId, rows)
}

/** Of a test that nobody else saves meanwhile, nor the training that it is the quiz of. */
async function holdQuestions(db: Db, testId: string): Promise<QuestionRow[]> {
  const found = await db
    .selectFrom('tests')
    .select('training_id')
    .where('id', '=', testId)
    .executeTakeFirst()
  // The training first, as whoever saves it whole does.
  if (found?.training_id) {
    await db
      .selectFrom('trainings')
      .select('id')
      .where('id', '=', found.training_id)
      .forUpdate()
      .execute()
  }
  const test = await lockTest(db, testId, 'update')
  if (!test || test.archived_at) throw noSuchTest()
  return listQuestionRows(db, testId)
}

async function saveRows(
  db: Db,
  actor: SignedIn,
  testId: string,
  rows: QuestionRow[],
): Promise<Question[]> {
  const renumbered = rows.map((row, index) => ({ ...row, order_number: index + 1 }))
  await replaceQuestions(db, testId, renumbered)
  const change = {
    revision: sql<number>`revision + 1`,
    last_updated_by: actor.id,
    updated_at: sql<string>`now()`,
  }
  const { training_id: trainingId } = await db
    .updateTable('tests')
    .set(change)
    .where('id', '=', testId)
    .returning('training_id')
    .executeTakeFirstOrThrow()
  if (trainingId) {
    await db.updateTable('trainings').set(change).where('id', '=', trainingId).execute()
  }
  return listQuestionsOf(db, 'admin', testId)
}
