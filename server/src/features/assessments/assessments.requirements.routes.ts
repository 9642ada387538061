import { testRequirementEndpoints } from '@frontdesk/contract/test-requirements'
import type { Db } from '../../db/connect.ts'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import {
  assignItem,
  changeRequirement,
  type HeldItem,
  unassignItem,
} from '../requirements/require.actions.ts'
import { listRequirements } from '../requirements/requirements.queries.ts'
import { holdTest } from './attempts.queries.ts'

export function testRequirementRoutes(mount: Mount): void {
  mount(testRequirementEndpoints.assignTest, async (call) => {
    const test = await holdRequirable(call.db, call.params.id)
    return assignItem(call, test, call.body)
  })

  mount(testRequirementEndpoints.listTestRequirements, async ({ db, params }) =>
    listRequirements(db, await holdRequirable(db, params.id)),
  )

  mount(testRequirementEndpoints.updateTestRequirement, async (call) => {
    const { db, params, body } = call
    const test = await holdRequirable(db, params.id)
    return changeRequirement(call, test, params.requirement_id, body)
  })

  mount(testRequirementEndpoints.deleteTestRequirement, async (call) => {
    const test = await holdRequirable(call.db, call.params.id)
    await unassignItem(call, test, call.params.requirement_id)
  })
}

/** Finds the test and keeps it from being archived meanwhile. @throws AppError 404 where there is none */
async function holdRequirable(db: Db, id: string): Promise<HeldItem> {
  const test = await holdTest(db, { testId: id })
  if (!test || test.archived_at) throw notFound('Test not found')
  return { type: 'test', id: test.id, title: test.title }
}
