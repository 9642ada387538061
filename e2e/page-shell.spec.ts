import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** The page alone: style sheet, fonts and program never come, as at the start of a slow line. */
async function withoutProgram(page: Page): Promise<void> {
  await page.route('**/assets/**', () => undefined)
}

const frame = (page: Page) => page.locator('#page-shell')
const open = async (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

test('who is signed in sees the frame before the program has come', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await withoutProgram(page)
  await open(page, '/policies')
  await expect(frame(page).getByText('Admin Panel').filter({ visible: true })).toBeVisible()
  await expect(frame(page).locator('.title').filter({ visible: true })).toHaveText('Policies')
  const side = await frame(page).locator('.side').boundingBox()
  expect(side).toMatchObject({ x: 0, y: 0, width: 256, height: 900 })

  const agent = await desk.createAccount({ first_name: 'Sol', last_name: 'Slowline' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signIn(page, agent)
  await withoutProgram(page)
  await open(page, '/')
  await expect(frame(page).locator('.title').filter({ visible: true })).toHaveText('Front Desk')
  await expect(frame(page).getByText('Processes').filter({ visible: true })).toBeVisible()
  await expect(frame(page).getByText('Admin Panel').filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(frame(page).locator('.bottom').getByText('Documents')).toBeVisible()
  await expect(frame(page).locator('.side')).toBeHidden()

  await open(page, '/terms')
  await expect(page.locator('#page-mark')).toBeVisible()
  await expect(frame(page)).toBeHidden()
})

test('signed-out pages never show the frame, and the chosen theme is there at once', async ({
  page,
  desk,
}) => {
  await page.goto(`${desk.url}/favicon.svg`)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await withoutProgram(page)
  for (const path of ['/', '/login', '/policies']) {
    await open(page, path)
    await expect(page.locator('#page-mark')).toBeVisible()
    await expect(frame(page)).toBeHidden()
    const ground = page.locator('body')
    await expect(ground).toHaveCSS('background-color', 'rgb(19, 26, 23)')
  }
})

/** Where the words themselves are, whatever element holds them. */
async function boxOf(words: Locator): Promise<number[]> {
  return words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { x, y, width, height } = range.getBoundingClientRect()
    return [x, y, width, height].map(Math.round)
  })
}

test('the brokerage’s words stand in the frame before the program has come, where it draws them again', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  const { body: texts } = await desk.admin.api('GET /settings/front-desk')
  const day = { weekday: 'long', month: 'long', day: 'numeric' } as const
  const words = [
    texts.welcome_title,
    texts.welcome_text,
    new Date().toLocaleDateString('en-US', day),
  ]
  const welcome = page.locator('#page-shell .welcome')
  const main = page.getByRole('main')
  // In the same letters before and after.
  await page.route('**/*.woff2', () => undefined)
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const program = /\/assets\/.*\.js$/
    await page.route(program, () => undefined)
    await open(page, '/dashboard')
    for (const said of words) await expect(welcome.getByText(said)).toBeVisible()
    const drawn = await Promise.all(words.map(async (said) => boxOf(welcome.getByText(said))))
    await page.unroute(program)
    await open(page, '/dashboard')
    for (const said of words) await expect(main.getByText(said)).toBeVisible()
    await expect(frame(page)).toBeHidden()
    const again = await Promise.all(words.map(async (said) => boxOf(main.getByText(said))))
    expect({ width, words: again }).toEqual({ width, words: drawn })
  }
})

