import type { Page } from '@playwright/test'
import { createDocument } from '../server/src/testing/documents.ts'
import type { Account, Desk } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'

/** The last is a window of 1440 × 900 at 200 %. */
const SIZES = [
  [1024, 768],
  [683, 512],
  [390, 844],
  [320, 568],
  [720, 450],
] as const
const LONG = 'bartholomew.featherstonehaugh-cholmondeley@harbor-and-pine-realty.example'

/** What is wrong with the page as it stands: it is moved by nobody but the focus. */
async function complaintsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What follows the size of the window does so in the next frames: of a long table not in the first.
    let height = 0
    for (let same = 0; same < 5;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const { scrollHeight } = document.documentElement
      same = scrollHeight === height ? same + 1 : 0
      height = scrollHeight
    }
    const found: string[] = []
    const { clientWidth: width, scrollWidth } = document.documentElement
    if (scrollWidth > width) found.push(`the page is ${scrollWidth - width} px too wide`)
    const nameOf = (element: Element) =>
      `${element.tagName} “${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}”`
    const isShown = (element: Element) => element.checkVisibility({ checkVisibilityCSS: true })

    // Where a page is, and whom one writes to, is never half said.
    for (const element of document.querySelectorAll('header p, main *')) {
      const isAddress = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.includes('@'),
      )
      if (!isAddress && !element.matches('header p')) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const isWider = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const isHigher = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1
      const isSeen = isShown(element) && element.clientWidth > 1 && !element.matches('textarea')
      if (isSeen && (isWider || isHigher)) found.push(`${nameOf(element)} is cut short`)
    }

    // What stays in place may take a fifth of a low window.
    if (innerHeight < 600) {
      let covered = 0
      for (const element of document.querySelectorAll(
        'header, main *, #bottom-bar, #bottom-bar *',
      )) {
        const { position } = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        // A column at the side covers nothing; a checkbox is no bar.
        const isBar = box.width > width / 2 && box.height > 20
        if (['sticky', 'fixed'].includes(position) && isBar && isShown(element))
          covered += box.height
      }
      if (covered > innerHeight / 5) found.push(`${covered} of ${innerHeight} px stay covered`)
    }

    const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    for (const element of document.querySelectorAll<HTMLElement>(`main :is(${reachable})`)) {
      if (element.matches(':disabled, [type=file], [type=hidden]') || !isShown(element)) continue
      element.focus()
      if (document.activeElement !== element) continue
      const box = element.getBoundingClientRect()
      // A link that goes on in the next line has a box in each: between them lies other text.
      const points = [...element.getClientRects()].flatMap((part) =>
        [0.1, 0.5, 0.9].flatMap((x) =>
          [0.15, 0.5, 0.85].map((y) => [part.left + x * part.width, part.top + y * part.height]),
        ),
      )
      const isSeen = points.some(([x = 0, y = 0]) => {
        const top = document.elementFromPoint(x, y)
        return top !== null && (element.contains(top) || top.closest('label')?.contains(element))
      })
      if (!isSeen) found.push(`${nameOf(element)} is hidden with the focus on it`)
      if (box.right > width + 1 || box.left < -1) found.push(`${nameOf(element)} is cut off`)
    }
    return found
  })
}

