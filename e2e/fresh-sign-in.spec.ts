import { codeAt } from '../server/src/features/second-factor/codes.ts'
import type { Account } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

/** A second factor over the API; returns its secret. */
async function withSecondFactor({ api, password }: Account): Promise<string> {
  const { body } = await api('POST /users/me/second-factor', { body: { password } })
  const code = codeAt(body.secret)
  await api('POST /users/me/second-factor/confirm', { body: { setup: body.setup, code } })
  return body.secret
}

test('what can’t be taken back asks who is there, and then goes on with what was typed', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ email: 'ada@example.com' })
  const ben = await desk.createAccount({ first_name: 'Ben', email: 'ben@example.com' })
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/people/${ben.user.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit user' })
  await form.getByLabel('Role').selectOption('Manager')
  await form.getByLabel('Title').fill('Office lead')
  await desk.ageSessions(11)
  const heading = form.getByRole('heading', { name: 'Edit user' })
  const clip = (await heading.boundingBox())!
  const bright = await page.screenshot({ clip })
  await form.getByRole('button', { name: 'Save' }).click()

  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(question).toBeVisible()
  // The form under it is dimmed as the page is.
  await expect.poll(async () => (await page.screenshot({ clip })).equals(bright)).toBe(false)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByText('Please confirm that it is you')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Office lead')

  await form.getByRole('button', { name: 'Save' }).click()
  await question.getByLabel('Your password').fill('not it')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('This is not your current password')).toBeVisible()
  await question.getByLabel('Your password').fill(admin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Ben Doyle is saved.')).toBeVisible()
  await expect(page.getByText('Office lead · Manager')).toBeVisible()

  // With a second factor it asks for the code as well.
  const secret = await withSecondFactor(admin)
  await page.goto(`${desk.url}/admin/people`)
  await desk.ageSessions(11)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await question.getByLabel('Your password').fill(admin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const code = question.getByLabel('Code from your app')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(codeAt(secret, Date.now() + 30_000))
  await question.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/people.*csv$/)
  await expect(question).toBeHidden()
})
