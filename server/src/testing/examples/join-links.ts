import { uuidv7 } from 'uuidv7'
import { PASSWORD } from '../factories.ts'
import type { Examples, World } from './world.ts'

const draft = { label: 'Office poster', role: 'agent', max_uses: 20 } as const

export const joinLinksExamples = {
  'GET /admin/join-links': { input: () => ({ query: { limit: 5 } }), audit: null },
  'POST /admin/join-links': { input: () => ({ body: draft }), audit: 'join_link.created' },
  'GET /admin/join-links/:id/link': { input: onJoinLink, audit: null },
  'GET /admin/join-links/:id/people': { input: onJoinLink, audit: null },
  'POST /admin/join-links/:id/revoke': { input: onJoinLink, audit: 'join_link.revoked' },
  'GET /join/:token': {
    input: async (world) => ({ params: { token: await newJoinToken(world) } }),
    audit: null,
  },
  'POST /join/:token': {
    input: async (world) => ({
      params: { token: await newJoinToken(world) },
      body: {
        first_name: 'New',
        last_name: 'Comer',
        email: `joins-${uuidv7()}@example.com`,
        password: PASSWORD,
      },
    }),
    audit: 'user.joined',
  },
} satisfies Partial<Examples>

async function onJoinLink({ server, admin }: World) {
  const { body } = await server.api.as(admin)('POST /admin/join-links', { body: draft })
  return { params: { id: body.id } }
}

async function newJoinToken(world: World): Promise<string> {
  const { params } = await onJoinLink(world)
  const { body } = await world.server.api.as(world.admin)('GET /admin/join-links/:id/link', {
    params,
  })
  return body.link.split('/').at(-1)!
}
