import type { Attempt } from '@frontdesk/contract/attempts'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'
import { prepared } from '../../db/prepared.ts'
import type { FrozenQuestion, WrittenQuestion } from './frozen-questions.ts'
import type { Answers } from './grading.ts'
import { maxAttemptsOf } from './progress.queries.ts'
import type { QuestionRow } from './question-rows.ts'
import { listQuestionRows } from './questions.queries.ts'

/** An attempt with everything that is frozen into it. */
export interface StoredAttempt extends Attempt {
  questions: FrozenQuestion[]
  answers: Answers
}

const attemptColumns = [
  'attempt.id',
  'attempt.test_id',
  'tests.training_id',
  'attempt.user_id',
  'attempt.test_title as title',
  'attempt.attempt_number',
  'attempt.required_score',
  sql<number | null>`attempt.score::float8`.as('score'),
  'attempt.passed',
  'attempt.started_at',
  'attempt.completed_at',
] as const

function attempts(db: Db) {
  return db
    .selectFrom('test_attempts as attempt')
    .innerJoin('tests', 'tests.id', 'attempt.test_id')
    .select(attemptColumns)
}

function storedAttempts(db: Db) {
  return attempts(db).select([
    sql<FrozenQuestion[]>`asked_in(attempt)`.as('questions'),
    sql<Answers>`attempt.answers`.as('answers'),
  ])
}

/** Undefined where there is none. */
export async function findAttempt(db: Db, id: string): Promise<StoredAttempt | undefined> {
  return storedAttempts(db).where('attempt.id', '=', id).executeTakeFirst()
}

/** The attempt that a person has under way at a test. */
export async function findOpenAttempt(
  db: Db,
  userId: string,
  testId: string,
): Promise<StoredAttempt | undefined> {
  return storedAttempts(db)
    .where('attempt.user_id', '=', userId)
    .where('attempt.test_id', '=', testId)
    .where('attempt.completed_at', 'is', null)
    .executeTakeFirst()
}

