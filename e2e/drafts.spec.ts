import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a policy is drafted, previewed, commented on and published, and read only then', async ({
  page,
  desk,
  browser,
}) => {
  const title = `Drafted ${randomUUID().slice(0, 8)}`
  const agent = await desk.createAccount({ email: `${randomUUID()}@example.com` })
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await expect(page).toHaveURL(/\/drafts\?kind=policy$/)
  await page.goto('/policies/add')
  // Not even a title: a draft may lack anything.
  await page.getByRole('textbox', { name: 'Content' }).fill('# Keys\n\nKeys stay in the box.')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled policy' })).toBeVisible()

  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft was saved').first()).toBeVisible()
  await page.getByLabel('Add a comment').fill('Which box')
  // What is half typed outlives a reload, and whoever turns away in the middle of a word.
  await page.reload()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Which box')
  await page.getByLabel('Add a comment').fill('Which box?')
  await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Which box?')
  await page.route('**/comments', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'can’t be reached' })).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Which box?')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(
    page.getByRole('complementary', { name: 'Comments' }).getByText('Which box?'),
  ).toBeVisible()

  // The form has a preview of its text, too: that of the whole is above it.
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
  await expect(page).toHaveURL(/\/preview$/)
  await expect(page.getByText('A preview of what is saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the draft' }).click()

  const reader = await browser.newPage()
  await signIn(reader, agent, desk.url)
  await reader.goto(`${desk.url}/policies?search=${encodeURIComponent(title)}`)
  await expect(reader.getByText(`No policy matches “${title}”`)).toBeVisible()

  await page.getByRole('button', { name: 'Publish now' }).click()
  // Who has to acknowledge it is asked next, as after adding one.
  await expect(page.getByRole('dialog')).toContainText(title)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/policies\/[0-9a-f-]{36}$/)
  await expect(reader.getByRole('link', { name: title })).toBeVisible()
  await reader.close()
  await page.goto('/drafts')
  await expect(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
})

test('a live policy is changed by a draft: everybody reads the old words until the button', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const title = `Live ${randomUUID().slice(0, 8)}`
  const agent = await desk.createAccount({ email: `${randomUUID()}@example.com` })
  const { body: policy } = await api('POST /policies', { body: { title, content: 'Old words.' } })
  const params = { id: policy.id }
  const readByAgent = async () => (await agent.api('GET /policies/:id', { params })).body.content
  // On a slow line the page turns to the policy before it has the news of its own change.
  let newsIsHeld = false
  await page.routeWebSocket('**/chat/ws', (route) => {
    const server = route.connectToServer()
    server.onMessage((message) => {
      if (!newsIsHeld) route.send(message)
    })
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('New words.')
  const asksAgain = page.getByRole('checkbox', { name: 'Ask everyone to acknowledge again' })
  await asksAgain.uncheck()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/drafts\/[0-9a-f-]{36}$/)
  await expect(asksAgain).not.toBeChecked()
  expect(await readByAgent()).toBe('Old words.')

  // Both pages of the policy say so, and the edit page begins no second one.
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByText('There is a draft of this policy')).toBeVisible()
  await expect(page.getByText('Old words.')).toBeVisible()
  await page.goto(`/policies/${policy.id}/edit`)
  await expect(page.getByText('There is a draft of this policy')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as draft' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the draft' }).click()
  await expect(content).toHaveText('New words.')

  // Somebody is faster: it is asked before theirs is replaced.
  const isNews = page.waitForResponse((answer) => answer.url().endsWith(`/policies/${policy.id}`))
  await api('PUT /policies/:id', { params, body: { title, content: 'Their words.' } })
  await isNews
  newsIsHeld = true
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('dialog')).toContainText('Replace what was saved meanwhile?')
  expect(await readByAgent()).toBe('Their words.')
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
  await expect(page.getByText('New words.')).toBeVisible()
  expect(await readByAgent()).toBe('New words.')
})

