import { createDocument, documentForm } from '../server/src/testing/documents.ts'
import { bringIn } from '../server/src/testing/imports.ts'
import { expect, signIn, test } from './fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
/** What comes beside the page itself, each later than the one before. */
const LATE = [
  '**/assets/markdown-render-*.js',
  '**/assets/saved-filters-*.js',
  '**/drafts?item_id=*',
  '**/documents/folders*',
  '**/processes/runs?*',
  '**/processes/runs/*/proofs',
]

test('nothing that stands on a page is moved by what comes later', async ({ page, desk }) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Steady', content: '# One\n\nA line.\n\n- two\n- three' },
  })
  await api('POST /drafts', {
    body: { kind: 'policy', item_id: policy.id, body: { title: 'Steady', content: 'Soon.' } },
  })
  const { body: training } = await api('POST /trainings', {
    body: {
      title: 'Steady',
      category_id: 'skills',
      content: [{ type: 'text', content: 'A line.\n\n'.repeat(8) }],
    },
  })
  await createDocument(api, { title: 'Steady' })
  await api('POST /documents/folders', { body: { name: 'Steady' } })
  const { body: process } = await api('POST /processes', {
    body: { title: 'Steady', category: 'Sales', steps: [{ title: 'One', description: 'A line.' }] },
  })
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: 'Steady, and with a long title' },
  })
  const params = { id: run.id }
  await api('POST /processes/runs/:id/comments', { params, body: { body: 'A line.' } })
  await api('POST /processes/runs/:id/proofs', { params, body: documentForm() })
  await bringIn(api, 'steady.md', Buffer.from('# One\n\nA line.'))

  await signIn(page, desk.admin)
  for (const [at, address] of LATE.entries()) {
    await page.route(address, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300 * (at + 1)))
      await route.continue()
    })
  }
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not know these
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node: Node | null }[]
        }
        // Other letters, as the font comes, move some words by a pixel or two.
        if (value > 0.001) moved.push(...sources.map(({ node }) => node?.textContent ?? ''))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const paths = [
    `/policies/${policy.id}`,
    `/training/${training.id}`,
    `/training/${training.id}/session`,
    '/policies',
    '/training',
    '/documents',
    '/processes/runs',
    `/processes/runs/${run.id}`,
    '/policies/import',
    '/admin/settings',
  ]
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const moved = await page.evaluate('moved')
      expect(moved, `${path} at ${viewport.width} px`).toEqual([])
    }
  }
})

test('the columns of a table are named once its rows say how wide they are', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/admin/users?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/people')
  const name = page.getByRole('table').getByText('Last sign-in').first()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(name).toBeHidden()
  release()
  await expect(name).toBeVisible()
})
