import type { Page } from '@playwright/test'
import { documentForm } from '../server/src/testing/documents.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const boxOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Search' }).getByRole('combobox', { name: 'Search everything' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test('Ctrl-K does things, by role, above what is found and below it', async ({ page, desk }) => {
  await desk.admin.api('POST /policies', {
    body: { title: 'Settings of the thermostat', content: 'Nineteen degrees.' },
  })
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await expect(heading(page, 'Policies')).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(boxOf(page)).toBeFocused()
  await expect(page.getByRole('option', { name: 'Invite somebody' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('settings')
  const options = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
  await expect(options.first()).toHaveText('Settings: Brokerage')
  await expect(page.getByRole('option', { name: /thermostat/ })).toBeVisible()
  await expect(options.last()).toContainText('Go to Settings')
  await expectAccessible(page)
  await boxOf(page).fill('new pol')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/policies\/add$/)
  await expect(boxOf(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type('dark th')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(boxOf(page)).toBeHidden()
  // Others look at the screens of this account, too.
  await desk.admin.api('PUT /users/me/theme', { body: { theme: 'system' } })

  await signIn(page, await desk.createAccount())
  await page.goto('/policies')
  await expect(heading(page, 'Policies')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type('invite')
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('option', { name: 'Invite somebody' })).toHaveCount(0)
  await boxOf(page).fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

test('Ctrl-K assigns what is written behind it, also on the page that is open', async ({
  page,
  desk,
}) => {
  const word = `Kestrel${Date.now()}`
  await desk.admin.api('POST /policies', { body: { title: `${word} rule`, content: 'One.' } })
  await desk.admin.api('POST /documents', { body: documentForm({ title: `${word} file` }) })
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await expect(heading(page, 'Policies')).toBeVisible()
  const options = page.getByRole('listbox').getByRole('option')
  const assign = page.getByRole('dialog', { name: 'Assign policy' })
  for (const _ of ['from the list', 'from the page itself']) {
    await page.keyboard.press('Control+k')
    await expect(boxOf(page)).toBeFocused()
    await page.keyboard.type('assi')
    await expect(options.first()).toHaveText('Assign a policy, training or test')
    await page.keyboard.press('Enter')
    await expect(boxOf(page)).toHaveValue('assign ')
    await page.keyboard.type(word)
    // A document can't be required of anybody.
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(assign).toBeVisible()
    await assign.getByRole('button', { name: 'Not now' }).click()
    await expect(assign).toHaveCount(0)
    await expect(heading(page, `${word} rule`)).toBeVisible()
  }
})

test('a page that comes late takes no letter from whoever searches by then', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await expect(heading(page, 'Policies')).toBeVisible()
  let letCome = () => undefined as void
  const late = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/\/policy-add-page-[^/]*\.js$/, async (route) => {
    await late
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await boxOf(page).fill('new pol')
  await page.keyboard.press('Enter')
  await expect(boxOf(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  const left = await boxOf(page).evaluateHandle((box) => {
    const places: string[] = []
    box.addEventListener('blur', ({ type }) => places.push(type))
    return places
  })
  letCome()
  await expect(page.locator('h1', { hasText: 'Add New Policy' })).toBeAttached()
  await page.keyboard.type('dark th')
  await expect(boxOf(page)).toHaveValue('dark th')
  expect(await left.jsonValue()).toEqual([])
})

test('G and a letter go there, ? lists them, and who wants none turns them off', async ({
  page,
  desk,
}) => {
  await signIn(page, await desk.createAccount())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [key, name] of [
    ['p', 'Policies'],
    ['r', 'Processes'],
    ['t', 'Training'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
  }
  // In a field they are letters.
  await page.goto('/policies')
  const field = page.getByRole('searchbox').first()
  await field.fill('')
  await field.pressSequentially('gt?')
  await expect(field).toHaveValue('gt?')
  await expect(heading(page, 'Policies')).toBeVisible()
  await expect(shortcuts(page)).toBeHidden()
  await field.blur()

  await page.keyboard.press('?')
  await expect(shortcuts(page)).toBeVisible()
  await expect(shortcuts(page).getByText('Go to Policies')).toBeVisible()
  await expect(shortcuts(page).getByText('Go to Settings')).toHaveCount(0)
  await expectAccessible(page)
  await shortcuts(page).getByLabel('Shortcuts of single keys').uncheck()
  await shortcuts(page).getByRole('button', { name: 'Done' }).click()
  await expect(shortcuts(page)).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  // What comes after them is heard.
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await expect(page).toHaveURL(/\/policies/)
  await expect(shortcuts(page)).toBeHidden()

  await page.goto('/profile')
  const choice = page.getByLabel('Shortcuts of single keys')
  await expect(choice).not.toBeChecked()
  await choice.check()
  await choice.blur()
  await page.keyboard.press('?')
  await expect(shortcuts(page)).toBeVisible()
})
