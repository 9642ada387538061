import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts'
import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const messages = (page: Page) => page.getByRole('group', { name: 'Messages' })

async function openGroup(from: Account, others: Account[], title: string): Promise<string> {
  const { body } = await from.api('POST /chat', {
    body: { title, member_ids: others.map(({ user }) => user.id) },
  })
  return body.id
}

test('two people at two servers talk; one loses the line, writes on, and is back', async ({
  browser,
}) => {
  // A database and two servers start, and one of them twice.
  test.slow()
  const dataDir = await mkdtemp(join(tmpdir(), 'front-desk-e2e-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = postgres.connection
  const settings = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  }
  const desks: Desk[] = [await startDesk(settings), await startDesk(settings)]
  const [one, two] = desks as [Desk, Desk]
  const contexts = [await browser.newContext(), await browser.newContext()]
  try {
    const ada = await one.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
    const ben = await one.createAccount({ first_name: 'Ben', email: 'ben@example.com' })
    const chatId = await openGroup(ada, [ben], 'The lake house')
    const [adas, bens] = (await Promise.all(contexts.map((context) => context.newPage()))) as [
      Page,
      Page,
    ]
    await signIn(adas, ada, one.url)
    await signIn(bens, ben, two.url)
    await adas.goto(`${one.url}/chat/${chatId}`)
    await bens.goto(`${two.url}/chat/${chatId}`)

    await say(adas, 'Are the keys back?')
    await expect(messages(bens).getByText('Are the keys back?')).toBeVisible()
    await say(bens, 'In the box.')
    await expect(messages(adas).getByText('In the box.')).toBeVisible()

    // Ben's line breaks: his server is gone.
    await two.kill('SIGKILL')
    await expect(bens.getByText(/No connection/)).toBeVisible()
    await say(bens, 'Written in the elevator')
    await expect(messages(bens).getByText('Waits for a connection')).toBeVisible()
    await say(adas, 'Said meanwhile')
    await two.restart()
    await expect(messages(adas).getByText('Written in the elevator')).toBeVisible({
      timeout: 40_000,
    })
    await expect(messages(bens).getByText('Said meanwhile')).toBeVisible()
    await expect(messages(bens).getByText('Waits for a connection')).toHaveCount(0)
    const { body: stored } = await ada.api('GET /chat/:id/messages', { params: { id: chatId } })
    expect(stored.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    await expect(messages(bens).getByText('Written in the elevator')).toHaveCount(1)
  } finally {
    for (const context of contexts) await context.close()
    for (const desk of desks) await desk.remove()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('an announcement is read by all, and its author sees who has', async ({ browser, desk }) => {
  const agents = [
    await desk.createAccount({ first_name: 'Mia', last_name: 'Hart', email: 'mia@example.com' }),
    await desk.createAccount({ first_name: 'Leo', last_name: 'Kent', email: 'leo@example.com' }),
  ]
  const chatId = await openGroup(desk.admin, agents, 'Office')
  const contexts = [await browser.newContext(), await browser.newContext()]
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  const admins = await (await browser.newContext()).newPage()
  await signIn(admins, desk.admin, desk.url)
  await admins.goto(`${desk.url}/chat/${chatId}`)
  await admins.getByRole('button', { name: 'Announcement' }).click()
  await say(admins, 'The door code changes tonight.')
  for (const [index, page] of pages.entries()) {
    await signIn(page, agents[index]!, desk.url)
    await page.goto(`${desk.url}/chat/${chatId}`)
    await page.getByRole('button', { name: 'I have read this' }).click()
    await expect(page.getByRole('button', { name: 'I have read this' })).toHaveCount(0)
  }
  await admins.getByRole('button', { name: '2 people have read this' }).click()
  const list = admins.getByRole('dialog', { name: 'Who has read this' })
  await expect(list).toContainText('2 of 2')
  await expect(list.getByText('Not yet')).toHaveCount(0)
  for (const context of contexts) await context.close()
  await admins.context().close()
})

test('what is sent twice is one message; it can be changed, reacted to and taken back', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Ivy', email: 'ivy@example.com' })
  const chatId = await openGroup(desk.admin, [agent], 'Listing')
  await signIn(page, desk.admin)
  await page.goto(`/chat/${chatId}`)
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('First line')
  await field.press('Shift+Enter')
  await field.pressSequentially('second line')
  await field.press('Enter')
  const row = messages(page).getByRole('article').filter({ hasText: 'second line' })
  await expect(row).toHaveCount(1)
  await expect(row.getByText(/Sent|Read/)).toBeVisible()

  await row.hover()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Now better')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const better = messages(page).getByRole('article').filter({ hasText: 'Now better' })
  await expect(better.getByText('edited')).toBeVisible()

  await better.hover()
  await better.getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: /Celebrate/ }).click()
  await expect(better.getByRole('button', { name: /🎉/ })).toBeVisible()

  await better.hover()
  await better.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(messages(page).getByText('This message was deleted')).toBeVisible()
})

test('a long conversation scrolls both ways without a jump', async ({ page, desk }) => {
  const agent = await desk.createAccount({ email: 'long@example.com' })
  const chatId = await openGroup(desk.admin, [agent], 'Long')
  test.slow()
  for (let from = 0; from < 250; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) =>
        desk.admin.api('POST /chat/:id/messages', {
          params: { id: chatId },
          body: { body: `Message ${from + n}: ${'words '.repeat(((from + n) % 7) * 6 + 1)}` },
        }),
      ),
    )
  }
  await signIn(page, desk.admin)
  await page.goto(`/chat/${chatId}`)
  const frame = messages(page)
  await expect(frame.getByRole('article').last()).toBeInViewport()
  await frame.hover()
  const STEP = 450
  let largest = 0
  // A row that stays on screen moves by as much as the wheel says, and not by more.
  for (let stood = 0; stood < 3;) {
    const mark = await frame.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      const rows = [...element.querySelectorAll<HTMLElement>('article')]
      const row = rows.find((one) => one.getBoundingClientRect().top > top + height / 3)!
      return { id: row.dataset.message!, top: row.getBoundingClientRect().top }
    })
    await page.mouse.wheel(0, -STEP)
    const after = await frame.evaluate(async (element, { id, top }) => {
      const row = () => element.querySelector(`[data-message="${id}"]`)!.getBoundingClientRect()
      // Until it has stood still for ten frames: a busy machine scrolls, and puts rows above, later.
      for (let still = 0, before = row().top; still < 10; still += 1) {
        await new Promise(requestAnimationFrame)
        if (row().top !== before) still = 0
        before = row().top
      }
      return { moved: row().top - top, at: element.scrollTop }
    }, mark)
    stood = after.at < 5 ? stood + 1 : 0
    if (after.at >= 5) largest = Math.max(largest, Math.abs(after.moved - STEP))
  }
  expect(largest).toBeLessThanOrEqual(2)
  await expect(frame.getByText(/^Message 0:/)).toBeVisible()
  await page.getByRole('button', { name: /Jump to latest|new$/ }).click()
  await expect(frame.getByText(/^Message 249:/)).toBeInViewport()
})

