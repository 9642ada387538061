import type { Page } from '@playwright/test'
import { expect, expectAccessible, letTimersRun, signIn, test } from './fixtures.ts'

const steps = (page: Page) => page.getByRole('group', { name: /^Step \d+$/ })
const titleOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Step ${number}`, exact: true }).getByLabel('Step title')

/** The titles in the order that the form shows them. */
const titles = async (page: Page) =>
  Promise.all((await page.getByLabel('Step title').all()).map((box) => box.inputValue()))

test('a step leads to a policy that was found while writing it', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Keys [and codes]', content: 'Codes change each Monday.' },
  })
  await signIn(page, desk.admin)
  await page.goto('/processes/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Keys handed over')
  await page.getByLabel('Category').selectOption('Sales')
  await titleOf(page, 1).fill('Read')
  const details = page.getByRole('textbox', { name: 'Details' })
  await details.fill('First read')
  await page.getByRole('button', { name: 'Link to something in step 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to' })
  await dialog.getByRole('searchbox').fill('nothing like it')
  await expect(dialog.getByText('Nothing matches “nothing like it”.')).toBeVisible()
  await dialog.getByRole('searchbox').fill('keys and')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keys [and codes]' }).click()
  await expect(details).toHaveText('First read Keys [and codes]')
  await expect(details.getByRole('link', { name: 'Keys [and codes]' })).toHaveAttribute(
    'href',
    `/policies/${policy.id}`,
  )
  await expect(page.getByRole('button', { name: 'Link to something in step 1' })).toBeFocused()
  await page.getByRole('button', { name: 'Create Process' }).click()
  // In the form the link is words that are written.
  await expect(page.getByRole('heading', { level: 1, name: 'Keys handed over' })).toBeVisible()
  await page.getByRole('link', { name: 'Keys [and codes]' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Keys [and codes]' })).toBeVisible()
})

test('a process is written with the keyboard alone', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/processes')
  await page.getByRole('link', { name: 'Add New Process' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Process' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
  await page.keyboard.type('Keys handed over')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Sales')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('From the safe to the buyer')
  await titleOf(page, 1).focus()
  await page.keyboard.type('Sign')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10')
  const add = page.getByRole('button', { name: 'Add Step' })
  for (const [index, title] of ['Count', 'Fetch'].entries()) {
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(titleOf(page, index + 2)).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Tab')
    await page.keyboard.type('2.5')
  }
  await expect(page.getByText('Estimated total time: 15 min')).toBeVisible()

  // Fetch goes to the top by its handle, Sign to the end by its button.
  await page.getByRole('button', { name: 'Drag step 3' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Fetch is lifted from step 3 of 3.')).toBeAttached()
  await letTimersRun(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Fetch would be step 2 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Fetch would be step 1 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => titles(page)).toEqual(['Fetch', 'Sign', 'Count'])
  const down = page.getByRole('button', { name: 'Move step 2 down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual(['Fetch', 'Count', 'Sign'])
  await expect(page.getByText('Sign is now step 3 of 3.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move step 3 up' })).toBeFocused()

  await page.getByRole('button', { name: 'Create Process' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Keys handed over' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Fetch', 'Count', 'Sign'])
  await expect(page.getByText('3 steps · 15 min')).toBeVisible()
})

test('steps are dragged with the mouse, removed, and brought back', async ({ page, desk }) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'Dragged',
      category: 'Other',
      steps: ['One', 'Two', 'Three'].map((title) => ({ title })),
    },
  })
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}/edit`)
  // High enough for the page not to scroll under the pointer.
  await page.setViewportSize({ width: 1440, height: 1600 })
  await expect(steps(page)).toHaveCount(3)
  const handle = page.getByRole('button', { name: 'Drag step 1' })
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  const to = (await page.getByRole('button', { name: 'Drag step 2' }).boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 40, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 10 })
  await page.mouse.up()
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three'])
  await page.getByRole('button', { name: 'Remove step 2' }).click()
  await expect.poll(() => titles(page)).toEqual(['Two', 'Three'])
  await expect(titleOf(page, 2)).toBeFocused()
  // Each text has one of its own.
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three'])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/processes/${process.id}$`))
  const { body } = await desk.admin.api('GET /processes/:id', { params: { id: process.id } })
  expect(body.steps.map((step) => [step.order_number, step.title])).toEqual([
    [1, 'Two'],
    [2, 'One'],
    [3, 'Three'],
  ])
})

