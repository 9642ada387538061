import type { CurrentUser, TestProgress } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** What is asked of somebody in trainings and tests, and how far they are. */
type Asked = Pick<
  CurrentUser,
  'pending_trainings' | 'tests' | 'test_attempts' | 'completed_tests' | 'total_assigned_tests'
>
export type TestRow = TestProgress & {
  user_id: string
  assigned: boolean
  done: boolean
  attempts: number
}

/**
 * The tests that are required of each of these people or that they have tried, the most urgent first;
 * quizzes stand under their training's title. Completed ones are counted among those required.
 */
export async function findTestsOf(db: Db, userIds: string[]): Promise<(userId: string) => Asked> {
  const [one] = userIds
  const rows =
    userIds.length === 1 ? await selectTestsOfOne(db, [one]) : await selectTests(db, [userIds])
  return gatherTests(userIds, rows)
}

/** Sums up each person's own rows. */
export function gatherTests(userIds: string[], rows: TestRow[]): (userId: string) => Asked {
  const rowsOf = new Map<string, TestRow[]>(userIds.map((id) => [id, []]))
  for (const row of rows) rowsOf.get(row.user_id)!.push(row)
  return (userId) => toAsked(rowsOf.get(userId)!)
}

function toAsked(rows: TestRow[]): Asked {
  const assigned = rows.filter((row) => row.assigned)
  return {
    pending_trainings: rows.flatMap((row) => (row.required ? (row.training_id ?? []) : [])),
    tests: rows.map(toProgress),
    test_attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
    completed_tests: assigned.filter((row) => row.done).length,
    total_assigned_tests: assigned.length,
  }
}

const toProgress = (row: TestRow): TestProgress => ({
  id: row.id,
  training_id: row.training_id,
  name: row.name,
  status: row.status,
  score: row.score,
  completedDate: row.completedDate,
  required: row.required,
  due_at: row.due_at,
})

/** `whose` compares an id with the first parameter. */
const testsOf = (whose: string) => `
  with people as (
    select id, role from users where id ${whose}
  ), assigned as (
    select people.id as user_id, test_id
    from people join requirements on requirements.user_id = people.id
    where test_id is not null
    union
    select people.id, test_id
    from people join requirements
      on requirements.user_id is null and (requirements.role = people.role or requirements.everyone)
    where test_id is not null
    union
    select part.user_id, test_id
    from people join team_members as part on part.user_id = people.id and part.member
    join requirements on requirements.team_id = part.team_id
    where test_id is not null
  ), tried as (
    select user_id, test_id, count(*)::int as attempts, max(attempt_number) as last,
      bool_or(completed_at is null) as open
    from test_attempts where user_id ${whose} group by user_id, test_id
  ), done as (
    select user_id, test_id, max(completed_at) as completed_at, bool_or(not lapsed) as in_force
    from completions where user_id ${whose} group by user_id, test_id
  ), seen as (
    select distinct user_id, training_id from training_progress where user_id ${whose}
  ), pending as (
    select user_id, test_id, due_at from pending_tests where user_id ${whose}
  ), concerned as (
    select user_id, test_id from assigned
    union select user_id, test_id from tried
    union select user_id, test_id from done
  )
  select concerned.user_id, tests.id, tests.training_id, tests.title as name,
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
  from concerned
  join tests on tests.id = concerned.test_id
  left join assigned on assigned.user_id = concerned.user_id and assigned.test_id = tests.id
  left join tried on tried.user_id = concerned.user_id and tried.test_id = tests.id
  left join done on done.user_id = concerned.user_id and done.test_id = tests.id
  left join seen on seen.user_id = concerned.user_id and seen.training_id = tests.training_id
  left join test_attempts as last
    on last.user_id = concerned.user_id and last.test_id = tests.id
    and last.attempt_number = tried.last
  left join test_attempts as before
    on last.completed_at is null and before.user_id = concerned.user_id
    and before.test_id = tests.id and before.attempt_number = tried.last - 1
  left join waivers as waiver
    on waiver.user_id = concerned.user_id and waiver.test_id = tests.id
    and waiver.ended_at is null
  left join pending on pending.user_id = concerned.user_id and pending.test_id = tests.id
  cross join lateral (
    select coalesce(done.in_force, false) as done
  ) as standing
  where tests.archived_at is null or tried.test_id is not null or done.test_id is not null
  order by pending.test_id is null, pending.due_at nulls last, lower(tests.title), tests.id
`

const selectTests = prepared<TestRow>(testsOf('= any($1::uuid[])'))
// PostgreSQL keeps a plan where it is no dearer than one for these values: of a list of any length it never is.
const selectTestsOfOne = prepared<TestRow>(testsOf('= $1::uuid'))
