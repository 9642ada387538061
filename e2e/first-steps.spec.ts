import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

async function backToDesk(page: Page, done: number): Promise<void> {
  await page.getByRole('link', { name: 'Front Desk', exact: true }).first().click()
  await expect(
    page.getByText(done === 7 ? 'All of it is done.' : `${done} of 7 done.`),
  ).toBeVisible()
}

const open = (page: Page, step: string) =>
  page.getByRole('link', { name: step, exact: true }).click()

test('from an empty desk to the last step, each ticking itself', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/dashboard`)
  await expect(page.getByText('0 of 7 done.')).toBeVisible()
  await expectAccessible(page)

  await open(page, 'Put up your name and logo')
  await page.getByLabel('Name of the brokerage').fill('Harbor & Hill')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await backToDesk(page, 0)
  await expect(page.getByText('The name is there, the logo is missing.')).toBeVisible()
  await open(page, 'Put up your name and logo')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: LOGO }
  await page.locator('input[type=file]').setInputFiles(logo)
  await expect(page.getByText('The logo is up')).toBeVisible()
  await backToDesk(page, 1)

  await open(page, 'Decide who may join')
  await page.getByText('Invited people only').click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await backToDesk(page, 2)

  await page.getByRole('button', { name: 'We hand over links' }).click()
  await expect(page.getByText('3 of 7 done.')).toBeVisible()

  await open(page, 'Invite somebody')
  await page.getByLabel('Email').fill('ben@example.com')
  await page.getByRole('button', { name: /Send Invitation|Invite/ }).click()
  await expect(page.getByText('ben@example.com').first()).toBeVisible()
  await backToDesk(page, 4)

  await open(page, 'Ask for a first policy')
  await page.getByRole('textbox', { name: 'Title' }).fill('Wire fraud')
  await page.getByRole('textbox', { name: 'Content' }).fill('Call before you wire.')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign policy' })
  await dialog
    .getByRole('button', { name: /not now|cancel|close/i })
    .first()
    .click()
  await backToDesk(page, 4)
  await expect(page.getByText('It is written. Now say who has to sign it.')).toBeVisible()
  await open(page, 'Ask for a first policy')
  await page.getByRole('button', { name: 'Assign', exact: true }).first().click()
  await dialog.getByRole('button', { name: /^(assign|require)/i }).click()
  await expect(dialog).toHaveCount(0)
  await backToDesk(page, 5)

  // Its form has a journey of its own. Done elsewhere, it ticks itself here.
  const { status } = await admin.api('POST /trainings', {
    body: { title: 'Open houses', category_id: 'skills' },
  })
  expect(status).toBe(201)
  await expect(page.getByText('6 of 7 done.')).toBeVisible()

  await open(page, 'See who is behind')
  await expect(page).toHaveURL(/\/admin\/overview$/)
  await backToDesk(page, 7)
  await expect(page.getByRole('heading', { name: 'Your front desk is ready' })).toBeVisible()

  await page.getByRole('button', { name: 'Put away' }).click()
  await expect(page.getByRole('heading', { name: 'Your front desk is ready' })).toHaveCount(0)
  await page.goto(`${desk.url}/admin/settings`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^First steps/ })
    .click()
  await page.getByRole('button', { name: 'Show on the dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Put away from the dashboard' })).toBeVisible()
})

test('nothing on the dashboard moves when the list comes late', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount()
  await signIn(page, admin, desk.url)
  let send = () => undefined as void
  await page.route('**/api/v1/admin/first-steps', async (route) => {
    await new Promise<void>((resolve) => {
      send = resolve
    })
    await route.continue()
  })
  await page.addInitScript(() => {
    const moved = { total: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not know these
        moved.total += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    const asked = page.waitForRequest('**/api/v1/admin/first-steps')
    await page.goto(`${desk.url}/dashboard`)
    await asked
    await page.evaluate('document.fonts.ready')
    // Long enough for whatever else comes to the page by itself.
    await page.waitForTimeout(1000)
    const before = Number(await page.evaluate('moved.total'))
    send()
    await expect(page.getByText('0 of 7 done.')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(Number(await page.evaluate('moved.total')) - before).toBeLessThan(0.01)
    // Nor did anything else on the way there, but for letters of another font.
    expect(before).toBeLessThan(0.05)
  }
})