test('what is missing is said in the words of the form, and unsaved steps outlive a reload', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/processes/add')
  const create = page.getByRole('button', { name: 'Create Process' })
  const alert = page.getByRole('alert')
  await create.click()
  await expect(alert).toHaveText('Process title is required')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a process')
  await create.click()
  await expect(alert).toHaveText('Category is required')
  await page.getByLabel('Category').selectOption('HR')
  await create.click()
  await expect(alert).toHaveText('At least one step with a title is required')
  await expect(titleOf(page, 1)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Remove step/ })).toHaveCount(0)
  await titleOf(page, 1).fill('First')
  await page.getByRole('button', { name: 'Add Step' }).click()
  await titleOf(page, 2).fill('Second')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(titleOf(page, 2)).toHaveValue('Second')
  await expect(page.getByText(/Your unsaved text from .* is back/)).toBeVisible()
})

test('the second of two editors keeps their steps', async ({ page, desk }) => {
  const { api } = desk.admin
  const body = { title: 'Twice', category: 'Sales', steps: [{ title: 'Call' }] }
  const { body: process } = await api('POST /processes', { body })
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}/edit`)
  await titleOf(page, 1).fill('Call twice')
  await api('PUT /processes/:id', {
    params: { id: process.id },
    body: { ...body, steps: [{ title: 'Write' }] },
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict).toContainText('Write')
  await expect(titleOf(page, 1)).toHaveValue('Call twice')
  await page.getByRole('button', { name: /keep editing mine/i }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Call twice'])
})

test('ticks are kept for the person in this browser, and a ticked step folds away', async ({
  page,
  desk,
}) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'Followed',
      category: 'Support',
      steps: [{ title: 'Listen', description: 'To the **end**.' }, { title: 'Write' }],
    },
  })
  const other = await desk.createAccount()
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}`)
  await expect(page.getByText('To the end.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Step 1 done: Listen' }).check()
  await expect(page.getByText('To the end.')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Step 1 done: Listen' })).toBeChecked()
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await expect(page.getByText('To the end.')).toBeVisible()
  await signIn(page, other)
  await page.goto(`/processes/${process.id}`)
  await expect(page.getByRole('checkbox', { name: 'Step 1 done: Listen' })).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('a run goes to its end by keyboard, while a colleague watches', async ({
  page,
  browser,
  desk,
}) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'Walk-through',
      category: 'Sales',
      steps: ['Doors', 'Windows', 'Keys'].map((title) => ({ title, description: `See ${title}` })),
    },
  })
  const agent = await desk.createAccount({ first_name: 'Ben', last_name: 'Agent' })
  await signIn(page, agent)
  await page.goto(`/processes/${process.id}`)
  await page.getByRole('button', { name: 'Start a Run' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.type('14 Ferry Road')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '14 Ferry Road' })).toBeVisible()

  const far = { reducedMotion: 'reduce', timezoneId: 'America/Los_Angeles' } as const
  const watching = await (await browser.newContext(far)).newPage()
  await signIn(watching, desk.admin, desk.url)
  await watching.goto(page.url())
  await expect(watching.getByText('0 of 3 done')).toBeVisible()

  // The end of a day in Los Angeles, which is the day after it here.
  await agent.api('PUT /processes/runs/:id', {
    params: { id: new URL(page.url()).pathname.split('/').at(-1)! },
    body: { title: '14 Ferry Road', due_at: '2042-05-07T06:59:59Z' },
  })
  await expect(watching.getByText('Due May 6, 2042')).toBeVisible()
  await watching.getByRole('button', { name: 'Title and Date' }).click()
  await expect(watching.getByRole('textbox', { name: 'Due date' })).toHaveValue('2042-05-06')
  await watching.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: 'Hand over step 2: Windows' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'A role' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Admins' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Hand Over' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main').getByText('Handed to Admins')).toBeVisible()
  await expect(watching.getByText('Waiting for you (Admins)')).toBeVisible()

  for (const [index, title] of ['Doors', 'Windows', 'Keys'].entries()) {
    const box = page.getByRole('checkbox', { name: `Step ${index + 1} done: ${title}` })
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
    await expect(box).toBeFocused()
    await expect(watching.getByText(`${index + 1} of 3 done`)).toBeVisible()
  }
  await page.getByRole('textbox', { name: 'Add a comment' }).focus()
  await page.keyboard.type('All *dry*.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All dry.')).toBeVisible()
  await page.getByRole('button', { name: 'Finish Run' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('Finished')).toBeVisible()
  await expect(watching.getByRole('article').getByText('Finished')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Step 1 done/ })).toBeDisabled()
  await expectAccessible(page)

  await watching.goto('/admin/processes')
  await expect(watching.getByRole('link', { name: '14 Ferry Road' })).toHaveCount(0)
  await watching.getByRole('button', { name: 'History' }).click()
  await expect(watching.getByRole('link', { name: '14 Ferry Road' })).toBeVisible()
  await watching.context().close()
})

