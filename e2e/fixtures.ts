import { test as base, expect, type Page } from '@playwright/test'
import { type Look, violationsOf } from './axe.ts'
import { type Account, type Desk, startDesk } from './desk.ts'

interface TestFixtures {
  /** A server of the test's own where nobody has signed up yet. */
  emptyDesk: Desk
  /** What the page's console complained of; a test that expects it empties the list. */
  faults: string[]
}

interface WorkerFixtures {
  /** The worker's server, with its admin. Tests share it: each makes the accounts and items it needs. */
  desk: Desk & { admin: Account }
}

async function useDesk(use: (desk: WorkerFixtures['desk']) => Promise<void>): Promise<void> {
  const desk = await startDesk()
  try {
    const admin = await desk.createAccount({
      first_name: 'Ada',
      last_name: 'Brooks',
      email: 'ada@example.com',
    })
    await use({ ...desk, admin })
  } finally {
    await desk.remove()
  }
}

/** Journeys run against a built server; `page.goto('/policies')` goes to the worker's. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what is needed from the pattern
  desk: [async ({}, use) => useDesk(use), { scope: 'worker' }],
  emptyDesk: async ({ context }, use) => {
    const desk = await startDesk()
    await use(desk)
    // What a page still loads from a server that stops is no fault of the page.
    await Promise.all(context.pages().map(async (page) => page.close()))
    await desk.remove()
  },
  baseURL: async ({ desk }, use) => use(desk.url),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (failure) => faults.push(String(failure.error())))
      context.on('console', (message) => {
        // Refused requests are the server's to test; they may well be what the journey is about.
        const isRequest = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
        if (message.type() === 'error' && !isRequest) faults.push(message.text())
      })
      await use(faults)
      expect(faults, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** The same at a desk of their own: journeys of other files ask things of everybody at the shared one. */
export const testApart = test.extend<object, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- as above
  desk: [async ({}, use) => useDesk(use), { scope: 'worker' }],
})

export { expect }

/** Signs somebody in as the login form would, with remember-me. */
export async function signIn(page: Page, account: Account, url = ''): Promise<void> {
  // A desk may stand for longer than its admin's sign-in is fresh. Of an account with a second factor it stays as it is.
  const { api, password, token, user } = account
  await api.raw('POST /auth/confirm', { body: { password } })
  // Any page of the origin that isn't the app.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    ([auth_token, user_data]) => Object.assign(localStorage, { auth_token, user_data }),
    [token, JSON.stringify(user)] as const,
  )
}

/** What of a screen a theme changes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

interface Looked {
  screen?: string
  /** The rules to look for; all where not said. */
  only?: string[]
  /** Where colours are looked at, of a page of many thousand elements that are alike. */
  coloursOf?: string[]
}

/** Fails with what axe finds on the screen as it is now. */
export async function expectAccessible(
  page: Page,
  { screen = page.url(), only, coloursOf }: Looked = {},
): Promise<void> {
  const looks: Look[] = coloursOf
    ? [{ except: COLOUR_RULES }, { only: COLOUR_RULES, within: coloursOf }]
    : [{ only }]
  const violations = []
  for (const look of looks) violations.push(...(await violationsOf(page, look)))
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  expect(found, `what axe finds on ${screen}`).toEqual([])
}

/** Lets what the page has put off happen: a key that is pressed comes before it on a busy machine. */
export const letTimersRun = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))
