import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('an owner takes a policy from the empty list and makes it hers', async ({
  page,
  emptyDesk: desk,
}) => {
  await signIn(page, await desk.createAccount(), desk.url)
  await page.goto(`${desk.url}/policies`)
  await page.getByRole('link', { name: 'Starter Library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Starter Library' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Policies'])
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(14)

  await page.getByRole('link', { name: 'Wire-Fraud Prevention' }).click()
  const preview = page.getByRole('dialog', { name: 'Wire-Fraud Prevention' })
  await expect(preview.getByText('Have your lawyer read it before you publish it.')).toBeVisible()
  await expect(preview.getByText('November 23, 2026')).toBeVisible()
  await expect(preview.getByRole('link', { name: /Internet Crime/ })).toHaveAttribute(
    'href',
    'https://www.ic3.gov',
  )
  await expect(preview.getByRole('heading', { name: 'What we never do' })).toBeVisible()
  await expectAccessible(page, { screen: 'a text of the library' })
  await preview.getByRole('button', { name: 'Use this' }).click()

  await expect(page).toHaveURL(/\/drafts\/[0-9a-f-]+$/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Wire-Fraud Prevention')
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content.getByRole('blockquote').first()).toHaveText(
    /^Draft from the starter library of November 23, 2026\./,
  )
  await page.goBack()
  await expect(page.getByText('Taken', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open what Wire-Fraud Prevention became' }).click()
  await expect(page).toHaveURL(/\/drafts\//)

  // As it is, it would tell everybody to have it read by their lawyer.
  await page.getByRole('button', { name: 'Publish now' }).click()
  const question = page.getByRole('dialog', { name: 'Publish it with the note of the library?' })
  await question.getByRole('button', { name: 'Go on editing' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/drafts\//)
})

test('several are added at once, and the rest after a failure', async ({
  page,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount()
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/library`)
  await page.getByRole('button', { name: 'Choose all processes' }).click()
  await page.getByRole('checkbox', { name: 'Choose Showing and Open-House Safety' }).check()
  await page.getByRole('checkbox', { name: 'Choose Offboarding' }).uncheck()
  await expect(page.getByText('5 chosen')).toBeVisible()

  let calls = 0
  await page.route('**/api/v1/library/*/take', async (route) => {
    calls += 1
    if (calls === 3) await route.fulfill({ status: 500, json: { error: 'It broke' } })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Add 5 as drafts' }).click()
  await expect(page.getByRole('alert')).toContainText('Listing to Live” was not added')
  await expect(page.getByText('2 drafts added.')).toBeVisible()
  await expect(page.getByText('3 chosen')).toBeVisible()

  await page.getByRole('button', { name: 'Add 3 as drafts' }).click()
  await expect(page.getByText('3 drafts added.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Chosen texts' })).toBeHidden()
  await expect(page.getByText('Taken', { exact: true })).toHaveCount(5)

  await page.getByRole('link', { name: 'Listing to Live', exact: true }).first().click()
  await expect(page).toHaveURL(/\/processes\/[0-9a-f-]+\/edit$/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Listing to Live',
  )
  const { body } = await admin.api('GET /processes')
  expect(body.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'draft'])
})

test('every text is set as its author meant it', async ({ page, desk }) => {
  const { body: entries } = await desk.admin.api('GET /library')
  await signIn(page, desk.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/library')
  for (const { slug, title, sources } of entries) {
    await page.getByRole('link', { name: title, exact: true }).click()
    const preview = page.getByRole('dialog', { name: title })
    await expect(preview.locator('.prose-desk').first()).toBeVisible()
    await expect(
      preview.getByRole('region', { name: 'What this rests on' }).getByRole('listitem'),
    ).toHaveCount(sources.length)
    const text = await preview.innerText()
    // Signs of Markdown that were read as words.
    expect(text, title).not.toMatch(/\*\*|^#|^\s*\||\]\(|^- |\[[ x]\]/m)
    if (['trust-money', 'offboarding', 'stopping-wire-fraud'].includes(slug)) {
      await expectAccessible(page, { screen: title })
    }
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
})

test('it is for admins', async ({ page, desk }) => {
  await signIn(page, await desk.createAccount({ email: 'reads@example.com' }))
  await page.goto('/library')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Library' })).toHaveCount(0)
})
