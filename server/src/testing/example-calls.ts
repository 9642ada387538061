import type { Api } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import { uuidv7 } from 'uuidv7'
import { insertAccount } from '../features/auth/auth.queries.ts'
import { insertLinkToken, issueLink } from '../features/auth/links.queries.ts'
import { insertMail } from '../features/mail/mails.queries.ts'
import type { CallOptions } from './api-client.ts'
import { createMember, createPolicy, type Member, PASSWORD, signIn } from './factories.ts'
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
  'POST /auth/verify-email': {
    input: async (world) => ({ body: { token: await newLinkToken(world, 'verify') } }),
    audit: 'email.verified',
  },
  'POST /auth/resend-verification': {
    input: () => ({ body: { email: `waits-${uuidv7()}@example.com` } }),
    audit: 'email_verification.requested',
  },
  'POST /auth/request-password-reset': {
    input: () => ({ body: { email: `forgot-${uuidv7()}@example.com` } }),
    audit: 'password_reset.requested',
  },
  'POST /auth/reset-password': {
    input: async (world) => ({
      body: { token: await newLinkToken(world, 'reset'), password: PASSWORD },
    }),
    audit: 'user.password_reset',
  },
  'POST /auth/invite': {
    input: () => ({ body: { email: `guest-${uuidv7()}@example.com`, role: 'agent' } }),
    audit: 'invitation.sent',
  },
  'POST /auth/invites': {
    input: () => ({ body: { invitations: [{ email: `guest-${uuidv7()}@example.com` }] } }),
    audit: 'invitation.sent',
  },
  'GET /auth/invites': { input: () => ({ query: { limit: 5 } }), audit: null },
  'POST /auth/invites/:id/resend': { input: onInvitation, audit: 'invitation.resent' },
  'POST /auth/invites/:id/link': { input: onInvitation, audit: 'invitation.link_copied' },
  'DELETE /auth/invites/:id': { input: onInvitation, audit: 'invitation.revoked' },
  'GET /auth/invite/:token': {
    input: async (world) => ({ params: { token: await newInvitationToken(world) } }),
    audit: null,
  },
  'POST /auth/accept-invite': {
    input: async (world) => ({
      body: {
        token: await newInvitationToken(world),
        first_name: 'New',
        last_name: 'Comer',
        password: PASSWORD,
      },
    }),
    audit: 'invitation.accepted',
  },
  'GET /admin/mails': { input: () => ({ query: { limit: 5, status: 'queued' } }), audit: null },
  'GET /admin/mails/setup': { input: nothing, audit: null },
  'POST /admin/mails/:id/resend': {
    input: async ({ server }) => {
      const mail = { kind: 'account_exists', to: 'somebody@example.com', subject: 'Hello' }
      const id = await insertMail(server.db, { ...mail, data: {}, userId: null, linkId: null })
      return { params: { id } }
    },
    audit: 'mail.resent',
  },
  'GET /users': { input: () => ({ query: { search: 'a', limit: 5 } }), audit: null },
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
  'GET /settings/public': { input: nothing, audit: null },
  'GET /settings/front-desk': { input: nothing, audit: null },
  'GET /health/live': { input: nothing, audit: null },
  'GET /health/ready': { input: nothing, audit: null },
}

/** A token as a mail to a new account would carry it. */
async function newLinkToken({ server: { db } }: World, purpose: 'verify' | 'reset') {
  const email = `linked-${uuidv7()}@example.com`
  const names = { firstName: 'New', lastName: 'Comer', email }
  const account = { ...names, passwordHash: '-', role: 'agent', status: 'active' } as const
  const userId = (await insertAccount(db, account))!
  return insertLinkToken(db, await issueLink(db, { userId, purpose, email }))
}

async function onInvitation({ server, admin }: World) {
  const email = `guest-${uuidv7()}@example.com`
  const { body } = await server.api.as(admin)('POST /auth/invite', { body: { email } })
  return { params: { id: body.id } }
}

async function newInvitationToken(world: World): Promise<string> {
  const { server, admin } = world
  const { params } = await onInvitation(world)
  const { body } = await server.api.as(admin)('POST /auth/invites/:id/link', { params })
  return new URL(body.link).searchParams.get('token')!
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
