import { startMailSink } from '../server/src/testing/mailbox.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const PASSWORD = 'an app password'

test('mail is set up by a form, tried, kept, and sends what comes next', async ({
  page,
  emptyDesk: desk,
}) => {
  const sink = await startMailSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error('Invalid login'), { responseCode: 535 })),
  })
  const admin = await desk.createAccount({ email: 'ada@example.com' })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/dashboard`)
  await page.getByRole('link', { name: 'Let mail go out', exact: true }).click()
  await expect(page.getByText('No mail server is set')).toBeVisible()
  await expectAccessible(page)

  const provider = page.getByLabel('Provider')
  await provider.selectOption('Microsoft 365')
  await expect(page.getByRole('textbox', { name: 'Mail server' })).toHaveValue('smtp.office365.com')
  await expect(page.getByText(/Authenticated SMTP/)).toBeVisible()
  await provider.selectOption('Another server')
  await page.getByRole('textbox', { name: 'Mail server' }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(new URL(sink.url).port)
  await page.getByLabel('Encryption').selectOption('none')
  await page.getByLabel('Sign-in name').fill('desk@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByLabel('From address').fill('desk@example.com')

  // What is wrong is said, and what was typed is there.
  await page.getByRole('button', { name: 'Send me a test' }).click()
  const refusal = page.getByText(/does not accept this name and password/)
  await expect(refusal.first()).toBeVisible()
  await expect(page.getByLabel('Sign-in name')).toHaveValue('desk@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('took a mail to ada@example.com')).toBeVisible()
  expect(sink.received.map(({ to }) => to)).toEqual([['ada@example.com']])

  // All but the password outlives a reload.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Mail server' })).toHaveValue('127.0.0.1')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Save Mail Server' }).click()
  await expect(page.getByText('Please enter the password').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save Mail Server' }).click()
  await expect(page.getByText('Mail goes out by this server from now on')).toBeVisible()
  await expect(page.getByText('Kept, encrypted. Type one to replace it.')).toBeVisible()
  // A new password alone is something to lose.
  await page.getByLabel('Password', { exact: true }).fill('the next one')
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByLabel('Password', { exact: true }).fill('')

  await page.goto(`${desk.url}/dashboard`)
  await expect(page.getByRole('link', { name: 'Let mail go out (done)' })).toBeVisible()
  await admin.api('POST /auth/invite', { body: { email: 'ben@example.com' } })
  await expect.poll(() => sink.received.at(-1)?.to).toEqual(['ben@example.com'])

  await page.goto(`${desk.url}/admin/settings/mail`)
  await page.getByRole('button', { name: 'Send no mail' }).click()
  await page.getByRole('button', { name: 'Take away' }).click()
  await expect(page.getByText('No mail server is set')).toBeVisible()
  await sink.close()
})

test('of two who set mail up at once the second decides, and loses nothing', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/mail`)
  await page.getByRole('textbox', { name: 'Mail server' }).fill('mine.example.com')
  await page.getByLabel('From address').fill('desk@example.com')
  const { status } = await admin.api('PUT /admin/mail-server', {
    body: {
      host: 'theirs.example.com',
      port: 587,
      security: 'starttls',
      username: '',
      from_address: 'desk@example.com',
      from_name: '',
    },
  })
  expect(status).toBe(200)
  await page.getByRole('button', { name: 'Save Mail Server' }).click()
  await expect(page.getByText('Ada Brooks saved the mail server meanwhile')).toBeVisible()
  await expect(page.getByText('Theirs: theirs.example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save Mail Server' }).click()
  await expect(page.getByText('Mail goes out by this server from now on')).toBeVisible()
  const { body } = await admin.api('GET /admin/mail-server')
  expect(body.host).toBe('mine.example.com')
})
