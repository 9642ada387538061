import type { Page } from '@playwright/test'
import { parseMail, startMailSink, waitFor } from '../server/src/testing/mailbox.ts'
import { type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const PASSWORD = 'a brass bell on the desk'
const NEW_PASSWORD = 'another bell for the desk'

type Sink = Awaited<ReturnType<typeof startMailSink>>

/** The newest mail to an address whose subject has this word. */
async function mailIn(sink: Sink, to: string, word: string) {
  return waitFor(async () => {
    const mails = sink.received.filter((mail) => mail.to.includes(to))
    const parsed = await Promise.all(mails.map(({ raw }) => parseMail(raw)))
    return parsed.findLast((mail) => mail.subject?.includes(word)) ?? null
  }, `mail about “${word}” to ${to}`)
}

/** Opens the mail as a mail program would show it and presses its button. */
async function followButton(page: Page, html: string, label: string): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(html)
  await expectAccessible(page)
  const target = await page.getByRole('link', { name: label }).getAttribute('href')
  await page.goto(target!)
}

async function withMail(run: (desk: Desk, sink: Sink) => Promise<void>): Promise<void> {
  const sink = await startMailSink()
  const desk = await startDesk({ SMTP_URL: sink.url })
  try {
    await run(desk, sink)
  } finally {
    await desk.remove()
    await sink.close()
  }
}

test('from an invitation by mail to the first sign-in', async ({ browser }) => {
  await withMail(async (desk, sink) => {
    const admin = await desk.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
    const broker = await (await browser.newContext({ baseURL: desk.url })).newPage()
    await signIn(broker, admin, desk.url)
    await broker.goto('/people/invite')
    await broker.getByLabel('Email').fill('gus@example.com')
    await broker.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(broker.getByText('gus@example.com is invited.')).toBeVisible()
    await expect(broker.getByLabel('Email')).toHaveValue('')
    const row = broker.getByRole('row', { name: /gus@example\.com/ })
    await expect(row.getByText('Sent', { exact: true })).toBeVisible()

    const guest = await (await browser.newContext({ baseURL: desk.url })).newPage()
    const mail = await mailIn(sink, 'gus@example.com', 'invitation')
    await followButton(guest, mail.html ?? '', 'Accept the invitation')
    await expect(guest.getByRole('heading', { name: 'Accept Invitation' })).toBeVisible()
    await expect(guest.getByLabel('Email')).toHaveValue('gus@example.com')
    await expect(guest.getByLabel('Email')).toHaveAttribute('readonly')
    const invitation = guest.url()
    await guest.getByLabel('First name').fill('Gus')
    await guest.getByLabel('Last name').fill('Lind')
    await guest.getByLabel('Password', { exact: true }).fill('short')
    await guest.getByRole('button', { name: 'Create Account' }).click()
    await expect(guest.getByText('Password must be at least 8 characters long')).toBeVisible()
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await guest.getByRole('button', { name: 'Create Account' }).click()
    await expect(guest).toHaveURL(/\/login$/)
    await expect(guest.getByText('Account created successfully! Please sign in.')).toBeVisible()
    await expect(guest.getByLabel('Email')).toHaveValue('gus@example.com')
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await guest.getByRole('button', { name: 'Sign In' }).click()
    await expect(guest).toHaveURL(/\/dashboard$/)
    await expect(row).toHaveCount(0)

    await guest.goto(invitation)
    await expect(guest).toHaveURL(/\/dashboard$/)
    await guest.goto('/people/invite')
    await expect(guest).not.toHaveURL(/invite/)
    const stranger = await (await browser.newContext({ baseURL: desk.url })).newPage()
    await stranger.goto(invitation)
    await expect(stranger.getByText('Invalid or expired invitation link')).toBeVisible()
    await stranger.goto('/accept-invite')
    await expect(stranger.getByText('Invalid invitation link')).toBeVisible()
  })
})

test('a forgotten password, and an address that is confirmed', async ({ browser }) => {
  await withMail(async (desk, sink) => {
    const { email, ...account } = await desk.createAccount({ email: 'ada@example.com' })
    const open = await (await browser.newContext({ baseURL: desk.url })).newPage()
    await signIn(open, { email, ...account }, desk.url)
    await open.goto('/dashboard')
    await expect(open.getByText(/Please confirm your email address/)).toBeVisible()
    await open.getByRole('button', { name: 'Resend' }).click()
    await expect(open.getByText(/A new link is on its way/)).toBeVisible()

    const page = await (await browser.newContext({ baseURL: desk.url })).newPage()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The page that is left has a field of that name, too.
    await expect(page).toHaveURL(/\/forgot-password$/)
    await expect(page.getByRole('button', { name: 'Send the Link' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(page.getByText(/If this address has an account/)).toBeVisible()
    const mail = await mailIn(sink, email, 'new password')
    await followButton(page, mail.html ?? '', 'Choose a new password')
    const link = page.url()
    // Whoever is signed in here is so no longer.
    await signIn(page, { email, ...account }, desk.url)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save the New Password' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Your password has been changed. Please sign in.')).toBeVisible()
    // The tab that was signed in is out.
    await expect(open).toHaveURL(/\/login/)
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save the New Password' }).click()
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText(/Please confirm your email address/)).toHaveCount(0)

    await page.goto('/admin/mail')
    await expect(page.getByRole('row', { name: /Choose a new password/ })).toContainText('Sent')
    const told = page.getByRole('row', { name: /Your password .* was changed/ })
    await told.getByRole('button', { name: /^Resend/ }).click()
    await expect(page.getByText(`The mail to ${email} is queued again`)).toBeVisible()
    await page.getByRole('button', { name: 'Failed (0)' }).click()
    await expect(page.getByText('No mail fits')).toBeVisible()
  })
})

test('a new address is confirmed by a press', async ({ browser }) => {
  await withMail(async (desk, sink) => {
    const { email } = await desk.createAccount({ email: 'ada@example.com' })
    const page = await (await browser.newContext({ baseURL: desk.url })).newPage()
    const mail = await mailIn(sink, email, 'confirm')
    await followButton(page, mail.html ?? '', 'Confirm my address')
    await page.getByRole('button', { name: 'Confirm My Address' }).click()
    await expect(page.getByText('Thank you: your email address is confirmed.')).toBeVisible()
  })
})

test('many are invited from a list, without a mail server by links to copy', async ({
  page,
  desk,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk.admin)
  await page.goto('/people/invite')
  await expect(page.getByText(/No mail server is set/)).toBeVisible()
  await page.getByRole('button', { name: 'Many at once' }).click()
  await page.getByLabel('Choose a CSV File').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Email,Role\r\n"Ortiz, Ben",ben@list.example.com,agent\r\nJo,jo@list,admin\r\n',
    ),
  })
  await page.getByRole('button', { name: 'Check the List' }).click()
  await expect(page.getByText('1 person can be invited, 1 line is left out')).toBeVisible()
  await expect(page.getByText('This is not an email address')).toBeVisible()
  // What is changed afterwards is looked at before it is sent.
  const send = page.getByRole('button', { name: 'Send 1 Invitation' })
  await page.getByLabel('Role where none is given').selectOption('manager')
  await expect(send).toBeHidden()
  await page.getByRole('button', { name: 'Check the List' }).click()
  await send.click()
  await expect(page.getByText('1 person is invited.')).toBeVisible()

  const actions = page.getByRole('button', { name: 'Actions for ben@list.example.com' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(actions).toHaveCount(0)
})
