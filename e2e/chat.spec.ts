import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
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
    await expect(bens.getByRole('status').filter({ hasText: /No connection/ })).toBeVisible()
    await say(bens, 'Written in the elevator')
    await expect(messages(bens).getByText('Waits for a connection')).toBeVisible()
    await say(adas, 'Said meanwhile')
    await two.restart()
    await expect(messages(adas).getByText('Written in the elevator')).toBeVisible()
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
  // What is said next is no announcement.
  const announcing = admins.getByRole('button', { name: 'Announcement' })
  await expect(announcing).toHaveAttribute('aria-pressed', 'false')
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
  // Where letters are put together, the Enter that takes them is no word to send.
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(field).toHaveValue('First line\nsecond line')
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

  // The menus of a message by keys alone.
  await messages(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(better).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(better.getByRole('button', { name: 'React' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(better.getByRole('button', { name: /❤️/ })).toBeVisible()

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
  const chatId = await openGroup(agent, [desk.admin], 'Long')
  test.slow()
  for (let from = 0; from < 250; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) =>
        agent.api('POST /chat/:id/messages', {
          params: { id: chatId },
          body: { body: `Message ${from + n}: ${'words '.repeat(((from + n) % 7) * 6 + 1)}` },
        }),
      ),
    )
  }
  await signIn(page, agent)
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
  const agent = await desk.createAccount({ email: 'asks.in.chat@example.com' })
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
  const agent = await desk.createAccount({ first_name: 'Una', email: 'una.talks@example.com' })
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
  await say(
    page,
    `See https://example.com/${'a-long-way/'.repeat(20)}\n\n    ${'code '.repeat(60)}`,
  )
  const link = messages(page).getByRole('link', { name: /a-long-way/ })
  await expect(link).toBeVisible()
  // Who looks at it there finds this page where it was.
  await expect(link).toHaveAttribute('target', '_blank')
  // Nothing of it lies beyond the edge, where nobody could get to it.
  const beyond = await messages(page).evaluate((log) => log.scrollWidth - log.clientWidth)
  expect(beyond).toBe(0)
  await expectAccessible(page)
  await say(page, '![The view](https://example.com/view.png)')
  const view = messages(page).getByRole('link', { name: 'The view' })
  await expect(view).toHaveAttribute('href', 'https://example.com/view.png')
  // What can be done with a message doesn't lie over its words.
  const row = messages(page).getByRole('article').last()
  await expect(row.getByText(/Sent|Read/)).toBeVisible()
  await row.click({ position: { x: 5, y: 5 } })
  const tools = await row.getByRole('button', { name: 'React' }).boundingBox()
  expect(tools!.y + tools!.height).toBeLessThanOrEqual((await view.boundingBox())!.y)
  // Nobody loses what they have begun to write by signing out, unless they say so.
  await field.fill('A second thought')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out without sending?' })
  await expect(question).toContainText('A conversation holds a draft that is not sent.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(field).toHaveValue('A second thought')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('chat:')
})

test('a mention leads to the message, far back as it is, and from there to the latest', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({
    first_name: 'Mia',
    last_name: 'Cole',
    email: 'mia.far@example.com',
  })
  // Somebody of their own: what one person may send in a second is bounded.
  const writer = await desk.createAccount({ first_name: 'Rolf', email: 'rolf.far@example.com' })
  const chatId = await openGroup(writer, [agent], 'Far back')
  const write = async (body: string) => {
    const params = { id: chatId }
    const { status } = await writer.api('POST /chat/:id/messages', { params, body: { body } })
    expect(status).toBe(201)
  }
  for (let number = 1; number <= 150; number += 1) {
    await write(
      number === 20 || number === 120 ? `Ask **@Mia Cole**, number ${number}` : `Line ${number}`,
    )
  }
  await signIn(page, agent)
  await page.goto('/notifications')
  const told = (of: Locator, text: string) =>
    of.getByRole('listitem').filter({ hasText: text }).getByRole('link')
  await told(page.getByRole('list', { name: 'Notifications' }), 'number 20').click()
  await expect(page).toHaveURL(`/chat/${chatId}?message=20`)
  const row = (number: number) =>
    messages(page)
      .getByRole('article')
      .filter({ hasText: `number ${number}` })
  await expect(row(20)).toBeInViewport()
  await expectAccessible(page)
  // Once more, from the same conversation: the other one.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await told(page.getByRole('dialog'), 'number 120').click()
  await expect(row(120)).toBeInViewport()
  await page.getByRole('button', { name: /Jump to latest|new$/ }).click()
  await expect(messages(page).getByText('Line 150')).toBeInViewport()
  await expect(page).toHaveURL(`/chat/${chatId}`)
  await page.getByRole('textbox', { name: /^Message to/ }).fill('On it')
  await page.keyboard.press('Enter')
  await expect(messages(page).getByText('On it')).toBeInViewport()
})

