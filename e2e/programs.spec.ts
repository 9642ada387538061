import { apiClient } from '../server/src/testing/api-client.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('an admin makes a key for a program, sees it used, tries it in the docs and revokes it', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings`)
  await page.getByRole('link', { name: /^Programs/ }).click()
  await expect(page.getByText('No key yet')).toBeVisible()
  await page.getByRole('button', { name: 'New Key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  const everything = form.getByLabel('Everything below')
  await everything.selectOption('Read')
  await expect(form.getByLabel('Policies')).toHaveValue('read')
  await form.getByLabel('Policies').selectOption('Nothing')
  await expect(everything).toHaveValue('')
  await everything.selectOption('Nothing')
  await form.getByLabel('Policies').selectOption('Read and change')
  // What it means is said before it is chosen, also where there is nothing to read alone.
  await expect(form.getByText('For Entra, Okta and the like', { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Make Key' }).click()
  await expect(form.getByText('Please say what it is for')).toBeVisible()
  await form.getByLabel('For').fill('Handbook sync')
  await expectAccessible(page)

  // It asks who is there, and goes on with what was typed.
  await desk.ageSessions(11)
  await form.getByRole('button', { name: 'Make Key' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Your password').fill(admin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const made = page.getByRole('dialog', { name: 'The key for Handbook sync' })
  const token = await made.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(token).toMatch(/^fd_live_/)
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Handbook sync/ })
  await expect(row).toContainText('Never')
  await expect(row).toContainText('Changes Policies')

  const program = apiClient(desk.url, { token })
  const { body: policy } = await program('POST /policies', {
    body: { title: 'Lockbox keys', content: 'Back by six.' },
  })
  expect((await program.raw('GET /teams')).body).toMatchObject({ scope: 'teams:read' })
  await page.goto(`${desk.url}/admin/audit`)
  await expect(page.getByText('by the API key “Handbook sync”').first()).toBeVisible()

  await page.goto(`${desk.url}/api/docs`)
  await page.getByRole('textbox', { name: /^Key for/ }).fill(token)
  const call = page.locator('#getPolicy')
  await expect(call).toContainText('An API key needs policies:read')
  await call.getByRole('button', { name: /^Try/ }).click()
  await call.getByRole('textbox', { name: 'id' }).fill(policy.id)
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByLabel('Answer', { exact: true })).toContainText('"title": "Lockbox keys"')
  const creation = page.locator('#createPolicy')
  await creation.getByRole('button', { name: /^Try/ }).click()
  await creation
    .getByRole('textbox', { name: 'Body' })
    .fill('{"title":"From the docs","content":"Text"}')
  await creation.getByRole('button', { name: 'Send' }).click()
  await expect(creation.getByLabel('Answer', { exact: true })).toContainText(
    '"title": "From the docs"',
  )
  // Hundreds of calls look alike: colours of one feature's tell those of all.
  const guide = 'section:not([id^="feature-"], #schemas)'
  const alike = [
    '#feature-policies',
    '#schemas article:first-of-type',
    'nav .groups > li:first-child',
  ]
  await expectAccessible(page, { coloursOf: [guide, ...alike] })

  await page.goto(`${desk.url}/admin/settings/programs`)
  await expect(row).toContainText('From 127.0.0.1')
  await page.getByRole('button', { name: 'Revoke the key for Handbook sync' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key for Handbook sync is revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')
  expect(await program.raw('GET /policies')).toMatchObject({
    status: 401,
    body: { code: 'invalid_key' },
  })
})
