import { percentOf } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

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
  const ids = sql`any(${sql.val([...testIds])}::uuid[])`
  const { rows } = await sql<Row>`
    with ${partsOf(userId, ids)}
    select tests.id as test_id,
      tests.required_score,
      tests.retake_threshold,
      coalesce(asked.questions, 0) as questions,
      case
        when tests.max_attempts = 0 then 0
        else tests.max_attempts + coalesce(granted.attempts, 0) + coalesce(tried.before, 0)
      end as "maxAttempts",
      coalesce(tried.attempts, 0) as attempts,
      last.score::float8 as "lastAttemptScore",
      last.completed_at as "lastAttemptDate",
      coalesce(tried.open, false) as open_attempt,
      coalesce(shown.sections, 0) as sections,
      coalesce(shown.seen, 0) as sections_seen,
      done.completed_at,
      done.completed_at is not null and done.completed_at is distinct from done.lapsed_at as is_done,
      done.code as certificate_code,
      pending.test_id is not null as required,
      pending.due_at,
      exists (
        select from waivers
        where waivers.user_id = ${userId} and waivers.test_id = tests.id and ended_at is null
      ) as waived
    from tests
    left join done on done.test_id = tests.id
    left join tried on tried.test_id = tests.id
    left join test_attempts as last
      on last.user_id = ${userId} and last.test_id = tests.id and last.attempt_number = tried.last
    left join granted on granted.test_id = tests.id
    left join asked on asked.test_id = tests.id
    left join shown on shown.training_id = tests.training_id
    left join pending_tests as pending
      on pending.user_id = ${userId} and pending.test_id = tests.id
    where tests.id = ${ids}
  `.execute(db)
  return new Map(rows.map((row) => [row.test_id, progressFrom(row)]))
}

/**
 * Written out, so that PostgreSQL reads this person's attempts once, however many tests are asked for:
 * what they completed, tried, were granted, are asked, and have been shown.
 */
const partsOf = (userId: string, ids: RawBuilder<unknown>) => sql`
    done as (
      select certificates.test_id,
        max(completed_at) as completed_at,
        max(completed_at) filter (
          where completed_at + make_interval(days => tests.retake_threshold) <= now()
        ) as lapsed_at,
        (array_agg(code order by completed_at desc))[1] as code
      from certificates join tests on tests.id = certificates.test_id
      where user_id = ${userId} and certificates.test_id = ${ids}
      group by certificates.test_id
    ), tried as (
      select attempts.test_id,
        count(attempts.completed_at)::int as attempts,
        count(*) filter (where attempts.completed_at <= done.lapsed_at)::int as before,
        bool_or(attempts.completed_at is null) as open,
        max(attempts.attempt_number) filter (where attempts.completed_at is not null) as last
      from test_attempts as attempts left join done on done.test_id = attempts.test_id
      where user_id = ${userId} and attempts.test_id = ${ids}
      group by attempts.test_id
    ), granted as (
      select attempt_grants.test_id, sum(attempts)::int as attempts
      from attempt_grants left join done on done.test_id = attempt_grants.test_id
      where user_id = ${userId} and attempt_grants.test_id = ${ids}
        and (done.lapsed_at is null or created_at > done.lapsed_at)
      group by attempt_grants.test_id
    ), asked as (
      select test_id, count(*)::int as questions from questions where test_id = ${ids} group by test_id
    ), shown as (
      select sections.training_id, count(*)::int as sections,
        count(*) filter (
          where seen.completed_at > coalesce(done.lapsed_at, '-infinity')
        )::int as seen
      from training_sections as sections
      join tests on tests.training_id = sections.training_id
      left join training_progress as seen
        on seen.section_id = sections.id and seen.user_id = ${userId}
      left join done on done.test_id = tests.id
      where tests.id = ${ids}
      group by sections.training_id
    )`

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
  if (!completed_at) return { maxAttempts: 0 }
  return {
    maxAttempts: 0,
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

/** How many attempts one person may make at a test: what `maxAttempts` of their progress is; 0 is no limit. */
export async function findMaxAttempts(db: Db, userId: string, testId: string): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select case when tests.max_attempts = 0 then 0 else tests.max_attempts
      + coalesce((
          select sum(attempts) from attempt_grants
          where user_id = ${userId} and test_id = tests.id and created_at > round.began
        ), 0)
      + (
          select count(*) from test_attempts
          where user_id = ${userId} and test_id = tests.id and completed_at <= round.began
        )
    end::int as most
    from tests cross join lateral (
      select coalesce(max(completed_at), '-infinity') as began from certificates
      where user_id = ${userId} and test_id = tests.id
        and completed_at + make_interval(days => tests.retake_threshold) <= now()
    ) as round
    where tests.id = ${testId}
  `.execute(db)
  return rows[0]!.most
}
