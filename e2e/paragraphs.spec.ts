import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

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

  const button = page.getByRole('button', { name: 'Copy link to “Keys are kept in the box.”' })
  // Again where the text moved in between, as by what is loaded above it.
  await expect(async () => {
    await page.getByText('Keys are kept in the box.').hover()
    const { x, y, width, height } = (await button.boundingBox())!
    // As a hand goes there: through all that is between.
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 40 })
    await expect(button).toHaveCSS('pointer-events', 'auto', { timeout: 2000 })
  }).toPass()
  await button.click()
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
  await expectAccessible(page)

  await page.goto(lost)
  await expect(page.getByText('That paragraph is not in this version any more.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show version 1' }).click()
  await expect(page.getByText('A lost key is told to the broker at once.')).toBeVisible()
})

test('admins see what refers to a policy, which of it leads to a lost paragraph, and go there', async ({
  page,
  desk,
}) => {
  const api = desk.admin.api
  const name = randomUUID().slice(0, 8)
  const content = 'Keys are kept in the box.\n\nA lost key is told to the broker at once.'
  const { body: policy } = await api('POST /policies', { body: { title: `Kept ${name}`, content } })
  const params = { id: policy.id }
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  const referred = page.getByRole('region', { name: 'Referred to in' })
  await expect(referred.getByText('No process, training, test or other policy')).toBeVisible()

  const { body: paragraphs } = await api('GET /policies/:id/paragraphs', { params })
  const [box, lost] = paragraphs.map(({ anchor }) => `/policies/${policy.id}#${anchor}`)
  const steps = [
    { title: 'First', description: `[The box](${box})` },
    { title: 'Second', description: `[A lost one](${lost})` },
  ]
  const process = { title: `Open house ${name}`, category: 'Sales', steps } as const
  await api('POST /processes', { body: process })
  const edited = { title: policy.title, content: 'Keys are kept in the steel box.' }
  await api('PUT /policies/:id', { params, body: edited })
  await page.reload()
  const items = referred.getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('step 1, one paragraph')
  await expect(items.last()).toContainText('step 2')
  await expect(items.last()).toContainText('Its paragraph is gone')

  await items.first().getByRole('link', { name: 'one paragraph' }).click()
  const paragraph = page.getByText('Keys are kept in the steel box.')
  await expect(paragraph).toHaveAttribute('data-marked')
  await items.last().getByRole('link', { name: process.title }).click()
  await page.getByRole('link', { name: 'The box' }).click()
  await expect(paragraph).toHaveAttribute('data-marked')
  await page.goBack()
  await page.getByRole('link', { name: 'A lost one' }).click()
  await expect(page.getByText('That paragraph is not in this version any more.')).toBeVisible()
})
