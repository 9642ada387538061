import { expect, signIn, test } from './fixtures.ts'

test('the second of two editors is told, compares, and keeps their text', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Keys', content: 'Keys stay in the box.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Keys stay in the safe.')
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Keys', content: 'Keys stay with the manager.' },
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict).toContainText('manager')
  // It appears far above the button that was pressed.
  await expect(conflict).toBeFocused()
  await expect(content).toHaveText('Keys stay in the safe.')
  // Theirs instead, and after all one's own on top of it.
  await page.getByRole('button', { name: 'Discard mine' }).click()
  await expect(content).toHaveText('Keys stay with the manager.')
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(content).toHaveText('Keys stay in the safe.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
  const versions = await api('GET /policies/:id/versions', { params: { id: policy.id } })
  expect(versions.body.map((version) => version.content)).toEqual([
    'Keys stay in the safe.',
    'Keys stay with the manager.',
    'Keys stay in the box.',
  ])
})

test('one’s own save is not announced as somebody else’s', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Keys', content: 'Keys stay in the box.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  await page.getByRole('textbox', { name: 'Content' }).fill('Keys stay in the safe.')
  // The saved policy is there again before all else that the save touches.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/auth/me', async (route) => {
    await held
    await route.continue()
  })
  const isFresh = page.waitForResponse(
    (response) =>
      response.url().endsWith(`/policies/${policy.id}`) && response.request().method() === 'GET',
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await (await isFresh).finished()
  await page.waitForTimeout(300)
  await expect(page.getByText('after you began to edit it')).toHaveCount(0)
  release()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
})

test('unsaved text outlives a reload, and leaving asks', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a policy')
  await page.getByRole('textbox', { name: 'Content' }).fill('The first sentence of')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a policy')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('The first sentence of')
  await page.getByRole('link', { name: 'Front Desk' }).first().click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
})

test('text that was kept is still on top of the version that it was begun on', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Signs', content: 'Signs stay for a week.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Signs stay for a month.')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/theme.js')
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Signs', content: 'Signs stay for a year.' },
  })
  await page.goto(`/policies/${policy.id}/edit`)
  await expect(content).toHaveText('Signs stay for a month.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByRole('region', { name: 'Saved by somebody else meanwhile' }),
  ).toContainText('year')
  const { body: now } = await api('GET /policies/:id', { params: { id: policy.id } })
  expect(now.content).toBe('Signs stay for a year.')
})

test('what is missing is said and the first empty field has the focus', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Content' }).fill('Only a content')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('Only a content')
})

test('deleting takes two steps and can be undone', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Short-lived', content: 'Text.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  await page.getByRole('button', { name: /^delete/i }).click()
  await expect(page.getByText('Are you sure you want to delete this policy?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Are you sure you want to delete this policy?')).toHaveCount(0)
  await page.getByRole('button', { name: /^delete/i }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/policies$/)
  await expect(page.getByRole('link', { name: 'Short-lived' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Short-lived' })).toBeVisible()
})

test('versions are compared side by side', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Lockboxes', content: 'Use the blue lockbox.' },
  })
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Lockboxes', content: 'Use the green lockbox.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/history`)
  await expect(page.locator('del')).toHaveText(/blue/)
  await expect(page.locator('ins')).toHaveText(/green/)
})

test('a text that changed while it was read is not acknowledged unseen', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Open houses', content: 'Two agents at least.' },
  })
  await api('POST /policies/:id/assign', { params: { id: policy.id }, body: { everyone: true } })
  const agent = await desk.createAccount({ email: 'reads@example.com' })
  await signIn(page, agent)
  await page.route('**/chat/ws', (route) => route.abort())
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByText('Two agents at least.')).toBeVisible()
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Open houses', content: 'Three agents at least.' },
  })
  await page.getByRole('button', { name: 'Acknowledge Policy' }).click()
  await expect(page.getByText('Three agents at least.').first()).toBeVisible()
  const read = await agent.api('GET /policies/:id', { params: { id: policy.id } })
  expect(read.body.acknowledged_version).toBeNull()
})

test('the text on screen stays until its reader turns to the newer one', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Parking', content: 'Park behind the house.' },
  })
  await signIn(page, await desk.createAccount())
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByText('Park behind the house.')).toBeVisible()
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Parking', content: 'Park in front of it.' },
  })
  const turn = page.getByRole('button', { name: 'Show version 2' })
  await expect(turn).toBeVisible()
  await expect(page.getByText('Park behind the house.')).toBeVisible()
  await expect(page.getByText('Park in front of it.')).toHaveCount(0)
  await turn.click()
  await expect(page.getByText('Park in front of it.').first()).toBeVisible()
})

test('a newer version that asks nobody again can be acknowledged all the same', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Coffee', content: 'Clean teh machine.' },
  })
  const params = { id: policy.id }
  await api('POST /policies/:id/assign', { params, body: { everyone: true } })
  const agent = await desk.createAccount()
  await agent.api('POST /policies/:id/acknowledge', { params })
  await api('PUT /policies/:id', {
    params,
    body: { title: 'Coffee', content: 'Clean the machine.', material: false },
  })
  await signIn(page, agent)
  await page.goto(`/policies/${policy.id}`)
  await page.getByRole('button', { name: 'Acknowledge Policy' }).click()
  await expect(page.getByRole('button', { name: 'Acknowledge Policy' })).toHaveCount(0)
  // The button goes before the server has answered.
  const acknowledged = async () =>
    (await agent.api('GET /policies/:id', { params })).body.acknowledged_version
  await expect.poll(acknowledged).toBe(2)
})

test('signing out asks first, and then leaves no unsaved text behind', async ({ page, desk }) => {
  const { body } = await desk.api('POST /auth/login', {
    body: { email: desk.admin.email, password: desk.admin.password },
  })
  // A session of its own: the worker's other tests go on with the admin's.
  await signIn(page, { ...desk.admin, ...body })
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Nobody else reads this')
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:')))
  await expect.poll(kept).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/(login)?$/)
  await expect.poll(kept).toEqual([])
})

test('what was opened just now is edited at once', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Edited at once', content: 'Text.' },
  })
  const { body: process } = await api('POST /processes', {
    body: { title: 'Edited at once', category: 'Sales', steps: [{ title: 'One step' }] },
  })
  await signIn(page, desk.admin)
  for (const path of [`/policies/${policy.id}`, `/processes/${process.id}`]) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Edited at once')
  }
})
