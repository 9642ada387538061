import { scaled } from '../server/src/testing/patience.ts'
import type { Account, Desk } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectAccessibleInAll } from './looks.ts'
import { openRequire } from './require.ts'

type SharedDesk = Desk & { admin: Account }

async function createPolicies(desk: SharedDesk, ...titles: string[]) {
  for (const title of titles) {
    await desk.admin.api('POST /policies', { body: { title, content: 'Do it well.' } })
  }
}

test('an admin requires a policy of one person, who has it by its date', async ({ page, desk }) => {
  const ana = await desk.createAccount({
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: 'ana.required@example.com',
  })
  await createPolicies(desk, 'Lockbox keys', 'Sign riders')
  await signIn(page, desk.admin)
  await openRequire(page, 'policies', ana.user)
  await expect(page.getByText('Ana Ruiz has to acknowledge it')).toBeVisible()

  await page.getByRole('button', { name: 'Require Policy' }).click()
  await expect(page.getByText('Please select a policy')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search policies' })).toBeFocused()
  await page.keyboard.type('LOCKBOX')
  await expect(page.getByRole('radio', { name: 'Sign riders' })).toBeHidden()
  await page.getByRole('radio', { name: 'Lockbox keys' }).check()
  await expect(page.getByText('Please select a policy')).toBeHidden()
  await page.getByLabel('Due date').fill('2031-05-01')
  // Who is meant, and what was chosen, outlives a failure.
  await page.route('**/require-policy', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Require Policy' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to require policy')
  await expect(page.getByRole('radio', { name: 'Lockbox keys' })).toBeChecked()

  await page.getByRole('button', { name: 'Require Policy' }).click()
  await expect(page.getByText('Ana Ruiz now has to acknowledge “Lockbox keys”.')).toBeVisible()
  const told = Date.now()
  await page.waitForURL('**/admin/people')
  expect(Date.now() - told).toBeGreaterThan(1500)
  expect(Date.now() - told).toBeLessThan(scaled(4000))

  await signIn(page, ana)
  await page.goto('/dashboard')
  const row = page.getByRole('listitem').filter({ hasText: 'Lockbox keys' })
  await expect(row).toContainText('Due May 1, 2031')
})

test('what awaits the person, and what they did, is said beside each policy', async ({
  page,
  desk,
}) => {
  const ben = await desk.createAccount({ email: 'ben.required@example.com' })
  await createPolicies(desk, 'Parking for guests', 'Pets')
  const { body: policies } = await desk.admin.api('GET /policies', { query: { limit: 100 } })
  const idOf = (title: string) => policies.find((policy) => policy.title === title)!.id
  await ben.api('POST /policies/:id/acknowledge', { params: { id: idOf('Parking for guests') } })
  await desk.admin.api('POST /admin/users/:id/require-policy', {
    params: { id: ben.user.id },
    body: { policy_id: idOf('Pets'), due_at: '2031-05-01T12:00:00Z' },
  })
  await signIn(page, desk.admin)
  await openRequire(page, 'policies', ben.user)
  await expect(page.getByRole('radio', { name: 'Pets' })).toHaveAccessibleDescription(
    'Awaits them already, by May 1, 2031',
  )
  await expect(page.getByRole('radio', { name: 'Parking for guests' })).toHaveAccessibleDescription(
    /^Acknowledged on /,
  )
  await page.getByRole('radio', { name: 'Parking for guests' }).check()
  await page.getByRole('button', { name: 'Require Policy' }).click()
  await expect(page.getByText('who has acknowledged it already')).toBeVisible()
})

test('without anybody chosen it goes back to the people; others than admins go home', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/require_policies')
  await page.waitForURL('**/admin/people')
  const agent = await desk.createAccount({ email: 'agent.required@example.com' })
  await signIn(page, agent)
  await page.goto('/admin/require_policies')
  await page.waitForURL('**/dashboard')
})

test('a due date is moved, taken away, and the requirement with it', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Moving dates', content: 'Do it well.' },
  })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { roles: ['manager'], due_at: '2031-05-01T12:00:00Z' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const list = page.getByRole('region', { name: 'Required of' })
  const change = list.getByRole('button', { name: 'Change the due date of All managers' })
  await change.click()
  await expect(list.getByLabel('Due date')).toBeFocused()
  await list.getByLabel('Due date').fill('2032-02-29')
  await page.keyboard.press('Enter')
  await expect(list.getByText('by Feb 29, 2032')).toBeVisible()
  await expect(change).toBeFocused()
  await change.click()
  await list.getByLabel('Due date').fill('')
  await list.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByText('by Feb 29, 2032')).toBeHidden()
  await list.getByRole('button', { name: 'Stop requiring it of All managers' }).click()
  await expect(list.getByText('Stop requiring this policy of all managers?')).toBeVisible()
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list.getByText('Nobody yet.')).toBeVisible()
})

test('everybody chooses by whose clock they are reminded', async ({ page, desk }) => {
  const dora = await desk.createAccount({ email: 'dora.clock@example.com' })
  await signIn(page, dora)
  await page.goto('/profile/notifications')
  const zone = page.getByLabel('Time zone')
  await expect(zone).toHaveValue('')
  await zone.selectOption('Pacific/Honolulu')
  await expect(page.getByText('Your time zone was saved')).toBeVisible()
  await page.reload()
  await expect(zone).toHaveValue('Pacific/Honolulu')
  await page.route('**/time-zone', (route) => route.abort(), { times: 1 })
  await zone.selectOption('Asia/Tokyo')
  await expect(page.getByRole('alert')).toContainText('Failed to save your time zone')
  await expect(zone).toHaveValue('Pacific/Honolulu')
})

test('requiring a policy is accessible, in both themes and sizes', async ({ page, desk }) => {
  await createPolicies(desk, 'Looked at')
  await signIn(page, desk.admin)
  await openRequire(page, 'policies', desk.admin.user)
  await page.getByRole('radio').first().waitFor()
  await page.getByRole('button', { name: 'Require Policy' }).click()
  await expect(page.getByText('Please select a policy')).toBeVisible()
  await expectAccessibleInAll(page)
  await expect(page.getByText('Please select a policy')).toBeVisible()
})
