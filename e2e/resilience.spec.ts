import type { WebSocketRoute } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

test('a server that is gone is said so, and what was typed is saved when it is back', async ({
  page,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount()
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/policies/add`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept')
  await page.getByRole('textbox', { name: 'Content' }).fill('Nothing typed is lost.')
  await emptyDesk.kill('SIGKILL')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  const said = page.getByText('The server can’t be reached. Trying again…')
  await expect(said).toBeVisible()
  // It lies over nothing that is pressed, however wide the screen is.
  for (const width of [390, 320, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => globalThis.scrollTo(0, 0))
    const covered = async () =>
      said.evaluate((pill) => {
        const { left, right, top, bottom } = pill.getBoundingClientRect()
        const found = new Set<string>()
        for (let x = left; x < right; x += 4) {
          for (let y = top; y < bottom; y += 4) {
            const under = globalThis.document.elementFromPoint(x, y)?.closest('a, button, input')
            if (under) found.add(under.outerHTML)
          }
        }
        return [...found]
      })
    // The window has its new width a moment before what follows it.
    await expect.poll(covered, `${width} pixels wide`).toEqual([])
  }
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept')
  await emptyDesk.restart()
  await page.getByRole('button', { name: 'Create Policy' }).click()
  // Who has to sign it is asked next.
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { name: 'Kept' })).toBeVisible()
})

test('a text is shown with the numbers and columns that it has', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: {
      title: 'Clauses',
      content:
        '1. one\n2. two\n\nBetween.\n\n3. three\n4. four\n\n| a | b |\n| --- | --: |\n| c | 5 |',
    },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  const lists = page.getByRole('main').locator('ol:has(> li:text-matches("^(one|three)$"))')
  await expect(lists).toHaveCount(2)
  const starts = await lists.evaluateAll((all) =>
    all.map((list) => (list as HTMLOListElement).start),
  )
  expect(starts).toEqual([1, 3])
  await expect(page.getByRole('cell', { name: '5', exact: true })).toHaveCSS('text-align', 'right')
})

test('markup in names, titles and texts never runs', async ({ page, desk, faults }) => {
  const attack = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: {
      title: `Title ${attack}`,
      description: attack,
      content: `${attack}\n\n[press](javascript:window.hit=1)\n\n[fine](https://example.com)`,
    },
  })
  const agent = await desk.createAccount({
    first_name: attack.slice(0, 60),
    email: 'attack@example.com',
  })
  await agent.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  await signIn(page, desk.admin)
  for (const path of [`/policies/${policy.id}`, '/policies', '/admin/policies', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  }
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByRole('link', { name: 'fine' })).toHaveAttribute(
    'href',
    'https://example.com',
  )
  await expect(page.getByRole('link', { name: 'press' })).toHaveCount(0)
  // The browser says of each handler that it did not run.
  const others = faults.filter((fault) => !fault.includes('Content Security Policy'))
  expect(others).toEqual([])
  faults.length = 0
})

test('an assignment shows its red dot in an open tab by itself', async ({ page, desk }) => {
  const agent = await desk.createAccount({ email: 'waits@example.com' })
  await signIn(page, agent)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Arrives live', content: 'Text.' },
  })
  await desk.admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [agent.user.id] },
  })
  await expect(page.getByRole('link', { name: /Arrives live/ })).toBeVisible()
})

test('what happened while the line was cut is there when it is back', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Before the cut', content: 'Text.' },
  })
  let line: WebSocketRoute | undefined
  let isCut = false
  await page.routeWebSocket('**/chat/ws', (route) => {
    if (isCut) return void route.close({ code: 1001 })
    line = route
    route.connectToServer()
  })
  await signIn(page, await desk.createAccount())
  const live = page.waitForResponse('**/api/v1/policies?**')
  await page.goto('/policies')
  await live
  await expect(page.getByRole('link', { name: 'Before the cut' })).toBeVisible()
  await expect.poll(() => line !== undefined).toBe(true)
  isCut = true
  await line!.close({ code: 1001 })
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'After the cut', content: 'Text.' },
  })
  isCut = false
  await expect(page.getByRole('link', { name: 'After the cut' })).toBeVisible()
})

test('what happened before anybody knew who is looking is there, too', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Asked for early', content: 'Text.' },
  })
  await signIn(page, await desk.createAccount())
  let letPass: (() => void) | undefined
  await page.route('**/api/v1/auth/me', async (route) => {
    await new Promise<void>((resolve) => (letPass = resolve))
    await route.continue()
  })
  const early = page.waitForResponse('**/api/v1/policies?**')
  await page.goto('/policies')
  await early
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Changed before', content: 'Text.' },
  })
  letPass!()
  await expect(page.getByRole('link', { name: 'Changed before' })).toBeVisible()
})

test('acknowledging by keyboard alone', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'By keyboard', content: 'Text.' },
  })
  const agent = await desk.createAccount({ email: 'keys@example.com' })
  await desk.admin.api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [agent.user.id] },
  })
  await signIn(page, agent)
  await page.goto('/policies')
  await expect(page.getByRole('link', { name: /By keyboard/ })).toBeVisible()
  const press = async (target: RegExp) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (target.test(name)) return page.keyboard.press('Enter')
    }
    throw new Error(`Tab never reached ${target}`)
  }
  await press(/By keyboard/)
  await expect(page.getByRole('button', { name: 'Acknowledge Policy' })).toBeVisible()
  await press(/Acknowledge Policy/)
  await expect(page).toHaveURL(/\/policies$/)
  const me = await agent.api('GET /auth/me')
  expect(me.body.user.pending_policies).not.toContain(policy.id)
})