/** From when what it returns is called, the page's line brings and takes nothing, and says nothing of it; those after it do. */
async function openLineThatDies(page: Page): Promise<() => void> {
  let isDead = false
  await page.routeWebSocket('**/chat/ws', (route) => {
    const server = route.connectToServer()
    const isLater = isDead
    const passes = () => isLater || !isDead
    route.onMessage((data) => void (passes() && server.send(data)))
    server.onMessage((data) => void (passes() && route.send(data)))
  })
  return () => {
    isDead = true
  }
}

test('a line that brings nothing any more is left for another', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Theo', email: 'theo.tunnel@example.com' })
  const chatId = await openGroup(desk.admin, [agent], 'Tunnel')
  const dies = await openLineThatDies(page)
  await signIn(page, agent)
  await page.goto(`/chat/${chatId}`)
  await say(page, 'Before the tunnel')
  const row = (text: string) => messages(page).getByRole('article').filter({ hasText: text })
  await expect(row('Before the tunnel').getByText(/Sent|Read/)).toBeVisible()
  dies()
  await say(page, 'Within the tunnel')
  await expect(row('Within the tunnel').getByText(/Sent|Read/)).toBeVisible()
  await expect(row('Within the tunnel')).toHaveCount(1)
})

test('what was written without a line goes out once there is one, wherever one is', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Vera', email: 'vera.away@example.com' })
  const chatId = await openGroup(desk.admin, [agent], 'Away')
  let isCut = true
  await page.routeWebSocket('**/chat/ws', (route) => {
    if (isCut) return void route.close({ code: 1001 })
    route.connectToServer()
  })
  await signIn(page, agent)
  await page.goto(`/chat/${chatId}`)
  await say(page, 'From the basement')
  await expect(messages(page).getByText('Waits for a connection')).toBeVisible()
  await page.goto('/policies')
  isCut = false
  const params = { id: chatId }
  await expect
    .poll(async () => (await agent.api('GET /chat/:id/messages', { params })).body)
    .toMatchObject([{ body: 'From the basement' }])
})

test('a line that died is found out by who only reads, too', async ({ page, desk }) => {
  const agent = await desk.createAccount({ first_name: 'Nell', email: 'nell.reads@example.com' })
  const chatId = await openGroup(desk.admin, [agent], 'Only reading')
  const dies = await openLineThatDies(page)
  await page.clock.install()
  await signIn(page, agent)
  await page.goto(`/chat/${chatId}`)
  const write = async (body: string) =>
    desk.admin.api('POST /chat/:id/messages', { params: { id: chatId }, body: { body } })
  await say(page, 'Before')
  const before = messages(page).getByRole('article').filter({ hasText: 'Before' })
  await expect(before.getByText(/Sent|Read/)).toBeVisible()
  dies()
  await write('Meanwhile')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(messages(page).getByText('Meanwhile')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
})

test('who comes back finds the line before what is new, and begins there, however much it is', async ({
  page,
  desk,
}) => {
  const agent = await desk.createAccount({ first_name: 'Lou', email: 'lou.returns@example.com' })
  const writer = await desk.createAccount({ first_name: 'Kit', email: 'kit.returns@example.com' })
  const chatId = await openGroup(writer, [agent], 'Much said')
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      const body = { body: `Line ${number}.` }
      await writer.api('POST /chat/:id/messages', { params: { id: chatId }, body })
    }
  }
  const line = (number: number) => messages(page).getByText(`Line ${number}.`, { exact: true })
  const newLine = messages(page).getByText('New', { exact: true })
  const open = async () => page.getByRole('link', { name: /Much said/ }).click()
  const readTo = async (number: number) =>
    expect
      .poll(async () => {
        const { body } = await agent.api('GET /chat/:id', { params: { id: chatId } })
        return body.read_number
      })
      .toBe(number)
  await write(1, 3)
  await signIn(page, agent)
  await page.goto('/chat')
  await open()
  await expect(line(3)).toBeInViewport()
  await readTo(3)
  await page.goto('/chat')
  await open()
  await expect(line(3)).toBeInViewport()
  await expect(newLine).toBeHidden()
  await page.getByRole('link', { name: 'Policies' }).first().click()
  await write(4, 5)
  await page.getByRole('link', { name: /^Chat/ }).first().click()
  await open()
  await expect(newLine).toBeInViewport()
  await readTo(5)
  await page.getByRole('link', { name: 'Policies' }).first().click()
  await write(6, 150)
  await page.getByRole('link', { name: /^Chat/ }).first().click()
  await open()
  await expect(newLine).toBeInViewport()
  await expect(line(6)).toBeInViewport()
  await expect(line(150)).not.toBeInViewport()
  // What nobody has seen is not read.
  const { body } = await agent.api('GET /chat/:id', { params: { id: chatId } })
  expect(body.read_number).toBe(5)
  await page.getByRole('button', { name: /Jump to latest|new$/ }).click()
  await expect(line(150)).toBeInViewport()
  await readTo(150)
  // And what comes while one reads further up is counted.
  await messages(page).focus()
  await page.keyboard.press('Home')
  await write(151, 152)
  await page.getByRole('button', { name: '2 new' }).click()
  await expect(line(152)).toBeInViewport()
})
