import { createDocument } from '../server/src/testing/documents.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a star marks what one opens often: in its header, in a list, on the dashboard and in the search', async ({
  page,
  desk,
}) => {
  const word = `Plover${Date.now()}`
  const { id } = await createDocument(desk.admin.api, { title: `Lease ${word}` })
  await desk.admin.api('POST /policies', { body: { title: `Keys ${word}`, content: 'Locked.' } })
  const agent = await desk.createAccount()
  await signIn(page, agent)
  await page.goto(`/documents/${id}`)
  const star = (title: string) =>
    page.getByRole('main').getByRole('button', { name: `Favourite: ${title} ${word}` })
  /** The star turns before it is kept, and a page that is left takes back what is still on its way. */
  const mark = async (title: string) => {
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
    await star(title).click()
    await expect(star(title)).toHaveAttribute('aria-pressed', 'true')
    await kept
  }
  // One that was not kept turns back.
  await page.route('**/users/me/favourites', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await star('Lease').click()
  await expect(page.getByText('This was not kept')).toBeVisible()
  await expect(star('Lease')).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/users/me/favourites')
  await mark('Lease')
  await page.goto('/policies')
  await mark('Keys')

  await page.goto('/dashboard')
  const section = page.getByRole('heading', { name: 'Favourites' })
  await expect(section).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: `Lease ${word}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Lease ${word}` })).toBeVisible()
  await page.keyboard.press('Control+k')
  const group = page.getByRole('dialog').getByRole('group', { name: 'Favourites' })
  await expect(group.getByRole('option', { name: `Keys ${word}` })).toBeVisible()
  await page.keyboard.press('Escape')

  // What is deleted leaves the list by itself.
  await page.goto('/dashboard')
  await expect(star('Lease')).toBeVisible()
  await desk.admin.api('DELETE /documents/:id', { params: { id } })
  await page.reload()
  await expect(star('Keys')).toBeVisible()
  await expect(star('Lease')).toBeHidden()
  await star('Keys').click()
  await expect(section).toBeHidden()
})
