import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const DAY = 24 * 60 * 60_000
const dayAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

test('a policy gets an owner and a review date, and is found right for another year', async ({
  page,
  desk,
}) => {
  const name = randomUUID().slice(0, 8)
  const dana = await desk.createAccount({
    email: `${randomUUID()}@example.com`,
    first_name: 'Dana',
    last_name: `Office ${name}`,
  })
  await desk.admin.api('PUT /admin/users/:id', {
    params: { id: dana.user.id },
    body: { role: 'admin' },
  })
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: `Looked after ${name}`, content: 'Words.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  const panel = page.getByRole('region', { name: 'Review' })
  await expect(panel).toContainText('Ada Brooks, who wrote it')
  await expect(panel).toContainText('No date')
  await panel.getByRole('button', { name: 'Set a review date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Owner and review' })
  await dialog.getByLabel('Looked after by').selectOption({ label: dana.user.name })
  await dialog.getByLabel('Next review').fill(dayAfter(-3))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel).toContainText(dana.user.name)
  await expect(panel).toContainText('Overdue since')

  await page.goto('/admin/reviews?show=due')
  await page.getByRole('link', { name: policy.title }).click()
  await panel.getByRole('button', { name: 'Still right' }).click()
  const again = page.getByRole('dialog', { name: 'Still right' })
  // A day that has passed is refused beside the field, and stays to be corrected.
  const field = again.getByLabel('Look again on')
  await expect(field).toHaveValue(new RegExp(`^${new Date().getFullYear() + 1}-`))
  await field.fill(dayAfter(-2))
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByText('Please choose a day that is to come')).toBeVisible()
  await expect(field).toHaveValue(dayAfter(-2))
  await field.fill(dayAfter(400))
  // It stays while it is on its way: what fails then would be said to nobody.
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/reviews/*/*/done', async (route) => {
    await held
    await route.continue()
  })
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeVisible()
  goOn()
  await expect(again).toHaveCount(0)
  await expect(panel).toContainText('by Ada Brooks')
  await expect(panel.getByText('Overdue since')).toHaveCount(0)
})

test('a policy that was deleted stands among the archived ones until it is restored', async ({
  page,
  desk,
}) => {
  const title = `Put away ${randomUUID().slice(0, 8)}`
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title, content: 'Words.' },
  })
  await desk.admin.api('DELETE /policies/:id', { params: { id: policy.id } })
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Archived' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.goto(`/policies?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
})

test('a link to an archived policy says so to an admin, and leads to its versions and back into use', async ({
  page,
  desk,
}) => {
  const title = `Old sign rules ${randomUUID().slice(0, 8)}`
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title, content: 'Signs come down at dusk.' },
  })
  await desk.admin.api('DELETE /policies/:id', { params: { id: policy.id } })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('This policy is archived.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Versions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
  await expect(page.getByText('This policy is archived.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the archived policies' }).click()
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByText('This policy is archived.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Signs come down at dusk.')).toBeVisible()
})
