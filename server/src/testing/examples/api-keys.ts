import { type Examples, nothing, type World } from './world.ts'

const body = { name: 'Payroll', scopes: ['policies:read', 'people:read'] }

async function makeKey({ server, admin }: World) {
  const made = await server.api.as(admin)('POST /admin/api-keys', { body })
  return { params: { id: made.body.id } }
}

export const apiKeysExamples = {
  'GET /admin/api-keys': { input: nothing, audit: null },
  'POST /admin/api-keys': { input: () => ({ body }), audit: 'api_key.created' },
  'POST /admin/api-keys/:id/revoke': { input: makeKey, audit: 'api_key.revoked' },
} satisfies Partial<Examples>
