import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A training that is there, and its quiz. */
export interface TakenTraining {
  id: string
  test_id: string
  title: string
  archived_at: string | null
}

function trainings(db: Db, id: string) {
  return db
    .selectFrom('trainings')
    .innerJoin('tests', 'tests.training_id', 'trainings.id')
    .select(['trainings.id', 'tests.id as test_id', 'trainings.title', 'trainings.archived_at'])
    .where('trainings.id', '=', id)
}

/** Undefined where there is none. */
export async function findTakenTraining(db: Db, id: string): Promise<TakenTraining | undefined> {
  return trainings(db, id).executeTakeFirst()
}

/** The same, held so that it is not archived in the same moment. */
export async function holdTakenTraining(db: Db, id: string): Promise<TakenTraining | undefined> {
  return trainings(db, id).forShare('trainings').executeTakeFirst()
}

export interface SectionProgress {
  content_id: string
  completed: boolean
  /** Seconds into a video. */
  media_position: number | null
}

/** How far a person is with each section that they opened, since their last completion lapsed. */
export async function listSectionProgress(
  db: Db,
  userId: string,
  { id, test_id: testId }: TakenTraining,
): Promise<SectionProgress[]> {
  return db
    .selectFrom('training_progress')
    .select([
      'section_id as content_id',
      sql<boolean>`coalesce(completed_at > ${lapsedAt(userId, testId)}, false)`.as('completed'),
      'media_position',
    ])
    .where('user_id', '=', userId)
    .where('training_id', '=', id)
    .execute()
}

/**
 * The section that a person was at; undefined where they were at none, or went on from it: then it is the
 * next one that awaits them.
 */
export async function findLastSection(
  db: Db,
  userId: string,
  trainingId: string,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('training_progress')
    .select('section_id')
    // Completing writes both at once, one of them cut to milliseconds.
    .select(
      sql<boolean>`completed_at is null or updated_at > completed_at + interval '1 millisecond'`.as(
        'is_there',
      ),
    )
    .where('user_id', '=', userId)
    .where('training_id', '=', trainingId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.is_there ? last.section_id : undefined
}

/** When the newest completion that has to be renewed was. */
const lapsedAt = (userId: string, testId: string) => sql`coalesce((
  select max(completed_at) from completions
  where user_id = ${userId} and test_id = ${testId} and lapsed
), '-infinity')`

/** Whether the training has such a section. */
export async function isSection(db: Db, trainingId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('training_sections')
    .select('id')
    .where('training_id', '=', trainingId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps how far a person is; a position that is left out stays. */
export async function saveSectionProgress(
  db: Db,
  userId: string,
  trainingId: string,
  change: {
    content_id: string
    completed: boolean
    media_position?: number | null
    opened?: boolean
  },
): Promise<void> {
  const { content_id: sectionId, completed, media_position: position, opened } = change
  const completedAt =
    completed && !opened ? sql<string>`date_trunc('milliseconds', clock_timestamp())` : null
  await db
    .insertInto('training_progress')
    .values({
      user_id: userId,
      training_id: trainingId,
      section_id: sectionId,
      completed_at: completedAt,
      media_position: position ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'section_id']).doUpdateSet({
        ...(!opened && { completed_at: completedAt }),
        updated_at: sql`now()`,
        ...(position !== undefined && { media_position: position }),
      }),
    )
    .execute()
}
