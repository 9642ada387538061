import { uuidv7 } from 'uuidv7'
import { createMember } from '../factories.ts'
import type { Examples, World } from './world.ts'

export const adminUsersExamples = {
  'GET /admin/users': {
    input: () => ({ query: { search: 'a', limit: 5, sort: 'last_login_at', order: 'desc' } }),
    audit: null,
  },
  'GET /admin/users.csv': {
    input: () => ({ query: { behind: 'true', sort: 'behind', order: 'desc' } }),
    audit: 'team.exported',
  },
  'GET /admin/users/:id': { input: onNewcomer, audit: null },
  'PUT /admin/users/:id': {
    input: async (world) => ({
      ...(await onNewcomer(world)),
      body: { name: 'Jo van Dam', title: 'Buyer Specialist', role: 'manager' },
    }),
    audit: 'user.changed',
  },
  'DELETE /admin/users/:id': { input: onNewcomer, audit: 'user.deleted' },
  'POST /admin/users/change-status': {
    input: async (world) => ({
      body: { user_ids: [(await onNewcomer(world)).params.id], status: 'inactive' },
    }),
    audit: 'user.deactivated',
  },
  'POST /admin/users/:id/request-password-reset': {
    input: onNewcomer,
    audit: 'password_reset.requested',
  },
  'POST /admin/users/:id/resend-invitation': {
    input: async ({ server, admin }) => {
      const email = `guest-${uuidv7()}@example.com`
      const { body } = await server.api.as(admin)('POST /auth/invite', { body: { email } })
      return { params: { id: body.id } }
    },
    audit: 'invitation.resent',
  },
  'GET /admin/users/:id/sessions': { input: onNewcomer, audit: null },
  'DELETE /admin/users/:id/sessions': { input: onNewcomer, audit: 'user.sessions_ended' },
  'DELETE /admin/users/:id/sessions/:session_id': {
    input: async (world) => {
      const { params } = await onNewcomer(world)
      const { server, admin } = world
      const { body } = await server.api.as(admin)('GET /admin/users/:id/sessions', { params })
      return { params: { ...params, session_id: body[0]!.id } }
    },
    audit: 'user.session_ended',
  },
} satisfies Partial<Examples>

/** Somebody who is signed in and whom nothing else needs. */
async function onNewcomer({ server }: World) {
  const { id } = await createMember(server, { firstName: 'New', lastName: 'Comer' })
  return { params: { id } }
}
