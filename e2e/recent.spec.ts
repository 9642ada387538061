import { createDocument } from '../server/src/testing/documents.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('whatever was opened is in the search and on a page, the last first, until one signs out', async ({
  page,
  desk,
}) => {
  const word = `Curlew${Date.now()}`
  const { id } = await createDocument(desk.admin.api, { title: `Lease ${word}` })
  const { body: process } = await desk.admin.api('POST /processes', {
    body: { title: `Closing ${word}`, category: 'Sales', steps: [{ title: 'Ask' }] },
  })
  const { admin } = desk
  await signIn(page, admin)
  for (const [path, title] of [
    [`/documents/${id}`, `Lease ${word}`],
    [`/processes/${process.id}`, `Closing ${word}`],
    [`/people/${admin.user.id}`, admin.user.name],
    ['/admin/settings/mail', 'Mail'],
    [`/documents/${id}`, `Lease ${word}`],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible()
  }
  await page.keyboard.press('Control+k')
  const lately = page.getByRole('dialog').getByRole('group', { name: 'Opened lately' })
  await expect(lately.getByRole('option')).toHaveText([
    `Lease ${word}`,
    /Mail/,
    admin.user.name,
    `Closing ${word}`,
  ])
  await page.getByRole('option', { name: 'Opened lately' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Opened Lately' })).toBeVisible()
  await expectAccessible(page)
  const list = page.getByRole('list', { name: 'Opened lately' })
  await list.getByRole('link', { name: `Closing ${word}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Closing ${word}` })).toBeVisible()
  await page.goto('/recent')
  await expect(list.getByRole('link').first()).toHaveText(`Closing ${word}`)
})

test('whoever signs out leaves nothing of it in the browser', async ({ page, desk }) => {
  const word = `Dunlin${Date.now()}`
  const { id } = await createDocument(desk.admin.api, { title: `Lease ${word}` })
  await signIn(page, await desk.createAccount())
  await page.goto(`/documents/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Lease ${word}` })).toBeVisible()
  await page.goto('/recent')
  await expect(page.getByRole('main').getByRole('link', { name: `Lease ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(word)
  await signIn(page, await desk.createAccount())
  await page.goto('/recent')
  await expect(page.getByText('Nothing yet')).toBeVisible()
})

test('a draft that is published, and what is deleted, is opened no more', async ({
  page,
  desk,
}) => {
  const word = `Plover${Date.now()}`
  const { body: draft } = await desk.admin.api('POST /drafts', {
    body: { kind: 'policy', body: { title: `Keys ${word}`, content: 'In the safe.' } },
  })
  await signIn(page, desk.admin)
  await page.goto(`/drafts/${draft.id}`)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page).toHaveURL(/\/policies\/[\w-]+$/)
  // The draft has the same heading, and the address changes first: the policy asks whom it is for.
  await page.getByRole('button', { name: 'Not now' }).click()
  const links = page.getByRole('list', { name: 'Opened lately' }).getByRole('link')
  await page.goto('/recent')
  await expect(links.filter({ hasText: word })).toHaveCount(1)
  await links.filter({ hasText: word }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await expect(page).toHaveURL(/\/policies$/)
  await page.goto('/recent')
  await expect(links.filter({ hasText: word })).toHaveCount(0)
})
