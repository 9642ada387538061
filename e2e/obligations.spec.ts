import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('who is behind, and remind them all: three clicks from the dashboard', async ({
  page,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ana = await emptyDesk.createAccount({ first_name: 'Ana', last_name: 'Ruiz' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Cole' })
  const { body: policy } = await admin.api('POST /policies', {
    body: { title: 'Lockbox keys', content: 'Give them back.' },
  })
  await admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [ana.user.id, ben.user.id], due_at: inDays(3) },
  })
  await emptyDesk.passDays(5)
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/dashboard`)

  await page.getByRole('link', { name: '2 people are behind' }).click()
  const table = page.getByRole('table', { name: 'Who must do what' })
  await expect(table.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Ben Cole' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remind all 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('Remind of 2 obligations?')
  await page.getByRole('button', { name: 'Remind now' }).click()
  await expect(page.getByText('Reminded of 2 obligations')).toBeVisible()
  await expect(table.getByText('just now')).toHaveCount(2)

  // One of them is let off, and the waiver is taken back at once.
  await page.getByRole('checkbox', { name: 'Select Ana Ruiz: Lockbox keys' }).check()
  const bar = page.getByRole('region', { name: 'Chosen obligations' })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Waive' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Waive' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('On leave')
  await dialog.getByRole('button', { name: 'Waive' }).click()
  await expect(table.getByRole('link', { name: 'Ana Ruiz' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible()

  await page.goto(`${emptyDesk.url}/admin/overview`)
  await expect(page.getByRole('heading', { name: '2 people are behind' })).toBeVisible()
  await expectAccessible(page)
  const items = page.getByRole('table', { name: 'Policies, trainings and tests' })
  await items.getByRole('link', { name: '2 overdue' }).click()
  await expect(page).toHaveURL(/\/admin\/outstanding\?.*item=/)
  await expect(page.getByText('2 obligations match')).toBeVisible()
})

test('a policy is signed again each year, as a record of its own', async ({ page, emptyDesk }) => {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ana = await emptyDesk.createAccount({ first_name: 'Ana', last_name: 'Ruiz' })
  const { body: policy } = await admin.api('POST /policies', {
    body: { title: 'Wire fraud', content: 'Call before you wire.' },
  })
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const assign = page.getByRole('dialog')
  await assign.getByLabel('How often').selectOption('Again some months after doing it')
  await assign.getByLabel('Months').fill('12')
  await expectAccessible(page)
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('0 of 2 signed')).toBeVisible()

  await signIn(page, ana, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Acknowledge Policy' }).click()
  await expect(page.getByText('You signed version 1 on')).toBeVisible()

  await emptyDesk.passDays(300)
  await page.goto(`${emptyDesk.url}/dashboard`)
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible()
  await emptyDesk.passDays(40)
  await page.reload()
  await expect(page.getByText('Policy to sign again')).toBeVisible()
  await page.getByRole('link', { name: 'Wire fraud' }).click()
  await page.getByRole('button', { name: 'Acknowledge Policy' }).click()
  await expect(page.getByText('You signed version 1 on')).toBeVisible()
  const { body: records } = await admin.api('GET /admin/policies/acknowledgments', { query: {} })
  expect(new Set(records.map((record) => record.sequence))).toEqual(new Set([1, 2]))

  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/people/${ana.user.id}`)
  const table = page.getByRole('table', { name: 'Obligations' })
  await expect(table.getByText('Done', { exact: true })).toHaveCount(2)
  await expect(table.getByText('Renewal ahead')).toHaveCount(1)
})

test('a manager sees their team, and nobody else', async ({ page, desk }) => {
  const { api } = desk.admin
  const mia = await desk.createAccount({ first_name: 'Mia', last_name: 'Stone' })
  const tom = await desk.createAccount({ first_name: 'Tom', last_name: 'Hale' })
  const eve = await desk.createAccount({ first_name: 'Eve', last_name: 'Marsh' })
  await signIn(page, mia)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'My Team' })).toBeHidden()

  await signIn(page, desk.admin)
  await page.goto('/admin/people')
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await page.getByRole('button', { name: 'Add Team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbor')
  const members = dialog.getByRole('group', { name: 'Members' })
  await members.getByRole('searchbox').fill('Tom Hale')
  await members.getByRole('checkbox', { name: 'Tom Hale' }).check()
  const managers = dialog.getByRole('group', { name: 'Managers' })
  await managers.getByRole('searchbox').fill('Mia Stone')
  await managers.getByRole('checkbox', { name: 'Mia Stone' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: 'Harbor', exact: true })).toBeVisible()

  const { body: policy } = await api('POST /policies', {
    body: { title: 'Sign riders', content: 'Take them down.' },
  })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [tom.user.id, eve.user.id], due_at: inDays(3) },
  })
  await signIn(page, mia)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My Team' }).first().click()
  const table = page.getByRole('table', { name: 'Who must do what' })
  await expect(table.getByRole('link', { name: 'Tom Hale' }).first()).toBeVisible()
  await expect(table.getByText('Eve Marsh')).toHaveCount(0)
  // Every row is theirs; the first is the header.
  const rows = (await table.getByRole('row').count()) - 1
  await expect(table.getByRole('link', { name: 'Tom Hale' })).toHaveCount(rows)
  await expectAccessible(page)
  await page.goto('/admin/outstanding')
  await page.waitForURL('**/dashboard')
})
