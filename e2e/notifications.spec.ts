import type { Page } from '@playwright/test'
import { openRequire } from './require.ts'
import { expect, expectAccessible, signIn, testApart as test } from './fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('an agent is asked by the admin in another browser: the bell counts, leads there, and is clear again', async ({
  page,
  browser,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Nora', email: 'nora.bell@example.com' })
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Keys and lockboxes', content: 'Lock it.' },
  })
  await signIn(page, agent)
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const elsewhere = await browser.newContext({ baseURL: desk.url })
  try {
    const admins = await elsewhere.newPage()
    await signIn(admins, desk.admin)
    await openRequire(admins, 'policies', agent.user)
    await admins.getByRole('radio', { name: 'Keys and lockboxes' }).check()
    await admins.getByRole('button', { name: 'Require Policy' }).click()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  } finally {
    await elsewhere.close()
  }
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: 'To acknowledge: Keys and lockboxes' }).click()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Keys and lockboxes' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('the list: read one by one, all at once with a word of it, more on asking', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Lena', email: 'lena.list@example.com' })
  const { body: chat } = await desk.admin.api('POST /chat', {
    body: { title: 'Listings', member_ids: [agent.user.id] },
  })
  const callOn = async (number: number) =>
    desk.admin.api('POST /chat/:id/messages', {
      params: { id: chat.id },
      body: { body: `Number ${number}, @everyone` },
    })
  for (let number = 1; number <= 33; number += 1) await callOn(number)
  await signIn(page, agent)
  await page.goto('/notifications')
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(30)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(33)
  await expect(list.getByRole('link').nth(30)).toBeFocused()

  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect(page).toHaveURL(/show=unread/)
  // Another list, which begins anew.
  await expect(list.getByRole('listitem')).toHaveCount(30)
  // News of what was read come before the answer, and take the row: it is said all the same.
  await page.route(
    '**/notifications/*/read',
    async (route) => {
      const response = await route.fetch()
      await expect(list.getByText('Number 33')).toBeHidden()
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await list
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .click()
  await expect(page.getByText('Marked as read.')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 32 unread')
  await expect(list.getByText('Number 33')).toBeHidden()
  // The focus would go with the row: it is at the next one, or the one before where there is none.
  await expect(list.getByRole('link').first()).toBeFocused()
  await list
    .getByRole('button', { name: /^Mark as read/ })
    .last()
    .click()
  await expect(list.getByText('Number 3,')).toBeHidden()
  const before = list.getByRole('listitem').filter({ hasText: 'Number 4,' })
  await expect(before.getByRole('link')).toBeFocused()

  // A failure says so, and nothing is lost.
  await page.route('**/read-all', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to mark them as read')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('31 notifications are read.')).toBeVisible()
  await expect(page.getByText('You have read everything')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expectAccessible(page)

  // After the last one there is no row to go to.
  await callOn(34)
  await list.getByRole('button', { name: /^Mark as read/ }).click()
  await expect(page.getByText('You have read everything')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is on the screen is seen once somebody is there, and not by a page that was left open', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Sina', email: 'sina.seen@example.com' })
  const { body: chat } = await desk.admin.api('POST /chat', {
    body: { title: 'Signs', member_ids: [agent.user.id] },
  })
  const say = (body: string) =>
    desk.admin.api('POST /chat/:id/messages', { params: { id: chat.id }, body: { body } })
  const seen: string[][] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/notifications/seen')) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page sends
    seen.push((request.postDataJSON() as { ids: string[] }).ids)
  })
  let signs = 0
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"there":true')) signs += 1
    }),
  )
  await signIn(page, agent)
  await page.goto('/notifications')
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await say('First, @everyone')
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByText('First, @everyone')).toBeVisible()
  // Longer than it takes where somebody is there.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)))
  expect({ seen, signs }).toEqual({ seen: [], signs: 0 })
  await page.keyboard.press('Shift')
  const ids = async () => (await agent.api('GET /notifications')).body.map(({ id }) => id)
  await expect.poll(() => seen).toEqual([await ids()])
  await expect.poll(() => signs).toBe(1)
  // Somebody is there now: what comes is seen as it comes, and stays unread.
  await say('Second, @everyone')
  await expect.poll(async () => seen.flat().toSorted()).toEqual((await ids()).toSorted())
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  expect(signs).toBe(1)
})