test('the first words of a list stand in the frame, where the program draws them again; of one thing they don’t', async ({
  page,
  desk,
}) => {
  await signIn(page, await desk.createAccount({ first_name: 'Wren', last_name: 'Wordfirst' }))
  const words = page.locator('#page-shell .words').filter({ visible: true })
  const main = page.getByRole('main')
  const program = /\/assets\/.*\.js$/
  // In the same letters before and after.
  await page.route('**/*.woff2', () => undefined)
  for (const path of ['/people', '/training', '/policies', '/processes', '/documents']) {
    for (const width of [1440, 700, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await page.route(program, () => undefined)
      await open(page, path)
      const parts = [words.locator('strong'), words.locator('span')]
      const said = await Promise.all(parts.map(async (part) => part.innerText()))
      const drawn = await Promise.all(parts.map(boxOf))
      await page.unroute(program)
      await open(page, path)
      const own = [
        main.getByRole('heading', { level: 1, name: said[0], exact: true }),
        main.getByText(said[1]!, { exact: true }),
      ]
      for (const part of own) await expect(part).toBeVisible()
      await expect(frame(page)).toBeHidden()
      const again = await Promise.all(own.map(boxOf))
      expect({ path, width, words: again }).toEqual({ path, width, words: drawn })
    }
  }
  await page.route(program, () => undefined)
  await open(page, '/policies/00000000-0000-4000-8000-000000000000')
  await expect(frame(page)).toBeVisible()
  await expect(words).toHaveCount(0)
})

test('the program takes the frame’s place, and its measures are the same', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await withoutProgram(page)
  await open(page, '/people')
  const parts = ['.side', '.head', '.side li:nth-child(3)'] as const
  const before = await Promise.all(
    parts.map(async (part) => frame(page).locator(part).boundingBox()),
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/people')
  const program = [
    page.locator('#sidebar'),
    page.locator('#root header').first(),
    page.locator('#sidebar nav li a').nth(2),
  ]
  const after = await Promise.all(program.map(async (part) => part.boundingBox()))
  expect(before).toEqual(after)
  await expect(frame(page)).toBeHidden()
})

test('what the page asks for before the program has come, the program takes, and asks for nothing twice', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Read at once', content: 'Text.' },
  })
  const { body: process } = await api('POST /processes', {
    body: { title: 'Followed at once', category: 'Sales', steps: [{ title: 'One step' }] },
  })
  const { body: training } = await api('POST /trainings', {
    body: { title: 'Learned at once', category_id: 'skills' },
  })
  await signIn(page, desk.admin)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') asked.push(request.url().replace(/^.*?\/api\/v1/, ''))
  })
  const program = /\/assets\/.*\.js$/
  const pages = {
    '/dashboard': 3,
    '/policies': 2,
    // An admin's page asks for the draft of a change, too.
    [`/policies/${policy.id}`]: 2,
    '/training': 1,
    [`/training/${training.id}`]: 2,
    '/processes': 1,
    [`/processes/${process.id}`]: 1,
    // And the folders that they are in.
    '/documents': 2,
    '/people': 1,
    '/tests': 1,
    '/notifications': 1,
  }
  for (const [path, count] of Object.entries(pages)) {
    // What is done at this desk meanwhile has the page of before ask again.
    await page.goto('about:blank')
    asked.length = 0
    await page.route(program, () => undefined)
    await open(page, path)
    const askedEarly = () => asked.filter((one) => one.startsWith('/') && one !== '/auth/me')
    await expect.poll(() => askedEarly().length, path).toBe(count)
    const early = askedEarly()
    await page.unroute(program)
    asked.length = 0
    await page.goto(path)
    await expect(frame(page)).toBeHidden()
    await page.waitForLoadState('networkidle')
    for (const one of early) {
      const times = asked.filter((other) => other === one).length
      expect(times, `${one} at ${path}`).toBe(1)
    }
  }
})

test('a page that is loaded anew stands where it was left, as far as it is there', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  for (let n = 1; n <= 12; n += 1)
    await api('POST /policies', { body: { title: `Further down ${n}`, content: 'Text.' } })
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page, desk.admin)
  await page.goto('/policies')
  await expect(page.getByRole('link', { name: 'Further down 12' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Further down 12' })).toBeVisible()
  // Where the list comes after the page, the page was not as high yet.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
})

test('the code of a visitor’s first page is asked for with the program', async ({ page, desk }) => {
  await page.route(/front-desk-.*\.js$/, () => undefined)
  for (const [path, code] of [
    ['/', /landing-page-.*\.js$/],
    ['/login', /login-page-.*\.js$/],
  ] as const) {
    const asked = page.waitForRequest(code)
    await open(page, desk.url + path)
    await asked
  }
})
