import { createECDH, randomBytes } from 'node:crypto'
import { type Examples, nothing, type World } from './world.ts'

export const pushExamples = {
  'GET /push/key': { input: nothing, audit: null },
  'GET /push/subscriptions': { input: nothing, audit: null },
  'POST /push/subscriptions': { input: () => ({ body: aBrowser() }), audit: 'user.push_added' },
  'DELETE /push/subscriptions/:id': { input: adminsDevice, audit: 'user.push_removed' },
  'POST /push/subscriptions/:id/try': { input: adminsDevice, audit: null },
} satisfies Partial<Examples>

/** What a browser says where it is told of things; nobody is behind it. */
const aBrowser = () => ({
  endpoint: `https://push.invalid/${randomBytes(16).toString('hex')}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
})

async function adminsDevice({ server, admin }: World) {
  const { body } = await server.api.as(admin)('POST /push/subscriptions', { body: aBrowser() })
  return { params: { id: body.id } }
}
