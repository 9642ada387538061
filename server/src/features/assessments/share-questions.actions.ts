import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FrozenQuestion } from './frozen-questions.ts'
import { copyOf } from './question-copies.ts'

/** The step since which attempts may refer to copies: a server of before it reads only what stands in the attempt. */
const SINCE = '20261125T1930_keep_questions_once'
const AT_ONCE = 200

interface WholeAttempt {
  id: string
  completed_at: string
  questions: FrozenQuestion[]
}

/** Moves the questions of finished attempts to where each is kept once. Returns of how many attempts. */
export async function shareOldQuestions(db: Db, signal: AbortSignal): Promise<number> {
  const { rows } = await sql`
    select from kysely_migration
    where name = ${SINCE} and "timestamp"::timestamptz < now() - interval '1 day'`.execute(db)
  return rows.length === 0 ? 0 : shareQuestions(db, signal)
}

/** The same, whichever servers run. */
export async function shareQuestions(
  db: Db,
  signal = new AbortController().signal,
): Promise<number> {
  let moved = 0
  let batch = await listWholeAttempts(db)
  while (batch.length > 0 && !signal.aborted) {
    const asked = batch
    moved += await inTransaction(db, async (tx) => moveQuestions(tx, asked))
    batch = await listWholeAttempts(db, batch.at(-1))
  }
  return moved
}

/** By the day after it was finished nobody is looking at the result. */
async function listWholeAttempts(db: Db, after?: WholeAttempt): Promise<WholeAttempt[]> {
  const { rows } = await sql<WholeAttempt>`
    select id, completed_at::text, questions from test_attempts
    where questions is not null and completed_at < now() - interval '1 day'
      ${after ? sql`and (completed_at, id) > (${after.completed_at}::timestamptz, ${after.id})` : sql``}
    order by completed_at, id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** The database compares what will be read with what stood there: one that would read otherwise stays as it is. */
async function moveQuestions(tx: Db, attempts: WholeAttempt[]): Promise<number> {
  const asked = attempts.flatMap(({ id, questions }) =>
    questions.map((shown, at) => ({ id, at, ...copyOf(shown) })),
  )
  await sql`
    insert into question_copies (sha256, question)
    select distinct hash, one
    from jsonb_array_elements(${JSON.stringify(asked.map(({ question }) => question))}::jsonb) as one,
      sha256(convert_to(one::text, 'UTF8')) as hash
    where not exists (select from question_copies as copy where copy.sha256 = hash)
    order by hash
    on conflict do nothing`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    with asked as (
      select (one->>'id')::uuid as id, array_agg(copy.id order by (one->>'at')::int) as copies,
        array_agg(one->>'optionOrder' order by (one->>'at')::int) as orders,
        jsonb_agg(question_as_shown(copy.question, one->>'optionOrder') order by (one->>'at')::int) as shown
      from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) as one
      join question_copies as copy on copy.sha256 = sha256(convert_to((one->'question')::text, 'UTF8'))
      group by one->>'id'
    )
    update test_attempts set questions = null, question_copies = asked.copies, option_orders = asked.orders
    from asked where test_attempts.id = asked.id and test_attempts.questions = asked.shown`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
