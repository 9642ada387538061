import type { Page } from '@playwright/test'
import { codeAt } from '../server/src/features/second-factor/codes.ts'
import type { Account } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const STEP_MS = 30_000

/** The app's code of this step, or of the next, which is good already. */
const codeOf = (secret: string, ahead = 0) => codeAt(secret, Date.now() + ahead * STEP_MS)

/** From the password to the recovery codes; returns the secret. */
async function setUp(page: Page, { password }: Account): Promise<string> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const field = page.getByLabel('Code from the app')
  await field.fill('12345')
  await page.getByRole('button', { name: 'Switch It On' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await expectAccessible(page)
  await field.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Switch It On' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  return secret
}

async function givePassword(
  page: Page,
  { email, password }: Account,
  { remember = false } = {},
): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (remember) await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a second factor is set up, asked for, trusted in one browser, and reset by an admin', async ({
  page,
  browser,
  desk,
}) => {
  const fay = await desk.createAccount({ first_name: 'Fay', email: 'fay@example.com' })
  await signIn(page, fay)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set Up…' }).click()
  await page.getByLabel('Your password').fill('not it')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not your current password')).toBeVisible()
  // Whoever takes too long begins again.
  const over = { error: 'This setup is over. Please begin again.', code: 'setup_over' }
  await page.route('**/second-factor/confirm', (route) =>
    route.fulfill({ status: 422, json: over }),
  )
  await page.getByLabel('Your password').fill(fay.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code from the app').fill('123456')
  await page.getByRole('button', { name: 'Switch It On' }).click()
  await expect(page.getByText('This setup is over')).toBeVisible()
  await page.unroute('**/second-factor/confirm')
  await page.getByRole('button', { name: 'Try Again' }).click()
  const secret = await setUp(page, fay)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('front-desk-recovery-codes.txt')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const recovery = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  // The password alone opens nothing; a code does, and this browser is asked for none from then on.
  await givePassword(page, fay)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('12345')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByLabel('Trust this browser').check()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  // To be asked for no code is not to be remembered: another tab begins with the password.
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await expect(tab).toHaveURL(/\/login$/)
  await tab.close()
  await givePassword(page, fay)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile/security')
  await expect(page.getByRole('list', { name: 'Trusted browsers' })).toBeVisible()
  await expectAccessible(page)

  // Elsewhere a recovery code is the way in, once.
  const elsewhere = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await givePassword(elsewhere, fay, { remember: true })
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click()
  await elsewhere.getByRole('textbox', { name: 'Recovery code' }).fill(recovery.toLowerCase())
  await elsewhere.getByRole('button', { name: 'Sign In' }).click()
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  const remembered = await elsewhere.context().newPage()
  await remembered.goto('/policies')
  await expect(remembered.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

  await elsewhere.context().close()

  const office = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await signIn(office, desk.admin)
  await office.goto(`/admin/people/${fay.user.id}`)
  await office.getByRole('button', { name: 'Actions' }).click()
  await office.getByRole('menuitem', { name: 'Reset Second Factor' }).click()
  await expect(office.getByText('Make sure that it is')).toBeVisible()
  await office.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(office.getByText(/signs in with the password alone/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Up…' })).toBeVisible()
  await office.context().close()
})

test('where a role needs one and the days are over, nothing else opens before', async ({
  page,
  browser,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ email: 'ada@example.com' })
  const ben = await desk.createAccount({ first_name: 'Ben', email: 'ben@example.com' })
  const agent = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await signIn(agent, ben)
  await agent.goto('/policies')
  await expect(agent.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()

  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/sign-in`)
  await page.getByLabel('Agents').check()
  await page.getByLabel('Days to set it up').fill('some')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give a number of days').first()).toBeVisible()
  await page.getByLabel('Days to set it up').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()

  // An open session is no way around.
  await agent.reload()
  await expect(agent).toHaveURL(/\/set-up-second-factor\?redirect=%2Fpolicies$/)
  await expect(agent.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(agent)
  await givePassword(agent, ben)
  await expect(agent).toHaveURL(/\/set-up-second-factor$/)
  await agent.goto('/profile')
  await expect(agent).toHaveURL(/\/set-up-second-factor\?redirect=%2Fprofile$/)
  await setUp(agent, ben)
  await expect(agent.getByRole('button', { name: 'Add a Passkey' })).toBeHidden()
  await agent.getByRole('button', { name: 'I have kept them' }).click()
  // Where they wanted to go.
  await expect(agent).toHaveURL(/\/profile$/)
  await agent.goto('/set-up-second-factor')
  await expect(agent).toHaveURL(/\/dashboard$/)
  await agent.context().close()
})
