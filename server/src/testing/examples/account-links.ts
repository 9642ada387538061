import { insertAccount } from '../../features/accounts/accounts.queries.ts'
import { insertLinkToken, issueLink } from '../../features/accounts/links.queries.ts'
import { PASSWORD } from '../factories.ts'
import { uuidv7 } from 'uuidv7'
import type { Examples, World } from './world.ts'

export const accountLinksExamples = {
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
} satisfies Partial<Examples>

/** A token as a mail to a new account would carry it. */
async function newLinkToken({ server: { db } }: World, purpose: 'verify' | 'reset') {
  const email = `linked-${uuidv7()}@example.com`
  const names = { firstName: 'New', lastName: 'Comer', email }
  const account = { ...names, passwordHash: '-', role: 'agent', status: 'active' } as const
  const userId = (await insertAccount(db, account))!
  return insertLinkToken(db, await issueLink(db, { userId, purpose, email }))
}
