import type { Page } from '@playwright/test'
import { pictureForm, pictureOf } from '../server/src/testing/pictures.ts'
import type { Account } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectAccessibleInBoth, inBothSizes } from './looks.ts'

/** Puts a picture there, as the editor does. */
async function keepPicture({ api }: Account, width: number, height: number) {
  const body = pictureForm(await pictureOf(width, height), { field: 'picture' })
  return (await api('POST /pictures', { body })).body
}

/** How far what stood on the page has been moved by what came later, from here on. */
async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { moved: 0 })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not know these
        const { value } = entry as PerformanceEntry & { value: number }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as set above
        ;(globalThis as unknown as { moved: number }).moved += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate<number>('moved')
}

test('a picture of a policy has its place before it comes, is enlarged by a press, and says where it could not come', async ({
  page,
  desk,
}) => {
  const { path, name } = await keepPicture(desk.admin, 1400, 700)
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: {
      title: 'Lockboxes',
      content: `Where it hangs:\n\n![The lockbox on the door](${path})\n\nBelow it the policy goes on.`,
    },
  })
  const agent = await desk.createAccount({ email: 'reader@example.com' })
  await signIn(page, agent)
  const moved = await watchMoves(page)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(`**/pictures/${name}`, async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/policies/${policy.id}`)
  const picture = page.getByRole('img', { name: 'The lockbox on the door' })
  await expect(picture).toBeVisible()
  const place = await picture.boundingBox()
  expect(place!.width / place!.height).toBeCloseTo(2, 1)
  letThrough()
  const enlarge = page.getByRole('button', { name: 'Enlarge “The lockbox on the door”' })
  await expect(enlarge).toBeVisible()
  expect(await picture.getAttribute('src')).toMatch(/^blob:/)
  expect(await picture.boundingBox()).toEqual(place)
  await page.waitForLoadState('networkidle')
  expect(await moved()).toBe(0)
  await inBothSizes(page, async (size) =>
    expectAccessibleInBoth(page, `a policy with a picture, ${size}`),
  )

  await page.setViewportSize({ width: 390, height: 844 })
  await enlarge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'The lockbox on the door' })
  const large = dialog.getByRole('img')
  expect((await large.boundingBox())!.width).toBe(1400)
  await dialog.getByRole('button', { name: 'Fit to window' }).click()
  expect((await large.boundingBox())!.width).toBeLessThan(390)
  await inBothSizes(page, async (size) =>
    expectAccessibleInBoth(page, `an enlarged picture, ${size}`),
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()

  await page.unroute(`**/pictures/${name}`)
  await page.route(`**/pictures/${name}`, (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  await expect(page.getByText('The picture couldn’t be loaded')).toBeVisible()
  await inBothSizes(page, async (size) =>
    expectAccessibleInBoth(page, `a picture that did not come, ${size}`),
  )
  await page.unroute(`**/pictures/${name}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(enlarge).toBeVisible()
  await expect(page.getByText('The picture couldn’t be loaded')).toBeHidden()
})
