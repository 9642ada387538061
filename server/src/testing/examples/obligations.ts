import { uuidv7 } from 'uuidv7'
import type { World } from './world.ts'
import { nothing } from './world.ts'
import type { Examples } from './world.ts'
import { createMember, createPolicy, createTest } from '../factories.ts'

/** Something that a new person must do, in a team whose manager is the world's agent. */
async function onObligation({ server, admin, agent }: World) {
  const api = server.api.as(admin)
  const person = await createMember(server)
  const policy = await createPolicy(api)
  const people = { member_ids: [person.id], manager_ids: [agent.id, admin.id] }
  await api('POST /teams', { body: { name: `Office of ${person.id}`, ...people } })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [person.id] },
  })
  const { body } = await api('GET /admin/obligations', { query: { item_id: policy.id } })
  return { id: body[0]!.id, policyId: policy.id }
}

const sorted = { state: 'open', kind: 'policy', sort: 'user_name', order: 'desc' } as const
const matrixOf = {
  as_of: '2026-01-31T23:59:59Z',
  role: 'agent',
  kind: 'policy',
  search: 'a',
} as const
const due_at = '2031-05-01T12:00:00Z'

export const obligationsExamples = {
  'GET /admin/obligations': {
    // Tests ask it with every field, many at once: an item for each would be most of their work.
    input: () => ({ query: { ...sorted, search: 'a', limit: 5, item_id: uuidv7() } }),
    audit: null,
  },
  'GET /admin/obligations.csv': { input: () => ({ query: sorted }), audit: 'obligations.exported' },
  'GET /admin/obligations.xlsx': {
    input: () => ({ query: sorted }),
    audit: 'obligations.exported',
  },
  'GET /admin/matrix': { input: () => ({ query: matrixOf }), audit: null },
  'GET /admin/matrix.csv': { input: () => ({ query: matrixOf }), audit: 'matrix.exported' },
  'GET /admin/matrix.pdf': { input: () => ({ query: matrixOf }), audit: 'matrix.exported' },
  'GET /admin/obligations/standing/:id': {
    input: async (world) => ({ params: { id: (await onObligation(world)).policyId } }),
    audit: null,
  },
  'POST /admin/obligations/remind': {
    input: async (world) => ({ body: { ids: [(await onObligation(world)).id] } }),
    audit: 'obligation.reminded',
  },
  'POST /admin/obligations/move': {
    input: async (world) => ({
      body: { filter: { item_id: (await onObligation(world)).policyId, state: 'open' }, due_at },
    }),
    audit: 'obligation.moved',
  },
  'POST /admin/obligations/waive': {
    input: async (world) => ({
      body: { ids: [(await onObligation(world)).id], reason: 'On leave' },
    }),
    audit: 'obligation.waived',
  },
  'POST /admin/obligations/end-waivers': {
    input: async (world) => {
      const { id } = await onObligation(world)
      const api = world.server.api.as(world.admin)
      await api('POST /admin/obligations/waive', { body: { ids: [id], reason: 'On leave' } })
      return { body: { ids: [id] } }
    },
    audit: 'obligation.waiver_ended',
  },
  'GET /admin/overview': {
    input: () => ({ query: { as_of: '2026-01-31T23:59:59Z' } }),
    audit: null,
  },
  'GET /users/me/obligations': {
    input: () => ({ query: { state: 'open', sort: 'due_at' } }),
    audit: null,
  },
  'GET /users/me/obligations/calendar': { input: nothing, audit: null },
  'POST /users/me/obligations/calendar': { input: nothing, audit: 'user.calendar_renewed' },
  'DELETE /users/me/obligations/calendar': { input: nothing, audit: 'user.calendar_removed' },
  'GET /calendar/:token': {
    input: async ({ server, admin }) => {
      const { body } = await server.api.as(admin)('POST /users/me/obligations/calendar')
      return { params: { token: body.url.split('/').at(-1)! } }
    },
    audit: null,
  },
  'GET /teams/mine/obligations': { input: () => ({ query: { state: 'open' } }), audit: null },
  'POST /teams/mine/obligations/remind': {
    input: async (world) => ({ body: { ids: [(await onObligation(world)).id] } }),
    audit: 'obligation.reminded',
  },
} satisfies Partial<Examples>

const onNewTeam = async ({ server, admin, agent }: World) => {
  const api = server.api.as(admin)
  const test = await createTest(api)
  const { body } = await api('POST /teams', {
    body: { name: `Team ${test.id}`, member_ids: [agent.id], manager_ids: [] },
  })
  await api('POST /tests/:id/assign', { params: { id: test.id }, body: { team_ids: [body.id] } })
  return { params: { id: body.id } }
}

export const teamsExamples = {
  'GET /teams': { input: nothing, audit: null },
  'POST /teams': {
    input: async ({ server, agent }) => {
      const manager = await createMember(server)
      return {
        body: { name: `Harbor ${manager.id}`, member_ids: [agent.id], manager_ids: [manager.id] },
      }
    },
    audit: 'team.created',
  },
  'PUT /teams/:id': {
    input: async (world) => {
      const { params } = await onNewTeam(world)
      return { params, body: { name: `Now ${params.id}`, member_ids: [], manager_ids: [] } }
    },
    audit: 'team.changed',
  },
  'DELETE /teams/:id': { input: onNewTeam, audit: 'team.deleted' },
  'GET /teams/mine': { input: nothing, audit: null },
} satisfies Partial<Examples>