test('a colleague’s tick does not take back the one that is on its way', async ({ page, desk }) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'Hand over keys',
      category: 'Sales',
      steps: ['Count', 'Sign'].map((title) => ({ title, description: title })),
    },
  })
  const { body: run } = await desk.admin.api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '3 Mill Lane' },
  })
  const { body: detail } = await desk.admin.api('GET /processes/runs/:id', {
    params: { id: run.id },
  })
  const agent = await desk.createAccount({ first_name: 'Kim', last_name: 'Keys' })
  await signIn(page, agent)
  await page.goto(`/processes/runs/${run.id}`)
  await expect(page.getByText('0 of 2 done')).toBeVisible()
  let keep = () => {}
  const held = new Promise<void>((resolve) => {
    keep = resolve
  })
  await page.route('**/done', async (route) => {
    await held
    await route.continue()
  })
  const kept = page.waitForResponse('**/done')
  await page.getByRole('checkbox', { name: /Count/ }).click()
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await desk.admin.api('PUT /processes/runs/:id/steps/:step_id/done', {
    params: { id: run.id, step_id: detail.steps[1]!.id },
    body: { done: true },
  })
  await expect(page.getByText('2 of 2 done')).toBeVisible()
  keep()
  await (await kept).finished()
  await page.reload()
  await expect(page.getByText('2 of 2 done')).toBeVisible()
})

test('a run with open steps asks before it finishes, and is steered by nobody else', async ({
  page,
  browser,
  desk,
}) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: { title: 'Hand-over', category: 'Sales', steps: [{ title: 'Keys' }, { title: 'Codes' }] },
  })
  const agent = await desk.createAccount()
  const { body: run } = await agent.api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: 'Two steps open' },
  })
  await signIn(page, agent)
  await page.goto(`/processes/runs/${run.id}`)
  await page.getByRole('button', { name: 'Finish Run' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('2 steps are not ticked')
  const { body: still } = await agent.api('GET /processes/runs/:id', { params: { id: run.id } })
  expect(still.run.state).toBe('in_progress')
  await question.getByRole('button', { name: 'Finish Run' }).click()
  await expect(page.getByRole('article').getByText('Finished')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Run' })).toBeVisible()

  const colleague = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await signIn(colleague, await desk.createAccount(), desk.url)
  await colleague.goto(`/processes/runs/${run.id}`)
  await expect(colleague.getByRole('button', { name: 'Print' })).toBeVisible()
  for (const name of ['Finish Run', 'Title and Date', 'Cancel Run']) {
    await expect(colleague.getByRole('button', { name })).toHaveCount(0)
  }
  await colleague.context().close()
})

test('a process is deleted in two steps and brought back; an unknown one leads to the list', async ({
  page,
  desk,
}) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: { title: 'Short-lived steps', category: 'Other', steps: [{ title: 'One' }] },
  })
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}`)
  await page.getByRole('button', { name: /^delete/i }).click()
  await expect(page.getByText(/Are you sure you want to delete this process\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/processes$/)
  await expect(page.getByRole('link', { name: 'Short-lived steps' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Short-lived steps' })).toBeVisible()
  await page.goto('/processes/00000000-0000-7000-8000-000000000000')
  await expect(page).toHaveURL(/\/processes$/)
  await expect(page.getByText('Process not found')).toBeVisible()
})

test('an agent is kept out of the forms, and sees no drafts', async ({ page, desk }) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: { title: 'Not yet', category: 'Other', status: 'draft', steps: [{ title: 'One' }] },
  })
  const agent = await desk.createAccount()
  await signIn(page, agent)
  for (const path of [
    '/processes/add',
    `/processes/${process.id}/edit`,
    `/processes/${process.id}`,
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/processes$/)
  }
  await expect(page.getByRole('link', { name: 'Not yet' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add New Process' })).toHaveCount(0)
})

test('a brokerage without processes is told so', async ({ page, emptyDesk }) => {
  const admin = await emptyDesk.createAccount()
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/processes`)
  await expect(page.getByText('No Processes Available')).toBeVisible()
  await expectAccessible(page)
})

