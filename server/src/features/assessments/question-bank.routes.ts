import { questionBankEndpoints } from '@frontdesk/contract/question-bank'
import type { Db } from '../../db/connect.ts'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { listDraws } from './draws.queries.ts'
import { exportedFile } from './question-files/write-questions.ts'
import { itemOfQuestion, noSuchTest } from './assessments.actions.ts'
import { findTest } from './assessments.queries.ts'
import {
  addQuestions,
  changeQuestion,
  changeTopic,
  noSuchBankQuestion,
  removeQuestion,
  restoreQuestion,
} from './question-bank.actions.ts'
import { findBankQuestion, listBankQuestions, listTopics } from './question-bank.queries.ts'

/** What one file holds at most. */
const MOST_EXPORTED = 5000

const itemOf = (question: { id: string; question: string }) => ({
  ...itemOfQuestion(question),
  type: 'bank_question',
})

/** Quizzes that draw ask another number of questions, perhaps. */
async function tell(db: Db): Promise<void> {
  await publish(db, { keys: ['question-bank'], adminsOnly: true })
  await publish(db, { keys: ['tests', 'trainings'] })
}

export function questionBankRoutes(mount: Mount): void {
  mount(questionBankEndpoints.listBankQuestions, async ({ db, query, request, reply }) => {
    const page = await listBankQuestions(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page)
  })

  mount(questionBankEndpoints.listTopics, async ({ db }) => listTopics(db))

  mount(questionBankEndpoints.renameTopic, async (call) => {
    const { db, params, body } = call
    const topic = await changeTopic(db, params.id, body.name)
    await recordAudit(db, call, {
      action: 'question_topic.renamed',
      item: { type: 'question_topic', id: topic.id, title: topic.name },
    })
    await publish(db, { keys: ['question-bank', 'tests'], adminsOnly: true })
    return topic
  })

  mount(questionBankEndpoints.addBankQuestions, async (call) => {
    const { db, actor, body } = call
    const added = await addQuestions(db, actor, body)
    await recordAudit(db, call, {
      action: 'bank_question.created',
      item: itemOf(added[0]!),
      details: { topic: added[0]!.topic, questions: added.length },
    })
    await tell(db)
    return added
  })

  mount(questionBankEndpoints.exportBankQuestions, async (call) => {
    const { db, query, reply } = call
    const { format, ...filter } = query
    const { rows } = await listBankQuestions(db, { ...filter, limit: MOST_EXPORTED })
    const title = filter.topic_id ? (rows[0]?.topic ?? 'question bank') : 'question bank'
    const file = exportedFile(format, title, rows)
    await recordAudit(db, call, {
      action: 'question_bank.exported',
      details: { format, questions: rows.length - file.leftOut },
    })
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${file.name}"`)
      .headers(file.leftOut > 0 ? { 'X-Left-Out': file.leftOut } : {})
      .send(file.text)
  })

  mount(questionBankEndpoints.getBankQuestion, async ({ db, params, reply }) => {
    const question = await findBankQuestion(db, params.id)
    if (!question) throw noSuchBankQuestion()
    reply.header('ETag', etagOf(question))
    return question
  })

  mount(questionBankEndpoints.updateBankQuestion, async (call) => {
    const { db, actor, params, body, request } = call
    const question = await changeQuestion(db, actor, params.id, body, request.headers['if-match'])
    await recordAudit(db, call, { action: 'bank_question.updated', item: itemOf(question) })
    await tell(db)
    call.reply.header('ETag', etagOf(question))
    return question
  })

  mount(questionBankEndpoints.deleteBankQuestion, async (call) => {
    const { db, params } = call
    const question = await removeQuestion(db, params.id)
    await recordAudit(db, call, { action: 'bank_question.deleted', item: itemOf(question) })
    await tell(db)
  })

  mount(questionBankEndpoints.restoreBankQuestion, async (call) => {
    const { db, params } = call
    const question = await restoreQuestion(db, params.id)
    await recordAudit(db, call, { action: 'bank_question.restored', item: itemOf(question) })
    await tell(db)
    return question
  })

  mount(questionBankEndpoints.listDraws, async ({ db, params }) => {
    if (!(await findTest(db, 'all', params.id))) throw noSuchTest()
    return listDraws(db, params.id)
  })
}
