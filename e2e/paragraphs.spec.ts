import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './fixtures.ts'

test('a link to a paragraph is copied, leads to it after an edit, and says where a lost one was', async ({
  page,
  desk,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const api = desk.admin.api
  const content =
    '# Keys\n\nKeys are kept in the box.\n\n- A lost key is told to the broker at once.'
  const title = `Linked ${randomUUID().slice(0, 8)}`
  const { body: policy } = await api('POST /policies', { body: { title, content } })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)

  await page.getByText('Keys are kept in the box.').hover()
  await page.getByRole('button', { name: 'Copy link to “Keys are kept in the box.”' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`/policies/${policy.id}#p-[0-9a-f]{10}$`))
  await expect(page).toHaveURL(link)

  // The same by keys: the arrows go from paragraph to paragraph.
  await page.keyboard.press('ArrowDown')
  const last = page.getByRole('button', { name: /^Copy link to “A lost key/ })
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(link)
  const lost = page.url()

  const edited = '# Keys\n\nAnother one before it.\n\nKeys are always kept in the steel box.'
  await api('PUT /policies/:id', { params: { id: policy.id }, body: { title, content: edited } })
  await page.goto(new URL(link).pathname)
  await page.goto(link)
  const paragraph = page.getByText('Keys are always kept in the steel box.')
  await expect(paragraph).toHaveAttribute('data-marked')
  await expect(paragraph).toBeFocused()
  await expect(paragraph).toBeInViewport()

  await page.goto(lost)
  await expect(page.getByText('That paragraph is not in this version any more.')).toBeVisible()
  await page.getByRole('link', { name: 'Show version 1' }).click()
  await expect(page.getByText('A lost key is told to the broker at once.')).toBeVisible()
})
