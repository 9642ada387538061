import type { TestStatistics } from '@frontdesk/contract/attempts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** With fewer attempts, a correlation says nothing. */
const FEWEST_ATTEMPTS = 5

/**
 * How the questions of a test did over all graded attempts, in their present order. A question counts
 * where it was asked; one that was removed since is not shown, but for one that was drawn from the bank.
 * Discrimination is the correlation of
 * getting it right with the points of all the other questions.
 */
export async function findStatistics(db: Db, testId: string): Promise<TestStatistics> {
  const summary = await db
    .selectFrom('test_attempts')
    .select([
      sql<number>`count(*)::int`.as('attempts'),
      sql<number>`count(*) filter (where passed)::int`.as('passed'),
      sql<number | null>`round(avg(score), 1)::float8`.as('average_score'),
    ])
    .where('test_id', '=', testId)
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { ...summary, questions: await listQuestionStatistics(db, testId) }
}

async function listQuestionStatistics(
  db: Db,
  testId: string,
): Promise<TestStatistics['questions']> {
  const { rows } = await sql<TestStatistics['questions'][number]>`
    with asked as (
      select attempt.id as attempt_id, (one->>'id')::uuid as question_id,
        (one->>'points')::int as points, one, answers->(one->>'id') as answer,
        case when attempt.wrong is not null then not (one->>'id')::uuid = any(attempt.wrong)
          else answers->(one->>'id') = one->'correctAnswer' end as is_right
      from test_attempts as attempt, jsonb_array_elements(asked_in(attempt)) as one
      where attempt.test_id = ${testId} and attempt.completed_at is not null
    ), scored as (
      select asked.*,
        coalesce(sum(points) filter (where is_right) over (partition by attempt_id), 0)
          - case when is_right then points else 0 end as rest
      from asked
    ), did as (
      select question_id, count(answer)::int as answered,
        count(*) filter (where is_right)::int as "right",
        case when count(*) >= ${FEWEST_ATTEMPTS}
          then round(corr(coalesce(is_right, false)::int, rest)::numeric, 2)::float8
        end as discrimination
      from scored group by question_id
    ), picked as (
      -- Where options were shuffled, the one that the author wrote.
      select question_id, coalesce(one->'optionOrder'->>place::int, place)::int as chosen, count(*)::int as times
      from asked, jsonb_array_elements_text(
        case jsonb_typeof(answer) when 'number' then jsonb_build_array(answer)
          when 'array' then answer else '[]' end
      ) as place
      where coalesce(one->>'kind', 'single') in ('single', 'several', 'true_false')
      group by question_id, chosen
    ), listed as (
      select id, question, kind, options, order_number, null as topic
      from questions where test_id = ${testId}
      union all
      -- What was or may be drawn, under the bank's own id.
      select bank.id, bank.question, bank.kind, bank.options, null, topics.name
      from bank_questions as bank join question_topics as topics on topics.id = bank.topic_id
      where bank.id in (select question_id from did) or bank.id in (
        select bank_question_id from drawable_questions where test_id = ${testId}
      )
    )
    select questions.id, questions.question,
      coalesce(did.answered, 0) as answered,
      coalesce(did."right", 0) as "right",
      array(
        select coalesce(picked.times, 0)
        from generate_series(
          0, case questions.kind when 'ordering' then 0 else jsonb_array_length(questions.options) end - 1
        ) as place
        left join picked on picked.question_id = questions.id and picked.chosen = place
        order by place
      ) as chosen,
      did.discrimination,
      questions.topic
    from listed as questions left join did on did.question_id = questions.id
    order by questions.order_number, questions.topic, questions.id
  `.execute(db)
  return rows.map(({ topic, ...row }) => (topic ? { ...row, topic } : row))
}
