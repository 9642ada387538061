import type { Browser, Page } from '@playwright/test'
import { scaled } from '../server/src/testing/patience.ts'
import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

/** The row of the team table that is about somebody. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** A tab of somebody else's, whose socket is open. */
async function openTab(browser: Browser, desk: Desk, who: Account, path = '/dashboard') {
  const page = await (await browser.newContext({ baseURL: desk.url })).newPage()
  const ready = page.waitForEvent('websocket')
  await signIn(page, who, desk.url)
  await page.goto(path)
  const socket = await ready
  await socket.waitForEvent('framereceived', (frame) => String(frame.payload).includes('ready'))
  return page
}

test('the last admin can’t be deactivated, demoted or deleted', async ({ page, emptyDesk }) => {
  const ada = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  await signIn(page, ada, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin`)
  await expect(page).toHaveURL(/\/admin\/people$/)
  const sentence = 'The last active admin has to stay an admin'

  await act(page, 'Ada Brooks', 'Deactivate')
  const asked = page.getByRole('dialog', { name: 'Deactivate Ada Brooks' })
  await expect(asked.getByText('Are you sure you want to deactivate this user?')).toBeVisible()
  await asked.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Failed to update user status')).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(sentence)).toBeHidden()

  await act(page, 'Ada Brooks', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit user' })
  await edit.getByLabel('Last name').fill('Brookes')
  await edit.getByLabel('Role').selectOption('agent')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('Failed to update user')).toBeVisible()
  await expect(edit.getByText(sentence)).toBeVisible()
  // What was typed is still there.
  await expect(edit.getByLabel('Last name')).toHaveValue('Brookes')
  await edit.getByRole('button', { name: 'Cancel' }).click()

  await act(page, 'Ada Brooks', 'Delete')
  const doomed = page.getByRole('dialog', { name: 'Delete Ada Brooks' })
  await doomed.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(rowOf(page, 'Ada Brooks').getByText('Active', { exact: true })).toBeVisible()

  // Once it goes well that is no longer the news.
  await emptyDesk.createAccount({ first_name: 'Bo', last_name: 'Ek' })
  await act(page, 'Bo Ek', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(rowOf(page, 'Bo Ek').getByText('Inactive', { exact: true })).toBeVisible()
  await expect(page.getByText(sentence)).toHaveCount(0)
})

test('a deactivated person is out within a second, in an open tab too, and comes back', async ({
  page,
  desk,
  browser,
}) => {
  const gus = await desk.createAccount({ first_name: 'Gus', last_name: 'Outbound' })
  const tab = await openTab(browser, desk, gus)
  await signIn(page, desk.admin)
  await page.goto('/admin/people?search=Outbound')
  await act(page, 'Gus Outbound', 'Deactivate')
  const out = tab.waitForURL(/\/login/).then(() => Date.now())
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await answer
  const since = Date.now()
  expect((await out) - since).toBeLessThan(scaled(1000))
  await expect(rowOf(page, 'Gus Outbound').getByText('Inactive')).toBeVisible()
  const credentials = { email: gus.email, password: gus.password }
  expect((await desk.api.raw('POST /auth/login', { body: credentials })).status).toBe(403)

  await act(page, 'Gus Outbound', 'Activate Account')
  await expect(rowOf(page, 'Gus Outbound').getByText('Active', { exact: true })).toBeVisible()
  expect((await desk.api.raw('POST /auth/login', { body: credentials })).status).toBe(200)
  await tab.close()
})

test('without a mail server Resend hands over the link; who was invited can be activated', async ({
  page,
  desk,
}) => {
  const email = 'ivy.invited@example.com'
  await desk.admin.api('POST /auth/invite', { body: { email } })
  await signIn(page, desk.admin)
  await page.goto('/admin/people?search=ivy.invited')
  await expect(rowOf(page, email).getByText('Not sent: hand over the link')).toBeVisible()
  await act(page, email, 'Resend Invitation')
  await expect(page.getByText(`Not sent: hand over the link to ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toContain('/accept-invite?token=')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await act(page, email, 'Activate Account')
  await expect(rowOf(page, email).getByText('No password yet')).toBeVisible()
  const token = new URL(link).searchParams.get('token')!
  expect((await desk.api.raw('GET /auth/invite/:token', { params: { token } })).status).toBe(200)
})

test('all that match are chosen, and printed under the letterhead, not only the page on screen', async ({
  page,
  desk,
}) => {
  const invitations = Array.from({ length: 60 }, (_, n) => ({
    email: `paper-${n}@example.com`,
    name: `Paula Paper ${n}`,
  }))
  await desk.admin.api('POST /auth/invites', { body: { invitations } })
  await signIn(page, desk.admin)
  await page.addInitScript(() => {
    globalThis.print = () => {
      const sheet = globalThis.document.querySelector('.printed-table')
      const rows = sheet?.querySelectorAll('tbody tr').length
      Object.assign(globalThis, { printed: `${rows} ${sheet?.textContent}` })
      globalThis.dispatchEvent(new Event('afterprint'))
    }
  })
  await page.goto('/admin/people?search=paula+paper')
  await expect(page.getByText('Page 1 · 60 in all')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('25 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Choose all 60 that match' }).click()
  await expect(page.getByText('60 chosen')).toBeVisible()
  await expect(page.getByRole('button', { name: /that match$/ })).toBeHidden()
  const turn = (way: 'Next' | 'Previous') => page.getByRole('button', { name: way }).click()
  await turn('Next')
  await expect(page.getByText('Page 2 · 60 in all')).toBeVisible()
  await turn('Next')
  await expect(page.getByRole('row')).toHaveCount(11)
  await turn('Previous')
  await expect(page.getByText('Page 2 · 60 in all')).toBeVisible()
  await turn('Next')
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()

  await page.keyboard.press('Control+p')
  const printed = async () => page.evaluate(() => Reflect.get(globalThis, 'printed') as string)
  await expect.poll(printed).toContain('60 Your Brokerage')
  expect(await printed()).toMatch(/60 rows · printed .*: paula paper/)
  await expect(page.locator('.printed-table')).toHaveCount(0)

  // Another search begins at its first row, wherever one was: 1, and 10 to 19.
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('paula paper 1')
  await expect(page.getByRole('row')).toHaveCount(12)

  const head = page.getByRole('columnheader', { name: 'Person' })
  await head.getByRole('button').click()
  await expect(page).toHaveURL(/order=desc/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('Paula Paper 19')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText(/Paula Paper 1(?!\d)/)
})

test('many are chosen, made to read a policy and deactivated, all by keyboard', async ({
  page,
  desk,
}) => {
  const names = ['Abe', 'Bea', 'Cy']
  const people = []
  for (const first of names) {
    people.push(await desk.createAccount({ first_name: first, last_name: 'Bulkley' }))
  }
  await desk.admin.api('POST /policies', { body: { title: 'Keys and codes', content: 'Read.' } })
  await signIn(page, desk.admin)
  await page.goto('/admin/people')
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('bulkley')
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('3 chosen')).toBeVisible()
  await expectAccessible(page)

  const bar = page.getByRole('region', { name: 'Chosen people' })
  await bar.getByRole('button', { name: 'Require Policy' }).focus()
  await page.keyboard.press('Enter')
  const require = page.getByRole('dialog', { name: 'Require policy' })
  await require.getByRole('button', { name: 'Require Policy' }).press('Enter')
  await expect(require.getByText('Please select a policy')).toBeVisible()
  await require.getByLabel('Policy').selectOption({ label: 'Keys and codes' })
  await require.getByRole('button', { name: 'Require Policy' }).press('Enter')
  await expect(page.getByText('is required of 3 people')).toBeVisible()
  await expect(bar).toBeHidden()
  for (const { api } of people) {
    expect((await api('GET /auth/me')).body.user.pending_policies).toHaveLength(1)
  }

  const { body: exam } = await desk.admin.api('POST /tests', { body: { title: 'Alarm codes' } })
  for (const first of ['Abe', 'Cy']) {
    await page.getByRole('checkbox', { name: `Select ${first} Bulkley` }).press('Space')
  }
  await bar.getByRole('button', { name: 'Require Test' }).press('Enter')
  const requireTest = page.getByRole('dialog', { name: 'Require test' })
  await requireTest.getByRole('button', { name: 'Require Test' }).press('Enter')
  await expect(requireTest.getByText('Please select a test')).toBeVisible()
  await requireTest.getByLabel('Test or training').selectOption({ label: 'Alarm codes' })
  await requireTest.getByRole('button', { name: 'Require Test' }).press('Enter')
  await expect(page.getByText('is required of 2 people')).toBeVisible()
  const tests = await Promise.all(
    people.map(async ({ api }) => (await api('GET /auth/me')).body.user.tests),
  )
  expect(tests.map((required) => required.map(({ id }) => id))).toEqual([[exam.id], [], [exam.id]])

  for (const first of ['Abe', 'Cy']) {
    await page.getByRole('checkbox', { name: `Select ${first} Bulkley` }).press('Space')
  }
  // Chosen people stay chosen while one looks for others.
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'Deactivate' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Deactivate accounts' })
  await expect(asked.getByText('Are you sure you want to deactivate these 2 users?')).toBeVisible()
  await expect(asked.getByRole('listitem')).toHaveText(['Abe Bulkley', 'Cy Bulkley'])
  await asked.getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('2 are deactivated.')).toBeVisible()
  const statuses = await Promise.all(
    people.map(async ({ api }) => (await api.raw('GET /auth/me')).status),
  )
  expect(statuses).toEqual([401, 200, 401])

  // Nothing is asked of who can't sign in, which is said before.
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('bulkley')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('row').filter({ hasText: 'Inactive' })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await bar.getByRole('button', { name: 'Require Test' }).press('Enter')
  await expect(requireTest.getByText('2 of them are inactive and left out.')).toBeVisible()
  await requireTest.getByLabel('Test or training').selectOption({ label: 'Alarm codes' })
  await requireTest.getByRole('button', { name: 'Require Test' }).press('Enter')
  await expect(page.getByText('is required of 1 person')).toBeVisible()

  // Who could not be changed is named, and stays chosen.
  const [abe, bea, cy] = people.map(({ user }) => user.id)
  const results = [
    { user_id: abe, outcome: 'refused', problem: 'Not today' },
    { user_id: bea, outcome: 'unchanged', problem: null },
    { user_id: cy, outcome: 'changed', problem: null },
  ]
  await page.route('**/admin/users/change-status', (route) => route.fulfill({ json: { results } }))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await bar.getByRole('button', { name: 'Activate', exact: true }).press('Enter')
  const activate = page.getByRole('dialog', { name: 'Activate accounts' })
  await activate.getByRole('button', { name: 'Activate' }).press('Enter')
  await expect(activate.getByRole('listitem')).toHaveText(['Abe Bulkley: Not today'])
  await activate.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByText('1 chosen')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select Abe Bulkley' })).toBeChecked()
})