test('what is typed into a draft outlives a reload, and two who save are told of each other', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: draft } = await api('POST /drafts', {
    body: { kind: 'policy', body: { title: 'Shared', content: 'First.' } },
  })
  await signIn(page, desk.admin)
  await page.goto(`/drafts/${draft.id}`)
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Mine.')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(content).toHaveText('Mine.')
  await api('PUT /drafts/:id', {
    params: { id: draft.id },
    body: { body: { title: 'Shared', content: 'Theirs.' } },
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict).toContainText('Theirs.')
  await page.getByRole('button', { name: /keep editing mine/i }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft was saved').first()).toBeVisible()
  await expect(content).toHaveText('Mine.')
  const { body: kept } = await api('GET /drafts/:id', { params: { id: draft.id } })
  expect(kept.body).toMatchObject({ content: 'Mine.' })
})

test('a training is drafted, given a date, and discarded', async ({ page, desk }) => {
  const { api } = desk.admin
  const title = `Course ${randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await page.goto('/training/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('# Call first')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/drafts\/[0-9a-f-]{36}$/)
  await expect(
    page.getByLabel('Text', { exact: true }).getByRole('heading', { name: 'Call first' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Publish on a date…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Set the date' }).click()
  await expect(dialog).toContainText('Please choose a time that is still to come')
  await dialog.getByLabel('Date and time').fill('2041-01-01T09:00')
  await dialog.getByRole('button', { name: 'Set the date' }).click()
  await expect(page.getByText('It is published on Jan 1, 2041').first()).toBeVisible()
  expect((await api('GET /trainings', { query: { search: title } })).body).toEqual([])

  await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
  await expect(page).toHaveURL(/\/preview$/)
  await expect(page.getByRole('heading', { name: 'Call first' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the draft' }).first().click()
  await page.getByRole('button', { name: 'Take the date back' }).click()
  await expect(page.getByText('in the name of')).toHaveCount(0)
  // What was not saved goes with it: that is no second question.
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title}, once more`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/drafts$/)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
})

test('drafts are nothing for an agent', async ({ page, desk }) => {
  const { body: draft } = await desk.admin.api('POST /drafts', {
    body: { kind: 'policy', body: { title: 'Hidden' } },
  })
  await signIn(page, await desk.createAccount({ email: `${randomUUID()}@example.com` }))
  for (const path of ['/drafts', `/drafts/${draft.id}`, `/drafts/${draft.id}/preview`]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/policies$/)
  }
  await expect(page.getByRole('link', { name: /^Drafts/ })).toHaveCount(0)
})

test('chosen drafts are published together, and what can’t be stays with its reason', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount()
  const draftOf = async (title: string, content: string) =>
    (await admin.api('POST /drafts', { body: { kind: 'policy', body: { title, content } } })).body
  await draftOf('Showing safety', 'Tell the office where you are.')
  await draftOf('No words yet', '')
  const seen = await draftOf('Client data', 'Lock it away.')
  await draftOf('Later', 'Not today.')
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/drafts`)
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('checkbox', { name: 'Choose Later' }).uncheck()
  await expect(page.getByText('3 chosen')).toBeVisible()
  await expectAccessible(page, { screen: 'chosen drafts' })
  // Another admin saves one meanwhile, of which this page has not heard.
  await page.route('**/api/v1/drafts/*/publish', async (route) => {
    if (!route.request().url().includes(seen.id)) return route.continue()
    const body = { title: 'Client data', content: 'Lock it away, and shred it.' }
    await admin.api('PUT /drafts/:id', { params: { id: seen.id }, body: { body } })
    return route.continue()
  })
  await page.getByRole('button', { name: 'Publish 3 drafts' }).click()
  const sure = page.getByRole('dialog', { name: 'Publish 3 drafts?' })
  await sure.getByRole('button', { name: 'Publish' }).click()

  await expect(page.getByText('1 draft published.')).toBeVisible()
  const news = page.getByRole('alert').filter({ hasText: '2 drafts could not be published' })
  await expect(news).toContainText('“No words yet”')
  await expect(news).toContainText('“Client data”: Somebody else has saved this draft')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Choose Later' })).not.toBeChecked()
  const { body: live } = await admin.api('GET /policies')
  expect(live.map(({ title }) => title)).toEqual(['Showing safety'])
})