/** The newest graded attempt of a person at a test. */
export async function findLastAttempt(
  db: Db,
  userId: string,
  testId: string,
): Promise<StoredAttempt | undefined> {
  return storedAttempts(db)
    .where('attempt.user_id', '=', userId)
    .where('attempt.test_id', '=', testId)
    .where('attempt.completed_at', 'is not', null)
    .orderBy('attempt.attempt_number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An attempt under way, with what its grading needs. */
export interface OpenAttempt extends StoredAttempt {
  show_answers: boolean
  /** The test has been archived since. */
  archived: boolean
  max_attempts: number
  /** When it was held, no finer than what leaves the server. */
  held_at: string
}

const selectOpenAttempt = prepared<OpenAttempt>(`
  select attempt.id, attempt.test_id, tests.training_id, attempt.user_id, attempt.test_title as title,
    attempt.attempt_number, attempt.required_score, attempt.score::float8, attempt.passed,
    attempt.started_at, attempt.completed_at, asked_in(attempt) as questions, attempt.answers,
    tests.show_answers, tests.archived_at is not null as archived,
    ${maxAttemptsOf('$1')} as max_attempts,
    date_trunc('milliseconds', clock_timestamp()) as held_at
  from test_attempts as attempt join tests on tests.id = attempt.test_id
  where attempt.user_id = $1 and attempt.completed_at is null
    and ($2::uuid is null or attempt.id = $2)
    and ($3::uuid is null or tests.training_id = $3)
  for update of attempt for share of tests
`)

/**
 * Holds the attempt under way until the transaction ends. Whoever waited for it and finds it graded
 * gets undefined: a second submit counts for nothing.
 */
export async function lockOpenAttempt(
  db: Db,
  which: { id?: string; trainingId?: string },
  userId: string,
): Promise<OpenAttempt | undefined> {
  const [open] = await selectOpenAttempt(db, [userId, which.id, which.trainingId])
  return open
}

/** The caller's attempts, newest first. */
export async function listAttemptsOf(
  db: Db,
  userId: string,
  options: PageOptions & { test_id?: string },
): Promise<Page<Attempt>> {
  const key = [sql<string>`attempt.started_at`, sql<string>`attempt.id`] as const
  const listed = attempts(db)
    .where('attempt.user_id', '=', userId)
    .$if(Boolean(options.test_id), (query) => query.where('attempt.test_id', '=', options.test_id!))
  return readPage(listed, key, 'desc', options)
}

/** A test as whoever takes it meets it. */
export interface TestToTake {
  id: string
  title: string
  training_id: string | null
  required_score: number
  retake_threshold: number | null
  shuffle: boolean
  show_answers: boolean
  archived_at: string | null
}

/** By a test's own id, or by the training whose quiz it is. */
export type WhichTest = { testId: string } | { trainingId: string }

function tests(db: Db, which: WhichTest) {
  return db
    .selectFrom('tests')
    .select(['id', 'title', 'training_id', 'required_score', 'retake_threshold'])
    .select(['shuffle', 'show_answers', 'archived_at'])
    .$if('testId' in which, (query) =>
      query.where('id', '=', 'testId' in which ? which.testId : ''),
    )
    .$if('trainingId' in which, (query) =>
      query.where('training_id', '=', 'trainingId' in which ? which.trainingId : ''),
    )
}

/** Undefined where there is none. */
export async function findTest(db: Db, which: WhichTest): Promise<TestToTake | undefined> {
  return tests(db, which).executeTakeFirst()
}

/** The same, held so that it is not archived in the same moment. */
export async function holdTest(db: Db, which: WhichTest): Promise<TestToTake | undefined> {
  return tests(db, which).forShare().executeTakeFirst()
}

/** The questions as they are written now, in order. */
export async function listWrittenQuestions(db: Db, testId: string): Promise<WrittenQuestion[]> {
  return (await listQuestionRows(db, testId)).map(writtenFrom)
}

type WrittenRow = Omit<QuestionRow, 'order_number' | 'bank_question_id'>

/** A stored question, of a test or of the bank, as it is copied into attempts. */
export const writtenFrom = (row: WrittenRow): WrittenQuestion => ({
  id: row.id,
  ...(row.kind !== 'single' && { kind: row.kind }),
  question: row.question,
  options: row.options,
  correctAnswer: row.correct_answer,
  ...(row.answer_key && { key: row.answer_key }),
  points: row.points,
  ...(row.feedback && { feedback: row.feedback }),
})

/** Puts what one person does with one test into one order, until the transaction ends. */
export async function lockStanding(db: Db, userId: string, testId: string): Promise<void> {
  // There may be no row yet to hold.
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId} || ${testId}, 0))`.execute(db)
}

/** Opens an attempt, numbered after those before. Returns its id. */
export async function insertAttempt(
  db: Db,
  attempt: { test: Omit<TestToTake, 'archived_at'>; userId: string; questions: FrozenQuestion[] },
): Promise<string> {
  const { test, userId, questions } = attempt
  const id = uuidv7()
  await db
    .insertInto('test_attempts')
    .values({
      id,
      test_id: test.id,
      user_id: userId,
      test_title: test.title,
      required_score: test.required_score,
      questions: JSON.stringify(questions),
      attempt_number: sql`1 + coalesce((
        select max(attempt_number) from test_attempts
        where user_id = ${userId} and test_id = ${test.id}
      ), 0)`,
    })
    .execute()
  return id
}

/** Keeps the answers of an attempt under way. */
export async function updateAnswers(db: Db, id: string, answers: Answers): Promise<void> {
  await db
    .updateTable('test_attempts')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute()
}

const writeGrade = prepared(`
  update test_attempts set answers = $2, score = $3, passed = $4, completed_at = $5, wrong = $6
  where id = $1
`)

/** Writes the answers and the grade; the attempt is closed by it. */
export async function updateGrade(
  db: Db,
  attempt: StoredAttempt,
  wrong: readonly string[],
): Promise<void> {
  const { id, answers, score, passed, completed_at: completedAt } = attempt
  await writeGrade(db, [id, JSON.stringify(answers), score, passed, completedAt, wrong])
}