test('an item is asked about from its page, and goes along as a card', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Key handling', content: 'Keys stay in the box.' },
  })
  const agent = await desk.createAccount({ email: 'asks@example.com' })
  await signIn(page, agent)
  await page.goto(`/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Ask about this policy' }).click()
  await expect(page).toHaveURL(/\/chat\//)
  const form = page.getByRole('form', { name: 'New message' })
  await expect(form.getByRole('link', { name: /Key handling/ })).toBeVisible()
  await say(page, 'May I take them home?')
  await expect(messages(page).getByRole('link', { name: /Key handling/ })).toBeVisible()
})

test('on a phone it is one at a time, drafts stay, and files come along', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const agent = await desk.createAccount({ first_name: 'Una', email: 'una@example.com' })
  await openGroup(desk.admin, [agent], 'On the road')
  await signIn(page, agent)
  await page.goto('/chat')
  await expectAccessible(page)
  await page.getByRole('link', { name: /On the road/ }).click()
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('Half a thought')
  await page.getByRole('link', { name: 'All conversations' }).click()
  await page.getByRole('link', { name: /On the road/ }).click()
  await expect(field).toHaveValue('Half a thought')
  await page.getByLabel('Files', { exact: true }).setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The plan'),
  })
  await expect(page.getByRole('list', { name: 'Attached' })).toContainText('plan.txt')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(messages(page).getByRole('button', { name: /plan.txt/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('chat:')
})
