import type { Page } from '@playwright/test'
import { COLOUR_RULES, expect, expectAccessible } from './fixtures.ts'

export const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/** Nothing may stick out of the window on the right. Just after a change of its size a table still has the width of before. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const message = `${page.url()} is wider than ${page.viewportSize()?.width} px`
  const wider = async () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider, { message }).toBeLessThanOrEqual(0)
}

/** Looks at what stands in both themes, and leaves it in the light one. */
export async function expectAccessibleInBoth(page: Page, screen = page.url()): Promise<void> {
  await expectAccessible(page, { screen: `${screen}, light` })
  await page.emulateMedia({ colorScheme: 'dark' })
  // A theme is colours and nothing else.
  await expectAccessible(page, { screen: `${screen}, dark`, only: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Looks in both sizes of a window, where nothing may be too wide; the small one is a phone's, which is touched. */
export async function inBothSizes(page: Page, look: (size: string) => Promise<void>) {
  const devtools = await page.context().newCDPSession(page)
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' })
    await expectNoOverflow(page)
    await look(size)
  }
  await devtools.detach()
}

/** The same in both sizes of a window. */
export async function expectAccessibleInAll(page: Page, screen = page.url()): Promise<void> {
  await inBothSizes(page, async (size) => expectAccessibleInBoth(page, `${screen}, ${size}`))
}
