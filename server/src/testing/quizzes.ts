import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'

/** A training with its quiz, as tests of taking need it. */
export interface Quiz {
  trainingId: string
  testId: string
  sectionIds: string[]
  /** With the place of the right option, in order. */
  questions: { id: string; correctAnswer: number }[]
}

interface QuizFields {
  title?: string
  sections?: string[]
  /** How many; each has four options, and the right one is not always in the same place. */
  questions?: number
  required_score?: number
  max_attempts?: number
  retake_threshold?: number | null
  due_days?: number
  shuffle?: boolean
  show_answers?: boolean
}

/** Writes a training beneath the API: its authoring has tests of its own. */
export async function createQuiz(db: Db, fields: QuizFields = {}): Promise<Quiz> {
  const trainingId = uuidv7()
  const title = fields.title ?? `Wire fraud ${trainingId.slice(-6)}`
  await db
    .insertInto('trainings')
    .values({ id: trainingId, title, duration: 20, due_days: fields.due_days ?? 30 })
    .execute()
  const sectionIds = (fields.sections ?? ['# One', '# Two']).map(() => uuidv7())
  if (sectionIds.length > 0) {
    await db
      .insertInto('training_sections')
      .values(
        (fields.sections ?? ['# One', '# Two']).map((content, index) => ({
          id: sectionIds[index]!,
          training_id: trainingId,
          order_number: index + 1,
          type: 'text',
          content,
        })),
      )
      .execute()
  }
  const test = await createTestAlone(db, { ...fields, title }, trainingId)
  return { trainingId, sectionIds, ...test }
}

/** Writes a test, stand-alone unless it is a training's. */
export async function createTestAlone(
  db: Db,
  fields: QuizFields = {},
  trainingId: string | null = null,
): Promise<Pick<Quiz, 'testId' | 'questions'>> {
  const testId = uuidv7()
  await db
    .insertInto('tests')
    .values({
      id: testId,
      title: fields.title ?? `Contract basics ${testId.slice(-6)}`,
      training_id: trainingId,
      required_score: fields.required_score ?? 70,
      max_attempts: fields.max_attempts ?? 3,
      retake_threshold: fields.retake_threshold ?? null,
      shuffle: fields.shuffle ?? false,
      show_answers: fields.show_answers ?? false,
    })
    .execute()
  const questions = Array.from({ length: fields.questions ?? 2 }, (_, index) => ({
    id: uuidv7(),
    correctAnswer: (index + 1) % 4,
  }))
  if (questions.length > 0) {
    await db
      .insertInto('questions')
      .values(
        questions.map(({ id, correctAnswer }, index) => ({
          id,
          test_id: testId,
          order_number: index + 1,
          question: `Question ${index + 1}?`,
          options: JSON.stringify(['North', 'East', 'South', 'West']),
          correct_answer: correctAnswer,
        })),
      )
      .execute()
  }
  return { testId, questions }
}

/** Answers with which everything is right. */
export const rightAnswers = ({ questions }: Pick<Quiz, 'questions'>) =>
  Object.fromEntries(questions.map(({ id, correctAnswer }) => [id, correctAnswer]))

/** Answers with which nothing is right. */
export const wrongAnswers = ({ questions }: Pick<Quiz, 'questions'>) =>
  Object.fromEntries(questions.map(({ id, correctAnswer }) => [id, (correctAnswer + 1) % 4]))

/** Lets days pass since what one person did at a quiz, their certificates and grants included. */
export async function daysPass(
  db: Db,
  days: number,
  { testId }: Pick<Quiz, 'testId'>,
  person: { id: string },
): Promise<void> {
  const ago = sql.raw(`interval '${days} days'`)
  const theirs = sql`where test_id = ${testId} and user_id = ${person.id}`
  await sql`update test_attempts set started_at = started_at - ${ago}, completed_at = completed_at - ${ago}
    ${theirs}`.execute(db)
  await sql`update training_progress set completed_at = completed_at - ${ago}
    where user_id = ${person.id}`.execute(db)
  await sql`alter table certificates disable trigger user`.execute(db)
  await sql`update certificates set completed_at = completed_at - ${ago} ${theirs}`.execute(db)
  await sql`alter table certificates enable trigger user`.execute(db)
  await sql`update obligations set opens_at = opens_at - ${ago}, due_at = due_at - ${ago},
    due_set_at = due_set_at - ${ago}, closed_at = closed_at - ${ago}, stands_until = stands_until - ${ago}
    where item_id = ${testId} and user_id = ${person.id}`.execute(db)
  await sql`update attempt_grants set created_at = created_at - ${ago} ${theirs}`.execute(db)
}
