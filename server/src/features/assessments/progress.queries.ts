import { percentOf } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

type Row = Omit<Progress, 'progress' | 'retakeThreshold' | 'minPassingScore'> & {
  test_id: string
  required_score: number
  retake_threshold: number | null
  /** Completed, and not so long ago that it is due again. */
  is_done: boolean
  sections: number
  sections_seen: number
}

/**
 * SQL for what `maxAttempts` of somebody's progress is, at one of `tests`.
 * @param userId SQL too, such as `$1`
 */
export const maxAttemptsOf = (userId: string) => `
  case when tests.max_attempts = 0 then 0 else (
    select tests.max_attempts
      + coalesce((
          select sum(attempts) from attempt_grants
          where user_id = ${userId} and test_id = tests.id
            and (round.began is null or created_at > round.began)
        ), 0)
      + case when round.began is null then 0 else (
          select count(*) from test_attempts
          where user_id = ${userId} and test_id = tests.id and completed_at <= round.began
        ) end
    from (
      select max(completed_at) as began from completions
      where user_id = ${userId} and test_id = tests.id and lapsed
    ) as round
  ) end::int`

/**
 * By this person and these tests. Of their attempts only the last graded one is read, however many there
 * are: they are numbered without gaps, so its number is how many they are.
 */
const selectProgress = prepared<Row>(`
  with done as (
    select test_id,
      max(completed_at) as completed_at,
      max(completed_at) filter (where lapsed) as lapsed_at,
      (array_agg(code order by completed_at desc))[1] as code
    from completions
    where user_id = $1 and test_id = any($2::uuid[])
    group by test_id
  ), shown as (
    select sections.training_id, count(*)::int as sections,
      count(*) filter (where seen.completed_at > coalesce(done.lapsed_at, '-infinity'))::int as seen
    from tests
    join training_sections as sections on sections.training_id = tests.training_id
    left join training_progress as seen on seen.section_id = sections.id and seen.user_id = $1
    left join done on done.test_id = tests.id
    where tests.id = any($2::uuid[])
    group by sections.training_id
  )
  select tests.id as test_id,
    tests.required_score,
    tests.retake_threshold,
    (select questions from asked_questions where test_id = tests.id) as questions,
    ${maxAttemptsOf('$1')} as "maxAttempts",
    coalesce(last.attempt_number, 0) as attempts,
    last.score::float8 as "lastAttemptScore",
    last.completed_at as "lastAttemptDate",
    exists (
      select from test_attempts
      where user_id = $1 and test_id = tests.id and completed_at is null
    ) as open_attempt,
    coalesce(shown.sections, 0) as sections,
    coalesce(shown.seen, 0) as sections_seen,
    done.completed_at,
    done.completed_at is not null and done.completed_at is distinct from done.lapsed_at as is_done,
    done.code as certificate_code,
    pending.test_id is not null as required,
    pending.due_at,
    exists (
      select from waivers where user_id = $1 and test_id = tests.id and ended_at is null
    ) as waived
  from tests
  left join done on done.test_id = tests.id
  left join lateral (
    select attempt_number, score, completed_at from test_attempts
    where user_id = $1 and test_id = tests.id and completed_at is not null
    order by attempt_number desc
    limit 1
  ) as last on true
  left join shown on shown.training_id = tests.training_id
  left join pending_tests as pending on pending.user_id = $1 and pending.test_id = tests.id
  where tests.id = any($2::uuid[])
`)

/**
 * Where one person stands with each of these tests, by the test's id.
 *
 * Whoever has to renew a completion begins anew: sections seen before don't count, and attempts made
 * before are allowed on top of the maximum, which so stays what one round may take.
 */
export async function findProgress(
  db: Db,
  userId: string,
  testIds: readonly string[],
): Promise<Map<string, Progress>> {
  if (testIds.length === 0) return new Map()
  const rows = await selectProgress(db, [userId, testIds])
  return new Map(rows.map((row) => [row.test_id, progressFrom(row)]))
}

function progressFrom(row: Row): Progress {
  const {
    test_id: _,
    required_score,
    retake_threshold,
    is_done,
    sections,
    sections_seen,
    ...rest
  } = row
  const hasQuiz = row.questions > 0
  const parts = sections + (hasQuiz ? 1 : 0)
  const done = sections_seen + (hasQuiz && is_done ? 1 : 0)
  return {
    ...rest,
    minPassingScore: required_score,
    retakeThreshold: retake_threshold,
    progress: percentOf(done, parts),
    ...(!hasQuiz && completionAsAttempt(row)),
  }
}

/** Where there is nothing to answer, having seen it all is the one attempt, and a full one. */
function completionAsAttempt({ attempts, completed_at }: Row): Partial<Progress> {
  if (!completed_at) return {}
  return {
    attempts: Math.max(attempts, 1),
    lastAttemptScore: 100,
    lastAttemptDate: completed_at,
  }
}

/** Where one person stands with one test; undefined where there is no such test. */
export async function findOneProgress(
  db: Db,
  userId: string,
  testId: string,
): Promise<Progress | undefined> {
  return (await findProgress(db, userId, [testId])).get(testId)
}

const selectMaxAttempts = prepared<{ most: number }>(
  `select ${maxAttemptsOf('$1')} as most from tests where id = $2`,
)

/** How many attempts one person may make at a test; 0 is no limit. */
export async function findMaxAttempts(db: Db, userId: string, testId: string): Promise<number> {
  const [row] = await selectMaxAttempts(db, [userId, testId])
  return row!.most
}
