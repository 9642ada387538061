import { canEditTrainings } from '@frontdesk/contract/permissions'
import { testEndpoints } from '@frontdesk/contract/assessments'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findProgress } from './progress.queries.ts'
import {
  createTest,
  lockOwnTest,
  noSuchTest,
  updateTest,
  visibilityFor,
} from './assessments.actions.ts'
import { findTest, listTests, updateArchived } from './assessments.queries.ts'

const itemOf = ({ id, title }: { id: string; title: string }) => ({ type: 'test', id, title })

export function testRoutes(mount: Mount): void {
  mount(testEndpoints.listTests, async ({ db, actor, query, request, reply }) => {
    const editor = canEditTrainings(actor)
    const page = await listTests(db, {
      ...query,
      limit: query.limit ?? DEFAULT_LIMIT,
      archived: editor && query.archived === 'true',
      concerning: editor ? undefined : actor.id,
    })
    const progress = await findProgress(
      db,
      actor.id,
      page.rows.map((test) => test.id),
    )
    const rows = page.rows.map((test) => ({ ...test, progress: progress.get(test.id)! }))
    return sendPage({ request, reply }, { ...page, rows })
  })

  mount(testEndpoints.createTest, async (call) => {
    const test = await createTest(call.db, call.actor, call.body)
    await recordAudit(call.db, call, { action: 'test.created', item: itemOf(test) })
    await publish(call.db, { keys: ['tests'] })
    call.reply.header('ETag', etagOf(test))
    return test
  })

  mount(testEndpoints.getTest, async ({ db, actor, params, reply }) => {
    const test = await findTest(db, visibilityFor(actor), params.id)
    if (!test) throw noSuchTest()
    const progress = await findProgress(db, actor.id, [test.id])
    reply.header('ETag', etagOf(test))
    return { ...test, progress: progress.get(test.id)! }
  })

  mount(testEndpoints.updateTest, async (call) => {
    const { db, actor, params, body, request } = call
    const test = await updateTest(db, actor, params.id, body, request.headers['if-match'])
    await recordAudit(db, call, {
      action: 'test.updated',
      item: itemOf(test),
      details: { revision: test.revision, questions: test.questions_count },
    })
    await publish(db, { keys: ['tests', 'me'] })
    call.reply.header('ETag', etagOf(test))
    return test
  })

  mount(testEndpoints.archiveTest, async (call) => {
    const test = await lockOwnTest(call.db, call.params.id)
    await updateArchived(call.db, test.id, true)
    await recordAudit(call.db, call, { action: 'test.archived', item: itemOf(test) })
    await publish(call.db, { keys: ['tests', 'me'] })
  })

  mount(testEndpoints.restoreTest, async (call) => {
    const test = await lockOwnTest(call.db, call.params.id, { archived: true })
    await updateArchived(call.db, test.id, false)
    await recordAudit(call.db, call, { action: 'test.restored', item: itemOf(test) })
    await publish(call.db, { keys: ['tests', 'me'] })
    return (await findTest(call.db, 'all', test.id))!
  })
}
