import { questionEndpoints } from '@frontdesk/contract/questions'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { listDraws } from './draws.queries.ts'
import { listDrawnToTake } from './draws.actions.ts'
import { exportedFile } from './question-files/write-questions.ts'
import { readQuestionFile } from './question-files/read-questions.ts'
import { addQuestion, changeQuestion, noSuchQuestion, removeQuestion } from './questions.actions.ts'
import { findQuestion, listQuestions, listQuestionsOf } from './questions.queries.ts'
import { itemOfQuestion, noSuchTest, readerFor } from './assessments.actions.ts'
import { findTest } from './assessments.queries.ts'

export function questionRoutes(mount: Mount): void {
  mount(questionEndpoints.listQuestions, async ({ db, actor, query, request, reply }) => {
    const { test_id: testId, limit = DEFAULT_LIMIT, cursor } = query
    const page = await listQuestions(db, readerFor(actor), { testId, limit, cursor })
    // What is drawn for whoever takes the test stands behind its own questions.
    if (testId && readerFor(actor) === 'taker' && !page.next) {
      page.rows.push(...(await listDrawnToTake(db, actor.id, testId)))
    }
    return sendPage({ request, reply }, page)
  })

  mount(questionEndpoints.createQuestion, async (call) => {
    const { db, actor, body } = call
    const question = await addQuestion(db, actor, body.test_id, body)
    await recordAudit(db, call, { action: 'question.created', item: itemOfQuestion(question) })
    await publish(db, { keys: ['tests', 'trainings'] })
    return question
  })

  mount(questionEndpoints.getQuestion, async ({ db, actor, params }) => {
    const question = await findQuestion(db, readerFor(actor), params.id)
    if (!question) throw noSuchQuestion()
    return question
  })

  mount(questionEndpoints.updateQuestion, async (call) => {
    const { db, actor, params, body } = call
    const stored = await findQuestion(db, 'admin', params.id)
    if (!stored) throw noSuchQuestion()
    const question = await changeQuestion(
      db,
      actor,
      { testId: stored.test_id, id: stored.id },
      body,
    )
    await recordAudit(db, call, { action: 'question.updated', item: itemOfQuestion(question) })
    await publish(db, { keys: ['tests', 'trainings'] })
    return question
  })

  mount(questionEndpoints.deleteQuestion, async (call) => {
    const { db, actor, params } = call
    const stored = await findQuestion(db, 'admin', params.id)
    if (!stored) throw noSuchQuestion()
    await removeQuestion(db, actor, { testId: stored.test_id, id: stored.id })
    await recordAudit(db, call, { action: 'question.deleted', item: itemOfQuestion(stored) })
    await publish(db, { keys: ['tests', 'trainings'] })
  })

  mount(questionEndpoints.readQuestions, async (call) => {
    const { format, text, kinds } = call.body
    const found = readQuestionFile(format, text, { kinds })
    await recordAudit(call.db, call, {
      action: 'questions.read_from_file',
      details: { format, questions: found.questions.length, problems: found.problems.length },
    })
    return found
  })

  mount(questionEndpoints.exportQuestions, async (call) => {
    const { db, params, query, reply } = call
    const test = await findTest(db, 'all', params.id)
    if (!test) throw noSuchTest()
    const questions = await listQuestionsOf(db, 'admin', test.id)
    const file = exportedFile(query.format, test.title, questions)
    const draws = await listDraws(db, test.id)
    await recordAudit(db, call, {
      action: 'questions.exported',
      item: { type: 'test', id: test.id, title: test.title },
      details: { format: query.format, questions: questions.length - file.leftOut },
    })
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${file.name}"`)
      .headers({
        ...(file.leftOut > 0 && { 'X-Left-Out': file.leftOut }),
        // What is drawn differs from attempt to attempt: the bank itself is exported instead.
        ...(draws.length > 0 && { 'X-Draws': draws.length }),
      })
      .send(file.text)
  })
}
