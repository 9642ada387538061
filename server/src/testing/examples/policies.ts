import { createPolicy } from '../factories.ts'
import { uuidv7 } from 'uuidv7'
import { type Examples, nothing, type World } from './world.ts'

const policyBody = { title: 'An example', content: 'What to do.', description: null }

export const policiesExamples = {
  'GET /policies': { input: () => ({ query: { search: 'a', pending: 'false' } }), audit: null },
  'POST /policies': { input: () => ({ body: policyBody }), audit: 'policy.created' },
  'GET /policies/:id': { input: onNewPolicy, audit: null },
  'PUT /policies/:id': {
    input: async (world) => ({ ...(await onNewPolicy(world)), body: policyBody }),
    audit: 'policy.updated',
  },
  'PUT /policies/:id/signing': {
    input: async (world) => ({
      ...(await onNewPolicy(world)),
      body: {
        comparison: true,
        typed_name: true,
        identity: false,
        reading: true,
        consent: 'I have read it, and I keep to it.',
      },
    }),
    audit: 'policy.signing_changed',
  },
  'DELETE /policies/:id': { input: onNewPolicy, audit: 'policy.deleted' },
  'POST /policies/:id/restore': {
    input: async (world) => {
      const input = await onNewPolicy(world)
      await world.server.api.as(world.admin)('DELETE /policies/:id', input)
      return input
    },
    audit: 'policy.restored',
  },
  'GET /policies/:id/versions': { input: onNewPolicy, audit: null },
  'GET /policies/:id/quotes': { input: onNewPolicy, audit: null },
  'GET /policies/:id/paragraphs': { input: onNewPolicy, audit: null },
  'GET /policies/:id/paragraphs/:anchor': {
    input: async (world) => {
      const { params } = await onNewPolicy(world)
      const { body } = await world.server.api.as(world.admin)('GET /policies/:id/paragraphs', {
        params,
      })
      return { params: { ...params, anchor: body[0]!.anchor } }
    },
    audit: null,
  },
  'POST /policies/:id/acknowledge': {
    input: async (world) => ({ ...(await onNewPolicy(world)), body: { version: 1 } }),
    audit: 'policy.acknowledged',
  },
  'POST /policies/:id/assign': {
    input: async (world) => ({
      ...(await onNewPolicy(world)),
      body: { user_ids: [world.agent.id], roles: ['manager'], due_at: '2031-05-01T12:00:00Z' },
    }),
    audit: 'policy.assigned',
  },
  'GET /policies/:id/requirements': { input: onRequirement, audit: null },
  'DELETE /policies/:id/requirements/:requirement_id': {
    input: onRequirement,
    audit: 'policy.unassigned',
  },
  'GET /admin/policies/acknowledgments': { input: () => ({ query: { limit: 5 } }), audit: null },
  'GET /admin/policies/acknowledgments.csv': { input: nothing, audit: 'acknowledgments.exported' },
  'GET /admin/policies/outstanding': { input: () => ({ query: { limit: 5 } }), audit: null },
  'GET /admin/policies/outstanding.csv': { input: nothing, audit: 'outstanding.exported' },
} satisfies Partial<Examples>

export async function onNewPolicy({ server, admin }: World) {
  const policy = await createPolicy(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id: policy.id } }
}

/** A policy that the agent must acknowledge, and that requirement. */
export async function onRequirement(world: World) {
  const { params } = await onNewPolicy(world)
  const assigned = await world.server.api.as(world.admin)('POST /policies/:id/assign', {
    params,
    body: { user_ids: [world.agent.id] },
  })
  return { params: { ...params, requirement_id: assigned.body[0]!.id } }
}
