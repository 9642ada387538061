import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const editorOf = (name: string) => ({ role: 'textbox' as const, options: { name } })

test('somebody’s bio is written as it is read, and stands so wherever they are shown', async ({
  page,
  desk,
}) => {
  const rosa = await desk.createAccount({ first_name: 'Rosa', last_name: 'Bio' })
  await signIn(page, rosa)
  await page.goto('/profile/edit')
  const { role, options } = editorOf('Bio')
  const box = page.getByRole(role, options).and(page.locator('.ProseMirror'))
  await box.click()
  await page.keyboard.type('Leases since ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('1987')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Offices')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Shops <img src=x onerror=alert(1)>')
  await expectAccessible(page, { screen: 'the editor of a bio' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  const { body: me } = await rosa.api('GET /users/me')
  expect(me.bio).toBe('Leases since **1987**\n\n- Offices\n- Shops \\<img src=x onerror=alert(1)>')

  for (const [who, path] of [
    [rosa, '/profile'],
    [rosa, `/people/${rosa.user.id}`],
    [desk.admin, `/admin/people/${rosa.user.id}`],
  ] as const) {
    await signIn(page, who)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('strong').filter({ hasText: '1987' })).toBeVisible()
    await expect(main.getByRole('listitem').filter({ hasText: 'Offices' })).toBeVisible()
    await expect(main.getByText('Shops <img src=x onerror=alert(1)>')).toBeVisible()
  }
})

test('what the front desk says of the broker is written so, too, and plain words load nothing for it', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount()
  const say = (broker_bio: string) =>
    admin.api('PUT /admin/settings', { body: { broker_name: 'Nora Whitfield', broker_bio } })
  await say('Thirty years in the trade.\n\nAsk me anything.')
  await signIn(page, admin, desk.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${desk.url}/dashboard`)
  await expect(page.getByText('Ask me anything.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('markdown-render'))).toEqual([])

  await page.goto(`${desk.url}/admin/settings/dashboard`)
  const { role, options } = editorOf('About the broker')
  const box = page.getByRole(role, options).and(page.locator('.ProseMirror'))
  await box.fill('Call me **first**.')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await page.goto(`${desk.url}/dashboard`)
  await expect(page.getByRole('strong').filter({ hasText: 'first' })).toBeVisible()
})
