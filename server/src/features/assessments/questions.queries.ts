import type { Question } from '@frontdesk/contract/questions'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'
import { type AnswerKey, type QuestionRow, writtenAs } from './question-rows.ts'

/** Whose eyes a question is for: only admins are given what is right. */
export type Reader = 'admin' | 'taker'

type QuestionRecord = Omit<
  Question,
  'kind' | 'correctAnswer' | 'correctAnswers' | 'acceptedAnswers' | 'feedback' | 'bank_question_id'
> & {
  kind: QuestionRow['kind']
  /** Of an admin's only. */
  correct_answer?: number
  answer_key?: AnswerKey
  feedback?: string | null
  bank_question_id?: string | null
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
      'questions.kind',
      sql<string[]>`questions.options`.as('options'),
      'questions.points',
      'questions.order_number as order',
      'questions.created_at',
      'questions.updated_at',
    ])
    .$if(reader === 'admin', (query) =>
      query.select([
        'questions.correct_answer',
        'questions.feedback',
        'questions.bank_question_id',
        sql<AnswerKey>`questions.answer_key`.as('answer_key'),
      ]),
    )
    .$if(reader === 'taker', (query) => query.where('tests.archived_at', 'is', null))
}

/** What is right was selected for admins only; whoever takes the test is told the kind, where it is another. */
function questionFrom({
  kind,
  correct_answer,
  answer_key = null,
  feedback,
  bank_question_id,
  ...rest
}: QuestionRecord): Question {
  if (correct_answer === undefined) return kind === 'single' ? rest : { ...rest, kind }
  return {
    ...rest,
    ...writtenAs({ kind, options: rest.options, correct_answer, answer_key }),
    ...(feedback && { feedback }),
    ...(bank_question_id && { bank_question_id }),
  }
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
  const page = await readPage(listed, key, 'asc', options)
  return { ...page, rows: page.rows.map(questionFrom) }
}

/** All questions of a test, in order. */
export async function listQuestionsOf(db: Db, reader: Reader, testId: string): Promise<Question[]> {
  const rows = await questions(db, reader)
    .where('questions.test_id', '=', testId)
    .orderBy('questions.order_number')
    .execute()
  return rows.map(questionFrom)
}

/** The same as they are stored. */
export async function listQuestionRows(db: Db, testId: string): Promise<QuestionRow[]> {
  return db
    .selectFrom('questions')
    .select(['id', 'order_number', 'kind', 'question', 'correct_answer', 'points', 'feedback'])
    .select('bank_question_id')
    .select([sql<string[]>`options`.as('options'), sql<AnswerKey>`answer_key`.as('answer_key')])
    .where('test_id', '=', testId)
    .orderBy('order_number')
    .execute()
}

/** Undefined where there is none that this reader may know of. */
export async function findQuestion(
  db: Db,
  reader: Reader,
  id: string,
): Promise<Question | undefined> {
  const row = await questions(db, reader).where('questions.id', '=', id).executeTakeFirst()
  return row && questionFrom(row)
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
    .values(
      rows.map((row) => ({
        ...row,
        options: JSON.stringify(row.options),
        answer_key: row.answer_key && JSON.stringify(row.answer_key),
        // Of what the bank doesn't have it is no copy.
        bank_question_id:
          row.bank_question_id &&
          sql<string>`(select id from bank_questions where id = ${row.bank_question_id})`,
        test_id: testId,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        question: eb.ref('excluded.question'),
        kind: eb.ref('excluded.kind'),
        options: eb.ref('excluded.options'),
        answer_key: eb.ref('excluded.answer_key'),
        correct_answer: eb.ref('excluded.correct_answer'),
        points: eb.ref('excluded.points'),
        feedback: eb.ref('excluded.feedback'),
        bank_question_id: eb.ref('excluded.bank_question_id'),
        order_number: eb.ref('excluded.order_number'),
        updated_at: sql`case when (questions.question, questions.kind, questions.options,
            questions.correct_answer, questions.answer_key, questions.points, questions.feedback)
          is distinct from (excluded.question, excluded.kind, excluded.options,
            excluded.correct_answer, excluded.answer_key, excluded.points, excluded.feedback)
          then now() else questions.updated_at end`,
      })),
    )
    .execute()
}
