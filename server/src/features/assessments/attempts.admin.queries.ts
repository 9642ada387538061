import type { AdminAttempt, AttemptState } from '@frontdesk/contract/attempts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import {
  contains,
  type Count,
  countMatching,
  type Page,
  type PageOptions,
  readPage,
} from '../../db/page.ts'

export interface AttemptFilter {
  search?: string
  test_id?: string
  user_id?: string
  state?: AttemptState
}

/** What is under way has neither; it comes after all that has. */
const SORTS = {
  started_at: sql<unknown>`attempt.started_at`,
  completed_at: sql<unknown>`coalesce(attempt.completed_at, '-infinity')`,
  person_name: sql<unknown>`lower(users.name)`,
  title: sql<unknown>`lower(attempt.test_title)`,
  score: sql<unknown>`coalesce(attempt.score, -1)::float8`,
  attempt_number: sql<unknown>`attempt.attempt_number`,
}
export type AttemptSort = keyof typeof SORTS

/** Spec.md, section 4: Passed if passed; Failed if completed but not passed; In Progress otherwise. */
const state = sql<AttemptState>`case
  when attempt.passed then 'passed'
  when attempt.completed_at is not null then 'failed'
  else 'in_progress'
end`

/** In words that an index answers: few are under way. */
const IN_STATE: Record<AttemptState, RawBuilder<unknown>> = {
  passed: sql`attempt.passed`,
  failed: sql`(attempt.completed_at is not null and not attempt.passed)`,
  in_progress: sql`attempt.completed_at is null`,
}

function matches(filter: AttemptFilter): RawBuilder<SqlBool> {
  const { search, test_id: testId, user_id: userId } = filter
  const conditions = [
    ...(search ? [contains(search, ['users.name', 'users.email', 'attempt.test_title'])] : []),
    ...(testId ? [sql`attempt.test_id = ${testId}`] : []),
    ...(userId ? [sql`attempt.user_id = ${userId}`] : []),
    ...(filter.state ? [IN_STATE[filter.state]] : []),
  ]
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql`true`
}

/** Newest first unless sorted otherwise. */
export async function listAttempts(
  db: Db,
  options: AttemptFilter & PageOptions & { sort?: AttemptSort; order?: 'asc' | 'desc' },
): Promise<Page<AdminAttempt>> {
  const order = options.order ?? (options.sort ? 'asc' : 'desc')
  const key = [SORTS[options.sort ?? 'started_at'], sql<unknown>`attempt.id`] as const
  const listed = db
    .selectFrom('test_attempts as attempt')
    .innerJoin('tests', 'tests.id', 'attempt.test_id')
    .innerJoin('users', 'users.id', 'attempt.user_id')
    .where(matches(options))
    .select([
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
      'users.name as person_name',
      'users.email as person_email',
      state.as('state'),
    ])
  return readPage(listed, key, order, options)
}

/** How many match. */
export const countAttempts = async (db: Db, filter: AttemptFilter): Promise<Count> =>
  countMatching(
    db,
    db
      .selectFrom('test_attempts as attempt')
      .$if(Boolean(filter.search), (query) =>
        query.innerJoin('users', 'users.id', 'attempt.user_id'),
      )
      .where(matches(filter)),
  )
