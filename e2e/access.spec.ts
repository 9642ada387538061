import { scaled } from '../server/src/testing/patience.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a visitor gets to public pages only', async ({ page }) => {
  for (const path of ['/dashboard', '/policies', '/policies/add', '/admin', '/admin/policies']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login(\?|$)/)
  }
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL(/\/$/)
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('somebody signed in gets past the public pages, and an agent not into the admin ones', async ({
  page,
  desk,
}) => {
  await signIn(page, await desk.createAccount({ email: 'agent@example.com' }))
  for (const path of ['/', '/login', '/signup', '/nowhere', '/admin', '/admin/policies']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Read only', content: 'Text.' },
  })
  for (const path of ['/policies/add', `/policies/${policy.id}/edit`]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/policies$/)
  }
  // A session of no training, and the forms that are for admins.
  for (const path of ['/training//session', '/training/session', '/training/add']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/training$/)
  }
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
})

test('signing in leads to the page that was asked for', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Asked for', content: 'Text.' },
  })
  const agent = await desk.createAccount({ email: 'asks@example.com' })
  await page.goto(`/policies/${policy.id}`)
  await page.getByLabel('Email').fill(agent.email)
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Asked for' })).toBeVisible()
})

test('without “Remember me” the session ends with the tab', async ({ page, desk }) => {
  const agent = await desk.createAccount({ email: 'forgotten@example.com' })
  await page.goto('/login')
  await page.getByLabel('Email').fill('forgotten@example.com')
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const another = await page.context().newPage()
  await another.goto('/dashboard')
  await expect(another).toHaveURL(/\/login/)
})

test('a change of page begins at its heading, for whoever hears the screen', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Policies' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeFocused()
})

test('a wrong password is said plainly and what was typed stays', async ({ page, desk }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(desk.admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(desk.admin.email)
})

test('signing out clears what the browser stored, in another tab too', async ({ page, desk }) => {
  await signIn(page, await desk.createAccount({ email: 'leaves@example.com' }))
  await page.goto('/dashboard')
  const other = await page.context().newPage()
  await other.goto('/policies')
  await expect(other.getByRole('heading', { name: 'Policies', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/(login)?$/)
  await expect(other).toHaveURL(/\/(login)?$/)
  const kept = () =>
    page.evaluate(() =>
      ['auth_token', 'user_data', 'csrf_token'].filter(
        (key) => localStorage.getItem(key) ?? sessionStorage.getItem(key),
      ),
    )
  await expect.poll(kept).toEqual([])
})

test('a session that ended on the server ends in the open tab within a second', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ email: 'ended@example.com' })
  await signIn(page, agent)
  const live = page.waitForEvent('websocket')
  await page.goto('/policies')
  await (await live).waitForEvent('framereceived')
  await agent.api('POST /auth/logout')
  await expect(page).toHaveURL(/\/login\?/, { timeout: scaled(1000) })
})
