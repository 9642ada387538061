import type { Training } from '@frontdesk/contract/trainings'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readKeptPage } from '../../db/page.ts'

/** Which trainings somebody may know of: those in use only, or archived ones too. */
export type Visibility = 'active' | 'all'

/** Trainings with the settings of their quiz and the numbers of their parts. */
function trainings(db: Db, visibility: Visibility) {
  return db
    .selectFrom('trainings')
    .innerJoin('tests', 'tests.training_id', 'trainings.id')
    .leftJoin('users as author', 'author.id', 'trainings.created_by')
    .leftJoin('users as editor', 'editor.id', 'trainings.last_updated_by')
    .select([
      'trainings.id',
      'tests.id as test_id',
      'trainings.title',
      'trainings.description',
      'trainings.duration',
      'trainings.category_id',
      'trainings.content_type',
      'trainings.content_url',
      'tests.required_score',
      'trainings.due_days',
      'tests.max_attempts',
      'tests.retake_threshold',
      'tests.shuffle',
      'tests.show_answers',
      sql<number>`(
        select count(*)::int from training_sections where training_id = trainings.id
      )`.as('sections_count'),
      sql<number>`(select questions from asked_questions where test_id = tests.id)`.as(
        'questions_count',
      ),
      'trainings.revision',
      'trainings.created_at',
      'trainings.updated_at',
      'trainings.created_by',
      'author.name as created_by_name',
      'trainings.last_updated_by',
      'editor.name as last_updated_by_name',
      'trainings.archived_at',
    ])
    .$if(visibility === 'active', (query) => query.where('trainings.archived_at', 'is', null))
}

export interface TrainingFilter {
  search?: string
  category_id?: string
  archived?: boolean
  /** Only those that await this person. */
  awaiting?: string
  /** Only those required of a role. */
  ofRole?: Role
}

/** By title; `search` looks at title, description, category and the texts. */
export async function listTrainings(
  db: Db,
  options: PageOptions & TrainingFilter,
): Promise<Page<Training>> {
  const key = [sql<string>`lower(trainings.title)`, sql<string>`trainings.id`] as const
  const { search, category_id: category, archived, awaiting, ofRole } = options
  const listed = trainings(db, 'all')
    .where('trainings.archived_at', archived ? 'is not' : 'is', null)
    .$if(Boolean(search), (query) => query.where(matches(search!)))
    .$if(Boolean(category), (query) => query.where('trainings.category_id', '=', category!))
    .$if(Boolean(awaiting), (query) => query.where(awaits(awaiting!)))
    .$if(Boolean(ofRole), (query) => query.where(requiredOf(ofRole!)))
  return readKeptPage(db, listed, key, 'asc', options)
}

function matches(search: string) {
  const own = contains(search, [
    'trainings.title',
    'trainings.description',
    'trainings.category_id',
  ])
  const ofSections = contains(search, ['section.content'])
  return sql<boolean>`(${own} or exists (
    select from training_sections as section
    where section.training_id = trainings.id and section.type = 'text' and ${ofSections}
  ))`
}

const awaits = (userId: string) => sql<boolean>`exists (
  select from pending_tests where user_id = ${userId} and pending_tests.test_id = tests.id
)`

const requiredOf = (role: Role) => sql<boolean>`exists (
  select from requirements
  where requirements.test_id = tests.id and (requirements.role = ${role} or requirements.everyone)
)`

/** Undefined where there is none that this visibility shows. */
export async function findTraining(
  db: Db,
  visibility: Visibility,
  id: string,
): Promise<Training | undefined> {
  return trainings(db, visibility).where('trainings.id', '=', id).executeTakeFirst()
}

/**
 * Holds a training until the transaction ends: `update` against everybody, `share` against edits.
 * Undefined where there is none, or it is `archived` and should not be, or the other way round.
 */
export async function lockTraining(
  db: Db,
  id: string,
  lock: 'update' | 'share',
  { archived = false } = {},
) {
  return db
    .selectFrom('trainings')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
}

/** The test that is the quiz of a training. */
export async function findQuizId(db: Db, trainingId: string): Promise<string> {
  const { id } = await db
    .selectFrom('tests')
    .select('id')
    .where('training_id', '=', trainingId)
    .executeTakeFirstOrThrow()
  return id
}

/** Hides a training and its quiz, or brings them back. */
export async function updateArchived(db: Db, id: string, archived: boolean): Promise<void> {
  const change = { archived_at: archived ? sql<string>`now()` : null }
  await db.updateTable('trainings').set(change).where('id', '=', id).execute()
  await db.updateTable('tests').set(change).where('training_id', '=', id).execute()
}

/** Counts a change of a training by whoever made it. */
export async function touchTraining(db: Db, id: string, userId: string): Promise<void> {
  await db
    .updateTable('trainings')
    .set({ revision: sql`revision + 1`, last_updated_by: userId, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
