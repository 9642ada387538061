import { attemptEndpoints } from '@frontdesk/contract/attempts'
import { requirementEndpoints } from '@frontdesk/contract/requirements'
import type { Db } from '../../db/connect.ts'
import { itemFacts } from '../../db/item-facts.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { sendCsv } from '../../http/csv.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { requireOfPerson } from '../requirements/require.actions.ts'
import { findPerson } from '../users/users.queries.ts'
import {
  endWaiver,
  insertGrant,
  insertWaiver,
  listGrants,
  listWaivers,
} from './allowances.queries.ts'
import { findKnownTest } from './attempts.actions.ts'
import { countAttempts, listAttempts } from './attempts.admin.queries.ts'
import { holdTest, type TestToTake } from './attempts.queries.ts'
import { findStatistics } from './statistics.queries.ts'

/** Rows of an admin table where the caller asks for no number. */
const TABLE_LIMIT = 200

const COLUMNS = [
  'person_name',
  'person_email',
  'title',
  'attempt_number',
  'state',
  'score',
  'required_score',
  'started_at',
  'completed_at',
  'id',
  'user_id',
  'test_id',
  'training_id',
] as const

export function attemptAdminRoutes(mount: Mount): void {
  mount(attemptEndpoints.listAttempts, async ({ db, query, request, reply }) => {
    const page = await listAttempts(db, { ...query, limit: query.limit ?? TABLE_LIMIT })
    return sendPage({ request, reply }, page, await countAttempts(db, query))
  })

  mount(attemptEndpoints.exportAttempts, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'attempts.exported', details: query })
    return sendCsv(reply, 'test-attempts', COLUMNS, (page) =>
      listAttempts(db, { ...query, ...page }),
    )
  })

  mount(attemptEndpoints.getStatistics, async ({ db, params }) => {
    const test = await findKnownTest(db, { testId: params.id })
    return findStatistics(db, test.id)
  })

  mount(requirementEndpoints.requireTest, async (call) => {
    const { db, params, body } = call
    const test = await holdTest(db, { testId: body.test_id })
    if (!test || test.archived_at) throw notFound('Test not found')
    const requirement = await requireOfPerson(
      call,
      { type: 'test', id: test.id, title: test.title },
      { id: params.id, dueAt: body.due_at ?? null },
    )
    await tell(db, params.id)
    return requirement
  })

  grantRoutes(mount)
  waiverRoutes(mount)
}

function grantRoutes(mount: Mount): void {
  mount(attemptEndpoints.listGrants, async ({ db, params }) => {
    const test = await findKnownTest(db, { testId: params.id })
    return listGrants(db, test.id)
  })

  mount(attemptEndpoints.grantAttempts, async (call) => {
    const { db, actor, params, body } = call
    const test = await findTestFor(db, params.id, body.user_id)
    const { user_id: userId, attempts, reason = null } = body
    const grant = await insertGrant(db, {
      testId: test.id,
      userId,
      attempts,
      reason,
      grantedBy: actor.id,
    })
    await recordAudit(db, call, {
      action: 'test.attempts_granted',
      item: itemOf(test),
      details: { user_id: userId, attempts, reason },
    })
    await insertNotifications(db, [
      {
        user_id: userId,
        kind: 'result',
        source: `grant:${grant.id}`,
        facts: {
          about: 'attempts',
          by: actor.name,
          attempts,
          reason,
          title: test.title,
          ...itemFacts(test.training_id ? 'training' : 'test', test.training_id ?? test.id),
        },
      },
    ])
    await tell(db, userId)
    return grant
  })
}

function waiverRoutes(mount: Mount): void {
  mount(attemptEndpoints.listWaivers, async ({ db, params }) => {
    const test = await findKnownTest(db, { testId: params.id })
    return listWaivers(db, test.id)
  })

  mount(attemptEndpoints.waiveTest, async (call) => {
    const { db, actor, params, body } = call
    const test = await findTestFor(db, params.id, body.user_id)
    const { user_id: userId, reason } = body
    const waiver = await insertWaiver(db, { testId: test.id, userId, reason, waivedBy: actor.id })
    if (!waiver) throw conflict('waived_already', 'This is waived for this person already')
    await recordAudit(db, call, {
      action: 'test.waived',
      item: itemOf(test),
      details: { user_id: userId, reason },
    })
    await tell(db, userId)
    return waiver
  })

  mount(attemptEndpoints.endWaiver, async (call) => {
    const { db, actor, params } = call
    const test = await findKnownTest(db, { testId: params.id })
    const waiver = await endWaiver(db, {
      id: params.waiver_id,
      testId: test.id,
      endedBy: actor.id,
    })
    if (!waiver) throw notFound('This waiver is not in force any more')
    await recordAudit(db, call, {
      action: 'test.waiver_ended',
      item: itemOf(test),
      details: { user_id: waiver.user_id },
    })
    await tell(db, waiver.user_id)
  })
}

const itemOf = ({ id, title }: TestToTake) => ({ type: 'test', id, title })

async function findTestFor(db: Db, testId: string, userId: string): Promise<TestToTake> {
  const test = await findKnownTest(db, { testId })
  if (!(await findPerson(db, userId, { inactiveToo: true }))) throw notFound('Person not found')
  return test
}

/** What changes for the person, and in the tables of admins. */
async function tell(db: Db, userId: string): Promise<void> {
  await publish(db, { keys: ['me', 'trainings', 'tests'], userIds: [userId] })
  await publish(db, { keys: ['attempts', 'tests', 'users'], adminsOnly: true })
}
