import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { FakeProvider } from '../../testing/fake-provider.ts'
import { mailsTo, newestMailTo, tokenIn, waitFor } from '../../testing/mailbox.ts'
import { addPasskey, SITE, signInOptions } from '../../testing/passkeys.ts'
import { addProvider, claimsOf, openProviderBrowser } from '../../testing/single-sign-on.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let provider: FakeProvider
let providerId: string
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: SITE } })
  admin = await createMember(server)
  provider = await FakeProvider.start()
  providerId = (await addProvider(server, admin, provider)).id
})
afterAll(async () => {
  provider.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
})

const NEW_PASSWORD = 'another bell for the desk'

/** Somebody signs up with the address of somebody else, and adds ways in of their own. */
async function takeSomebodysAddress() {
  const email = `owner-${uuidv7()}@example.com`
  const names = { first_name: 'Olive', last_name: 'Owner', password: PASSWORD }
  await server.api('POST /auth/signup', { body: { ...names, email } })
  const { token: confirmation } = await newestMailTo(server, email)
  const stranger = await signIn(server.api, email)
  return { email, stranger, confirmation, ...(await addWays(stranger)) }
}

async function addWays(person: Member) {
  const { device } = await addPasskey(server, person)
  const claims = claimsOf(`mallory-${uuidv7()}@example.org`)
  const browser = await openProviderBrowser(server)
  const { location } = await browser.goAndReturn(
    provider,
    providerId,
    { claims },
    { call: 'connect', token: person.token },
  )
  expect(location).toContain('connected=yes')
  return { device, claims }
}
type Ways = Awaited<ReturnType<typeof addWays>>

/** Which of the two ways still open a session. */
async function waysIn({ device, claims }: Ways) {
  const answer = device.get(await signInOptions(server))
  const byPasskey = await server.api.raw('POST /auth/passkey', { body: { answer } })
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, providerId, { claims })
  const byProvider = await browser.finish()
  return { passkey: byPasskey.status === 200, provider: byProvider.status === 200 }
}

/** The newest mail to them that says this, once there is one. */
const mailSaying = (email: string, words: string) =>
  waitFor(async () => {
    const mails = await mailsTo(server, email)
    return mails.findLast((mail) => mail.text!.replaceAll(/\s+/g, ' ').includes(words)) ?? null
  }, `mail that says “${words}”`)

async function resetByMail(email: string) {
  await server.api('POST /auth/request-password-reset', { body: { email } })
  const token = tokenIn(await mailSaying(email, '/reset-password'))
  const body = { token, password: NEW_PASSWORD }
  expect((await server.api.raw('POST /auth/reset-password', { body })).status).toBe(200)
}

test('what a stranger added to an account of somebody’s address ends when its owner takes it back', async () => {
  const { email, ...ways } = await takeSomebodysAddress()
  expect(await waysIn(ways)).toEqual({ passkey: true, provider: true })
  await resetByMail(email)
  expect(await waysIn(ways)).toEqual({ passkey: false, provider: false })

  const owner = await signIn(server.api, email, NEW_PASSWORD)
  expect((await server.api.as(owner)('GET /users/me/passkeys')).body.passkeys).toEqual([])
  await mailSaying(email, 'no longer: your passkey, your connection with Acme ID.')
  const written = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('actor_id', '=', owner.id)
    .where('action', '=', 'user.password_reset')
    .executeTakeFirstOrThrow()
  expect(written.details).toEqual({ ended: 'your passkey, your connection with Acme ID' })
})

test('whoever has confirmed the address keeps theirs, and so does who adds them after that', async () => {
  const { email, stranger: person, confirmation, ...early } = await takeSomebodysAddress()
  await server.api('POST /auth/verify-email', { body: { token: confirmation } })
  const late = { ...early, device: (await addPasskey(server, person)).device }
  await resetByMail(email)
  expect(await waysIn(early)).toEqual({ passkey: true, provider: true })
  expect(await waysIn(late)).toEqual({ passkey: true, provider: true })
})
