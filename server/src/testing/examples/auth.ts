import { PASSWORD, signIn } from '../factories.ts'

import { uuidv7 } from 'uuidv7'
import { type Examples, nothing } from './world.ts'

export const authExamples = {
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
  'POST /auth/confirm': {
    input: () => ({ body: { password: PASSWORD } }),
    audit: 'session.confirmed',
  },
  'GET /csrf-token': { input: nothing, audit: null },
} satisfies Partial<Examples>
