import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const messages = (page: Page) => page.getByRole('group', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const attached = (page: Page) => page.getByRole('list', { name: 'Attached' })

test('a training and a process are asked about from their pages', async ({ page, emptyDesk }) => {
  const ada = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Ode' })
  const { body: training } = await ada.api('POST /trainings', {
    body: {
      title: 'Keys and alarms',
      questions: [{ question: 'Which?', options: ['This', 'That'], correctAnswer: 1 }],
    },
  })
  const { body: process } = await ada.api('POST /processes', {
    body: { title: 'A new listing', category: 'Sales', steps: [{ title: 'Sign' }] },
  })
  await signIn(page, ben, emptyDesk.url)
  for (const { kind, path, title } of [
    { kind: 'training', path: `/training/${training.id}`, title: training.title },
    { kind: 'process', path: `/processes/${process.id}`, title: process.title },
  ]) {
    await page.goto(emptyDesk.url + path)
    await page.getByRole('button', { name: `Ask about this ${kind}` }).click()
    await expect(page.getByRole('heading', { name: 'Ada Brooks' })).toBeVisible()
    // The item stands above what is being written, and goes with it.
    const form = page.getByRole('form', { name: 'New message' })
    await expect(form.getByRole('link', { name: title })).toBeVisible()
    await field(page).fill(`About ${title}?`)
    await field(page).press('Enter')
    const said = messages(page)
      .getByRole('article')
      .filter({ hasText: `About ${title}?` })
    await expect(said.getByRole('link', { name: title })).toHaveAttribute('href', path)
    await expect(form.getByRole('link', { name: title })).toHaveCount(0)
  }
  await expectAccessible(page)
  const { body: chats } = await ada.api('GET /chat')
  expect(chats.find(({ kind }) => kind === 'direct')).toMatchObject({ unread_count: 2 })
})

test('files are dropped on a conversation and pasted into it', async ({ page, emptyDesk }) => {
  const ada = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Ode' })
  const { body: chat } = await ada.api('POST /chat', {
    body: { title: 'Plans', member_ids: [ben.user.id] },
  })
  await signIn(page, ben, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/chat/${chat.id}`)
  await expect(field(page)).toBeVisible()
  await messages(page).evaluate((list) => {
    const held = new DataTransfer()
    held.items.add(new File(['two rooms'], 'plan.txt', { type: 'text/plain' }))
    const over = { bubbles: true, cancelable: true, dataTransfer: held }
    // What nobody takes a browser would open in place of the page.
    const isTaken = !list.dispatchEvent(new DragEvent('dragover', over))
    if (!isTaken) throw new Error('Files can’t be dropped here')
    list.dispatchEvent(new DragEvent('drop', over))
  })
  await expect(attached(page).getByText('plan.txt')).toBeVisible()
  await field(page).evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['three rooms'], 'other.txt', { type: 'text/plain' }))
    box.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    )
  })
  await expect(attached(page).getByRole('listitem')).toHaveCount(2)
  await expect(attached(page).getByText('%')).toHaveCount(0)
  await expectAccessible(page)
  await field(page).fill('Which one?')
  await field(page).press('Enter')
  await expect(attached(page)).toHaveCount(0)
  const said = messages(page).getByRole('article').filter({ hasText: 'Which one?' })
  await expect(said.getByText('plan.txt')).toBeVisible()
  await expect(said.getByText('other.txt')).toBeVisible()
  await expect(said.getByText('Sent', { exact: true })).toBeVisible()
  const params = { id: chat.id }
  const { body: seen } = await ada.api('GET /chat/:id/messages', { params })
  expect(seen.at(-1)!.files.map(({ file_name: name }) => name)).toEqual(['plan.txt', 'other.txt'])

  // What is attached already counts.
  const six = Array.from({ length: 6 }, (_, place) => ({
    name: `room-${place}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('a room'),
  }))
  await page.getByLabel('Files', { exact: true }).setInputFiles(six)
  await expect(attached(page).getByRole('listitem')).toHaveCount(6)
  await page.getByLabel('Files', { exact: true }).setInputFiles(six)
  await expect(page.getByText('A message takes at most 10 files')).toBeVisible()
  await expect(attached(page).getByRole('listitem')).toHaveCount(10)
})

test('an admin exports a conversation once members are told of it', async ({ page, emptyDesk }) => {
  const ada = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Ode' })
  const cy = await emptyDesk.createAccount({ first_name: 'Cy', last_name: 'Park' })
  const { body: chat } = await ben.api('POST /chat', {
    body: { title: 'Lake house', member_ids: [cy.user.id] },
  })
  await ben.api('POST /chat/:id/messages', {
    params: { id: chat.id },
    body: { body: 'The keys are under the mat' },
  })
  await signIn(page, ada, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/settings`)
  await page.getByRole('main').getByRole('link', { name: 'Conversations' }).click()
  const notice = page.getByRole('textbox', { name: 'What members are told of exports' })
  await expect(notice).toBeVisible()
  const open = page.getByRole('button', { name: 'Export a conversation' })
  await expect(open).toHaveCount(0)
  await notice.fill('Admins can export conversations.')
  await page.getByRole('button', { name: /^Save/ }).click()
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Export a conversation' })
  await expect(dialog.getByText('Lake house')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export Lake house' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('Ben Ode')
  expect(csv).toContain('The keys are under the mat')
  const { body: events } = await ada.api('GET /admin/audit', { query: { limit: 10 } })
  expect(JSON.stringify(events)).toContain('Lake house')
})
