import { PASSWORD } from '../factories.ts'
import { uuidv7 } from 'uuidv7'
import type { Examples, World } from './world.ts'

export const invitationsExamples = {
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
} satisfies Partial<Examples>

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
