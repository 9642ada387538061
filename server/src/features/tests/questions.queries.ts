import type { Question } from '@frontdesk/contract/questions'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

/** Whose eyes a question is for: only admins are given what is right. */
export type Reader = 'admin' | 'taker'

export interface QuestionRow {
  id: string
  order_number: number
  question: string
  options: string[]
  correct_answer: number
  points: number
}

function questions(db: Db, reader: Reader) {
  return db
    .selectFrom('questions')
    .innerJoin('tests', 'tests.id', 'questions.test_id')
    .select([
      'questions.id',
      'questions.test_id',
      'tests.training_id',
      'questions.question',
      sql<string[]>`questions.options`.as('options'),
      'questions.points',
      'questions.order_number as order',
      'questions.created_at',
      'questions.updated_at',
    ])
    .$if(reader === 'admin', (query) => query.select('questions.correct_answer as correctAnswer'))
    .$if(reader === 'taker', (query) => query.where('tests.archived_at', 'is', null))
}

/** By test and order; those of archived tests are for admins. */
export async function listQuestions(
  db: Db,
  reader: Reader,
  { testId, ...options }: PageOptions & { testId?: string },
): Promise<Page<Question>> {
  const key = [sql<string>`questions.test_id`, sql<number>`questions.order_number`] as const
  const listed = questions(db, reader).$if(Boolean(testId), (query) =>
    query.where('questions.test_id', '=', testId!),
  )
  return readPage(listed, key, 'asc', options)
}

/** All questions of a test, in order. */
export async function listQuestionsOf(db: Db, reader: Reader, testId: string): Promise<Question[]> {
  return questions(db, reader)
    .where('questions.test_id', '=', testId)
    .orderBy('questions.order_number')
    .execute()
}

/** Undefined where there is none that this reader may know of. */
export async function findQuestion(
  db: Db,
  reader: Reader,
  id: string,
): Promise<Question | undefined> {
  return questions(db, reader).where('questions.id', '=', id).executeTakeFirst()
}

/** Makes these the questions of a test, all at once: those that are not among them are removed. */
export async function replaceQuestions(db: Db, testId: string, rows: QuestionRow[]): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('test_id', '=', testId)
    .where(sql<boolean>`id <> all(${rows.map((row) => row.id)}::uuid[])`)
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('questions')
    .values(rows.map((row) => ({ ...row, options: JSON.stringify(row.options), test_id: testId })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        question: eb.ref('excluded.question'),
        options: eb.ref('excluded.options'),
        correct_answer: eb.ref('excluded.correct_answer'),
        points: eb.ref('excluded.points'),
        order_number: eb.ref('excluded.order_number'),
        updated_at: sql`case when (questions.question, questions.options, questions.correct_answer, questions.points)
          is distinct from (excluded.question, excluded.options, excluded.correct_answer, excluded.points)
          then now() else questions.updated_at end`,
      })),
    )
    .execute()
}
