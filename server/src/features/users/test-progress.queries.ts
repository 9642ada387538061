import type { CurrentUser, TestProgress } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

type Asked = Pick<
  CurrentUser,
  'pending_trainings' | 'tests' | 'test_attempts' | 'completed_tests' | 'total_assigned_tests'
>
type Row = TestProgress & { assigned: boolean; done: boolean; attempts: number }

/**
 * The tests that are required of a person or that they have tried, the most urgent first; quizzes
 * stand under their training's title. Completed ones are counted among those required.
 */
export async function findTestsOf(db: Db, userId: string): Promise<Asked> {
  const rows = await listTestsOf(db, userId)
  const assigned = rows.filter((row) => row.assigned)
  return {
    pending_trainings: rows.flatMap((row) => (row.required ? (row.training_id ?? []) : [])),
    tests: rows.map(toProgress),
    test_attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
    completed_tests: assigned.filter((row) => row.done).length,
    total_assigned_tests: assigned.length,
  }
}

const toProgress = (row: Row): TestProgress => ({
  id: row.id,
  training_id: row.training_id,
  name: row.name,
  status: row.status,
  score: row.score,
  completedDate: row.completedDate,
  required: row.required,
  due_at: row.due_at,
})

async function listTestsOf(db: Db, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with assigned as (
      select distinct requirements.test_id
      from users join requirements
        on requirements.user_id = users.id or requirements.role = users.role or requirements.everyone
      where users.id = ${userId} and requirements.test_id is not null
    ), tried as (
      select test_id, count(*)::int as attempts, max(attempt_number) as last,
        bool_or(completed_at is null) as open
      from test_attempts where user_id = ${userId} group by test_id
    ), done as (
      select test_id, max(completed_at) as completed_at
      from certificates where user_id = ${userId} group by test_id
    ), seen as (
      select distinct training_id from training_progress where user_id = ${userId}
    )
    select tests.id, tests.training_id, tests.title as name,
      standing.done,
      assigned.test_id is not null as assigned,
      pending.test_id is not null as required,
      pending.due_at,
      coalesce(tried.attempts, 0) as attempts,
      case
        when waiver.id is not null then 'Waived'
        when standing.done then 'Passed'
        when tried.open then 'In Progress'
        when done.completed_at is not null then 'Due Again'
        when last.completed_at is not null or tried.attempts > 1 then 'Failed'
        when seen.training_id is not null then 'In Progress'
        else 'Not Started'
      end as status,
      coalesce(last.score, before.score)::float8 as score,
      done.completed_at as "completedDate"
    from tests
    left join assigned on assigned.test_id = tests.id
    left join tried on tried.test_id = tests.id
    left join done on done.test_id = tests.id
    left join seen on seen.training_id = tests.training_id
    left join test_attempts as last
      on last.user_id = ${userId} and last.test_id = tests.id and last.attempt_number = tried.last
    left join test_attempts as before
      on last.completed_at is null and before.user_id = ${userId} and before.test_id = tests.id
      and before.attempt_number = tried.last - 1
    left join waivers as waiver
      on waiver.user_id = ${userId} and waiver.test_id = tests.id and waiver.ended_at is null
    left join pending_tests as pending
      on pending.user_id = ${userId} and pending.test_id = tests.id
    cross join lateral (
      select done.completed_at is not null and (
        tests.retake_threshold is null
        or done.completed_at + make_interval(days => tests.retake_threshold) > now()
      ) as done
    ) as standing
    where (assigned.test_id is not null and tests.archived_at is null)
      or tried.test_id is not null or done.test_id is not null
    order by pending.test_id is null, pending.due_at nulls last, lower(tests.title), tests.id
  `.execute(db)
  return rows
}
