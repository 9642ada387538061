import { parseMail, startMailSink, tokenIn } from '../server/src/testing/mailbox.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a link is made, limited, scanned, used, looked after and revoked', async ({
  page,
  browser,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  await admin.api('PUT /admin/settings', {
    body: { brokerage_name: 'Harbor & Pine', signup_mode: 'invite' },
  })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/joining`)
  await page.getByRole('link', { name: 'join links' }).click()
  await expect(page.getByRole('heading', { name: 'No join links yet' })).toBeInViewport()

  await page.getByRole('button', { name: 'New Join Link' }).click()
  const form = page.getByRole('dialog', { name: 'New join link' })
  await form.getByLabel('What it is for').fill('Office poster')
  await form.getByLabel('Email domain').fill('not a domain')
  await form.getByLabel('For how many people').fill('none')
  await form.getByRole('button', { name: 'Make Link' }).click()
  await expect(form.getByText('Please give a number from 1 to 10,000')).toBeVisible()
  await form.getByLabel('For how many people').fill('2')
  await form.getByRole('button', { name: 'Make Link' }).click()
  await expect(form.getByText('Please write domains like example.com')).toBeVisible()
  await expect(form.getByLabel('What it is for')).toHaveValue('Office poster')
  await expectAccessible(page)
  await form.getByLabel('Email domain').fill('@harbor.example')
  await form.getByRole('button', { name: 'Make Link' }).click()

  const handed = page.getByRole('dialog', { name: 'Office poster' })
  await expect(handed.getByRole('img', { name: 'QR code of Office poster' })).toBeVisible()
  const field = handed.getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(/\/join\/[\w-]{22}$/)
  const link = await field.inputValue()
  await expectAccessible(page)
  await handed.getByRole('link', { name: 'Poster' }).click()
  await expect(page.getByRole('heading', { name: 'Scan to join Harbor & Pine' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code to join Harbor & Pine' })).toBeVisible()
  await expectAccessible(page)
  // Paper in the dark, too: cameras read black on white.
  await page.emulateMedia({ colorScheme: 'dark' })
  const colours = await page
    .getByRole('article')
    .evaluate((sheet) => [getComputedStyle(sheet).backgroundColor, getComputedStyle(sheet).color])
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Scan to join Harbor & Pine' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.getByRole('link', { name: 'Back to Invite Person' }).click()

  const phone = { viewport: { width: 390, height: 844 } }
  const guest = await (await browser.newContext(phone)).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Join Harbor & Pine' })).toBeVisible()
  await expect(guest.getByText('which ends in @harbor.example')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByLabel('First name').fill('Jo')
  await guest.getByLabel('Last name').fill('Ines')
  await guest.getByLabel('Email').fill('jo@elsewhere.example')
  await guest.getByLabel('Password', { exact: true }).fill('seven green kettles')
  await guest.getByRole('button', { name: 'Create Account' }).click()
  await expect(guest.getByText('Please use your work email address')).toBeVisible()
  await expect(guest.getByLabel('First name')).toHaveValue('Jo')
  await guest.getByLabel('Email').fill('jo@harbor.example')
  await guest.getByRole('button', { name: 'Create Account' }).click()
  await expect(guest.getByText('as soon as an administrator has approved it')).toBeVisible()

  // What came of it stands there live.
  const row = page.getByRole('row').filter({ hasText: 'Office poster' })
  await expect(row.getByText('1 of 2')).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Office poster' }).click()
  await page.getByRole('menuitem', { name: 'Who joined' }).click()
  const joined = page.getByRole('dialog', { name: 'Who joined' })
  await expect(joined.getByRole('link', { name: 'Jo Ines' })).toBeVisible()
  await expect(joined.getByText('Pending')).toBeVisible()
  await expectAccessible(page)
  await joined.getByRole('button', { name: 'Done' }).click()

  await admin.api('POST /auth/invite', { body: { email: 'ben@harbor.example' } })
  await page.getByRole('button', { name: 'Copy all links' }).click()
  const all = page.getByRole('dialog', { name: 'All invitation links' })
  await expect(all.getByRole('textbox')).toHaveValue(/ben@harbor\.example: .+\nOffice poster: /)
  await all.getByRole('button', { name: 'Done' }).click()

  await guest.goto(link)
  await guest.getByLabel('First name').fill('Late')
  await row.getByRole('button', { name: 'Actions for Office poster' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row.getByText('Revoked')).toBeVisible()
  await guest.getByLabel('Last name').fill('Comer')
  await guest.getByLabel('Email').fill('late@harbor.example')
  await guest.getByLabel('Password', { exact: true }).fill('seven green kettles')
  await guest.getByRole('button', { name: 'Create Account' }).click()
  await expect(guest.getByText('This link opens no accounts any more')).toBeVisible()
  await expect(guest.getByLabel('First name')).toHaveValue('Late')
  await guest.reload()
  await expect(guest.getByRole('alert')).toContainText('This link opens no accounts any more')
  await expect(guest.getByLabel('First name')).toHaveCount(0)
  await guest.context().close()
})

test('with a mail server an account begins when its owner opens the link that came', async ({
  page,
  emptyDesk: desk,
}) => {
  const sink = await startMailSink()
  const admin = await desk.createAccount({ email: 'ada@example.com' })
  const { hostname: host, port } = new URL(sink.url)
  await admin.api('PUT /admin/mail-server', {
    body: {
      host,
      port: Number(port),
      security: 'none',
      username: '',
      from_address: 'desk@example.com',
      from_name: '',
    },
  })
  const { body: made } = await admin.api('POST /admin/join-links', { body: { label: 'Group' } })
  const { body } = await admin.api('GET /admin/join-links/:id/link', { params: { id: made.id } })
  await page.goto(body.link)
  await page.getByLabel('First name').fill('Jo')
  await page.getByLabel('Last name').fill('Ines')
  await page.getByLabel('Email').fill('jo@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven green kettles')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('open the link that we have mailed to you')).toBeVisible()
  await expect.poll(() => sink.received.at(-1)?.to).toEqual(['jo@example.com'])
  const token = tokenIn(await parseMail(sink.received.at(-1)!.raw))
  await page.goto(`${desk.url}/verify-email?token=${token}`)
  await page.getByRole('button', { name: /confirm/i }).click()
  await expect(page.getByText('your email address is confirmed')).toBeVisible()
  await page.goto(`${desk.url}/login`)
  await page.getByLabel('Email').fill('jo@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven green kettles')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await sink.close()
})
