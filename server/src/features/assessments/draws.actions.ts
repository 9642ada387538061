import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import type { drawList } from '@frontdesk/contract/question-body'
import type { Draw } from '@frontdesk/contract/question-bank'
import type { Question } from '@frontdesk/contract/questions'
import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import { findOpenAttempt, findTest, listWrittenQuestions, writtenFrom } from './attempts.queries.ts'
import { drawnFor } from './drawn-questions.ts'
import {
  type BankRow,
  holdTopics,
  listBankRows,
  listDrawings,
  listDraws,
  replaceDraws,
} from './draws.queries.ts'
import { type FrozenQuestion, showQuestions, type WrittenQuestion } from './frozen-questions.ts'
import { findOneProgress } from './progress.queries.ts'
import { listQuestionsOf } from './questions.queries.ts'

/** Which attempt: one person's at one test, counted from 1. */
interface WhichAttempt {
  testId: string
  userId: string
  number: number
}

/**
 * Makes these what a test that is held draws, after its questions were saved.
 * @throws AppError 422 `unknown_topic`, `too_few_questions` or `too_many`
 */
export async function saveDraws(
  db: Db,
  testId: string,
  drafts: Output<typeof drawList>,
): Promise<void> {
  const topics = await holdTopics(
    db,
    drafts.map(({ topic }) => topic),
  )
  const ids = new Map(topics.map(({ id, name }) => [name.toLowerCase(), id]))
  const rows = drafts.map(({ topic, questions }, index) => {
    const topicId = ids.get(topic.toLowerCase())
    if (topicId) return { topic_id: topicId, questions }
    const sentence = `The question bank has no topic “${topic}”`
    throw unprocessable('unknown_topic', sentence, { [`draws.${index}.topic`]: sentence })
  })
  await replaceDraws(db, testId, rows)
  if (rows.length === 0) return
  const saved = await listDraws(db, testId)
  saved.forEach(refuseTooFew)
  const own = await listQuestionsOf(db, 'admin', testId)
  const all = own.length + saved.reduce((sum, { questions }) => sum + questions, 0)
  if (all <= TRAINING_LIMITS.questions) return
  const sentence = `A quiz can ask at most ${TRAINING_LIMITS.questions} questions; this one asks ${all}`
  throw unprocessable('too_many', sentence, { 'draws.0.questions': sentence })
}

function refuseTooFew({ topic, questions, available }: Draw, index: number): void {
  if (questions <= available) return
  const has = available === 1 ? 'only one question' : `only ${available} questions`
  const sentence = `The question bank has ${has} on “${topic}” to draw from, and ${questions} are asked for`
  throw unprocessable('too_few_questions', sentence, { [`draws.${index}.questions`]: sentence })
}

/** What somebody's next attempt asks: the test's own questions, then those that are drawn for it. */
export async function listAskedQuestions(
  db: Db,
  userId: string,
  testId: string,
  { attempts }: { attempts: number },
): Promise<WrittenQuestion[]> {
  const own = await listWrittenQuestions(db, testId)
  const drawn = await listDrawn(db, { testId, userId, number: attempts + 1 })
  return [...own, ...drawn.map(({ topic, row }) => ({ ...writtenFrom(row), topic }))]
}

async function listDrawn(
  db: Db,
  { testId, userId, number }: WhichAttempt,
): Promise<{ topic: string; row: BankRow }[]> {
  const drawings = await listDrawings(db, testId)
  const drawn = drawings.flatMap((drawing) =>
    drawnFor(drawing, { userId, number }).map((id) => ({ topic: drawing.topic, id })),
  )
  const rows = await listBankRows(
    db,
    drawn.map(({ id }) => id),
  )
  return drawn.flatMap(({ topic, id }) => {
    const row = rows.get(id)
    return row ? [{ topic, row }] : []
  })
}

/**
 * The questions of a test as somebody who takes it is asked them, those drawn for their attempt under
 * way, or the one to come, among them: a client that knows of no attempts answers these.
 */
export async function listQuestionsToTake(
  db: Db,
  userId: string,
  testId: string,
): Promise<Question[]> {
  const own = await listQuestionsOf(db, 'taker', testId)
  return [...own, ...(await listDrawnToTake(db, userId, testId))]
}

/** Of these, those that are drawn; none of a test that is archived. */
export async function listDrawnToTake(db: Db, userId: string, testId: string): Promise<Question[]> {
  const test = await findTest(db, { testId })
  if (!test || test.archived_at) return []
  const open = await findOpenAttempt(db, userId, testId)
  const drawn = open ? drawnInto(open) : await drawnNext(db, userId, test)
  if (drawn.length === 0) return []
  const own = await listQuestionsOf(db, 'taker', testId)
  return drawn.map((question, index) => ({ ...question, order: own.length + index + 1 }))
}

/** Those of an attempt that is under way: whatever has become of the bank. */
function drawnInto(open: {
  test_id: string
  training_id: string | null
  questions: FrozenQuestion[]
  started_at: string
}): Question[] {
  const { test_id, training_id, started_at: at } = open
  return showQuestions(open.questions.filter(({ topic }) => topic !== undefined)).map(
    (question) => ({ ...question, test_id, training_id, created_at: at, updated_at: at }),
  )
}

async function drawnNext(
  db: Db,
  userId: string,
  { id: testId, training_id }: { id: string; training_id: string | null },
): Promise<Question[]> {
  const progress = await findOneProgress(db, userId, testId)
  const drawn = await listDrawn(db, { testId, userId, number: (progress?.attempts ?? 0) + 1 })
  return drawn.map(({ row: { id, kind, question, options, points, created_at, updated_at } }) => ({
    id,
    test_id: testId,
    training_id,
    question,
    options,
    ...(kind !== 'single' && { kind }),
    points,
    order: 0,
    created_at,
    updated_at,
  }))
}
