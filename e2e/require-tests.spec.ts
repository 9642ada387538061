import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { expectAccessibleInAll } from './looks.ts'
import { openRequire } from './require.ts'

const questions = [
  { question: 'Whom do you call?', options: ['The known number', 'The new one'], correctAnswer: 0 },
]

test('an admin requires a test of one person, who has it by its date', async ({ page, desk }) => {
  const cleo = await desk.createAccount({
    first_name: 'Cleo',
    last_name: 'Park',
    email: 'cleo.required@example.com',
  })
  const { body: made } = await desk.admin.api('POST /tests', {
    body: { title: 'Wires and scams', questions },
  })
  await signIn(page, desk.admin)
  await openRequire(page, 'tests', cleo.user)
  await page.getByRole('button', { name: 'Require Test' }).click()
  await expect(page.getByText('Please select a test')).toBeVisible()
  await page.keyboard.type('wires')
  await page.getByRole('radio', { name: 'Wires and scams' }).check()
  await page.getByLabel('Due date').fill('2031-05-01')
  await page.getByRole('button', { name: 'Require Test' }).click()
  await expect(page.getByText('Cleo Park now has to complete “Wires and scams”.')).toBeVisible()
  await page.waitForURL('**/admin/people')
  const mine = await cleo.api('GET /users/me')
  // Others may be asked of everyone at the worker's desk.
  expect(mine.body.tests.filter(({ id }) => id === made.id)).toMatchObject([
    { name: 'Wires and scams', required: true },
  ])
})

test('a training is assigned to everyone where it is read', async ({ page, desk }) => {
  const finn = await desk.createAccount({ email: 'finn.assigned@example.com' })
  const { body: training } = await desk.admin.api('POST /trainings', {
    body: { title: 'Keys and alarms', questions },
  })
  await signIn(page, desk.admin)
  await page.goto(`/training/${training.id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign' })
  await expect(dialog.getByText('Nobody yet.')).toBeVisible()
  await expectAccessible(page)
  // What went wrong is said where it was asked for, and what was chosen stays.
  await page.route(
    '**/tests/*/assign',
    (route) => route.fulfill({ status: 500, json: { error: 'The disk is full' } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The disk is full')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('“Keys and alarms” was assigned')).toBeVisible()
  const me = await finn.api('GET /users/me')
  expect(me.body.pending_trainings).toContain(training.id)
})

test('without anybody chosen it goes back to the people', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/require_tests')
  await page.waitForURL('**/admin/people')
})

test('requiring a test is accessible, in both themes and sizes', async ({ page, desk }) => {
  await desk.admin.api('POST /tests', { body: { title: 'Looked at', questions } })
  await signIn(page, desk.admin)
  await openRequire(page, 'tests', desk.admin.user)
  await page.getByRole('radio').first().waitFor()
  await page.getByRole('button', { name: 'Require Test' }).click()
  await expect(page.getByText('Please select a test')).toBeVisible()
  await expectAccessibleInAll(page)
  await expect(page.getByText('Please select a test')).toBeVisible()
})
