import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const undo = (page: Page) =>
  page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a role and a title are changed where they stand, on top of what others changed', async ({
  page,
  desk,
}) => {
  const person = await desk.createAccount({ first_name: 'Rosa', last_name: 'Inplace' })
  const { api } = desk.admin
  const params = { id: person.user.id }
  await signIn(page, desk.admin)
  await page.goto('/admin/people?search=Inplace')
  const cells = row(page, 'Rosa Inplace')
  await cells.getByRole('button', { name: /change the title of Rosa/ }).click()
  const title = page.getByRole('textbox', { name: 'Title of Rosa Inplace' })
  await expect(title).toBeFocused()
  await title.fill('Nothing of it')
  await page.keyboard.press('Escape')
  await expect(title).toBeHidden()
  await expect(cells.getByText('Nothing of it')).toBeHidden()

  // By keyboard: Enter begins and saves, and one is back where one began.
  await expect(cells.getByRole('button', { name: /change the title/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await title.fill('Closing coordinator')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(cells.getByText('Closing coordinator')).toBeVisible()
  await expect(cells.getByRole('button', { name: /change the title/ })).toBeFocused()

  // Somebody else changes the same while one types: both are shown, nothing typed is lost.
  await page.keyboard.press('Enter')
  await title.fill('Mine')
  await api('PUT /admin/users/:id', { params, body: { title: 'Theirs' } })
  await page.keyboard.press('Enter')
  await expect(cells.getByRole('alert')).toContainText('Somebody else has changed it to “Theirs”')
  await expect(title).toHaveValue('Mine')
  await expectAccessible(page)
  await cells.getByRole('button', { name: 'Save mine' }).click()
  await expect(cells.getByRole('button', { name: /^Mine/ })).toBeVisible()

  // Where it can't be saved, what was typed stays, with the reason.
  await cells.getByRole('button', { name: /change the title of Rosa/ }).click()
  await title.fill('Not yet')
  const save = `**/api/v1/admin/users/${params.id}`
  await page.route(save, async (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { error: 'The disk is full' } })
      : route.continue(),
  )
  await page.keyboard.press('Enter')
  await expect(cells.getByText('The disk is full')).toBeVisible()
  await expect(title).toHaveValue('Not yet')
  await page.unroute(save)
  await page.keyboard.press('Escape')
  await expect(cells.getByRole('button', { name: /^Mine/ })).toBeVisible()

  await cells.getByRole('button', { name: /change the role of Rosa/ }).click()
  await page.getByRole('combobox', { name: 'Role of Rosa Inplace' }).selectOption('manager')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change the role of Rosa Inplace?' })
  await expect(dialog).toContainText('From Agent to Manager')
  await dialog.getByRole('button', { name: 'Make them a Manager' }).click()
  await expect(cells.getByRole('button', { name: /^Manager/ })).toBeVisible()
  const saved = await api('GET /admin/users/:id', { params })
  expect(saved.body).toMatchObject({ role: 'manager', title: 'Mine' })
})

test('titles and categories of policies, processes, trainings and tests', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const policy = await api('POST /policies', {
    body: { title: 'Inplace policy', content: 'A text that stays as it is.\n\n- one\n- two' },
  })
  await api('POST /policies', { body: { title: 'Inplace before it', content: 'Text.' } })
  const process = await api('POST /processes', {
    body: { title: 'Inplace process', category: 'Sales', steps: [{ title: 'Call' }] },
  })
  const training = await api('POST /trainings', { body: { title: 'Inplace training' } })
  const check = await api('POST /tests', { body: { title: 'Inplace test' } })
  await signIn(page, desk.admin)

  await page.goto('/policies?search=Inplace')
  await page.getByRole('button', { name: 'Change the title of Inplace policy' }).click()
  const title = page.getByRole('textbox', { name: 'Title of Inplace policy' })
  await title.fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Please enter a title' })).toBeVisible()
  // Back to what it was saves nothing and asks nothing; Tab goes on to the next cell, and back.
  await title.fill('Inplace policy')
  await page.keyboard.press('Tab')
  const category = page.getByRole('combobox', { name: 'Category of Inplace policy' })
  await expect(category).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(title).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(category).toBeFocused()
  await category.fill('Safety')
  const { title: unchanged, content } = policy.body
  await api('PUT /policies/:id', {
    params: { id: policy.body.id },
    body: { title: unchanged, content, category: 'Office', material: false },
  })
  await page.keyboard.press('Enter')
  const told = page.getByRole('alert').filter({ hasText: 'Somebody else has changed it' })
  await expect(told).toContainText('“Office”')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByRole('button', { name: /^Safety/ })).toBeVisible()
  await page.getByRole('button', { name: 'Change the title of Inplace policy' }).click()
  await title.fill('Inplace policy, renamed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('version 2 of the policy')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: 'Inplace policy, renamed' })).toBeVisible()
  const saved = await api('GET /policies/:id', { params: { id: policy.body.id } })
  expect(saved.body).toMatchObject({
    title: 'Inplace policy, renamed',
    category: 'Safety',
    version: 2,
    material_version: 1,
    content: 'A text that stays as it is.\n\n- one\n- two',
  })

  await page.goto('/processes?search=Inplace')
  await page
    .getByRole('button', { name: /^Sales\b.*change the category of Inplace process/ })
    .click()
  await page.getByRole('combobox', { name: 'Category of Inplace process' }).selectOption('HR')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^HR\b.*change/ })).toBeVisible()
  const steps = await api('GET /processes/:id', { params: { id: process.body.id } })
  expect(steps.body).toMatchObject({ process: { category: 'HR' }, steps: [{ title: 'Call' }] })

  await page.goto('/training?search=Inplace')
  await page.getByRole('button', { name: 'Change the title of Inplace training' }).click()
  await page.getByRole('textbox', { name: 'Title of Inplace training' }).fill('Inplace course')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Inplace course', exact: true })).toBeVisible()
  expect(
    (await api('GET /trainings/:id', { params: { id: training.body.id } })).body.training.title,
  ).toBe('Inplace course')

  await page.goto('/tests?search=Inplace')
  await page.getByRole('button', { name: 'Change the title of Inplace test' }).click()
  await page.getByRole('textbox', { name: 'Title of Inplace test' }).fill('Inplace check')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Inplace check', exact: true })).toBeVisible()
  expect((await api('GET /tests/:id', { params: { id: check.body.id } })).body.title).toBe(
    'Inplace check',
  )

  // On a phone the row's menu does it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/policies?search=Inplace')
  await expect(page.getByRole('button', { name: /^Change the title/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Inplace policy, renamed' }).click()
  await page.getByRole('menuitem', { name: 'Change the category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the category' })
  await dialog.getByRole('combobox').fill('Office')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Office', { exact: true })).toBeVisible()
})

test('a date is moved in the register, and what was done is taken back', async ({ page, desk }) => {
  const { api } = desk.admin
  const person = await desk.createAccount({ first_name: 'Uma', last_name: 'Inplace' })
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Undone policy', content: 'Text.' },
  })
  const params = { id: policy.id }
  await api('POST /policies/:id/assign', {
    params,
    body: { user_ids: [person.user.id], due_at: '2041-03-04T12:00:00Z' },
  })
  await signIn(page, desk.admin)
  await page.goto('/admin/outstanding?search=Undone+policy')
  const cells = row(page, 'Uma Inplace')
  await cells.getByRole('button', { name: /change the due date of Uma/ }).click()
  await page.getByLabel('Due date of Uma Inplace: Undone policy').fill('2042-05-06')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Move the date' }).click()
  await expect(cells.getByText('May 6, 2042')).toBeVisible()
  await undo(page).click()
  await expect(cells.getByText('Mar 4, 2041')).toBeVisible()

  await page.goto('/admin/people?search=Uma+Inplace')
  await row(page, 'Uma Inplace').getByRole('button', { name: 'Actions for Uma Inplace' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row(page, 'Uma Inplace').getByText('Inactive')).toBeVisible()
  await undo(page).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(row(page, 'Uma Inplace').getByText('Inactive')).toBeHidden()

  await page.goto(`/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stop requiring it of Uma Inplace' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Nobody yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await undo(page).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect((await api('GET /policies/:id/requirements', { params })).body).toMatchObject([
    { user_id: person.user.id, due_at: '2041-03-04T12:00:00.000Z' },
  ])
})
