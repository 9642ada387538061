import type { Page } from '@playwright/test'
import { createDocument } from '../server/src/testing/documents.ts'
import { pdfFile } from '../server/src/testing/files/pdf-file.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectAccessibleInBoth, SIZES } from './looks.ts'

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const resultsOf = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' })

test('a policy is found on the dashboard by a mistyped word, and opened', async ({
  page,
  desk,
}) => {
  await desk.admin.api('POST /policies', {
    body: { title: 'Lockbox custody', content: 'Codes change each Monday.' },
  })
  await signIn(page, await desk.createAccount())
  await page.goto('/dashboard')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/search')) asked.push(request.postData() ?? '')
  })
  await boxOf(page).pressSequentially('lokcbox', { delay: 20 })
  const result = resultsOf(page).getByRole('option', { name: 'Lockbox custody' })
  await expect(result).toBeVisible()
  await expect(result.locator('mark')).toHaveText('Lockbox')
  await expect(resultsOf(page).getByRole('group', { name: 'Policies' })).toBeVisible()
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'false')
  expect(asked).toEqual([JSON.stringify({ query: 'lokcbox', limit: 5 })])
  const { height = 0 } = (await resultsOf(page).boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(15 * 16)
  await result.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lockbox custody' })).toBeVisible()
})

test('a phrase that stands only in a text is found, and the passage is shown', async ({
  page,
  desk,
}) => {
  await desk.admin.api('POST /policies', {
    body: { title: 'Showings', content: 'Leave every light as the marmalade owner left it.' },
  })
  await signIn(page, await desk.createAccount())
  await page.goto('/dashboard')
  await boxOf(page).fill('the marmalade owner')
  const showings = page.getByRole('option', { name: 'Showings' })
  await expect(showings).toContainText('Leave every light as the marmalade owner left it.')
  await expect(showings.locator('mark')).toHaveText('the marmalade owner')
  await boxOf(page).fill('the marmalade owner who left')
  await expect(page.getByText('Nothing matches “the marmalade owner who left”.')).toBeVisible()
  await boxOf(page).fill('   ')
  await expect(resultsOf(page)).toBeHidden()
  await expect(boxOf(page)).toHaveAttribute('aria-expanded', 'false')
})

test('what the browser has seen is there before the server has answered, in the same order', async ({
  page,
  desk,
}) => {
  for (const title of ['Umbrella stand', 'Spare umbrella', 'Umbrela, mistyped']) {
    await desk.admin.api('POST /policies', { body: { title, content: 'Dry.' } })
  }
  await signIn(page, await desk.createAccount())
  await page.goto('/policies')
  await expect(page.getByRole('link', { name: /Umbrella stand/ })).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/search', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type('umbrella')
  const titles = resultsOf(page).getByRole('option')
  const expected = [/^Umbrella stand/, /^Spare umbrella/, /^Umbrela, mistyped/]
  await expect(titles).toHaveText(expected)
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'false')
  await expect(titles).toHaveText(expected)
})

test('a phrase that stands only inside a PDF leads to the document', async ({ page, desk }) => {
  const { id } = await createDocument(desk.admin.api, {
    title: 'Closing checklist',
    name: 'checklist.pdf',
    type: 'application/pdf',
    content: pdfFile({ title: 'Steps', paragraphs: ['Ring the harbor pilot before noon.'] }),
  })
  await signIn(page, await desk.createAccount())
  await page.goto('/dashboard')
  const result = page.getByRole('option', { name: 'Closing checklist' })
  // Each try asks anew: the file is read in a job, a moment after it came.
  await expect(async () => {
    await boxOf(page).fill('')
    await boxOf(page).fill('the harbor pilot')
    await expect(result).toContainText('Ring the harbor pilot before noon.', { timeout: 2000 })
  }).toPass()
  await result.click()
  await expect(page).toHaveURL(`${desk.url}/documents/${id}`)
})

test('everything by keyboard: open, choose, go there, come back to it, close', async ({
  page,
  desk,
}) => {
  for (const title of ['Quarterly audit, part one', 'Quarterly audit, part two']) {
    await desk.admin.api('POST /processes', {
      body: { title, category: 'HR', steps: [{ title: 'Count' }] },
    })
  }
  await signIn(page, await desk.createAccount())
  await page.goto('/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type('quarterly audit')
  const [first, second] = [/part one/, /part two/].map((name) => page.getByRole('option', { name }))
  await expect(first!).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(second!).toHaveAttribute('aria-selected', 'true')
  const active = await boxOf(page).getAttribute('aria-activedescendant')
  expect(active).toBe(await second!.getAttribute('id'))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Quarterly audit, part two' }),
  ).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()

  // Whoever doesn't wait for the list gets there too.
  await page.keyboard.press('Control+k')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type('audit, part one')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Quarterly audit, part one' }),
  ).toBeVisible()

  // What was opened of late is there before anything is typed.
  await page.keyboard.press('Meta+k')
  const lately = page.getByRole('listbox', { name: 'Opened lately' })
  await expect(lately.getByRole('option', { name: /part two/ })).toBeVisible()
  await page.keyboard.type('audit')
  await expect(resultsOf(page).getByRole('option', { name: /^Quarterly audit/ })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('recent_items'))).toContain('part two')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('recent_items'))).toBeNull()
})

