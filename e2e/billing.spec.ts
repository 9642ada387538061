import type { Page } from '@playwright/test'
import type { LocalStripe } from '../server/demo/local-stripe/stand-in.ts'
import { startLocalStripe } from '../server/demo/local-stripe/local-stripe.ts'
import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test as base } from './fixtures.ts'

interface Billed {
  desk: Desk
  admin: Account
  stripe: LocalStripe
}

/** A server with a local Stripe of its own. */
const test = base.extend<{ billed: Billed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what is needed from the pattern
  billed: async ({}, use) => {
    const stripe = await startLocalStripe()
    const { secretKey, webhookSecret, priceId } = stripe.config
    const desk = await startDesk({
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret!,
      STRIPE_PRICE_ID: priceId!,
      STRIPE_API_BASE: stripe.url,
    })
    stripe.deliverTo = desk.url
    const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
    await use({ desk, admin, stripe })
    await stripe.close()
    await desk.remove()
  },
})

async function openBilling(page: Page, { desk, admin }: Billed) {
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/billing`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

async function subscribe(page: Page, card = '4242 4242 4242 4242') {
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Front Desk' })).toBeVisible()
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
}

test('subscribe, have people come, cancel, reactivate, open the portal and an invoice', async ({
  page,
  billed,
}) => {
  const { desk, stripe } = billed
  const received: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(desk.url)) received.push(response.text().catch(() => ''))
  })
  await openBilling(page, billed)
  await expect(page.getByText('No money moves.')).toBeVisible()
  await expectAccessible(page)
  await subscribe(page)
  await expect(page.getByText('1 seat', { exact: true })).toBeVisible()
  await expect(page.getByText('Visa ending in 4242, valid to 12/2031')).toBeVisible()
  await expect(page.getByText(/One more costs \$1[12]\.\d\d until/)).toBeVisible()
  await expectAccessible(page)

  await desk.createAccount()
  await desk.createAccount()
  // Ten seconds after the first of them, without a reload.
  await expect(page.getByText('3 seats', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('Nobody loses access to anything')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel at Period End' }).click()
  await expect(page.getByText(/^Cancelled: it ends on/)).toBeVisible()
  await expect(page.getByText('Seats stay as they are until it ends.')).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText(/^Paid until .+, then it renews\.$/)).toBeVisible()

  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^[0-9A-F]+-0001$/ }).click(),
  ])
  await expect(invoice.getByRole('heading', { name: /^Invoice .+-0001$/ })).toBeVisible()
  await invoice.close()
  const pdf = await page
    .getByRole('link', { name: /^PDF of/ })
    .first()
    .getAttribute('href')
  const file = await (await page.request.get(pdf!)).body()
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByLabel('New card number').fill('5555 5555 5555 4444')
  // Nothing is told: the page looks by itself.
  stripe.hold = true
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByRole('link', { name: 'Return to Front Desk' }).click()
  await expect(page.getByText('Mastercard ending in 4444, valid to 12/2031')).toBeVisible()

  const texts = await Promise.all(received)
  expect(texts.filter((text) => text.length > 1000).length).toBeGreaterThan(10)
  const { secretKey, webhookSecret } = stripe.config
  expect(texts.filter((text) => text.includes(secretKey) || text.includes(webhookSecret!))).toEqual(
    [],
  )
})

test('the return page is right where the webhook never comes, and says so where Stripe is away', async ({
  page,
  billed,
}) => {
  billed.stripe.hold = true
  await billed.desk.createAccount()
  await openBilling(page, billed)
  // The local Stripe asks $12 a month for each.
  await expect(page.getByText('2 seats, $24.00 in all')).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Front Desk' })).toBeVisible()
  billed.stripe.fault = 'fault'
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('progressbar', { name: 'Waiting for Stripe' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Please do not pay a second time.')).toBeVisible()
  await page.getByRole('button', { name: 'Wait Again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Waiting for Stripe' })).toBeVisible()
  billed.stripe.fault = null
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
})

test('past due, the banner says until when, and goes with the payment', async ({
  page,
  billed,
}) => {
  const { stripe, desk } = billed
  await openBilling(page, billed)
  // Pays once, and is declined from the next month on.
  await subscribe(page, '4000 0000 0000 0341')
  stripe.books.advance(32 * 86_400)
  await page.goto(`${desk.url}/dashboard`)
  const banner = page.getByText('The last payment for Front Desk did not go through.')
  await expect(banner).toBeVisible()
  await expect(page.getByText(/before \w+ \d+, \d+, when Stripe tries again/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(page.getByText('Past due', { exact: true })).toBeVisible()
  await expect(banner).toBeVisible()
  stripe.books.decline(Object.keys(stripe.books.kept.customers)[0]!, false)
  stripe.books.advance(4 * 86_400)
  await expect(banner).toBeHidden()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})
