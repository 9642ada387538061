import type { Test } from '@frontdesk/contract/assessments'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readKeptPage } from '../../db/page.ts'

/** Which tests somebody may know of: those in use only, or archived ones too. */
export type Visibility = 'active' | 'all'

function tests(db: Db, visibility: Visibility) {
  return db
    .selectFrom('tests')
    .leftJoin('users as author', 'author.id', 'tests.created_by')
    .leftJoin('users as editor', 'editor.id', 'tests.last_updated_by')
    .select([
      'tests.id',
      'tests.title',
      'tests.description',
      'tests.training_id',
      'tests.required_score',
      'tests.max_attempts',
      'tests.retake_threshold',
      'tests.shuffle',
      'tests.show_answers',
      sql<number>`(select questions from asked_questions where test_id = tests.id)`.as(
        'questions_count',
      ),
      'tests.revision',
      'tests.created_at',
      'tests.updated_at',
      'tests.created_by',
      'author.name as created_by_name',
      'tests.last_updated_by',
      'editor.name as last_updated_by_name',
      'tests.archived_at',
    ])
    .$if(visibility === 'active', (query) => query.where('tests.archived_at', 'is', null))
}

export interface TestFilter {
  search?: string
  kind?: 'standalone' | 'training'
  archived?: boolean
  /** Only what is required of this person, or was tried by them. */
  concerning?: string
}

/** By title; `search` looks at title and description. */
export async function listTests(db: Db, options: PageOptions & TestFilter): Promise<Page<Test>> {
  const key = [sql<string>`lower(tests.title)`, sql<string>`tests.id`] as const
  const { search, kind, archived, concerning } = options
  const listed = tests(db, 'all')
    .where('tests.archived_at', archived ? 'is not' : 'is', null)
    .$if(Boolean(search), (query) =>
      query.where(contains(search!, ['tests.title', 'tests.description'])),
    )
    .$if(Boolean(kind), (query) =>
      query.where('tests.training_id', kind === 'training' ? 'is not' : 'is', null),
    )
    .$if(Boolean(concerning), (query) => query.where(concerns(concerning!)))
  return readKeptPage(db, listed, key, 'asc', options)
}

const concerns = (userId: string) => sql<boolean>`(
  exists (
    select from requirements
    join users on users.id = ${userId}
    where requirements.test_id = tests.id and (
      requirements.user_id = users.id or requirements.role = users.role or requirements.everyone
      or requirements.team_id in (
        select team_id from team_members where team_members.user_id = users.id and member
      )
    )
  ) or exists (
    select from test_attempts where test_attempts.user_id = ${userId} and test_id = tests.id
  )
)`

/** Undefined where there is none that this visibility shows. */
export async function findTest(
  db: Db,
  visibility: Visibility,
  id: string,
): Promise<Test | undefined> {
  return tests(db, visibility).where('tests.id', '=', id).executeTakeFirst()
}

/**
 * Holds a test until the transaction ends: `update` against everybody, `share` against edits. Of a
 * training's quiz, the training has to be held first.
 */
export async function lockTest(db: Db, id: string, lock: 'update' | 'share') {
  return db
    .selectFrom('tests')
    .selectAll()
    .where('id', '=', id)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
}

/** Hides a test or brings it back. */
export async function updateArchived(db: Db, id: string, archived: boolean): Promise<void> {
  await db
    .updateTable('tests')
    .set({ archived_at: archived ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}
