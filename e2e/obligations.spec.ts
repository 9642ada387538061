import type { Desk } from './desk.ts'
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
  // The next action is not to meet her once more.
  await expect(bar).toHaveCount(0)

  await page.goto(`${emptyDesk.url}/admin/overview`)
  await expect(page.getByRole('heading', { name: '2 people are behind' })).toBeVisible()
  await expectAccessible(page)
  const items = page.getByRole('table', { name: 'Policies, trainings and tests' })
  await items.getByRole('link', { name: '2 overdue' }).click()
  await expect(page).toHaveURL(/\/admin\/outstanding\?.*item=/)
  await expect(page.getByText('2 obligations match')).toBeVisible()

  // On paper: all of it, and what it is of.
  await page.evaluate(() => {
    globalThis.print = () => {
      const sheet = globalThis.document.querySelector('.printed-table')
      Object.assign(globalThis, { printed: sheet?.textContent })
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  const printed = async () => page.evaluate(() => Reflect.get(globalThis, 'printed') as string)
  await expect
    .poll(printed)
    .toMatch(/Who must do what2 rows · printed .*State: Overdue · Item: Lockbox keysPerson/)
  await page.goto(`${emptyDesk.url}/admin/overview`)
  await expect(items).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Twelve months' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
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
  await desk.createAccount({ first_name: 'Ida', last_name: 'Frost' })
  await signIn(page, mia)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'My Team' })).toBeHidden()

  await signIn(page, desk.admin)
  await page.goto('/admin/people')
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  // Where there is no team yet, the empty list has the button, too.
  await page.getByRole('button', { name: 'Add Team' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbor')
  const members = dialog.getByRole('group', { name: 'Members' })
  await members.getByRole('searchbox').fill('Tom Hale')
  await members.getByRole('checkbox', { name: 'Tom Hale' }).check()
  const managers = dialog.getByRole('group', { name: 'Managers' })
  for (const name of ['Mia Stone', 'Ida Frost']) {
    await managers.getByRole('searchbox').fill(name)
    await managers.getByRole('checkbox', { name }).check()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  const harbor = page.getByRole('row').filter({ hasText: 'Harbor' })
  await expect(harbor.getByRole('cell')).toHaveText(['Harbor', '1', '2', /./, ''])

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

test('after a policy is made, who has to sign it is asked, once', async ({ page, desk }) => {
  const title = `Keys ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Content' }).fill('Give them back.')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign policy' })
  await expect(dialog).toContainText(title)
  await expect(page).toHaveURL(/\/policies\/[0-9a-f-]{36}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('It is required of nobody.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()

  await page.goto('/admin/tests/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByLabel('Question', { exact: true }).fill('Right?')
  await page.getByLabel('Option 1 of question 1', { exact: true }).fill('Yes')
  await page.getByLabel('Option 2 of question 1', { exact: true }).fill('No')
  await page.getByLabel('Option 1 of question 1 is correct').check()
  await page.getByRole('button', { name: 'Create Test' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign' })
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(`“${title}” was assigned`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  await expect(assign).toBeHidden()
})

/** A run that is overdue, a renewal and something due: what the overview looks ahead to. */
async function anOfficeWithWork(emptyDesk: Desk) {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const tom = await emptyDesk.createAccount({ first_name: 'Tom', last_name: 'Hale' })
  const { api } = admin
  const steps = [{ title: 'Hang the signs' }, { title: 'Open the doors' }]
  const { body: process } = await api('POST /processes', {
    body: { title: 'Open house', category: 'Sales', steps },
  })
  // A due date in the past: the run is stuck from its start.
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '14 Ferry Road', due_at: inDays(-2) },
  })
  const { body: started } = await api('GET /processes/runs/:id', { params: { id: run.id } })
  await api('PUT /processes/runs/:id/steps/:step_id/assignee', {
    params: { id: run.id, step_id: started.steps[0]!.id },
    body: { user_id: tom.user.id },
  })
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Wire fraud', content: 'Call before you wire.' },
  })
  const recurrence = { type: 'rolling', months: 12 }
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [tom.user.id], recurrence, window_days: 30 },
  })
  await tom.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [admin.user.id], due_at: inDays(3) },
  })

  return admin
}

test('what stands still and what is ahead: from the overview to the renewals', async ({
  page,
  emptyDesk,
}) => {
  await signIn(page, await anOfficeWithWork(emptyDesk), emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/overview`)
  const due = page.getByRole('table', { name: 'Due this week' })
  await expect(due.getByRole('link', { name: 'Ada Brooks' })).toBeVisible()
  const stuck = page.getByRole('table', { name: 'Stuck runs' })
  await expect(stuck.getByRole('link', { name: 'Hang the signs' })).toBeVisible()
  await expectAccessible(page)
  const renewals = page.getByRole('table', { name: 'Renewals ahead' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV of renewals ahead' }).click()
  expect((await saved).suggestedFilename()).toBe('renewals.csv')
  await renewals.getByRole('link', { name: '1 renewal' }).click()
  await expect(page.getByText('1 obligation matches')).toBeVisible()
  await expect(page.getByText(/Only what is asked for from/)).toBeVisible()
})

test('the register has the steps of processes, and whose they are', async ({ page, emptyDesk }) => {
  await signIn(page, await anOfficeWithWork(emptyDesk), emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/overview`)
  await page.getByRole('link', { name: 'Stuck runs 1' }).click()
  const table = page.getByRole('table', { name: 'Open steps of processes' })
  await expect(table.getByRole('link', { name: 'Tom Hale' })).toBeVisible()
  await expect(page.getByText('1 step matches')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('State').selectOption('All open steps')
  await expect(page.getByText('2 steps match')).toBeVisible()
  await page.getByLabel('Search steps, runs and people').fill('doors')
  await expect(page.getByText('1 step matches')).toBeVisible()
  await table.getByRole('link', { name: 'Open the doors' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '14 Ferry Road' })).toBeVisible()
})

test('the people as CSV, and the dashboard’s card moves nothing', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/people?state=behind')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^people-.*\.csv$/)

  // Before anything is asked of anybody these stand in the card's place.
  const say = (dismissed: boolean) =>
    desk.admin.api('PUT /admin/first-steps', { body: { dismissed } })
  await say(true)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/admin/overview*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  const below = page.getByRole('heading', { name: 'Waiting for you' })
  await expect(below).toBeVisible()
  const card = page.getByRole('region', { name: 'Who is behind' })
  await expect(card).toHaveAttribute('aria-busy', 'true')
  // What else comes to the page by itself is there before it is measured.
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(1000)
  const before = await below.boundingBox()
  answer()
  await expect(card).toHaveAttribute('aria-busy', 'false')
  expect((await below.boundingBox())?.y).toBe(before?.y)
  await say(false)
})