test('who signs up under approval is counted, let in, and signs in', async ({ page, browser }) => {
  const desk = await startDesk({ SIGNUP_MODE: 'approval' })
  try {
    const ada = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
    await signIn(page, ada, desk.url)
    await page.goto(`${desk.url}/admin/policies`)
    const tabs = page.getByRole('navigation', { name: 'Admin Panel' })
    const tab = tabs.getByRole('link', { name: 'People' })
    await expect(tab).toHaveText('People')
    const newcomer = { email: 'newt@example.com', password: 'a brass bell on the desk' }
    const names = { first_name: 'Newt', last_name: 'Comer' }
    await desk.api('POST /auth/signup', { body: { ...names, ...newcomer } })
    // Without a reload: the list of people went stale.
    await expect(tab).toHaveText('People1 waiting for approval')
    await tab.click()
    await page.getByLabel('Status', { exact: true }).selectOption('Awaiting approval')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: 'Newt Comer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Newt Comer' })).toBeVisible()
    await page.getByRole('button', { name: 'Activate Account' }).click()
    await expect(page.getByText('Newt Comer is active.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Activate Account' })).toBeHidden()

    const theirs = await (await browser.newContext({ baseURL: desk.url })).newPage()
    await theirs.goto('/login')
    await theirs.getByLabel('Email').fill(newcomer.email)
    await theirs.getByLabel('Password', { exact: true }).fill(newcomer.password)
    await theirs.getByRole('button', { name: 'Sign in', exact: false }).click()
    await expect(theirs).toHaveURL(/\/dashboard$/)
    await theirs.close()
  } finally {
    await desk.remove()
  }
})

