import { createTestAlone } from '../quizzes.ts'
import type { Examples, World } from './world.ts'

const due_at = '2031-05-01T12:00:00Z'

export const testRequirementsExamples = {
  'POST /tests/:id/assign': {
    input: async (world) => ({
      ...(await onNewTest(world)),
      body: { user_ids: [world.agent.id], roles: ['manager'], due_at },
    }),
    audit: 'test.assigned',
  },
  'GET /tests/:id/requirements': { input: onTestRequirement, audit: null },
  'PUT /tests/:id/requirements/:requirement_id': {
    input: async (world) => ({ ...(await onTestRequirement(world)), body: { due_at } }),
    audit: 'test.due_date_changed',
  },
  'DELETE /tests/:id/requirements/:requirement_id': {
    input: onTestRequirement,
    audit: 'test.unassigned',
  },
} satisfies Partial<Examples>

async function onNewTest({ server }: World) {
  const { testId } = await createTestAlone(server.db)
  return { params: { id: testId } }
}

/** A test that the agent must take, and that requirement. */
async function onTestRequirement(world: World) {
  const { params } = await onNewTest(world)
  const assigned = await world.server.api.as(world.admin)('POST /tests/:id/assign', {
    params,
    body: { user_ids: [world.agent.id] },
  })
  return { params: { ...params, requirement_id: assigned.body[0]!.id } }
}
