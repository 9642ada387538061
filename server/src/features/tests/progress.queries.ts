import type { Progress } from '@frontdesk/contract/trainings'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Where one person stands with some tests, by test id; of a quiz, with its training. */
export async function findProgress(
  db: Db,
  userId: string,
  testIds: readonly string[],
): Promise<Map<string, Progress>> {
  if (testIds.length === 0) return new Map()
  const { rows } = await sql<Progress & { test_id: string }>`
    select
      tests.id as test_id,
      asked.questions::int,
      tests.required_score as "minPassingScore",
      case when tests.max_attempts = 0 then 0
        else tests.max_attempts + granted.attempts end::int as "maxAttempts",
      coalesce(last.attempt_number, 0) as attempts,
      last.score::float8 as "lastAttemptScore",
      last.completed_at as "lastAttemptDate",
      tests.retake_threshold as "retakeThreshold",
      ${percentDone} as progress,
      exists (
        select from test_attempts as open
        where open.user_id = ${userId} and open.test_id = tests.id and open.completed_at is null
      ) as open_attempt,
      pending.test_id is not null as required,
      pending.due_at,
      done.completed_at,
      exists (
        select from waivers
        where waivers.user_id = ${userId} and waivers.test_id = tests.id and ended_at is null
      ) as waived,
      done.code as certificate_code
    from tests
    cross join lateral (
      select count(*) as questions from questions where questions.test_id = tests.id
    ) as asked
    cross join lateral (
      select count(*) as sections, count(seen.completed_at) as seen
      from training_sections
      left join training_progress as seen
        on seen.section_id = training_sections.id and seen.user_id = ${userId}
      where training_sections.training_id = tests.training_id
    ) as parts
    cross join lateral (
      select coalesce(sum(attempts), 0) as attempts from attempt_grants
      where attempt_grants.user_id = ${userId} and attempt_grants.test_id = tests.id
    ) as granted
    left join lateral (
      select attempt_number, score, completed_at from test_attempts
      where test_attempts.user_id = ${userId} and test_attempts.test_id = tests.id
        and completed_at is not null
      order by attempt_number desc
      limit 1
    ) as last on true
    left join lateral (
      select completed_at, code,
        completed_at + make_interval(days => tests.retake_threshold) as renewed_at
      from certificates
      where certificates.user_id = ${userId} and certificates.test_id = tests.id
      order by completed_at desc
      limit 1
    ) as done on true
    left join pending_tests as pending
      on pending.user_id = ${userId} and pending.test_id = tests.id
    where tests.id = any(${testIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ test_id: testId, ...progress }) => [testId, progress]))
}

/** Sections seen, and the quiz passed and not due again, of all there are; one decimal. */
const percentDone = sql`
  case
    when asked.questions = 0 and parts.sections = 0 then 0
    else round(100.0 * (
      parts.seen + (
        asked.questions > 0 and done.completed_at is not null
        and (done.renewed_at is null or done.renewed_at > now())
      )::int
    ) / (parts.sections + (asked.questions > 0)::int), 1)
  end::float8`
