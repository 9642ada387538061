import type { Output } from '@frontdesk/contract/endpoint'
import type { BankQuestion, questionBankEndpoints, Topic } from '@frontdesk/contract/question-bank'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { rowFrom } from './question-rows.ts'
import {
  type BankRow,
  findBankQuestion,
  findTopic,
  insertBankQuestions,
  lockBankQuestion,
  lockTopic,
  renameTopic,
  topicOf,
  updateBankQuestion,
  updateDeleted,
} from './question-bank.queries.ts'

type Drafts = Output<typeof questionBankEndpoints.addBankQuestions.body>
type Draft = Output<typeof questionBankEndpoints.updateBankQuestion.body>

/** What asking for a question that the bank doesn't have says. */
export const noSuchBankQuestion = () => notFound('Question not found')

/** Adds questions on one topic, in their order. */
export async function addQuestions(
  db: Db,
  actor: SignedIn,
  { topic, questions }: Drafts,
): Promise<BankQuestion[]> {
  const topicId = await topicOf(db, topic)
  const rows = questions.map((draft) => bankRow(uuidv7(), draft))
  return insertBankQuestions(db, rows, { topicId, userId: actor.id })
}

/**
 * Saves a question; quizzes that hold a copy of it keep theirs.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, 409 `edit_conflict` or `last_of_topic`
 */
export async function changeQuestion(
  db: Db,
  actor: SignedIn,
  id: string,
  { topic, ...draft }: Draft,
  ifMatch: string | undefined,
): Promise<BankQuestion> {
  const before = await lockBankQuestion(db, id)
  if (!before) throw noSuchBankQuestion()
  await refuseIfChanged(before, {
    ifMatch,
    sentence: 'Somebody else has saved this question in the meantime',
    findCurrent: async () => findBankQuestion(db, id),
  })
  const topicId = await topicOf(db, topic)
  await updateBankQuestion(db, bankRow(id, draft, before), { topicId, userId: actor.id })
  if (topicId !== before.topic_id) await refuseEmptied(db, before.topic_id)
  return (await findBankQuestion(db, id))!
}

/** Removes a question and returns it. @throws AppError 404, 409 `last_of_topic` */
export async function removeQuestion(db: Db, id: string): Promise<BankQuestion> {
  const held = await lockBankQuestion(db, id)
  if (!held) throw noSuchBankQuestion()
  const question = (await findBankQuestion(db, id))!
  await updateDeleted(db, id, true)
  await refuseEmptied(db, held.topic_id)
  return question
}

/** Brings a removed question back. @throws AppError 404 */
export async function restoreQuestion(db: Db, id: string): Promise<BankQuestion> {
  if (!(await lockBankQuestion(db, id, { deleted: true }))) throw noSuchBankQuestion()
  await updateDeleted(db, id, false)
  return (await findBankQuestion(db, id))!
}

/** A quiz that asked nothing any more would count as passed by reading. @throws AppError 409 `last_of_topic` */
async function refuseEmptied(db: Db, topicId: string): Promise<void> {
  // Held before it is counted: two last questions may go at once, or a draw come.
  await lockTopic(db, topicId)
  const topic = (await findTopic(db, topicId))!
  if (topic.questions > 0 || topic.quizzes === 0) return
  throw conflict(
    'last_of_topic',
    `This is the last question on “${topic.name}”, and ${
      topic.quizzes === 1 ? 'a quiz draws' : `${topic.quizzes} quizzes draw`
    } from that topic. Please take the draw out of ${topic.quizzes === 1 ? 'it' : 'them'} first`,
  )
}

/** Gives a topic another name. @throws AppError 404, 409 `taken` */
export async function changeTopic(db: Db, id: string, name: string): Promise<Topic> {
  await lockTopic(db, id)
  if (!(await findTopic(db, id))) throw notFound('Topic not found')
  if (!(await renameTopic(db, id, name))) {
    const sentence = `There is a topic “${name}” already`
    throw conflict('taken', sentence, { fields: { name: sentence } })
  }
  return (await findTopic(db, id))!
}

type QuestionDraft = Omit<Draft, 'topic'>

function bankRow(id: string, draft: QuestionDraft, before?: BankRow): BankRow {
  const origin = before && { ...before, order_number: 0, bank_question_id: null }
  const { order_number: _place, bank_question_id: _origin, ...row } = rowFrom(id, draft, origin)
  return row
}
