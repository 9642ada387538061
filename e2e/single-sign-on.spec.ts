import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeAt } from '../server/src/features/second-factor/codes.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../server/src/testing/fake-provider.ts'
import { scaled } from '../server/src/testing/patience.ts'
import { type RealProvider, startRealProvider } from '../server/src/testing/real-provider.ts'
import type { Account, Desk } from './desk.ts'
import { expect, expectAccessible, signIn, testApart as test } from './fixtures.ts'

/** The desk may stand for longer than its admin's sign-in is fresh. */
const confirm = ({ api, password }: Account) =>
  api.raw('POST /auth/confirm', { body: { password } })

/** A provider that the desk knows, switched on. */
async function setUpProvider(desk: Desk & { admin: Account }, name: string, fields: object = {}) {
  const id = randomUUID()
  const provider = await startRealProvider({ url: desk.url, id })
  await confirm(desk.admin)
  const { status, body } = await desk.admin.api.raw('POST /admin/identity-providers', {
    body: {
      id,
      name,
      preset: 'other',
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      enabled: true,
      ...fields,
    },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return { id, provider }
}

async function remove(desk: Desk & { admin: Account }, id: string, provider: RealProvider) {
  await confirm(desk.admin)
  await desk.admin.api('DELETE /admin/identity-providers/:id', { params: { id } })
  provider.stop()
}

/** What a person does on the pages of the provider. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

/** And, at the first time, that they want to. */
const consent = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

test('an admin sets a provider up, and somebody connects at the first sign-in, with a second factor', async ({
  page,
  desk,
}) => {
  const id = randomUUID()
  await page.addInitScript((chosen) => {
    crypto.randomUUID = () => chosen
  }, id)
  const provider = await startRealProvider({ url: desk.url, id })
  const nora = await desk.createAccount({ first_name: 'Nora', email: 'nora@example.com' })
  const { body } = await nora.api('POST /users/me/second-factor', {
    body: { password: nora.password },
  })
  const codeIn = (steps: number) => codeAt(body.secret, Date.now() + steps * 30_000)
  await nora.api('POST /users/me/second-factor/confirm', {
    body: { setup: body.setup, code: codeIn(0) },
  })

  await signIn(page, desk.admin)
  await page.goto('/admin/settings/sign-in')
  await expect(page.getByText('No provider yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Provider…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New provider' })
  await dialog.getByLabel('Provider', { exact: true }).selectOption('other')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter the client secret')).toBeVisible()
  await dialog.getByLabel('Name').fill('Harbor ID')
  await dialog.getByLabel('Issuer').fill('http://127.0.0.1:1')
  await dialog.getByRole('button', { name: 'Test the Connection' }).click()
  await expect(dialog.getByText('The provider does not work')).toBeVisible()
  await dialog.getByLabel('Issuer').fill('https://login.microsoftonline.com/common/v2.0')
  await dialog.getByRole('button', { name: 'Test the Connection' }).click()
  await expect(dialog.getByText('put your own Directory (tenant) ID')).toBeVisible()
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByRole('button', { name: 'Test the Connection' }).click()
  await expect(dialog.getByText('It answers, and signs with one key')).toBeVisible()
  // That was said of this address, and of no other.
  await dialog.getByLabel('Issuer').fill(`${provider.issuer}/other`)
  await expect(dialog.getByText('It answers, and signs with one key')).toHaveCount(0)
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client ID').fill(CLIENT_ID)
  await dialog.getByLabel('Client secret').fill(CLIENT_SECRET)
  await expect(dialog.getByText(`${desk.url}/api/v1/auth/oidc/${id}/callback`)).toBeVisible()
  await dialog.getByLabel('Switched on').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Providers' })).toContainText('Harbor ID')

  // Of two admins who change it at once the second decides.
  await page.getByRole('button', { name: 'Edit Harbor ID' }).click()
  const change = page.getByRole('dialog', { name: 'Sign-in with Harbor ID' })
  await change.getByLabel('Name').fill('Pine ID')
  const { body: before } = await desk.admin.api('GET /admin/identity-providers')
  const { id: _, ...stored } = before.providers.find((one) => one.id === id)!
  await confirm(desk.admin)
  const saved = await desk.admin.api('PUT /admin/identity-providers/:id', {
    params: { id },
    body: { ...stored, name: 'Their ID' },
  })
  expect(saved.status).toBe(200)
  await change.getByRole('button', { name: 'Save' }).click()
  const meanwhile = change.getByRole('status').filter({ hasText: 'saved this provider meanwhile' })
  await expect(meanwhile).toContainText(`Theirs: Their ID at ${provider.issuer}, on.`)
  await meanwhile.getByRole('button', { name: 'Take theirs' }).click()
  await expect(change.getByLabel('Name')).toHaveValue('Their ID')
  await change.getByLabel('Name').fill('Harbor ID')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toHaveCount(0)

  // Nora comes by it: her account is opened in its own way once.
  const theirs = await page.context().browser()!.newContext({ baseURL: desk.url })
  const own = await theirs.newPage()
  await own.goto('/login?redirect=%2Fpolicies')
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Sign in with Harbor ID' }).click()
  await signInThere(own, 'at-nora@example.com')
  await consent(own)
  await expect(own.getByRole('heading', { name: 'Connect your account' })).toBeVisible()
  await expectAccessible(own)
  await own.getByLabel('Password', { exact: true }).fill(nora.password)
  await own.getByRole('button', { name: 'Sign In' }).click()
  await own.getByRole('textbox', { name: 'Code' }).fill(codeIn(1))
  await own.getByRole('button', { name: 'Sign In' }).click()
  await expect(own).toHaveURL(/\/policies$/)
  await own.goto('/profile/security')
  await expect(own.getByRole('list', { name: 'Other ways to sign in' })).toContainText(
    'nora@example.com',
  )
  await expectAccessible(own)
  await theirs.close()
  await remove(desk, id, provider)
})

test('a person who is removed at the provider is out in an open tab within a second', async ({
  page,
  desk,
}) => {
  const { id, provider } = await setUpProvider(desk, 'Bay ID', { admits: 'new_agents' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Bay ID' }).click()
  await signInThere(page, 'at-iris@example.com')
  await consent(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile/security')
  await expect(page.getByRole('list', { name: 'Other ways to sign in' })).toBeVisible()

  // What needs a fresh sign-in is confirmed in a window of the provider, and goes on.
  await desk.ageSessions(11)
  await page.getByRole('button', { name: 'Disconnect Bay ID' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Confirm with Bay ID' }).click()
  const popup = await opened
  await signInThere(popup, 'at-iris@example.com')
  await expect(page.getByText('This is your only way to sign in')).toBeVisible()

  await provider.logOut('at-iris@example.com')
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible({ timeout: scaled(1000) })
  await remove(desk, id, provider)
})

test('somebody new comes by a provider, and sets the second factor up that their role needs', async ({
  page,
  desk,
}) => {
  const { id, provider } = await setUpProvider(desk, 'Cove ID', { admits: 'new_agents' })
  const need = async (roles: string[]) => {
    await confirm(desk.admin)
    const body = { second_factor_roles: roles, second_factor_grace_days: 0 }
    expect((await desk.admin.api.raw('PUT /admin/settings', { body })).status).toBe(200)
  }
  await need(['agent'])
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Cove ID' }).click()
  await signInThere(page, 'at-otto@example.com')
  await consent(page)
  await expect(page).toHaveURL(/\/set-up-second-factor$/)
  // They have no password that could be asked for, but a provider.
  await expect(page.getByLabel('Your password')).toBeHidden()
  await desk.ageSessions(11)
  await page.getByRole('button', { name: 'Continue' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(question.getByRole('button', { name: 'Confirm with Cove ID' })).toBeVisible()
  await expect(question.getByLabel('Your password')).toBeHidden()
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await question.getByRole('button', { name: 'Confirm with Cove ID' }).click()
  await signInThere(await opened, 'at-otto@example.com')
  const secret = await page.locator('code').innerText()
  await page.getByLabel('Code from the app').fill(codeAt(secret.replaceAll(/\s/g, ''), Date.now()))
  await page.getByRole('button', { name: 'Switch It On' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await need([])
  await remove(desk, id, provider)
})

test('the first admin gets back in when the provider that stands first is gone', async ({
  page,
  desk,
}) => {
  const { id, provider } = await setUpProvider(desk, 'Gone ID', { hides_password: true })
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await expectAccessible(page)
  provider.stop()
  await page.getByRole('button', { name: 'Sign in with Gone ID' }).click()
  const said = page.getByText(/Gone ID can’t be reached right now/)
  // It may still be known what the provider said of itself: then its own page is missing.
  await expect(said.or(page.getByText('This site can’t be reached'))).toBeVisible()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await page.getByLabel('Email').fill(desk.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(desk.admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await remove(desk, id, provider)
})

test('what a provider is refused for stands on the sign-in page', async ({ page }) => {
  await page.goto('/login?problem=other_subject')
  await expect(page.getByRole('alert')).toContainText('connected with another person')
  await expectAccessible(page)
})

test('what was wrong at the provider is said before the form is there, so that nothing moves', async ({
  page,
}) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*provider-problem*', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/*provider-problem*')
  await page.goto('/login?problem=other_subject', { waitUntil: 'commit' })
  await asked
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  release()
  await expect(page.getByText('is connected with another person')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
})
