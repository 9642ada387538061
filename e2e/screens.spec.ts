import type { Page } from '@playwright/test'
import { createDocument, documentForm } from '../server/src/testing/documents.ts'
import { pdfFile } from '../server/src/testing/files/pdf-file.ts'
import { bringIn } from '../server/src/testing/imports.ts'
import type { Account, Desk } from './desk.ts'
import { COLOUR_RULES, expect, expectAccessible, signIn, test } from './fixtures.ts'
import { expectNoOverflow, inBothSizes, SIZES } from './looks.ts'

/** Where what is looked at above has to fit as well: a tablet, the smallest phone, a window at 200 %. */
const FURTHER_SIZES = [
  { width: 1024, height: 768 },
  { width: 320, height: 568 },
  { width: 720, height: 450 },
]

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** More than a line of a phone. */
const LONG_TITLE = 'Agency disclosure and agreements with buyers, landlords and tenants'

const areas: Record<string, (desk: Desk & { admin: Account }) => Promise<string[]>> = {
  'policies and dashboard': async ({ admin: { api } }) => {
    const { body: policy } = await api('POST /policies', {
      body: { title: 'Looked at', content: '# One\n\n- two\n- three' },
    })
    await api('POST /policies', {
      body: { title: LONG_TITLE, content: 'Said before it is signed.' },
    })
    const params = { id: policy.id }
    await api('PUT /policies/:id', { params, body: { title: policy.title, content: '# Two' } })
    await api('POST /policies/:id/assign', { params, body: { everyone: true } })
    await api('POST /policies/:id/acknowledge', { params })
    const of = `/policies/${policy.id}`
    const { body: paragraphs } = await api('GET /policies/:id/paragraphs', { params })
    const [marked, lost] = [`${of}#${paragraphs[0]!.anchor}`, `${of}#p-0000000000`]
    const steps = [{ title: 'One', description: `[there](${marked}) and [gone](${lost})` }]
    const leading = { title: 'Leads there', category: 'Sales', steps }
    const { body: process } = await api('POST /processes', { body: leading })
    await api('PUT /policies/:id', { params, body: { title: policy.title, content: '# Two now' } })
    const own = ['/dashboard', '/policies', of, `${of}/edit`, `${of}/history`, '/policies/add']
    return [
      ...own,
      '/admin/policies',
      '/admin/reviews',
      '/admin/reviews?show=due',
      '/admin/reviews?show=quotes',
      `/processes/${process.id}/edit`,
      '/policies?show=archived',
    ]
  },
  processes: async ({ admin: { api } }) => {
    const { body: process } = await api('POST /processes', {
      body: {
        title: 'Followed',
        category: 'Sales',
        steps: [{ title: 'One', description: '- a\n- b', estimated_time: 5 }, { title: 'Two' }],
      },
    })
    await api('POST /processes', {
      body: { title: LONG_TITLE, category: 'Sales', steps: [{ title: 'One' }] },
    })
    const { body: run } = await api('POST /processes/:id/runs', {
      params: { id: process.id },
      body: { title: 'Run', due_at: '2020-01-01T00:00:00Z' },
    })
    const params = { id: run.id }
    await api('POST /processes/runs/:id/comments', { params, body: { body: 'Seen.' } })
    await api('POST /processes/runs/:id/proofs', { params, body: documentForm() })
    const of = `/processes/${process.id}`
    const own = ['/processes', of, `${of}/edit`, '/processes/add']
    return [...own, '/processes/runs', `/processes/runs/${run.id}`, '/admin/processes']
  },
  chat: async (desk) => {
    const { api } = desk.admin
    const other = await desk.createAccount({
      email: 'talks@example.com',
    })
    const { body: chat } = await api('POST /chat', {
      body: { title: 'Talked', member_ids: [other.user.id] },
    })
    const params = { id: chat.id }
    await other.api('POST /chat/:id/messages', {
      params,
      body: { body: 'A **bold** word and\n\n- a list' },
    })
    await api('POST /chat/:id/messages', { params, body: { body: 'Own', announcement: true } })
    return ['/chat', `/chat/${chat.id}`]
  },
  'documents and people': async ({ admin: { api, user } }) => {
    const document = await createDocument(api, { title: 'Filed' })
    const of = `/documents/${document.id}`
    const own = ['/profile', '/profile/edit', '/profile/security', '/profile/notifications']
    return [
      '/documents',
      '/documents/add',
      '/recent',
      of,
      `${of}/edit`,
      '/people',
      '/notifications',
      `/people/${user.id}`,
      ...own,
    ]
  },
  'trainings and tests': async ({ admin: { api } }) => {
    const { body: training } = await api('POST /trainings', {
      body: {
        title: 'Taken',
        category_id: 'skills',
        content: [
          { type: 'text', content: '# One' },
          { type: 'slide', content: 'https://slides.example/deck' },
        ],
        questions: [{ question: 'Which?', options: ['This', 'That'], correctAnswer: 1 }],
      },
    })
    const options = ['First', 'Second', 'Third']
    const none = { options: null, correctAnswer: 0 }
    const { body: quiz } = await api('POST /tests', {
      body: {
        title: 'Asked',
        questions: [
          { ...none, question: 'Which?', kind: 'several', options, correctAnswers: [0, 2] },
          { ...none, question: 'Is it?', kind: 'true_false' },
          { ...none, question: 'In which order?', kind: 'ordering', options },
          { ...none, question: 'Whom?', kind: 'text', acceptedAnswers: ['Ada', 'Ada Brooks'] },
        ],
      },
    })
    const { body: bank } = await api('POST /question-bank', {
      body: {
        topic: 'Kept',
        questions: [{ question: 'Which?', options: ['This', 'That'], correctAnswer: 1 }],
      },
    })
    await api('PUT /tests/:id', {
      params: { id: quiz.id },
      body: { title: 'Asked', draws: [{ topic: 'Kept', questions: 1 }] },
    })
    const own = ['/training', '/training/add', `/training/${training.id}/edit`]
    own.push('/admin/questions', '/admin/questions/add', `/admin/questions/${bank[0]!.id}`)
    return [...own, '/admin/tests/add', `/admin/tests/${quiz.id}/edit`]
  },
  drafts: async ({ admin: { api } }) => {
    const empty = ['/drafts?kind=training']
    const { body: live } = await api('POST /policies', { body: { title: 'Live', content: 'Old' } })
    const { body: draft } = await api('POST /drafts', {
      body: { kind: 'policy', item_id: live.id, body: { title: 'Drafted', content: '# New' } },
    })
    const params = { id: draft.id }
    await api('POST /drafts/:id/comments', { params, body: { body: 'Shorter?' } })
    await api('PUT /drafts/:id/publish-at', {
      params,
      body: { publish_at: '2041-01-01T09:00:00Z' },
    })
    // What was saved after it was begun.
    await api('PUT /policies/:id', {
      params: { id: live.id },
      body: { title: 'Live', content: 'Newer' },
    })
    const of = `/drafts/${draft.id}`
    return [...empty, '/drafts', of, `${of}/preview`, `/policies/${live.id}/edit`]
  },
  'bringing a handbook': async ({ admin: { api } }) => {
    const text =
      '# Hours\n\nNine to five.\n\n# Leave\n\n| Who | Days |\n| --- | --- |\n| All | 20 |\n'
    const of = [
      await bringIn(api, 'rules.md', Buffer.from(text)),
      await bringIn(api, 'rules.pdf', pdfFile({ title: 'Rules', paragraphs: ['Nine to five.'] })),
      await bringIn(api, 'broken.pdf', Buffer.from('%PDF-1.7 and no more')),
    ]
    const kept = await bringIn(api, 'kept.md', Buffer.from(text))
    const { body } = await api('POST /imports/:id/keep', {
      params: { id: kept.id },
      body: { parts: [{ title: 'Hours', from: 7, to: 22 }] },
    })
    const screens = [...of, kept].map(({ id }) => `/policies/import/${id}`)
    return ['/policies/import', ...screens, `/drafts/${body.draft_ids[0]}`]
  },
  library: async ({ admin: { api } }) => {
    for (const slug of ['offboarding', 'complaints', 'complaints']) {
      await api('POST /library/:slug/take', { params: { slug } })
    }
    return ['/library']
  },
  'admin panel': async ({ admin }) => {
    const { api, user } = admin
    const { body: invited } = await api('POST /auth/invite', {
      body: { email: 'administered@example.com' },
    })
    const people = ['/admin/people', '/admin/people?search=nobody', `/admin/people/${user.id}`]
    const billing = ['/admin/billing', '/admin/billing/return?cancelled=1']
    const poster = `/people/join-links/${(await joinLinkOf(admin)).id}/poster`
    const others = [
      '/admin/mail',
      '/admin/audit',
      '/admin/evidence',
      '/admin/system',
      '/people/invite',
      poster,
      ...billing,
    ]
    const obligations = [
      '/admin/overview',
      '/admin/outstanding',
      '/admin/matrix',
      '/admin/auditor-links',
      '/admin/legal-holds',
      '/admin/teams',
      '/team',
    ]
    return [...people, `/admin/people/${invited.id}`, ...obligations, ...others]
  },
  settings: () => {
    const sections = [
      'first-steps',
      'mail',
      'brokerage',
      'joining',
      'sign-in',
      'time',
      'dashboard',
      'chat',
      'legal',
      'evidence',
      'backup',
      'programs',
      'webhooks',
    ]
    return Promise.resolve(['', ...sections].map((section) => `/admin/settings/${section}`))
  },
}

