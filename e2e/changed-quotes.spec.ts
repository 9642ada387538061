import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './fixtures.ts'

test('a changed paragraph asks whoever quotes it to look, and is settled by looking or editing', async ({
  page,
  desk,
}) => {
  const name = randomUUID().slice(0, 8)
  const { api } = desk.admin
  const title = `Keys ${name}`
  const before = `A lost key is told at once ${name}.`
  const after = `A lost key is told within the hour ${name}.`
  const { body: policy } = await api('POST /policies', { body: { title, content: before } })
  const params = { id: policy.id }
  const { body: paragraphs } = await api('GET /policies/:id/paragraphs', { params })
  const description = `[Lost keys](/policies/${policy.id}#${paragraphs[0]!.anchor})`
  const add = async (process: string) =>
    (
      await api('POST /processes', {
        body: { title: process, category: 'Sales', steps: [{ title: 'One', description }] },
      })
    ).body
  const looked = await add(`Looked at ${name}`)
  const edited = await add(`Edited ${name}`)
  await api('PUT /policies/:id', { params, body: { title, content: after } })

  await signIn(page, desk.admin)
  await page.goto('/notifications')
  await page
    .getByRole('link', { name: `Quotes a paragraph of “${title}” that changed: ${looked.title}` })
    .click()
  const list = page.getByRole('list', { name: 'Quotes of changed paragraphs' })
  const card = (of: string) => list.getByRole('listitem').filter({ hasText: of })
  await expect(card(looked.title)).toContainText('Process, step 1')
  await expect(card(looked.title)).toContainText('at once')
  await expect(card(looked.title)).toContainText('within the hour')
  await card(looked.title).getByRole('button', { name: 'I have looked' }).click()
  await expect(card(looked.title)).toHaveCount(0)

  await card(edited.title)
    .getByRole('link', { name: `Edit ${edited.title}` })
    .click()
  const notice = page.getByRole('region', { name: 'Changed paragraphs' })
  await expect(notice).toContainText('within the hour')
  await page.getByRole('textbox', { name: 'Details' }).fill('Within the hour.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: edited.title })).toBeVisible()
  const { body: left } = await api('GET /admin/changed-quotes', { query: { item_id: edited.id } })
  expect(left).toEqual([])
})

test('an archived policy asks whoever quotes it, and the card leads to what is left of it', async ({
  page,
  desk,
}) => {
  const name = randomUUID().slice(0, 8)
  const { api } = desk.admin
  const body = { title: `Old rules ${name}`, content: `Signs come down at dusk ${name}.` }
  const { body: policy } = await api('POST /policies', { body })
  const params = { id: policy.id }
  const { body: paragraphs } = await api('GET /policies/:id/paragraphs', { params })
  const add = async (title: string, link: string) =>
    api('POST /processes', {
      body: { title, category: 'Sales', steps: [{ title: 'One', description: `[It](${link})` }] },
    })
  await add(`Of a paragraph ${name}`, `/policies/${policy.id}#${paragraphs[0]!.anchor}`)
  await add(`Of all of it ${name}`, `/policies/${policy.id}`)
  await signIn(page, desk.admin)
  await page.goto('/admin/reviews?show=quotes')
  const list = page.getByRole('list', { name: 'Quotes of changed paragraphs' })
  const card = (of: string) => list.getByRole('listitem').filter({ hasText: `${of} ${name}` })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await api('DELETE /policies/:id', { params })
  await expect(card('Of a paragraph')).toContainText('Now: its policy is archived')
  await expect(card('Of all of it')).toContainText('archived on')
  await card('Of all of it').getByRole('link', { name: body.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
  await expect(page.getByText(body.title).first()).toBeVisible()
})