test('a colleague is a link to their profile, for admins to where they are administered', async ({
  page,
  desk,
  browser,
}) => {
  const cleo = await desk.createAccount({ first_name: 'Cleo', last_name: 'Vantongeren' })
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  await boxOf(page).fill('vantongeren')
  const asAdmin = page.getByRole('option', { name: /Cleo Vantongeren/ })
  await expect(asAdmin).toHaveAttribute('href', `/admin/people/${cleo.user.id}`)

  const context = await browser.newContext({ baseURL: desk.url, reducedMotion: 'reduce' })
  const other = await context.newPage()
  await signIn(other, await desk.createAccount())
  await other.goto('/people')
  await other.getByRole('button', { name: 'Search', exact: true }).click()
  await boxOf(other).fill('vantongeren')
  await other.getByRole('option', { name: /Cleo Vantongeren/ }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Cleo Vantongeren' })).toBeVisible()
  await expect(other).toHaveURL(`/people/${cleo.user.id}`)
  await context.close()
})

test('a failed search says so under the box, keeps what was typed, and goes on', async ({
  page,
  desk,
}) => {
  await desk.admin.api('POST /policies', {
    body: { title: 'Parakeet rules', content: 'One each.' },
  })
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  const answers = [429, 500]
  await page.route('**/api/v1/search', (route) =>
    route.fulfill({
      status: answers.shift() ?? 200,
      json: { error: 'Please wait a moment.', code: 'too_many_requests' },
    }),
  )
  await boxOf(page).fill('para')
  const alert = page.getByRole('alert').filter({ hasText: 'Search failed' })
  await expect(alert).toContainText('Please wait a moment.')
  expect(answers, 'it is said with the first answer, and nothing is asked again').toEqual([500])
  await page.keyboard.type('keet')
  await expect.poll(() => answers).toEqual([])
  await expect(alert).toContainText('Please wait a moment.')
  await expect(boxOf(page)).toHaveValue('parakeet')
  await page.unroute('**/api/v1/search')
  await boxOf(page).fill('parakeet r')
  await expect(page.getByRole('option', { name: 'Parakeet rules' })).toBeVisible()
  await expect(alert).toBeHidden()
})

test('what is known shows at once while the server is asked', async ({ page, desk }) => {
  await desk.admin.api('POST /policies', { body: { title: 'Gazebo upkeep', content: 'Sweep.' } })
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  await boxOf(page).fill('gaz')
  const result = page.getByRole('option', { name: 'Gazebo upkeep' })
  await expect(result.locator('mark')).toHaveText('Gaz')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/search', async (route) => {
    await held
    await route.continue()
  })
  await boxOf(page).fill('gazebo')
  await expect(result.locator('mark')).toHaveText('Gazebo')
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'false')
  await expect(result).toBeVisible()
})

test('Enter waits for what is asked for, and opens nothing of the text before', async ({
  page,
  desk,
}) => {
  await desk.admin.api('POST /policies', { body: { title: 'Walrus rules', content: 'Text.' } })
  const { body: asked } = await desk.admin.api('POST /policies', {
    body: { title: 'Quokka rules', content: 'Text.' },
  })
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  await boxOf(page).fill('walrus')
  await expect(page.getByRole('option', { name: 'Walrus rules' })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/search', async (route) => {
    await held
    await route.continue()
  })
  await boxOf(page).fill('quokka')
  await expect(resultsOf(page)).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL(`${desk.url}/policies/${asked.id}`)
})

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the search is accessible in both themes: ${size}`, async ({ page, desk }) => {
    await page.setViewportSize(viewport)
    await desk.admin.api('POST /policies', {
      body: { title: `Trellis ${size}`, content: 'Paint it.' },
    })
    await signIn(page, desk.admin)
    await page.goto('/dashboard')
    await boxOf(page).fill(`trelis ${size}`)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessibleInBoth(page, 'results')
    await expect(page.getByRole('option').first()).toBeVisible()
    await boxOf(page).fill('nothing is called this')
    await expect(page.getByText(/^Nothing matches/)).toBeVisible()
    await expectAccessibleInBoth(page, 'no results')
    await expect(page.getByText(/^Nothing matches/)).toBeVisible()
    await boxOf(page).fill('')
    await page.keyboard.press('Control+k')
    await expect(dialogOf(page)).toBeVisible()
    await expectAccessibleInBoth(page, 'the dialog')
    await dialogOf(page).getByRole('combobox').fill('trellis')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessibleInBoth(page, 'results in the dialog')
    await expect(page.getByRole('option').first()).toBeVisible()
  })
}
