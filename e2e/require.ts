import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Goes there as the table of people does: who is meant stands in the navigation's state. */
export async function openRequire(
  page: Page,
  what: 'policies' | 'tests',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await page.goto('/people')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(
    ({ user, path }) => {
      const key = { key: 'a', __TSR_key: 'a', __TSR_index: 1 }
      globalThis.history.pushState({ user, ...key }, '', path)
    },
    { user: { id, name }, path: `/admin/require_${what}` },
  )
  await expect(page.getByRole('heading', { name: /^Require a / })).toBeVisible()
}
