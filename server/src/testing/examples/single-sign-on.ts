import { uuidv7 } from 'uuidv7'
import type { CallOptions } from '../api-client.ts'
import { createMember } from '../factories.ts'
import { CLIENT_ID, CLIENT_SECRET, FakeProvider } from '../fake-provider.ts'
import { addProvider, claimsOf, linkPerson, openProviderBrowser } from '../single-sign-on.ts'
import { type Examples, nothing, type World } from './world.ts'

const NEWCOMER = { firstName: 'New', lastName: 'Comer' }

/** Each world's provider. */
const known = new WeakMap<World, Promise<{ provider: FakeProvider; id: string }>>()

function providerOf(world: World) {
  const found = known.get(world) ?? makeProvider(world)
  known.set(world, found)
  return found
}

async function makeProvider({ server, admin }: World) {
  const provider = await FakeProvider.start()
  const { id } = await addProvider(server, admin, provider)
  return { provider, id }
}

async function connectedPerson(world: World) {
  const { provider, id } = await providerOf(world)
  const person = await createMember(world.server, NEWCOMER)
  const subject = uuidv7()
  await linkPerson(world.server, { id, userId: person.id, subject })
  return { provider, id, person, subject }
}

const newProvider = () => ({
  name: 'Harbor ID',
  preset: 'other',
  issuer: `https://${uuidv7()}.example.com`,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
})

async function providerToChange({ server, admin }: World) {
  const { body } = await server.api.as(admin)('POST /admin/identity-providers', {
    body: newProvider(),
  })
  return body
}

const by = ({ token }: { token: string }): CallOptions['headers'] => ({
  Authorization: `Bearer ${token}`,
})

export const singleSignOnExamples = {
  'GET /auth/providers': { input: nothing, audit: null },
  'POST /auth/oidc/:id/start': {
    input: async (world) => ({ params: { id: (await providerOf(world)).id }, body: {} }),
    audit: null,
  },
  'GET /auth/oidc/:id/callback': {
    input: async (world) => {
      const { provider, id, person, subject } = await connectedPerson(world)
      const browser = await openProviderBrowser(world.server)
      const query = await browser.goToProvider(provider, id, {
        claims: claimsOf(person.email, subject),
      })
      return { params: { id }, query, headers: { Cookie: browser.cookies() } }
    },
    audit: 'sign_in.by_provider',
  },
  'POST /auth/oidc/finish': {
    input: async (world) => {
      const { provider, id, person, subject } = await connectedPerson(world)
      const browser = await openProviderBrowser(world.server)
      await browser.goAndReturn(provider, id, { claims: claimsOf(person.email, subject) })
      return { headers: { Cookie: browser.cookies(), 'X-CSRF-Token': browser.csrfToken } }
    },
    audit: 'sign_in',
  },
  'POST /auth/oidc/link': {
    input: async (world) => {
      const { provider, id } = await providerOf(world)
      const person = await createMember(world.server, NEWCOMER)
      const browser = await openProviderBrowser(world.server)
      await browser.goAndReturn(provider, id, { claims: claimsOf(person.email) })
      return {
        headers: {
          ...by(person),
          Cookie: browser.cookies(),
          'X-CSRF-Token': browser.csrfToken,
        },
      }
    },
    audit: 'provider.connected',
  },
  'POST /auth/oidc/:id/confirm': {
    input: async (world) => {
      const { id, person } = await connectedPerson(world)
      return { params: { id }, body: {}, headers: by(person) }
    },
    audit: null,
  },
  'POST /auth/oidc/:id/connect': {
    input: async (world) => ({ params: { id: (await providerOf(world)).id } }),
    audit: null,
  },
  'POST /auth/oidc/:id/backchannel-logout': {
    input: async (world) => {
      const { provider, id, subject } = await connectedPerson(world)
      const token = provider.logoutToken({ sub: subject })
      return {
        params: { id },
        body: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }
    },
    audit: 'provider.logged_out',
  },
  'GET /users/me/identities': { input: nothing, audit: null },
  'DELETE /users/me/identities/:id': {
    input: async (world) => {
      const { id, person } = await connectedPerson(world)
      return { params: { id }, headers: by(person) }
    },
    audit: 'provider.disconnected',
  },
  'GET /admin/identity-providers': { input: nothing, audit: null },
  'POST /admin/identity-providers': {
    input: () => ({ body: newProvider() }),
    audit: 'provider.added',
  },
  'PUT /admin/identity-providers/:id': {
    input: async (world) => {
      const { id, issuer } = await providerToChange(world)
      const { client_secret: _secret, ...body } = newProvider()
      return { params: { id }, body: { ...body, issuer, name: 'Bay ID' } }
    },
    audit: 'provider.changed',
  },
  'DELETE /admin/identity-providers/:id': {
    input: async (world) => ({ params: { id: (await providerToChange(world)).id } }),
    audit: 'provider.removed',
  },
  'POST /admin/identity-providers/test': {
    input: async (world) => ({ body: { issuer: (await providerOf(world)).provider.issuer } }),
    audit: null,
  },
} satisfies Partial<Examples>
