import type { Passkey } from '@frontdesk/contract/passkeys'
import type { Caller } from './api-client.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { TestServer } from './test-server.ts'

/** Where the browser of a test stands: `PUBLIC_URL` has to say so. */
export const SITE = 'https://desk.example.com'

/** Makes a passkey for somebody. */
export async function addPasskey(
  server: TestServer,
  person: Caller,
  device: Authenticator = createAuthenticator(server.config.publicUrl ?? SITE),
): Promise<{ device: Authenticator; passkey: Passkey }> {
  const api = server.api.as(person)
  const { body } = await api('POST /users/me/passkeys/options')
  const made = await api('POST /users/me/passkeys', {
    body: { answer: device.create(body.options), name: 'Laptop' },
  })
  if (made.status !== 201) throw new Error(`No passkey was made: ${JSON.stringify(made.body)}`)
  return { device, passkey: made.body }
}

/** What a device is asked at a sign-in; `challenge`: after a password. */
export async function signInOptions(server: TestServer, challenge?: string) {
  const { status, body } = await server.api('POST /auth/passkey/options', { body: { challenge } })
  if (status !== 200) throw new Error(`Nothing was asked: ${JSON.stringify(body)}`)
  return body.options
}
