import type { BankQuestion, Topic } from '@frontdesk/contract/question-bank'
import type { QuestionKind } from '@frontdesk/contract/question-body'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readPage } from '../../db/page.ts'
import { type AnswerKey, type QuestionRow, writtenAs } from './question-rows.ts'

export interface BankFilter {
  search?: string
  topic_id?: string
  kind?: QuestionKind
}

/** What of a question is written; its place and its copies are a quiz's. */
export type BankRow = Omit<QuestionRow, 'order_number' | 'bank_question_id'>

function bankQuestions(db: Db) {
  return db
    .selectFrom('bank_questions')
    .innerJoin('question_topics as topic', 'topic.id', 'bank_questions.topic_id')
    .leftJoin('users as author', 'author.id', 'bank_questions.created_by')
    .leftJoin('users as editor', 'editor.id', 'bank_questions.last_updated_by')
    .select([
      'bank_questions.id',
      'bank_questions.topic_id',
      'topic.name as topic',
      'bank_questions.question',
      'bank_questions.kind',
      sql<string[]>`bank_questions.options`.as('options'),
      'bank_questions.correct_answer',
      sql<AnswerKey>`bank_questions.answer_key`.as('answer_key'),
      'bank_questions.points',
      'bank_questions.feedback',
      sql<number>`(
        select count(*)::int from questions
        join tests on tests.id = questions.test_id and tests.archived_at is null
        where questions.bank_question_id = bank_questions.id
      )`.as('copies'),
      'bank_questions.revision',
      'bank_questions.created_at',
      'bank_questions.updated_at',
      'bank_questions.created_by',
      'author.name as created_by_name',
      'bank_questions.last_updated_by',
      'editor.name as last_updated_by_name',
    ])
    .where('bank_questions.deleted_at', 'is', null)
}

type Found = Omit<
  BankQuestion,
  'kind' | 'correctAnswer' | 'correctAnswers' | 'acceptedAnswers' | 'feedback'
> &
  Pick<QuestionRow, 'kind' | 'correct_answer' | 'answer_key' | 'feedback'>

const bankQuestionFrom = ({
  kind,
  correct_answer,
  answer_key,
  feedback,
  ...rest
}: Found): BankQuestion => ({
  ...rest,
  ...writtenAs({ kind, options: rest.options, correct_answer, answer_key }),
  ...(feedback && { feedback }),
})

/** By topic, the oldest first. */
export async function listBankQuestions(
  db: Db,
  { search, topic_id: topicId, kind, ...options }: PageOptions & BankFilter,
): Promise<Page<BankQuestion>> {
  const sought = ['bank_questions.question', 'bank_questions.feedback', 'topic.name']
  const listed = bankQuestions(db)
    .$if(Boolean(search), (query) => query.where(contains(search!, sought)))
    .$if(Boolean(topicId), (query) => query.where('bank_questions.topic_id', '=', topicId!))
    .$if(Boolean(kind), (query) => query.where('bank_questions.kind', '=', kind!))
  const key = [sql<string>`lower(topic.name)`, sql<string>`bank_questions.id`] as const
  const page = await readPage(listed, key, 'asc', options)
  return { ...page, rows: page.rows.map(bankQuestionFrom) }
}

/** Undefined where there is none. */
export async function findBankQuestion(db: Db, id: string): Promise<BankQuestion | undefined> {
  const found = await bankQuestions(db).where('bank_questions.id', '=', id).executeTakeFirst()
  return found && bankQuestionFrom(found)
}

/** Holds a question until the transaction ends; undefined where there is none, or it is not as it should be. */
export async function lockBankQuestion(db: Db, id: string, { deleted = false } = {}) {
  return db
    .selectFrom('bank_questions')
    .select(['id', 'topic_id', 'kind', 'question', 'correct_answer', 'points', 'feedback'])
    .select([sql<string[]>`options`.as('options'), sql<AnswerKey>`answer_key`.as('answer_key')])
    .select('revision')
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

const stored = ({ id: _id, ...row }: BankRow) => ({
  ...row,
  options: JSON.stringify(row.options),
  answer_key: row.answer_key && JSON.stringify(row.answer_key),
})

/** Adds questions, in this order. */
export async function insertBankQuestions(
  db: Db,
  rows: BankRow[],
  { topicId, userId }: { topicId: string; userId: string },
): Promise<BankQuestion[]> {
  await db
    .insertInto('bank_questions')
    .values(
      rows.map((row) => ({
        id: row.id,
        ...stored(row),
        topic_id: topicId,
        created_by: userId,
        last_updated_by: userId,
      })),
    )
    .execute()
  const ids = rows.map((row) => row.id)
  const found = await bankQuestions(db)
    .where('bank_questions.id', 'in', ids)
    .orderBy('bank_questions.id')
    .execute()
  return found.map(bankQuestionFrom)
}

/** Saves a question that is held. */
export async function updateBankQuestion(
  db: Db,
  row: BankRow,
  { topicId, userId }: { topicId: string; userId: string },
): Promise<void> {
  await db
    .updateTable('bank_questions')
    .set({
      ...stored(row),
      topic_id: topicId,
      revision: sql`revision + 1`,
      last_updated_by: userId,
      updated_at: sql`now()`,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Removes a question or brings it back. */
export async function updateDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('bank_questions')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('id', '=', id)
    .execute()
}

function topics(db: Db) {
  return db
    .selectFrom('question_topics as topic')
    .select(['topic.id', 'topic.name'])
    .select([
      sql<number>`(
        select count(*)::int from bank_questions where topic_id = topic.id and deleted_at is null
      )`.as('questions'),
      sql<number>`(select count(*)::int from test_draws where topic_id = topic.id)`.as('quizzes'),
    ])
}

/** By name; without those that nothing is about any more. */
export async function listTopics(db: Db): Promise<Topic[]> {
  const found = await topics(db)
    .orderBy(sql`lower(topic.name)`)
    .execute()
  return found.filter(({ questions, quizzes }) => questions > 0 || quizzes > 0)
}

/** Undefined where there is none. */
export async function findTopic(db: Db, id: string): Promise<Topic | undefined> {
  return topics(db).where('topic.id', '=', id).executeTakeFirst()
}

/** The id of the topic of this name, which comes to be where it is new. */
export async function topicOf(db: Db, name: string): Promise<string> {
  await db
    .insertInto('question_topics')
    .values({ id: uuidv7(), name })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('question_topics')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirstOrThrow()
  return id
}

/** Holds a topic against everybody: whoever saves a draw from it waits. */
export async function lockTopic(db: Db, id: string): Promise<void> {
  await db.selectFrom('question_topics').select('id').where('id', '=', id).forUpdate().execute()
}

/** False where another topic is called so. */
export async function renameTopic(db: Db, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('question_topics')
    .set({ name })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (
        select from question_topics as other where lower(other.name) = lower(${name}) and other.id <> ${id}
      )`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0
}
