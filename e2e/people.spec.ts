import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { pictureOf } from '../server/src/testing/pictures.ts'

const theme = async (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.theme ?? 'system')

test('a colleague is found as one types, and can be written to and called', async ({
  page,
  desk,
  context,
}) => {
  const ines = await desk.createAccount({
    first_name: 'Inês',
    last_name: 'Quintela',
    email: 'ines@example.com',
  })
  await ines.api('PUT /users/me', {
    body: {
      first_name: 'Inês',
      last_name: 'Quintela',
      email: ines.email,
      phone_number: '+1 (207) 555-0188 ext. 12',
      bio: 'Knows every lock box on the coast.',
    },
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  await page.getByRole('navigation').first().getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invite Person' })).toBeVisible()
  await page.getByPlaceholder('Search people...').pressSequentially('quintel')
  const cards = page.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await cards.getByRole('link', { name: 'Inês Quintela' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Inês Quintela' })).toBeVisible()
  await expect(page).toHaveTitle('Inês Quintela · Front Desk')
  await expect(page.getByText('Knows every lock box on the coast.')).toBeVisible()
  const mail = page.getByRole('link', { name: ines.email })
  await expect(mail).toHaveAttribute('href', `mailto:${ines.email}`)
  const call = page.getByRole('link', { name: '+1 (207) 555-0188 ext. 12' })
  await expect(call).toHaveAttribute('href', 'tel:+12075550188;ext=12')
  await page.getByRole('button', { name: 'Copy the email address' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ines.email)

  await page.getByRole('link', { name: 'Back to People' }).click()
  await page.getByPlaceholder('Search people...').fill('nobody is called this')
  await expect(page.getByText('No People Available')).toBeVisible()
  await page.getByText('Clear the search').click()
  await expect(page.getByPlaceholder('Search people...')).toHaveValue('')
  await expect(cards.first()).toBeVisible()
})

test('a profile is edited, with a picture cut to a square, and colleagues see it', async ({
  page,
  desk,
}, info) => {
  const theo = await desk.createAccount({
    first_name: 'Theo',
    last_name: 'Marsh',
    email: 'theo@example.com',
  })
  await signIn(page, theo)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).click()

  await expect(page.getByText('PNG, JPG, GIF up to 10MB')).toBeVisible()
  const file = info.outputPath('me.png')
  await writeFile(file, await pictureOf(1200, 600))
  await page.locator('input[type=file][aria-label="Profile picture"]').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  const stage = dialog.getByRole('button', { name: /^Your picture/ })
  await stage.focus()
  // All the way: only the red left half stays in the window.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.locator('main img')).toBeVisible()
  const { body: me } = await theo.api('GET /users/me')
  expect(me.profile_picture_img_location).toContain(`/users/${theo.user.id}/profile-picture`)

  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter your first name')).toBeVisible()
  await page.getByLabel('First name').fill('Theodore')
  await page.getByLabel('Email').fill('theodore@example.com')
  await page.getByLabel('Your password').fill('not this one')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update profile')).toBeVisible()
  await expect(page.getByText('This is not your current password').first()).toBeVisible()
  // One's own address, however it is written, is no change.
  await page.getByLabel('Email').fill(`${theo.email.toUpperCase()} `)
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await page.getByLabel('Email').fill(theo.email)
  await page.getByLabel('Phone').fill('(207) 555-0177')
  await page.getByRole('textbox', { name: 'Bio' }).fill('Sells houses.')
  // Leaving would lose it: the page asks.
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Theodore Marsh' })).toBeVisible()
  await expect(page.locator('aside').getByText('Theodore Marsh')).toBeVisible()

  const picture = await fetch(`${desk.url}${me.profile_picture_img_location}`, {
    headers: { Authorization: `Bearer ${desk.admin.token}` },
  })
  expect(picture.status).toBe(200)

  await page.goto('/profile/edit')
  await page.getByLabel('Email').fill('theodore@example.com')
  await page.getByLabel('Your password').fill(theo.password)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.goto('/profile/edit')
  await expect(page.getByText('Waiting for confirmation of theodore@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the old one' }).click()
  await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})

test('a file that is no picture is refused before it is sent', async ({ page, desk }, info) => {
  await signIn(page, desk.admin)
  await page.goto('/profile/edit')
  const file = info.outputPath('report.png')
  await writeFile(file, '%PDF-1.7 not a picture')
  await page.locator('input[type=file][aria-label="Profile picture"]').setInputFiles(file)
  await expect(page.getByText('Failed to upload profile picture')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Picture' })).toBeDisabled()
})

test('the theme follows a person to their other device at once', async ({
  page,
  desk,
  browser,
}) => {
  const una = await desk.createAccount({ email: 'una@example.com' })
  const elsewhere = await browser.newPage({ baseURL: desk.url })
  await signIn(elsewhere, una, desk.url)
  await elsewhere.goto(`${desk.url}/dashboard`)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await elsewhere.waitForLoadState('networkidle')
  await signIn(page, una)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(() => theme(page)).toBe('dark')
  await expect.poll(async () => theme(elsewhere)).toBe('dark')
  await page.getByRole('button', { name: 'Like the system' }).click()
  await expect.poll(async () => theme(elsewhere)).toBe('system')
  await elsewhere.close()
})

test('a password change and an ended session put other tabs out at once', async ({
  page,
  desk,
  browser,
}) => {
  const vera = await desk.createAccount({ email: 'vera@example.com' })
  const elsewhere = await browser.newPage({ baseURL: desk.url })
  const second = await desk.api('POST /auth/login', {
    body: { email: vera.email, password: vera.password },
  })
  await signIn(elsewhere, { ...vera, token: second.body.token }, desk.url)
  await elsewhere.goto(`${desk.url}/dashboard`)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await elsewhere.waitForLoadState('networkidle')

  await signIn(page, vera)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)

  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password').fill('a bell of another metal')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await page.getByLabel('Current password').fill(vera.password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password is changed.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByLabel('New password')).toHaveValue('')
  await expect(elsewhere).toHaveURL(/\/login/)
  await expect(sessions).toHaveCount(1)

  await desk.api('POST /auth/login', {
    body: { email: vera.email, password: 'a bell of another metal' },
  })
  await page.reload()
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(sessions).toHaveCount(1)
  await expect(page.getByText('You are signed out everywhere else.', { exact: true })).toBeVisible()
  await elsewhere.close()
})

test('an account is deleted by its words and password, and is gone', async ({ page, desk }) => {
  const wes = await desk.createAccount({ first_name: 'Wes', email: 'wes@example.com' })
  await signIn(page, wes)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Delete Account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(wes.password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('Please type “delete my account”')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('delete my accounts')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('Please type “delete my account”')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('delete my account')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  const again = await desk.api.raw('POST /auth/login', {
    body: { email: wes.email, password: wes.password },
  })
  expect(again.status).toBe(401)
})