/** What lies below the window would keep the colours of before until somebody scrolls there. */
async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    for (const display of ['none', '']) {
      document.documentElement.style.display = display
      await new Promise(requestAnimationFrame)
    }
  })
}

/** Loads each screen once and looks at it in every size, and where axe does, in both themes. */
async function lookAtAll(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(SIZES.desktop)
    await page.goto(path)
    await settle(page)
    await inBothSizes(page, async (size) =>
      expectAccessible(page, { screen: `${path}, ${size}, light` }),
    )
    for (const viewport of FURTHER_SIZES) {
      await page.setViewportSize(viewport)
      await expectNoOverflow(page)
    }
    await changeTheme(page, 'dark')
    await inBothSizes(page, async (size) =>
      // A theme is colours and nothing else.
      expectAccessible(page, { screen: `${path}, ${size}, dark`, only: COLOUR_RULES }),
    )
  }
}

async function joinLinkOf({ api }: Account): Promise<{ id: string; link: string }> {
  const { body: made } = await api('POST /admin/join-links', {
    body: { label: 'Looked at', max_uses: 20 },
  })
  const params = { id: made.id }
  return { ...params, ...(await api('GET /admin/join-links/:id/link', { params })).body }
}

test('every screen of a visitor is accessible, in both themes and sizes', async ({
  page,
  desk,
}) => {
  const { body: invited } = await desk.admin.api('POST /auth/invite', {
    body: { email: 'looked-at@example.com' },
  })
  const { body: invitation } = await desk.admin.api('POST /auth/invites/:id/link', {
    params: { id: invited.id },
  })
  const ways = ['/', '/login', '/signup', '/terms', '/privacy', '/forgot-password']
  const links = ['/reset-password', '/verify-email', '/accept-invite'].map(
    (path) => `${path}?token=a`,
  )
  const invite = invitation.link.replace(desk.url, '')
  const join = (await joinLinkOf(desk.admin)).link.replace(desk.url, '')
  await lookAtAll(page, [...ways, ...links, '/reset-password', invite, join, '/join/over'])
})

