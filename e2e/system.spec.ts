import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, testApart as test } from './fixtures.ts'

let desk: Desk
let admin: Account
test.beforeAll(async () => {
  // Nobody listens there.
  desk = await startDesk({ SMTP_URL: 'smtp://127.0.0.1:1' })
  admin = await desk.createAccount({ email: 'ada@example.com' })
})
test.afterAll(async () => desk.remove())

test('an owner sees what needs attention, mends it where it is told, and sees it go', async ({
  page,
}) => {
  await desk.giveUpJob('sync_billing', 'Stripe did not answer')
  await admin.api('POST /auth/invite', { body: { email: 'ben@example.com' } })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/dashboard`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('settings: sys')
  await page.getByRole('option', { name: 'Settings: System' }).click()
  await expect(page).toHaveURL(/\/admin\/system$/)

  const attention = page.getByRole('list', { name: 'What needs attention' })
  const rows = attention.getByRole('listitem')
  await expect(rows.filter({ hasText: 'There has never been a backup.' })).toBeVisible()
  // The page asks anew by itself: the first try of the mail may be later than its first look.
  await expect(
    rows.filter({
      hasText: /Mail has failed \d+ times? since .*: the server takes no connections/,
    }),
  ).toBeVisible()
  const job = rows.filter({ hasText: '1 job has failed for good.' })
  await expect(job).toBeVisible()
  await expectAccessible(page, { screen: 'the system in need' })

  await attention.getByRole('button', { name: 'Back up now' }).click()
  await expect(rows.filter({ hasText: 'backup' })).toHaveCount(0)
  await expect(page.getByText('1 in the folder')).toBeVisible()

  await job.getByRole('link', { name: 'See below' }).click()
  const failed = page.getByRole('list', { name: 'Jobs that failed for good' })
  await expect(failed.getByText('after 25 tries: Stripe did not answer')).toBeInViewport()
  await failed.getByRole('button', { name: 'Try again: Ask Stripe for the subscription' }).click()
  await expect(failed).toHaveCount(0)
  await expect(job).toHaveCount(0)

  await attention.getByRole('link', { name: 'Mend mail' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/mail$/)
})

test('what is shown stays while the server is away, and says that it may be old', async ({
  page,
}) => {
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/system`)
  await expect(page.getByText('Node.js')).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Admin Panel' })
  await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
  await page.route('**/api/v1/admin/system', (route) => route.abort())
  await expect(page.getByText('What is shown may be old')).toBeVisible()
  await expect(page.getByText('Node.js')).toBeVisible()
  await page.unroute('**/api/v1/admin/system')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('What is shown may be old')).toHaveCount(0)
})
