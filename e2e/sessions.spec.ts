import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('how long people stay signed in is set, and everybody else is signed out at once', async ({
  page,
  browser,
  emptyDesk: desk,
}) => {
  const ada = await desk.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
  const ben = await desk.createAccount({ first_name: 'Ben', email: 'ben@example.com' })
  const agent = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await signIn(agent, ben, desk.url)
  await agent.goto('/profile/security')
  const own = agent.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(own.first()).toContainText('Password · from 127.0.0.1, this network')

  await signIn(page, ada, desk.url)
  await page.goto(`${desk.url}/admin/settings/sign-in`)
  await page.getByLabel('Days without use, where remembered').fill('400')
  await page.getByLabel('Hours without use, otherwise').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give at most 180 days').first()).toBeVisible()
  await page.getByLabel('Days without use, where remembered').fill('7')
  await page.getByLabel('Hours without use, otherwise').fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign Everybody Out…' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign everybody out', exact: true }).click()
  await expect(page.getByText(/Everybody else is signed out/)).toBeVisible()
  // An open tab follows by itself.
  await expect(agent).toHaveURL(/\/login/)
  await expect(agent.getByText('Stay signed in on this device for 7 days')).toBeVisible()
  await agent.context().close()
})
