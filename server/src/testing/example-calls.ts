import type { Api } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import { uuidv7 } from 'uuidv7'
import type { CallOptions } from './api-client.ts'
import {
  createMember,
  createPolicy,
  createProcess,
  type Member,
  PASSWORD,
  signIn,
} from './factories.ts'
import { createMember, createPolicy, type Member, PASSWORD, signIn } from './factories.ts'
import { pictureForm, pictureOf } from './pictures.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Where examples are called: a server with an admin, who calls, and an agent. */
export interface World {
  server: TestServer
  admin: Member
  agent: Member
}

/** A new server with its first two people. */
export async function createWorld(): Promise<World> {
  const server = await startTestServer()
  const admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  const agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  return { server, admin, agent }
}

interface Example<E extends Endpoint> {
  /** Input with which an admin's call succeeds, made anew for each call. */
  input: (world: World) => CallOptions | Promise<CallOptions>
  /** What the audit trail says then; whatever changes something has to leave a trace. */
  audit: E['method'] extends 'GET' ? string | null : string
}

const nothing = () => ({})

async function onNewPolicy({ server, admin }: World) {
  const policy = await createPolicy(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id: policy.id } }
}

const processBody = {
  title: 'An example',
  description: null,
  category: 'Sales',
  status: 'active',
  steps: [{ title: 'Call', order_number: 1, estimated_time: 5, responsible_role: 'agent' }],
}

const runBody = { title: '14 Ferry Road', due_at: '2031-05-01T12:00:00Z' }
const profileBody = { first_name: 'Ada', last_name: 'Broker', phone_number: '', bio: 'Here.' }

const policyBody = { title: 'An example', content: 'What to do.', description: null }

/**
 * One successful call of every endpoint. Tests walk this list: a new endpoint without an entry does
 * not compile.
 */
