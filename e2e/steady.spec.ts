import { createDocument } from '../server/src/testing/documents.ts'
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