test('a person is edited while somebody else does, and helped in by a link', async ({
  page,
  desk,
}) => {
  const una = await desk.createAccount({ first_name: 'Una', last_name: 'Edgeworth' })
  await signIn(page, desk.admin)
  await page.goto(`/admin/people/${una.user.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit user' })
  await edit.getByLabel('Title').fill('Buyer Specialist')
  await una.api('PUT /users/me', {
    body: { first_name: 'Una', last_name: 'Edge', email: una.email },
  })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = edit.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict.getByRole('row', { name: /Last name/ })).toContainText('Edge')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep editing mine on top of it' }).click()
  // What was typed stays, what was not touched follows.
  await expect(edit.getByLabel('Title')).toHaveValue('Buyer Specialist')
  await expect(edit.getByLabel('Last name')).toHaveValue('Edge')
  await edit.getByLabel('Email').fill(desk.admin.email)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('A colleague already has this email address').first()).toBeVisible()
  await edit.getByLabel('Email').fill('una.edge@example.com')
  await edit.getByLabel('Role').selectOption('admin')
  await expect(edit.getByLabel('Title')).toHaveValue('Admin')
  await edit.getByLabel('Role').selectOption('agent')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Una Edge is saved.')).toBeVisible()
  await expect(page.getByText('Buyer Specialist · Agent')).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const shown = page.getByRole('dialog', { name: 'New password for Una Edge' })
  const link = await shown.getByLabel('Link', { exact: true }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Signed in nowhere at the moment.')).toBeVisible()
  const activity = page.getByRole('list', { name: 'Activity' })
  await expect(activity.getByText('asked for a new password for')).toBeVisible()
  const token = new URL(link).searchParams.get('token')
  const reset = { token, password: 'another bell for the desk' }
  expect((await desk.api.raw('POST /auth/reset-password', { body: reset })).status).toBe(200)

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/people$/)
  await page.goto(`/admin/people/${una.user.id}`)
  await expect(page.getByText('User not found')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/admin\/people$/)
})

test('the last three rows open their menu upward; a demoted admin leaves at once', async ({
  page,
  desk,
  browser,
}) => {
  const [first, ...others] = await Promise.all(
    ['Ann', 'Bob', 'Cat', 'Dan'].map((name) =>
      desk.createAccount({
        first_name: name,
        last_name: 'Menuson',
        email: `${name.toLowerCase()}.menuson@example.com`,
      }),
    ),
  )
  await signIn(page, desk.admin)
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/admin/people?search=Menuson')
  const expectSide = async (name: string, side: 'top' | 'bottom') => {
    await page.getByRole('button', { name: `Actions for ${name} Menuson` }).click()
    await expect(page.getByRole('menu')).toHaveAttribute('data-side', side)
    await page.keyboard.press('Escape')
  }
  await expectSide('Ann', 'bottom')
  for (const name of ['Bob', 'Cat', 'Dan']) await expectSide(name, 'top')
  // In a menu letters look for its lines, and lead nowhere.
  await page.getByRole('button', { name: 'Actions for Ann Menuson' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  for (const key of ['g', 't', '?']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/people\?search=Menuson$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const change = (role: string) =>
    desk.admin.api('PUT /admin/users/:id', { params: { id: first!.user.id }, body: { role } })
  await change('admin')
  const tab = await openTab(browser, desk, first!, '/admin/people')
  await expect(tab.getByRole('button', { name: 'Actions for Bob Menuson' })).toBeVisible()
  await change('agent')
  await expect(tab).toHaveURL(/\/dashboard$/)
  await tab.goto(`/admin/people/${others[0]!.user.id}`)
  await expect(tab).toHaveURL(/\/dashboard$/)
  await tab.close()
})

test('one’s own profile is not saved over what an admin changed meanwhile', async ({
  page,
  desk,
}) => {
  const ola = await desk.createAccount({ first_name: 'Ola', last_name: 'Before' })
  await signIn(page, ola)
  await page.goto('/profile/edit')
  await page.getByRole('textbox', { name: 'Bio' }).fill('Knows every lock box.')
  await desk.admin.api('PUT /admin/users/:id', {
    params: { id: ola.user.id },
    body: { name: 'Ola After' },
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict.getByRole('row', { name: /Last name/ })).toContainText('After')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await conflict.getByRole('button', { name: 'Keep editing mine on top of it' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('After')
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveText('Knows every lock box.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ola After' })).toBeVisible()
  await expect(page.getByText('Knows every lock box.')).toBeVisible()
})
