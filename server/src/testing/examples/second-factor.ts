import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { CallOptions } from '../api-client.ts'
import { createMember, PASSWORD } from '../factories.ts'
import { challengeFor, codeOf, setUpSecondFactor } from '../second-factors.ts'
import { type Examples, nothing, type World } from './world.ts'

const NEWCOMER = { firstName: 'New', lastName: 'Comer' }

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
      const person = await createMember(server, NEWCOMER)
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
    input: async ({ server, admin }) => {
      const id = uuidv7()
      await server.db
        .insertInto('trusted_browsers')
        .values({
          id,
          user_id: admin.id,
          token_hash: createHash('sha256').update(id).digest(),
          ip: '127.0.0.1',
          user_agent: 'tests',
          expires_at: new Date(Date.now() + 60_000).toISOString(),
        })
        .execute()
      return { params: { id } }
    },
    audit: 'second_factor.browser_ended',
  },
  'DELETE /admin/users/:id/second-factor': {
    input: async (world) => ({ params: { id: (await withSecondFactor(world)).person.id } }),
    audit: 'second_factor.reset',
  },
} satisfies Partial<Examples>

async function withSecondFactor({ server }: World) {
  const person = await createMember(server, NEWCOMER)
  return { person, ...(await setUpSecondFactor(server, person)) }
}

const by = ({ token }: { token: string }): CallOptions => ({
  headers: { Authorization: `Bearer ${token}` },
})