for (const [area, prepare] of Object.entries(areas)) {
  test(`every screen of ${area} is accessible, in both themes and sizes`, async ({
    page,
    desk,
  }) => {
    const paths = await prepare(desk)
    await signIn(page, desk.admin)
    await lookAtAll(page, paths)
  })
}

test('the signed-in dashboard keeps to its budget', async ({ page, browser, desk }) => {
  await signIn(page, desk.admin)
  const say = (dismissed: boolean) =>
    desk.admin.api('PUT /admin/first-steps', { body: { dismissed } })
  // What was changed is told to whoever is there, who asks anew: it counts from when it has come to another page.
  const other = await browser.newPage({ baseURL: desk.url, serviceWorkers: 'block' })
  await signIn(other, desk.admin)
  await other.goto('/dashboard')
  const told = other.getByRole('heading', { name: 'First steps' })
  await say(false)
  await expect(told).toBeVisible()
  await say(true)
  await expect(told).toBeHidden()
  const requests: string[] = []
  let scriptBytes = 0
  page.on('response', async (response) => {
    if (response.url().startsWith('data:')) return
    // What makes it an app comes when the page is idle.
    if (/\/(installed-app|push-here)-/.test(response.url())) return
    // What the beginning of an account or a journey before has changed is told within a second: it may be asked anew.
    const isNews = response.url().endsWith('/admin/overview') && requests.includes(response.url())
    if (!isNews) requests.push(response.url())
    if (!response.url().endsWith('.js')) return
    const { responseBodySize } = await response.request().sizes()
    scriptBytes += responseBodySize
  })
  await page.goto('/dashboard')
  await settle(page)
  // An admin's asks who is behind, too; nobody else's has more than twelve.
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(13)
  expect(scriptBytes).toBeGreaterThan(0)
  expect(scriptBytes).toBeLessThanOrEqual(128 * 1024)
  // What the page asks for before the program is there is not asked for again.
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted())
  // A new installation has the first steps, and their code.
  const without = requests.length
  await page.goto('about:blank')
  await say(false)
  await expect(told).toBeVisible()
  await other.close()
  requests.length = 0
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await settle(page)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(without + 2)
})

test('the sidebar folds to icons, and is open at the start', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/dashboard')
  const sidebar = page.locator('#sidebar')
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  await settle(page)
  expect(await width()).toBe(256)
  await page
    .getByRole('button', { name: /sidebar/i })
    .first()
    .click()
  await expect.poll(width).toBe(80)
  await page.getByRole('link', { name: 'Policies' }).first().click()
  await expect(page).toHaveURL(/\/policies$/)
  expect(await width()).toBe(80)
  await page.reload()
  await settle(page)
  expect(await width()).toBe(256)
})

test('what a policy’s screen needs is there before one is opened', async ({ page, desk }) => {
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Opened at once', content: '# One' },
  })
  await signIn(page, desk.admin)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(new URL(request.url()).pathname)
  })
  await page.goto('/policies')
  await settle(page)
  await expect
    .poll(() => [...scripts].filter((name) => /markdown-render/.test(name)))
    .toHaveLength(1)
  await page.waitForLoadState('networkidle')
  const before = scripts.size
  await page.goto('/policies')
  await settle(page)
  await page.getByRole('link', { name: policy.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: policy.title })).toBeVisible()
  expect(scripts.size).toBe(before)
})
