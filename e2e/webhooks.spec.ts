import type { Page } from '@playwright/test'
import { startReceiver } from '../server/src/testing/webhook-receiver.ts'
import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, testApart as test } from './fixtures.ts'

let desk: Desk
let admin: Account
let receiver: Awaited<ReturnType<typeof startReceiver>>
test.beforeAll(async () => {
  desk = await startDesk({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  admin = await desk.createAccount({ email: 'ada@example.com' })
  receiver = await startReceiver()
})
test.afterAll(async () => {
  await desk.remove()
  await receiver.close()
})

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: text })

test('an admin adds a webhook, sees it deliver and fail, and sends again', async ({ page }) => {
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/webhooks`)
  await expect(page.getByText('No webhook yet')).toBeVisible()
  await page.getByRole('button', { name: 'New Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Description').fill('Payroll')
  await form.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(form.getByText('Please enter an address that begins with https://')).toBeVisible()
  await expect(form.getByText('Please choose at least one kind of event')).toBeVisible()
  await form.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hook`)
  await form.getByLabel('An account was opened').check()
  await expectAccessible(page, { screen: 'the form of a webhook' })
  await form.getByRole('button', { name: 'Add Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'The signing secret' })
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  receiver.secrets.set('/hook', secret)
  await shown.getByRole('button', { name: 'I Have It' }).click()

  await page.getByRole('link', { name: 'Payroll' }).click()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send Ping' }).click()
  await expect(rowOf(page, 'ping')).toContainText('Delivered')
  expect(receiver.received[0]!.message).toMatchObject({ type: 'ping' })

  receiver.answers.set('/hook', (response) => response.writeHead(500).end('out of paper'))
  await desk.createAccount({ email: 'new@example.com' })
  await expect(rowOf(page, 'person.created')).toContainText('It answered 500')
  await expect(page.getByText(/No try has been taken since/)).toBeVisible()
  await rowOf(page, 'person.created').getByRole('button', { name: /^Look/ }).click()
  const look = page.getByRole('dialog', { name: 'person.created' })
  await expect(look.getByText('out of paper').first()).toBeVisible()
  await expectAccessible(page, { screen: 'a delivery' })
  receiver.answers.clear()
  // It comes by itself after 5 seconds, or a minute; then it can be sent once more by hand.
  await expect(look.getByText('It answered 204')).toBeVisible()
  const before = receiver.at('/hook').length
  await look.getByRole('button', { name: 'Send Again' }).click()
  await expect(look.getByText('It answered 204')).toHaveCount(2)
  expect(receiver.at('/hook').length).toBe(before + 1)
  await look.getByRole('button', { name: 'Done' }).click()
  await expect(look).toHaveCount(0)
  await expectAccessible(page, { screen: 'a webhook' })

  // What another admin saves while the form is open is not replaced without a word.
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Change webhook' })
  await change.getByLabel('Description').fill('Mine')
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const news = page.waitForResponse((answer) => answer.url().endsWith(`/admin/webhooks/${id}`))
  await admin.api('PUT /admin/webhooks/:id', {
    params: { id },
    body: { url: `${receiver.url}/hook`, description: 'Theirs', events: ['person.created'] },
  })
  await news
  await expect(page.getByText('Theirs').first()).toBeAttached()
  await change.getByRole('checkbox', { name: 'On', exact: true }).scrollIntoViewIfNeeded()
  await change.getByRole('button', { name: 'Save' }).click()
  const meanwhile = change.getByRole('status').filter({ hasText: 'saved this webhook meanwhile' })
  await expect(meanwhile).toContainText(
    `Theirs: Theirs at ${receiver.url}/hook, on, told of 1 kind of event.`,
  )
  // Far above the button that was pressed.
  await expect(meanwhile).toBeInViewport()
  await expect(change.getByRole('alert')).toHaveCount(0)
  await expect(change.getByLabel('Description')).toHaveValue('Mine')
  await expectAccessible(page, { screen: 'a webhook that somebody else saved' })
  await meanwhile.getByRole('button', { name: 'Take theirs' }).click()
  await expect(change.getByLabel('Description')).toHaveValue('Theirs')
  await change.getByLabel('Description').fill('Ours')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toHaveCount(0)
  await expect(page.getByText('Ours').first()).toBeVisible()

  // One's own replaces it by a second save.
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await change.getByLabel('Description').fill('Mine')
  await admin.api('PUT /admin/webhooks/:id', {
    params: { id },
    body: { url: `${receiver.url}/hook`, description: 'Late', events: ['person.created'] },
  })
  await change.getByRole('button', { name: 'Save' }).click()
  await meanwhile.getByRole('button', { name: 'Keep mine' }).click()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toHaveCount(0)
  await expect(page.getByText('Mine').first()).toBeVisible()

  await page.getByRole('button', { name: 'New Secret' }).click()
  await page.getByRole('button', { name: 'Make Secret' }).click()
  await expect(shown.getByLabel('Secret', { exact: true })).not.toHaveValue(secret)
  await shown.getByRole('button', { name: 'I Have It' }).click()
  await expect(page.getByText(/The secret before this one signs as well until/)).toBeVisible()

  receiver.answers.set('/hook', (response) => response.writeHead(410).end())
  await page.getByRole('button', { name: 'Send Ping' }).click()
  await expect(page.getByText('because the receiver wants no more (410)')).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Webhook' }).click()
  await expect(page.getByText('No webhook yet')).toBeVisible()
})