export const exampleCalls: { [K in keyof Api]: Example<Api[K]> } = {
  'POST /auth/login': {
    input: ({ agent }) => ({ body: { email: agent.email, password: PASSWORD } }),
    audit: 'sign_in',
  },
  'POST /auth/signup': {
    input: () => ({
      body: {
        first_name: 'New',
        last_name: 'Comer',
        email: `new-${uuidv7()}@example.com`,
        password: PASSWORD,
      },
    }),
    audit: 'user.signed_up',
  },
  'GET /auth/me': { input: nothing, audit: null },
  'POST /auth/logout': {
    // Of a session made for it: the admin's own has to last.
    input: async ({ server, agent }) => {
      const { token } = await signIn(server.api, agent.email)
      return { headers: { Authorization: `Bearer ${token}` } }
    },
    audit: 'sign_out',
  },
  'GET /csrf-token': { input: nothing, audit: null },
  'GET /users': { input: () => ({ query: { search: 'a', limit: 5 } }), audit: null },
  'GET /users/:id': { input: ({ agent }) => ({ params: { id: agent.id } }), audit: null },
  'GET /users/:id/profile-picture': {
    input: async ({ server, agent }) => {
      const params = { id: agent.id }
      const api = server.api.as(agent)
      const { body } = await api('GET /users/:id', { params })
      if (!body.profile_picture_img_location) {
        await api('POST /users/me/profile-picture', await withPicture())
      }
      return { params }
    },
    audit: null,
  },
  'GET /users/me': { input: nothing, audit: null },
  'PUT /users/me': {
    input: asNewcomer(() => ({ ...profileBody, email: `me-${uuidv7()}@example.com` })),
    audit: 'user.profile_changed',
  },
  'DELETE /users/me': { input: asNewcomer(() => ({ password: PASSWORD })), audit: 'user.deleted' },
  'PUT /users/me/password': {
    input: asNewcomer(() => ({ current_password: PASSWORD, new_password: `${PASSWORD}, twice` })),
    audit: 'password.changed',
  },
  'PUT /users/me/theme': {
    input: () => ({ body: { theme: 'dark' } }),
    audit: 'user.theme_changed',
  },
  'POST /users/me/profile-picture': { input: withPicture, audit: 'user.picture_changed' },
  'DELETE /users/me/profile-picture': { input: nothing, audit: 'user.picture_removed' },
  'GET /users/me/sessions': { input: nothing, audit: null },
  'DELETE /users/me/sessions': {
    input: asNewcomer(() => undefined),
    audit: 'session.others_ended',
  },
  'DELETE /users/me/sessions/:id': {
    // A further one of the admin's.
    input: async ({ server, admin }) => {
      const { token } = await signIn(server.api, admin.email)
      const { body } = await server.api.as({ token })('GET /users/me/sessions')
      return { params: { id: body.find((session) => session.current)!.id } }
    },
    audit: 'session.ended',
  },
  'GET /policies': { input: () => ({ query: { search: 'a', pending: 'false' } }), audit: null },
  'POST /policies': { input: () => ({ body: policyBody }), audit: 'policy.created' },
  'GET /policies/:id': { input: onNewPolicy, audit: null },
  'PUT /policies/:id': {
    input: async (world) => ({ ...(await onNewPolicy(world)), body: policyBody }),
    audit: 'policy.updated',
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
  'GET /processes': { input: () => ({ query: { search: 'a', category: 'Sales' } }), audit: null },
  'POST /processes': { input: () => ({ body: processBody }), audit: 'process.created' },
  'GET /processes/:id': { input: onNewProcess, audit: null },
  'PUT /processes/:id': {
    input: async (world) => ({ ...(await onNewProcess(world)), body: processBody }),
    audit: 'process.updated',
  },
  'DELETE /processes/:id': { input: onNewProcess, audit: 'process.deleted' },
  'POST /processes/:id/restore': {
    input: async (world) => {
      const input = await onNewProcess(world)
      await world.server.api.as(world.admin)('DELETE /processes/:id', input)
      return input
    },
    audit: 'process.restored',
  },
  'GET /processes/runs': { input: () => ({ query: { state: 'overdue', limit: 5 } }), audit: null },
  'POST /processes/:id/runs': {
    input: async (world) => ({ ...(await onNewProcess(world)), body: runBody }),
    audit: 'process_run.started',
  },
  'GET /processes/runs/:id': { input: onNewRun, audit: null },
  'PUT /processes/runs/:id': {
    input: async (world) => ({ ...(await onNewRun(world)), body: runBody }),
    audit: 'process_run.updated',
  },
  'PUT /processes/runs/:id/steps/:step_id/done': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { done: true } }),
    audit: 'process_run.step_done',
  },
  'PUT /processes/runs/:id/steps/:step_id/assignee': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { user_id: world.agent.id } }),
    audit: 'process_run.step_assigned',
  },
  'POST /processes/runs/:id/comments': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { body: 'Keys are back.' } }),
    audit: 'process_run.commented',
  },
  'POST /processes/runs/:id/finish': { input: onNewRun, audit: 'process_run.finished' },
  'POST /processes/runs/:id/cancel': { input: onNewRun, audit: 'process_run.cancelled' },
  'POST /processes/runs/:id/reopen': {
    input: async (world) => {
      const input = await onNewRun(world)
      await world.server.api.as(world.admin)('POST /processes/runs/:id/finish', input)
      return input
    },
    audit: 'process_run.reopened',
  },
  'GET /settings/public': { input: nothing, audit: null },
  'GET /settings/front-desk': { input: nothing, audit: null },
  'GET /health/live': { input: nothing, audit: null },
  'GET /health/ready': { input: nothing, audit: null },
}

/** For what ends or locks an account: of somebody made for it, because the admin's own has to last. */
function asNewcomer(bodyOf: () => object | undefined) {
  return async ({ server }: World): Promise<CallOptions> => {
    const { token } = await createMember(server, { firstName: 'New', lastName: 'Comer' })
    return { headers: { Authorization: `Bearer ${token}` }, body: bodyOf() }
  }
}

async function withPicture(): Promise<CallOptions> {
  return { body: pictureForm(await pictureOf(40, 30)) }
}

/** A policy that the agent must acknowledge, and that requirement. */
async function onRequirement(world: World) {
  const { params } = await onNewPolicy(world)
  const assigned = await world.server.api.as(world.admin)('POST /policies/:id/assign', {
    params,
    body: { user_ids: [world.agent.id] },
  })
  return { params: { ...params, requirement_id: assigned.body[0]!.id } }
}

async function onNewProcess({ server, admin }: World) {
  const process = await createProcess(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id: process.id } }
}

/** A run that the admin started, and its first step. */
async function onNewRun(world: World) {
  const api = world.server.api.as(world.admin)
  const { body: run } = await api('POST /processes/:id/runs', {
    ...(await onNewProcess(world)),
    body: runBody,
  })
  const { body: detail } = await api('GET /processes/runs/:id', { params: { id: run.id } })
  return { params: { id: run.id, step_id: detail.steps[0]!.id } }
}