test('after Show more the keyboard is at the first process that came', async ({ page, desk }) => {
  for (let number = 100; number < 151; number += 1) {
    const body = { title: `Long list ${number}`, category: 'Other', steps: [{ title: 'One' }] }
    await desk.admin.api('POST /processes', { body })
  }
  await signIn(page, desk.admin)
  await page.goto('/processes?search=Long+list')
  // What could not be had is said, and what is there stays.
  const next = /processes\?.*cursor=/
  await page.route(next, (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full' } }),
  )
  const more = page.getByRole('button', { name: 'Show more' })
  // News of what was just written may take its place.
  await expect(async () => {
    await more.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Failed to load more. The disk is full', {
      timeout: 10_000,
    })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Long list 100' })).toBeVisible()
  await page.unroute(next)
  await more.press('Enter')
  await expect(page.getByRole('link', { name: 'Long list 150' })).toBeFocused()
})

test('steps come with their texts: nothing moves under the finger', async ({ page, desk }) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'In one piece',
      category: 'Sales',
      steps: [{ title: 'First', description: 'Ask for the *form*.' }, { title: 'Second' }],
    },
  })
  await page.route('**/assets/markdown-render*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}`)
  await page.getByRole('checkbox', { name: 'Step 2 done: Second' }).waitFor()
  expect(await page.getByText('Ask for the form.').isVisible()).toBe(true)
})

test('a step that is handed over stands on the dashboard at once, until it is ticked', async ({
  page,
  emptyDesk: desk,
}) => {
  const { api } = await desk.createAccount({ first_name: 'Ada', last_name: 'Broker' })
  const { body: process } = await api('POST /processes', {
    body: { title: 'Closing', category: 'Sales', steps: [{ title: 'Fetch the keys' }] },
  })
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '9 Harbor Lane', due_at: new Date(Date.now() + 864e5).toISOString() },
  })
  const { body: detail } = await api('GET /processes/runs/:id', { params: { id: run.id } })
  const params = { id: run.id, step_id: detail.steps[0]!.id }
  const agent = await desk.createAccount({ first_name: 'Ben', last_name: 'Agent' })
  await signIn(page, agent, desk.url)
  await page.goto(`${desk.url}/dashboard`)
  const nothing = page.getByText(/^(Nothing is waiting for you|There are no policies yet)$/)
  await expect(nothing).toBeVisible()
  const { body: me } = await agent.api('GET /auth/me')
  await api('PUT /processes/runs/:id/steps/:step_id/assignee', {
    params,
    body: { user_id: me.user.id },
  })
  await expect(page.getByText('Step of 9 Harbor Lane')).toBeVisible()
  await expect(nothing).toHaveCount(0)
  await expect(page.getByRole('link', { name: '1 awaiting you: Processes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Fetch the keys' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '9 Harbor Lane' })).toBeVisible()
  // With the press itself, however long the server takes.
  const tick = page.getByRole('checkbox', { name: 'Step 1 done: Fetch the keys' })
  const isTicked = await tick.evaluate((box: HTMLInputElement) => {
    box.click()
    return box.checked
  })
  expect(isTicked).toBe(true)
  await expect(page.getByRole('link', { name: 'Processes', exact: true })).toBeVisible()
  await page.goto(`${desk.url}/dashboard`)
  await expect(nothing).toBeVisible()
})

test('a process of ten steps, half of them folded, prints on one page with all it says', async ({
  page,
  desk,
}) => {
  const parts = Array.from({ length: 10 }, (_, index) => `Part ${index + 1}`)
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'On paper',
      category: 'Sales',
      steps: parts.map((title) => ({ title, description: `How **${title}** is done.` })),
    },
  })
  await signIn(page, desk.admin)
  await page.goto(`/processes/${process.id}`)
  for (const index of [1, 2, 3, 4, 5]) {
    await page.getByRole('checkbox', { name: new RegExp(`^Step ${index} done`) }).check()
  }
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('How Part 1 is done.')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start a Run' })).toBeHidden()
})
