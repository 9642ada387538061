import type { Draw } from '@frontdesk/contract/question-bank'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Drawing } from './drawn-questions.ts'
import type { AnswerKey, QuestionRow } from './question-rows.ts'

/** What a test draws, in the order that it was written. */
export async function listDraws(db: Db, testId: string): Promise<Draw[]> {
  const { rows } = await sql<Draw>`
    select topics.name as topic, draws.questions, (
      select count(*)::int from drawable_questions as drawable
      where drawable.test_id = draws.test_id and drawable.topic_id = draws.topic_id
    ) as available
    from test_draws as draws join question_topics as topics on topics.id = draws.topic_id
    where draws.test_id = ${testId}
    order by draws.position
  `.execute(db)
  return rows
}

/** The same with what is drawn from. */
export async function listDrawings(
  db: Db,
  testId: string,
): Promise<(Drawing & { topic: string })[]> {
  const { rows } = await sql<Drawing & { topic: string }>`
    select topics.name as topic, draws.questions, draws.seed,
      array(
        select bank_question_id from drawable_questions as drawable
        where drawable.test_id = draws.test_id and drawable.topic_id = draws.topic_id
      ) as pool
    from test_draws as draws join question_topics as topics on topics.id = draws.topic_id
    where draws.test_id = ${testId}
    order by draws.position
  `.execute(db)
  return rows
}

export type BankRow = Omit<QuestionRow, 'order_number' | 'bank_question_id'> & {
  created_at: string
  updated_at: string
}

/** Questions of the bank as they are stored, by id. */
export async function listBankRows(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('bank_questions')
    .select(['id', 'kind', 'question', 'correct_answer', 'points', 'feedback'])
    .select([sql<string[]>`options`.as('options'), sql<AnswerKey>`answer_key`.as('answer_key')])
    .select(['created_at', 'updated_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Topics by these names, held so that nobody empties them meanwhile. */
export async function holdTopics(db: Db, names: readonly string[]) {
  return db
    .selectFrom('question_topics')
    .select(['id', 'name'])
    .where(sql<boolean>`lower(name) = any(select lower(one) from unnest(${names}::text[]) as one)`)
    .orderBy('id')
    .forShare()
    .execute()
}

/** Makes these what a test draws; a draw that stays keeps its seed. */
export async function replaceDraws(
  db: Db,
  testId: string,
  draws: { topic_id: string; questions: number }[],
): Promise<void> {
  await db
    .deleteFrom('test_draws')
    .where('test_id', '=', testId)
    .where(sql<boolean>`topic_id <> all(${draws.map((draw) => draw.topic_id)}::uuid[])`)
    .execute()
  if (draws.length === 0) return
  await db
    .insertInto('test_draws')
    .values(draws.map((draw, index) => ({ test_id: testId, ...draw, position: index + 1 })))
    .onConflict((conflict) =>
      conflict.columns(['test_id', 'topic_id']).doUpdateSet((eb) => ({
        questions: eb.ref('excluded.questions'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}
