import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('an auditor reads what one policy is about, until the link is revoked', async ({
  page,
  browser,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ana = await emptyDesk.createAccount({ first_name: 'Ana', last_name: 'Ruiz' })
  const { body: policy } = await admin.api('POST /policies', {
    body: { title: 'Lockbox keys', content: 'Give them back by **six**.' },
  })
  await admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [ana.user.id] },
  })
  await ana.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/audit`)
  await page.getByRole('link', { name: 'Auditor’s links' }).click()
  await page.getByRole('button', { name: 'New Link' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Make Link' }).click()
  await expect(form.getByText('Please say who is to read it')).toBeVisible()
  await form.getByLabel('Who is to read it').fill('Ms. Vance')
  await form.getByLabel('Policy, training or test').selectOption({ label: 'Lockbox keys' })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Make Link' }).click()
  const made = page.getByRole('dialog', { name: 'The link for Ms. Vance' })
  const link = await made.getByRole('textbox', { name: 'Link' }).inputValue()
  await made.getByRole('button', { name: 'Done' }).click()

  // Of a browser of their own.
  const stranger = await (await browser.newContext()).newPage()
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(request.url() + (request.headers().referer ?? '')))
  await stranger.goto(link.replace(/^https?:\/\/[^/]+/, emptyDesk.url))
  await expect(stranger.getByRole('heading', { name: 'Evidence' })).toBeVisible()
  const records = stranger.getByRole('table', { name: 'Acknowledgments' })
  await expect(records.getByText('Ana Ruiz')).toBeVisible()
  await expect(stranger.getByRole('table', { name: 'What was asked' })).toContainText('Done')
  await expect(stranger.locator('.watermark > span').first()).toHaveAttribute(
    'data-text',
    /For Ms\. Vance/,
  )
  await expectAccessible(stranger)
  await expect(stranger.getByText(/All days and times are by the brokerage’s clock/)).toBeVisible()
  await expect(records.locator('time')).toHaveText(/ (AM|PM) [A-Z]\S+$/)
  // A text is an address of its own: Back leads to the records, and reading begins at its heading.
  await records.getByRole('link', { name: /^Version 1/ }).click()
  await expect(stranger.getByText('Give them back by six.')).toBeVisible()
  await expect(stranger.getByRole('heading', { name: 'Lockbox keys' })).toBeFocused()
  // What was drawn can't be hashed; what was written can, by whoever doubts.
  const saving = stranger.waitForEvent('download')
  await stranger.getByRole('button', { name: 'Save What Was Hashed' }).click()
  const hashed = createHash('sha256').update(await readFile(await (await saving).path()))
  await expect(stranger.getByText(`SHA-256 ${hashed.digest('hex')}`)).toBeVisible()
  await stranger.goBack()
  await expect(records.getByText('Ana Ruiz')).toBeVisible()
  await stranger.getByRole('checkbox', { name: 'With the exact texts' }).check()
  await stranger.emulateMedia({ media: 'print' })
  await expect(stranger.getByText('Give them back by six.')).toBeVisible()
  await stranger.emulateMedia({ media: 'screen' })
  await expect(stranger.getByText('Give them back by six.')).toBeHidden()
  await stranger.goForward()
  await expect(stranger.getByText('Give them back by six.')).toBeVisible()
  await stranger.emulateMedia({ media: 'print' })
  await expect(stranger.locator('.watermark')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Print' })).toBeHidden()
  await stranger.emulateMedia({ media: 'screen' })
  const token = link.split('#')[1]!
  expect(asked.filter((url) => url.includes(token))).toEqual([])

  await page.getByRole('button', { name: 'Revoke the link for Ms. Vance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The link for Ms. Vance is revoked')).toBeVisible()
  // The tab that was left open asks by itself.
  await expect(stranger.getByText('This link opens nothing any more')).toBeVisible()
  await expect(stranger.getByText('Give them back by six.')).toBeHidden()

  // A range ends before the day after its last one begins.
  const { body: ranged } = await admin.api('POST /admin/auditor-links', {
    body: {
      name: 'Mr. Range',
      from: '2026-03-01T00:00:00Z',
      to: '2026-04-01T00:00:00Z',
      ends_at: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
    },
  })
  await stranger.goto(ranged.link.replace(/^https?:\/\/[^/]+/, emptyDesk.url))
  await expect(stranger.getByText('Mar 1, 2026 to Mar 31, 2026')).toBeVisible()
  await stranger.context().close()
})

test('the link of an admin who is none any more can be revoked all the same', async ({
  page,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const dana = await emptyDesk.createAccount({ first_name: 'Dana', last_name: 'Office' })
  const become = async (role: 'admin' | 'agent') =>
    admin.api('PUT /admin/users/:id', { params: { id: dana.user.id }, body: { role } })
  await become('admin')
  await dana.api('POST /admin/auditor-links', {
    body: {
      name: 'Mr. Holt',
      from: '2026-03-01T00:00:00Z',
      to: '2026-04-01T00:00:00Z',
      ends_at: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
    },
  })
  await become('agent')
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/auditor-links`)
  await page.getByRole('button', { name: 'Revoke the link for Mr. Holt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The link for Mr. Holt is revoked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke the link for Mr. Holt' })).toBeDisabled()
})

test('a link can be about somebody who was deactivated, which the form says', async ({
  page,
  desk,
}) => {
  const name = `Gone ${randomUUID().slice(0, 8)}`
  const gone = await desk.createAccount({
    email: `${randomUUID()}@example.com`,
    first_name: 'Lee',
    last_name: name,
  })
  await desk.admin.api('PUT /admin/users/:id', {
    params: { id: gone.user.id },
    body: { status: 'inactive' },
  })
  await signIn(page, desk.admin)
  await page.goto('/admin/audit')
  await page.getByRole('link', { name: 'Auditor’s links' }).click()
  await page.getByRole('button', { name: 'New Link' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Who is to read it').fill(`About ${name}`)
  await form.getByLabel('Search people').fill(name)
  await expect(form.getByText(`${gone.user.email} · deactivated`)).toBeVisible()
  await form.getByRole('checkbox', { name: gone.user.name }).check()
  await form.getByLabel('From').fill('2026-10-01')
  await form.getByLabel(/^To/).fill('2026-10-31')
  await form.getByRole('button', { name: 'Make Link' }).click()
  const made = page.getByRole('dialog', { name: `The link for About ${name}` })
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: `About ${name}` })).toContainText(
    'Oct 1, 2026 to Oct 31, 2026',
  )
})
