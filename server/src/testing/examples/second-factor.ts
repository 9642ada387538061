import { uuidv7 } from 'uuidv7'
import type { CallOptions } from '../api-client.ts'
import { createMember, PASSWORD } from '../factories.ts'
import { challengeFor, codeOf, setUpSecondFactor } from '../second-factors.ts'
import { type Examples, nothing, type World } from './world.ts'

export const secondFactorExamples = {
  'POST /auth/second-factor': {
    input: async (world) => {
      const { person, secret } = await withSecondFactor(world)
      const challenge = await challengeFor(world.server, person.email)
      return { body: { challenge, code: codeOf(secret), trust_browser: true } }
    },
    audit: 'sign_in',
  },
  'GET /users/me/second-factor': { input: nothing, audit: null },
  'POST /users/me/second-factor': {
    input: () => ({ body: { password: PASSWORD } }),
    audit: null,
  },
  'POST /users/me/second-factor/confirm': {
    input: async ({ server }) => {
      const person = await createMember(server)
      const { body } = await server.api.as(person)('POST /users/me/second-factor', {
        body: { password: PASSWORD },
      })
      return { ...by(person), body: { setup: body.setup, code: codeOf(body.secret) } }
    },
    audit: 'second_factor.enabled',
  },
  'POST /users/me/second-factor/recovery-codes': {
    input: async (world) => ({
      ...by((await withSecondFactor(world)).person),
      body: { password: PASSWORD },
    }),
    audit: 'second_factor.codes_renewed',
  },
  'DELETE /users/me/second-factor': {
    input: async (world) => ({
      ...by((await withSecondFactor(world)).person),
      body: { password: PASSWORD },
    }),
    audit: 'second_factor.disabled',
  },
  'DELETE /users/me/second-factor/browsers/:id': {
    input: async (world) => {
      const { person } = await withSecondFactor(world)
      const id = uuidv7()
      await world.server.db
        .insertInto('trusted_browsers')
        .values({
          id,
          user_id: person.id,
          token_hash: Buffer.from(id.replaceAll('-', ''), 'utf8'),
          ip: '127.0.0.1',
          user_agent: 'tests',
          expires_at: new Date(Date.now() + 60_000).toISOString(),
        })
        .execute()
      return { ...by(person), params: { id } }
    },
    audit: 'second_factor.browser_ended',
  },
  'DELETE /admin/users/:id/second-factor': {
    input: async (world) => ({ params: { id: (await withSecondFactor(world)).person.id } }),
    audit: 'second_factor.reset',
  },
} satisfies Partial<Examples>

async function withSecondFactor({ server }: World) {
  const person = await createMember(server)
  return { person, ...(await setUpSecondFactor(server, person)) }
}

const by = ({ token }: { token: string }): CallOptions => ({
  headers: { Authorization: `Bearer ${token}` },
})
