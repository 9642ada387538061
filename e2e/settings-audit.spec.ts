import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './fixtures.ts'

test('a new name and colour are on the sign-in screen from its first paint, and in open pages', async ({
  page,
  emptyDesk: desk,
  browser,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const agent = await desk.createAccount({ email: 'watches@example.com' })
  const other = await browser.newPage()
  await signIn(other, agent, desk.url)
  await other.goto(`${desk.url}/dashboard`)
  // Staff are shown no placeholder.
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByText('Your Brokerage')).toHaveCount(0)

  await signIn(page, admin, desk.url)
  // Where links of before point leads on to the section.
  await page.goto(`${desk.url}/admin/settings`)
  await page.getByRole('link', { name: /^Brokerage/ }).click()
  await page.getByLabel('Name of the brokerage').fill('Harbor & Hill')
  await page.getByRole('textbox', { name: 'Accent color' }).fill('#ffcc00')
  await expect(page.getByText(/too light to be read on paper/i)).toBeVisible()
  await expect(page.getByText('Not saved: Name of the brokerage and Accent color')).toBeVisible()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await expect(page.getByText(/^Saved .+ by Ada Brooks$/)).toBeVisible()

  // Without a reload.
  await expect(other.getByText('Harbor & Hill')).toBeVisible()
  const accent = () =>
    other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  await expect.poll(accent).toContain('light-dark(#7d6300')

  const visitor = await browser.newPage()
  const calls: string[] = []
  visitor.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const html = await (await visitor.goto(`${desk.url}/login`))!.text()
  expect(html).toContain('light-dark(#7d6300')
  expect(html).toContain('Harbor &amp; Hill')
  await expect(visitor.getByText('Harbor & Hill')).toBeVisible()
  expect(calls).not.toContain('/api/v1/settings/public')
  await other.close()
  await visitor.close()
})

test('settings that two people change at once are put together, and nothing is lost', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/settings/dashboard')
  const heading = page.getByLabel('Welcome heading')
  await heading.fill('Mine')
  await page.getByRole('textbox', { name: 'About the broker' }).fill('About, by me')
  await desk.admin.api('PUT /admin/settings', {
    body: { welcome_title: 'Theirs', broker_title: 'Broker, by them' },
  })
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  const compare = page.getByRole('button', { name: 'Compare' })
  await expect(conflict.or(compare).first()).toBeVisible()
  if (await compare.isVisible()) await compare.click()
  await expect(conflict).toContainText('Theirs')
  await expect(conflict).not.toContainText('by them')
  await conflict.getByRole('button', { name: 'Keep mine on top of it' }).click()
  await expect(heading).toHaveValue('Mine')
  await expect(page.getByLabel('Broker’s title')).toHaveValue('Broker, by them')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  const { body } = await desk.admin.api('GET /admin/settings')
  expect(body).toMatchObject({
    welcome_title: 'Mine',
    broker_bio: 'About, by me',
    broker_title: 'Broker, by them',
  })
})

test('what somebody saves in another section is no conflict, and what is typed stays', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/settings/dashboard')
  await page.getByLabel('Broker’s name').fill('Nora Whitfield')
  await desk.admin.api('PUT /admin/settings', { body: { time_zone: 'America/Denver' } })
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  const { body } = await desk.admin.api('GET /admin/settings')
  expect(body).toMatchObject({ broker_name: 'Nora Whitfield', time_zone: 'America/Denver' })
})

test('on a phone a list leads to each section, and back', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, desk.admin)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: /^Joining/ }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/joining$/)
  await expect(page.getByRole('radio', { name: /^Invited people only/ })).toBeVisible()
  await page.getByRole('link', { name: 'All settings' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Billing The/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/billing$/)
  for (const [from, to] of [
    ['/admin/settings/billing', '/admin/billing'],
    ['/admin/settings/nothing', '/admin/settings'],
  ] as const) {
    await page.goto(from)
    await expect(page).toHaveURL(new RegExp(`${to}$`))
  }
})

test('what is typed into the settings outlives a reload, and leaving asks', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/settings/dashboard')
  await page.getByLabel('Testimonial').fill('They called back the same day.')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Testimonial')).toHaveValue('They called back the same day.')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByLabel('Testimonial')).not.toHaveValue(/called back/)
  // Not that of the editor above.
  const told = page.getByRole('listitem').filter({ hasText: 'Your changes were discarded' })
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Testimonial')).toHaveValue('They called back the same day.')
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
})

test('a logo is put up, seen by visitors, and taken down', async ({ page, emptyDesk: desk }) => {
  const admin = await desk.createAccount()
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/brokerage`)
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=='
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  await page.locator('input[type=file]').setInputFiles({ ...logo, buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Please choose a PNG, JPG, GIF or WebP picture')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(logo)
  await expect(page.getByText('The logo is up')).toBeVisible()
  const picture = page.locator('#sidebar').getByRole('img', { name: 'Your Brokerage' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Take down' }).click()
  await expect(picture).toBeHidden()
})

test('an admin finds who did what, looks closer, and takes it along as CSV', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Lockbox codes', content: 'Change them monthly.' },
  })
  const agent = await desk.createAccount({ first_name: 'Quinn', email: 'quinn@example.com' })
  await agent.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  await agent.api.raw('GET /admin/mails')

  await signIn(page, desk.admin)
  await page.goto('/admin/audit')
  await page.getByRole('searchbox', { name: 'Search people and items' }).fill('Quinn')
  // Who narrows the list further before it was asked for is still asking for Quinn.
  await expect(page).toHaveURL(/search=Quinn/)
  const rows = page.getByRole('row').filter({ hasText: 'Quinn' })
  await expect(rows.first()).toContainText('was refused GET /admin/mails')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('policies')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('acknowledged version 1 of Lockbox codes')
  await expect(rows.getByRole('link', { name: 'Lockbox codes' })).toHaveAttribute(
    'href',
    `/policies/${policy.id}`,
  )

  await rows.getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('127.0.0.1')
  await page.getByRole('button', { name: 'All about this item' }).click()
  await expect(page.getByRole('button', { name: /About Lockbox codes/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^audit-[\d-]+\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(3)
  expect(text).toContain('added the policy Lockbox codes')

  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('exported the audit trail as CSV').first()).toBeVisible()
})
