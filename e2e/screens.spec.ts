import type { Page } from '@playwright/test'
import { createDocument, documentForm } from '../server/src/testing/documents.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Nothing may stick out of the window on the right. */
async function expectNoOverflow(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`every screen is accessible: ${size}, ${colorScheme}`, async ({ page, desk }) => {
      test.setTimeout(180_000)
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const { body: invited } = await desk.admin.api('POST /auth/invite', {
        body: { email: `looked-at-${size}-${colorScheme}@example.com` },
      })
      const { body: invitation } = await desk.admin.api('POST /auth/invites/:id/link', {
        params: { id: invited.id },
      })
      for (const path of [
        '/',
        '/login',
        '/signup',
        '/terms',
        '/privacy',
        '/forgot-password',
        '/reset-password?token=a',
        '/reset-password',
        '/verify-email?token=a',
        '/accept-invite?token=a',
        invitation.link.replace(desk.url, ''),
      ]) {
        await page.goto(path)
        await settle(page)
        await expectAccessible(page)
        await expectNoOverflow(page)
      }
      const { api } = desk.admin
      const { body: policy } = await api('POST /policies', {
        body: { title: `Looked at ${size} ${colorScheme}`, content: '# One\n\n- two\n- three' },
      })
      const params = { id: policy.id }
      await api('PUT /policies/:id', { params, body: { title: policy.title, content: '# Two' } })
      await api('POST /policies/:id/assign', { params, body: { everyone: true } })
      await api('POST /policies/:id/acknowledge', { params })
      const { body: process } = await api('POST /processes', {
        body: {
          title: `Followed ${size} ${colorScheme}`,
          category: 'Sales',
          steps: [{ title: 'One', description: '- a\n- b', estimated_time: 5 }, { title: 'Two' }],
        },
      })
      const { body: run } = await api('POST /processes/:id/runs', {
        params: { id: process.id },
        body: { title: `Run ${size} ${colorScheme}`, due_at: '2020-01-01T00:00:00Z' },
      })
      await api('POST /processes/runs/:id/comments', {
        params: { id: run.id },
        body: { body: 'Seen.' },
      })
      const document = await createDocument(api, { title: `Filed ${size} ${colorScheme}` })
      await api('POST /processes/runs/:id/proofs', {
        params: { id: run.id },
        body: documentForm(),
      })
      const { body: training } = await api('POST /trainings', {
        body: {
          title: `Taken ${size} ${colorScheme}`,
          category_id: 'skills',
          content: [
            { type: 'text', content: '# One' },
            { type: 'slide', content: 'https://slides.example/deck' },
          ],
          questions: [{ question: 'Which?', options: ['This', 'That'], correctAnswer: 1 }],
        },
      })
      const { body: quiz } = await api('POST /tests', { body: { title: `Asked ${size}` } })
      await signIn(page, desk.admin)
      for (const path of [
        '/training',
        '/training/add',
        `/training/${training.id}/edit`,
        '/admin/tests/add',
        `/admin/tests/${quiz.id}/edit`,
        '/dashboard',
        '/policies',
        `/policies/${policy.id}`,
        `/policies/${policy.id}/edit`,
        `/policies/${policy.id}/history`,
        '/policies/add',
        '/admin/policies',
        '/processes',
        `/processes/${process.id}`,
        `/processes/${process.id}/edit`,
        '/processes/add',
        '/processes/runs',
        `/processes/runs/${run.id}`,
        '/admin/processes',
        '/documents',
        '/documents/add',
        `/documents/${document.id}`,
        `/documents/${document.id}/edit`,
        '/people',
        `/people/${desk.admin.user.id}`,
        '/profile',
        '/profile/edit',
        '/profile/security',
        '/admin/mail',
        '/admin/people',
        '/admin/people?search=nobody',
        `/admin/people/${desk.admin.user.id}`,
        `/admin/people/${invited.id}`,
        '/admin/audit',
        '/admin/settings',
        '/people/invite',
      ]) {
        await page.goto(path)
        await settle(page)
        await expectAccessible(page)
        await expectNoOverflow(page)
      }
    })
  }
}

test('the signed-in dashboard keeps to its budget', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  const requests: string[] = []
  let scriptBytes = 0
  page.on('response', async (response) => {
    if (response.url().startsWith('data:')) return
    requests.push(response.url())
    if (!response.url().endsWith('.js')) return
    const { responseBodySize } = await response.request().sizes()
    scriptBytes += responseBodySize
  })
  await page.goto('/dashboard')
  await settle(page)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
  expect(scriptBytes).toBeGreaterThan(0)
  expect(scriptBytes).toBeLessThanOrEqual(140 * 1024)
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
