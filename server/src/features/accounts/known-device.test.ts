import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '../../testing/browser.ts'
import { createMember, type Member, PASSWORD } from '../../testing/factories.ts'
import { newestMailTo } from '../../testing/mailbox.ts'
import { send } from '../../testing/send.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let victim: Member
beforeAll(async () => {
  server = await startTestServer()
  await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  victim = await createMember(server)
})

const NEW_PASSWORD = 'another bell for the desk'

/** A browser keeps what it is given, sends it back, and proves that the page is ours. */
async function openBrowserWith(kept = '') {
  const { cookie, csrfToken } = await openBrowser(server.url)
  let device = kept
  let attributes = ''
  const post = async (path: string, body: object) => {
    const answer = await send(server.url, {
      method: 'POST',
      path: `/api/v1/auth/${path}`,
      headers: {
        'Content-Type': 'application/json',
        'X-CSRF-Token': csrfToken,
        Cookie: [cookie, device].filter(Boolean).join('; '),
      },
      body: JSON.stringify(body),
    })
    const sent = answer.headers['set-cookie']?.toString() ?? ''
    const given = /frontdesk_device=[^;]*/.exec(sent)
    if (given) {
      device = given[0]
      attributes = sent
    }
    return answer
  }
  return {
    post,
    signIn: async (password = PASSWORD, email = victim.email) =>
      (await post('login', { email, password })).status,
    device: () => device,
    attributes: () => attributes,
  }
}

/** Somebody on the same network uses up the tries at an account, and finds that they are. */
async function guessAt(email: string): Promise<void> {
  const stranger = await openBrowserWith()
  for (let n = 0; n < 10; n += 1) expect(await stranger.signIn('a wrong guess', email)).toBe(401)
  expect(await stranger.signIn(PASSWORD, email)).toBe(429)
}

test('a browser that signed in before is let in while somebody on its network guesses', async () => {
  const own = await openBrowserWith()
  expect(await own.signIn()).toBe(200)
  await guessAt(victim.email)
  expect(await own.signIn()).toBe(200)
  // Signing out, or a restart of the browser, changes nothing of that.
  const later = await openBrowserWith(own.device())
  expect(await later.signIn()).toBe(200)
  expect(await (await openBrowserWith()).signIn()).toBe(429)
})

test('its cookie is out of reach of scripts and other sites, and names nobody', async () => {
  const own = await openBrowserWith()
  await own.signIn()
  expect(own.attributes()).toMatch(/HttpOnly/)
  expect(own.attributes()).toMatch(/SameSite=Strict/)
  expect(own.attributes()).not.toMatch(/Secure/)
  expect(own.device()).not.toContain(victim.id)
  const behindTls = await startTestServer({
    connection: server.connection,
    config: { publicUrl: 'https://desk.example.com' },
  })
  const answer = await behindTls.api('POST /auth/login', {
    body: { email: victim.email, password: PASSWORD },
  })
  expect(answer.headers.get('set-cookie')).toMatch(/Secure/)
  await behindTls.stop()
})

test('200 parallel wrong passwords from a known browser get 10 tries', async () => {
  const own = await openBrowserWith()
  await own.signIn()
  const statuses = await Promise.all(Array.from({ length: 200 }, () => own.signIn('a wrong guess')))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(190)
})

test('signing in again brings a browser no further tries', async () => {
  const own = await openBrowserWith()
  await own.signIn()
  const first = own.device()
  await own.signIn()
  const again = await openBrowserWith(first)
  for (let n = 0; n < 10; n += 1) await own.signIn('a wrong guess')
  expect(await own.signIn()).toBe(429)
  expect(await again.signIn()).toBe(429)
})

test('a cookie that is made up, altered or somebody else’s is none', async () => {
  const other = await createMember(server)
  const theirs = await openBrowserWith()
  expect(await theirs.signIn(PASSWORD, other.email)).toBe(200)
  const own = await openBrowserWith()
  await own.signIn()
  await guessAt(victim.email)
  const [, value = ''] = own.device().split('=')
  const [name, since, proof = ''] = value.split('.')
  const forged = [
    theirs.device(),
    `frontdesk_device=${name}.${Number(since) + 1}.${proof}`,
    `frontdesk_device=${'A'.repeat(22)}.${since}.${proof}`,
    `frontdesk_device=${name}.${since}.${'A'.repeat(43)}`,
    'frontdesk_device=x',
  ]
  for (const cookie of forged) expect(await (await openBrowserWith(cookie)).signIn()).toBe(429)
  expect(await (await openBrowserWith(own.device())).signIn()).toBe(200)
})

test('a browser is known for 180 days, whatever it says itself', async () => {
  const own = await openBrowserWith()
  await own.signIn()
  await guessAt(victim.email)
  const now = Date.now()
  const inDays = async (days: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(now + days * 24 * 60 * 60 * 1000)
    // A right sign-in would begin the days anew.
    return (await openBrowserWith(own.device())).signIn()
  }
  expect(await inDays(179)).toBe(200)
  expect(await inDays(181)).toBe(429)
})

test('people who share a browser are all known to it', async () => {
  const other = await createMember(server)
  const shared = await openBrowserWith()
  await shared.signIn()
  await shared.signIn(PASSWORD, other.email)
  await guessAt(victim.email)
  await guessAt(other.email)
  expect(await shared.signIn()).toBe(200)
  expect(await shared.signIn(PASSWORD, other.email)).toBe(200)
})

test('a finished reset has a way through, in that browser and in every other', async () => {
  await guessAt(victim.email)
  await server.api('POST /auth/request-password-reset', { body: { email: victim.email } })
  const { token } = await newestMailTo(server, victim.email)
  const resetting = await openBrowserWith()
  expect((await resetting.post('reset-password', { token, password: NEW_PASSWORD })).status).toBe(
    200,
  )
  expect(await (await openBrowserWith()).signIn(NEW_PASSWORD)).toBe(200)
  // The guesses go on.
  await server.db
    .updateTable('rate_limits')
    .set({ hits: 1000 })
    .where('bucket', 'like', 'sign-in%')
    .execute()
  await guessAtUntilRefused()
  expect(await (await openBrowserWith()).signIn(NEW_PASSWORD)).toBe(429)
  expect(await resetting.signIn(NEW_PASSWORD)).toBe(200)
})

async function guessAtUntilRefused(): Promise<void> {
  const stranger = await openBrowserWith()
  for (let n = 0; n < 11; n += 1) await stranger.signIn('a wrong guess')
}

test('a browser in which an invitation was accepted is known from the start', async () => {
  const admin = await createMember(server, { role: 'admin' })
  const email = `guest-${admin.id}@example.com`
  await server.api.as(admin)('POST /auth/invite', { body: { email } })
  const { token } = await newestMailTo(server, email)
  const own = await openBrowserWith()
  const names = { first_name: 'Gus', last_name: 'Guest', password: PASSWORD }
  expect((await own.post('accept-invite', { token, ...names })).status).toBe(201)
  await guessAt(email)
  expect(await own.signIn(PASSWORD, email)).toBe(200)
})

test('signing up gives no browser away: the cookie would tell whether the address was free', async () => {
  const own = await openBrowserWith()
  const names = { first_name: 'New', last_name: 'Comer', password: PASSWORD }
  for (const email of [victim.email, `new-${victim.id}@example.com`]) {
    expect((await own.post('signup', { ...names, email })).headers['set-cookie']).toBeUndefined()
  }
})
