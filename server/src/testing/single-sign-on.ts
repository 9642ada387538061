import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import { uuidv7 } from 'uuidv7'
import type { Caller } from './api-client.ts'
import { openBrowser } from './browser.ts'
import { CLIENT_ID, CLIENT_SECRET, type FakeProvider, type Forgery } from './fake-provider.ts'
import type { TestServer } from './test-server.ts'

/** Sets a provider up as an admin, switched on. */
export async function addProvider(
  server: Pick<TestServer, 'api'>,
  admin: Caller,
  provider: { issuer: string },
  fields: Partial<IdentityProvider> = {},
): Promise<IdentityProvider> {
  const { body, status } = await server.api.as(admin)('POST /admin/identity-providers', {
    body: {
      name: 'Acme ID',
      preset: 'other',
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      enabled: true,
      ...fields,
    },
  })
  if (status !== 201) throw new Error(`The provider was refused: ${JSON.stringify(body)}`)
  return body
}

/** What a provider says of somebody whose address it has verified. */
export const claimsOf = (email: string, subject: string = uuidv7()) => ({
  sub: subject,
  email,
  email_verified: true,
  given_name: 'Nora',
  family_name: 'Quill',
})

/** How the browser is sent back, over what is right. */
export interface Detour extends Forgery {
  /** In the address of the way back; undefined leaves one out. */
  query?: Record<string, string | undefined>
  nonce?: string
}

/** Why somebody sets out, and as whom; by default to sign in. */
interface Departure {
  call?: 'start' | 'connect' | 'confirm'
  token?: string
  body?: object
}

/** Connects an account, as its person would. */
export async function linkPerson(
  { db }: Pick<TestServer, 'db'>,
  { id, userId, subject }: { id: string; userId: string; subject: string },
): Promise<void> {
  await db
    .insertInto('identity_links')
    .values({ provider_id: id, user_id: userId, subject, origin: 'password' })
    .execute()
}

/** A browser that keeps its cookies, on the way to a provider and back. */
export async function openProviderBrowser(server: Pick<TestServer, 'url'>) {
  const { cookie, csrfToken } = await openBrowser(server.url)
  const jar = new Map([cookie.split('=') as [string, string]])
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'User-Agent': 'tests',
        Cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        'X-CSRF-Token': csrfToken,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=')
      jar.set(name, value)
    }
    const text = await answer.text()
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      cookies: answer.headers.getSetCookie(),
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    }
  }

  /** Sets out, and is let in there; returns what the way back says. */
  const goToProvider = async (
    provider: FakeProvider,
    id: string,
    { query, nonce, ...forgery }: Detour = {},
    { call = 'start', token, body = {} }: Departure = {},
  ): Promise<Record<string, string>> => {
    const begun = await send('POST', `/auth/oidc/${id}/${call}`, body, token)
    if (begun.status !== 200) throw new Error(`Refused: ${JSON.stringify(begun.body)}`)
    const asked = new URL(String(begun.body.url)).searchParams
    const code = provider.grant({
      nonce: nonce ?? asked.get('nonce')!,
      challenge: asked.get('code_challenge')!,
      ...forgery,
    })
    const back = { code, state: asked.get('state')!, iss: provider.issuer, ...query }
    const given = Object.entries(back).filter((pair) => pair[1] !== undefined)
    return Object.fromEntries(given) as Record<string, string>
  }

  /** The same, and comes back. */
  const goAndReturn = async (
    provider: FakeProvider,
    id: string,
    detour: Detour = {},
    departure: Departure = {},
  ) => {
    const query = await goToProvider(provider, id, detour, departure)
    return send('GET', `/auth/oidc/${id}/callback?${new URLSearchParams(query)}`)
  }

  return {
    jar,
    send,
    goToProvider,
    goAndReturn,
    finish: () => send('POST', '/auth/oidc/finish'),
    cookies: () => [...jar].map((pair) => pair.join('=')).join('; '),
    csrfToken,
  }
}