test('what the bell showed is seen', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Bea', email: 'bea.seen@example.com' })
  const { body: chat } = await desk.admin.api('POST /chat', {
    body: { title: 'Bells', member_ids: [agent.user.id] },
  })
  await desk.admin.api('POST /chat/:id/messages', {
    params: { id: chat.id },
    body: { body: 'Keys, @everyone' },
  })
  await signIn(page, agent)
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  const told = page.waitForRequest('**/notifications/seen')
  await bell(page).click()
  await expect(panel(page).getByText('Keys, @everyone')).toBeVisible()
  const answer = await (await told).response()
  expect(answer?.status()).toBe(204)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('what somebody chooses is kept', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Cora', email: 'cora.choice@example.com' })
  await signIn(page, agent)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Notifications' }).click()
  const asked = page.getByRole('group', { name: 'Asked of you' })
  await expect(asked.getByRole('combobox')).toHaveValue('off')
  await asked.getByRole('combobox').selectOption('digest')
  await asked.getByRole('checkbox', { name: 'On devices' }).uncheck()
  await page.getByLabel('Mail it at').selectOption('17')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(asked.getByRole('combobox')).toHaveValue('digest')
  await expect(asked.getByRole('checkbox', { name: 'On devices' })).not.toBeChecked()
  await expect(page.getByLabel('Mail it at')).toHaveValue('17')
  await page.route('**/choices', (route) => route.abort(), { times: 1 })
  await asked.getByRole('combobox').selectOption('at_once')
  await expect(page.getByRole('alert')).toContainText('Failed to save your choice')
  await expect(asked.getByRole('combobox')).toHaveValue('digest')
  await expectAccessible(page)
})

test('news of before does not put back what somebody chose since', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Nia', email: 'nia.news@example.com' })
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Lock boxes', content: 'One key each.' },
  })
  await signIn(page, agent)
  await page.goto('/profile/notifications')
  const box = page.getByRole('group', { name: 'Asked of you' }).getByLabel('On devices')
  await expect(box).toBeChecked()
  let keep = () => {}
  const held = new Promise<void>((resolve) => {
    keep = resolve
  })
  await page.route('**/choices', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await box.click()
  const choices = page.waitForResponse(
    (answer) => answer.url().endsWith('/choices') && answer.request().method() === 'GET',
  )
  await desk.admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [agent.user.id] },
  })
  await (await choices).finished()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(box).not.toBeChecked({ timeout: 1 })
  // Nor does what is chosen next.
  const other = page.getByRole('group', { name: 'Asked of you' }).getByRole('combobox')
  const kept = page.waitForResponse((answer) =>
    Boolean(answer.request().postData()?.includes('digest')),
  )
  await other.selectOption('digest')
  keep()
  await kept
  await page.reload()
  await expect(other).toHaveValue('digest')
  await expect(box).not.toBeChecked()
})

test('a box that is ticked does not jump back before it shows so', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Ida', email: 'ida.tick@example.com' })
  await signIn(page, agent)
  await page.goto('/profile/notifications')
  const box = page.getByRole('group', { name: 'Asked of you' }).getByLabel('On devices')
  await expect(box).toBeChecked()
  const isChecked = await box.evaluate(async (element: HTMLInputElement) => {
    element.click()
    // All that is done in this turn, and nothing that waits for the next.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return element.checked
  })
  expect(isChecked).toBe(false)
})

test('on a phone the bell opens over the page, and leads to all', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const agent = await desk.createAccount({ first_name: 'Paul', email: 'paul.phone@example.com' })
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Open houses', content: 'Two at the door.' },
  })
  await desk.admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [agent.user.id] },
  })
  await signIn(page, agent)
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(panel(page).getByText('To acknowledge: Open houses')).toBeInViewport({ ratio: 1 })
  const box = (await panel(page).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  // What comes between the look and the press is not read with it.
  const asked = page.waitForRequest('**/notifications/read-all')
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  const { body: newest } = await agent.api('GET /notifications', { query: { limit: 1 } })
  expect((await asked).postDataJSON()).toEqual({ newest_id: newest[0]!.id })
  await expect(page.getByText('1 notification is read.')).toBeVisible()
  await panel(page).getByRole('link', { name: 'See all notifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expectAccessible(page)
})
