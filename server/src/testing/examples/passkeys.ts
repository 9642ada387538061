import { uuidv7 } from 'uuidv7'
import type { CallOptions } from '../api-client.ts'
import { createAuthenticator } from '../authenticator.ts'
import { createMember } from '../factories.ts'
import { addPasskey } from '../passkeys.ts'
import { openBrowserOf } from '../second-factors.ts'
import { type Examples, nothing, type World } from './world.ts'

const NEWCOMER = { firstName: 'New', lastName: 'Comer' }

export const passkeysExamples = {
  'POST /auth/passkey/options': { input: () => ({ body: {} }), audit: null },
  'POST /auth/passkey': {
    input: async (world) => {
      const { device } = await withPasskey(world)
      // The browser that was asked answers.
      const { post, headers } = await openBrowserOf(world.server, world.admin)
      const { body } = await post('passkey/options', {})
      const answer = device.get(body.options as Record<string, unknown>)
      return { headers, body: { answer, remember_me: true } }
    },
    audit: 'sign_in',
  },
  'POST /auth/confirm/passkey/options': {
    input: async (world) => by((await withPasskey(world)).person),
    audit: null,
  },
  'POST /auth/confirm/passkey': {
    input: async (world) => {
      const { person, device } = await withPasskey(world)
      const { body } = await world.server.api.as(person)('POST /auth/confirm/passkey/options')
      return { ...by(person), body: { answer: device.get(body.options) } }
    },
    audit: 'session.confirmed',
  },
  'GET /users/me/passkeys': { input: nothing, audit: null },
  'POST /users/me/passkeys/options': { input: nothing, audit: null },
  'POST /users/me/passkeys': {
    input: async ({ server }) => {
      const person = await createMember(server, NEWCOMER)
      const { body } = await server.api.as(person)('POST /users/me/passkeys/options')
      const answer = createAuthenticator(server.config.publicUrl!).create(body.options)
      return { ...by(person), body: { answer, name: 'Laptop' } }
    },
    audit: 'passkey.added',
  },
  'PUT /users/me/passkeys/:id': {
    input: async (world) => ({ params: await ofAdmin(world), body: { name: 'Old laptop' } }),
    audit: 'passkey.renamed',
  },
  'DELETE /users/me/passkeys/:id': {
    input: async (world) => ({ params: await ofAdmin(world) }),
    audit: 'passkey.removed',
  },
} satisfies Partial<Examples>

async function withPasskey({ server }: World) {
  const person = await createMember(server, NEWCOMER)
  return { person, ...(await addPasskey(server, person)) }
}

/** One that nobody could use. */
async function ofAdmin({ server, admin }: World) {
  const id = uuidv7()
  await server.db
    .insertInto('passkeys')
    .values({
      id,
      user_id: admin.id,
      credential_id: Buffer.from(id),
      public_key: Buffer.from('none'),
      counter: 0,
      transports: [],
      name: 'Laptop',
      origin: 'password',
    })
    .execute()
  return { id }
}

const by = ({ token }: { token: string }): CallOptions => ({
  headers: { Authorization: `Bearer ${token}` },
})