const areas: Record<string, (desk: Desk & { admin: Account }) => Promise<string[]>> = {
  tables: async ({ admin: { api } }) => {
    await api('POST /auth/invite', { body: { email: LONG } })
    // More than a page of them.
    const invitations = Array.from({ length: 30 }, (_, n) => ({ email: `narrow-${n}@example.com` }))
    await api('POST /auth/invites', { body: { invitations } })
    const { body: joinLink } = await api('POST /admin/join-links', {
      body: { label: `Poster-of-${LONG}`, domain: LONG.split('@')[1], max_uses: 10_000 },
    })
    const poster = `/people/join-links/${joinLink.id}/poster`
    return ['/admin/people', '/people/invite', poster, '/admin/mail']
  },
  'further tables': async () => [
    '/admin/tests',
    '/admin/policies',
    '/admin/processes',
    '/admin/audit',
    '/admin/evidence',
  ],
  lists: async (desk) => {
    // Another than the one that is invited elsewhere, maybe at the same desk.
    await desk.createAccount({ email: `for.lists.${LONG}` })
    return ['/dashboard', '/policies', '/processes', '/training', '/documents', '/people']
  },
  pages: async ({ admin: { api, user } }) => {
    const { body: policy } = await api('POST /policies', {
      body: { title: 'Narrow', content: 'One line.\n\n'.repeat(60) },
    })
    await api('POST /policies/:id/assign', { params: { id: policy.id }, body: { everyone: true } })
    const document = await createDocument(api, { title: 'Narrow' })
    const items = [`/policies/${policy.id}`, `/documents/${document.id}`, `/people/${user.id}`]
    return [...items, '/profile']
  },
  'short forms': async () => [
    '/policies/add',
    '/documents/add',
    '/profile/edit',
    '/admin/settings',
    '/admin/settings/brokerage',
    '/admin/settings/mail',
    '/admin/settings/evidence',
    '/admin/settings/backup',
    '/admin/system',
    '/admin/settings/webhooks',
    '/admin/settings/dashboard',
  ],
  drafts: async ({ admin: { api } }) => {
    const { body: draft } = await api('POST /drafts', {
      body: { kind: 'policy', body: { title: LONG, content: 'One line.' } },
    })
    const params = { id: draft.id }
    await api('POST /drafts/:id/comments', { params, body: { body: LONG } })
    await api('PUT /drafts/:id/publish-at', {
      params,
      body: { publish_at: '2041-01-01T09:00:00Z' },
    })
    return ['/drafts', `/drafts/${draft.id}`, `/drafts/${draft.id}/preview`]
  },
  library: async ({ admin: { api } }) => {
    await api('POST /library/:slug/take', { params: { slug: 'offboarding' } })
    return ['/library', '/library?kind=process']
  },
  'editors with rows': async ({ admin: { api } }) => {
    const { body: process } = await api('POST /processes', {
      body: { title: 'Narrow', category: 'Sales', steps: [{ title: 'One' }, { title: 'Two' }] },
    })
    const { body: training } = await api('POST /trainings', {
      body: {
        title: 'Narrow',
        category_id: 'skills',
        content: [{ type: 'text', content: '# One' }],
        questions: [{ question: 'Which?', options: ['This', 'That'], correctAnswer: 1 }],
      },
    })
    return [`/processes/${process.id}/edit`, `/training/${training.id}/edit`, '/admin/tests/add']
  },
}

for (const [area, prepare] of Object.entries(areas)) {
  test(`no window is too narrow or too low for ${area}`, async ({ page, desk }) => {
    const paths = await prepare(desk)
    await signIn(page, desk.admin)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        expect(await complaintsOf(page), `${path} at ${width} × ${height}`).toEqual([])
      }
    }
  })
}

test('the menu of a row is in sight in every window, and what it opens too', async ({
  page,
  desk,
}) => {
  await desk.createAccount({ first_name: 'Bartholomew', last_name: 'Featherstonehaugh' })
  await signIn(page, desk.admin)
  await page.goto('/admin/people?search=Featherstonehaugh')
  const menu = page.getByRole('button', { name: /^Actions for Bartholomew/ })
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await menu.click()
    const last = page.getByRole('menuitem').last()
    await expect(last).toBeInViewport({ ratio: 1 })
    // A menu stands in a landmark like everything else.
    await expect(page.getByRole('main').getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(last).toBeHidden()
  }
})

test('an address that has no room is broken at its parts', async ({ page, desk }) => {
  const email = 'wide.window@people.northharbor.harborandpine.example'
  await desk.createAccount({ email, first_name: 'Wide', last_name: 'Window' })
  await signIn(page, desk.admin)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/admin/people?search=wide.window')
  const address = page.getByRole('table').getByText(email)
  await expect(address).toBeVisible()
  const lines = await address.evaluate((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => {
        const range = document.createRange()
        range.selectNode(node)
        return range.getClientRects().length
      }),
  )
  expect(
    lines.every((count) => count === 1),
    `lines of each part: ${lines.join(', ')}`,
  ).toBe(true)
})

test('on a phone the tab of the screen that is open is in sight', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, desk.admin)
  await page.goto('/admin/settings/joining')
  const tabs = page.getByRole('navigation', { name: 'Admin Panel' })
  const settings = tabs.getByRole('link', { name: 'Settings' })
  await expect(settings).toBeInViewport({ ratio: 0.9 })
  // Also when the window gets narrower.
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(settings).toBeInViewport({ ratio: 0.9 })
})

test('a message leaves the button in sight that caused it', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/settings/dashboard')
  await page.getByLabel('Welcome text').fill('Come in.')
  const save = page.getByRole('button', { name: 'Save Settings' })
  await save.click()
  const message = page.locator('[data-sonner-toast]')
  await expect(message).toBeVisible()
  await expect(message).toHaveAttribute('data-mounted', 'true')
  const [toast, button] = [await message.boundingBox(), await save.boundingBox()]
  expect(toast!.y + toast!.height).toBeLessThanOrEqual(button!.y)
})
