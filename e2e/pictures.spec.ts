import type { Locator, Page } from '@playwright/test'
import { pictureForm, pictureOf } from '../server/src/testing/pictures.ts'
import type { Account } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectAccessibleInBoth, inBothSizes } from './looks.ts'

/** Puts a picture there, as the editor does. */
async function keepPicture({ api }: Account, width: number, height: number) {
  const body = pictureForm(await pictureOf(width, height), { field: 'picture' })
  return (await api('POST /pictures', { body })).body
}

/** Keeps a picture on its way until what this returns is called. */
async function holdPicture(page: Page, name: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(`**/pictures/${name}`, async (route) => {
    await held
    await route.continue()
  })
  return () => letThrough()
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
  const letThrough = await holdPicture(page, name)
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

test('paper waits for the pictures of a text, also for those far down', async ({ page, desk }) => {
  const { path, name } = await keepPicture(desk.admin, 600, 300)
  const above = Array.from({ length: 80 }, (_, at) => `Paragraph ${at}.`).join('\n\n')
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'On paper', content: `${above}\n\n![The seal](${path})` },
  })
  await signIn(page, desk.admin)
  await page.addInitScript(() => {
    globalThis.print = () => {
      const image = globalThis.document.querySelector<HTMLImageElement>('[data-picture] img')
      Object.assign(globalThis, { printed: `${image?.src.slice(0, 5)} ${image?.complete}` })
    }
  })
  const letThrough = await holdPicture(page, name)
  const printed = async () => page.evaluate(() => Reflect.get(globalThis, 'printed') as unknown)
  await page.goto(`/policies/${policy.id}`)
  const print = page.getByRole('button', { name: 'Print' })
  await print.click()
  await expect(print).toHaveAttribute('aria-busy', 'true')
  expect(await printed()).toBeUndefined()
  letThrough()
  await expect.poll(printed).toBe('blob: true')

  await page.reload()
  await expect(print).toBeEnabled()
  await page.keyboard.press('Control+p')
  await expect.poll(printed).toBe('blob: true')

  // One that doesn't come keeps nobody from printing.
  await page.unroute(`**/pictures/${name}`)
  await page.route(`**/pictures/${name}`, (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  await print.click()
  await expect.poll(printed).toMatch(/^(data:|blob:)/)
})

const box = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const editor = (page: Page) => box(page).and(page.locator('.ProseMirror'))
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View of Content' }).getByRole('button', { name })
const source = (page: Page) => page.locator('textarea[name=content]')

type Brought = {
  files?: { name: string; bytes: Buffer }[]
  html?: string
  text?: string
  rtf?: string
}

/** Drops or pastes something on a box. */
async function bring(into: Locator, how: 'paste' | 'drop', { files = [], ...words }: Brought) {
  await into.evaluate(
    (target, { kind, all, html, text, rtf }) => {
      const data = new DataTransfer()
      if (html) data.setData('text/html', html)
      if (text) data.setData('text/plain', text)
      if (rtf) data.setData('text/rtf', rtf)
      for (const { name, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
        data.items.add(new File([bytes], name, { type: 'image/png' }))
      }
      const options = { bubbles: true, cancelable: true }
      const { left, top } = target.getBoundingClientRect()
      target.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', {
              ...options,
              clientX: left + 20,
              clientY: top + 15,
              dataTransfer: data,
            }),
      )
    },
    {
      kind: how,
      all: files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
      ...words,
    },
  )
}

/** Lets no picture be sent before it is told to. */
async function holdUploads(page: Page) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/v1/pictures', async (route) => {
    await held
    await route.continue()
  })
  return () => letThrough()
}

/** The picture's Markdown, whichever name it has. */
const picture = (words: string) =>
  String.raw`!\[${words}\]\(/api/v1/pictures/[\da-f]{64}-\d+x\d+\.webp\)`

test('pictures are dropped and pasted into a policy, described, and read as they were written', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Where the keys hang')
  await editor(page).click()
  await page.keyboard.type('Look here:')
  await bring(editor(page), 'paste', {
    files: [
      { name: 'The hook.png', bytes: await pictureOf(600, 300) },
      { name: 'image.png', bytes: await pictureOf(300, 200) },
    ],
  })
  await expect(box(page).locator('.picture-frame img')).toHaveCount(2)
  await expect(box(page).getByRole('img', { name: 'The hook' })).toBeVisible()
  // A picture that nothing is said of asks for it, and the keys get there, too.
  await box(page).getByRole('button', { name: 'Describe this picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Describe Picture' })
  await expectAccessibleInBoth(page, 'the dialog of a picture')
  await dialog.getByLabel('What the picture shows').fill('The board')
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('img', { name: 'The board' })).toBeVisible()
  await box(page).getByRole('img', { name: 'The hook' }).click()
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of Content' })
  await toolbar.getByRole('button', { name: 'Describe picture' }).click()
  await expect(dialog.getByLabel('What the picture shows')).toHaveValue('The hook')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await inBothSizes(page, async (size) =>
    expectAccessibleInBoth(page, `the editor with pictures, ${size}`),
  )
  await view(page, 'Source').click()
  await expect(source(page)).toHaveValue(
    new RegExp(`^Look here:\n\n${picture('The hook')}\n\n${picture('The board')}$`),
  )
  await view(page, 'Preview').click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('button', { name: 'Enlarge “The board”' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Enlarge “The hook”' })).toBeVisible()
})

test('a picture comes where it was dropped, whatever is written, and whichever view is shown, meanwhile', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  const letThrough = await holdUploads(page)
  await page.goto('/policies/add')
  await editor(page).click()
  await page.keyboard.type('One')
  await bring(editor(page), 'paste', { files: [{ name: 'A.png', bytes: await pictureOf(60, 30) }] })
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await bring(editor(page), 'paste', { files: [{ name: 'B.png', bytes: await pictureOf(30, 60) }] })
  await expect(page.getByRole('progressbar', { name: 'Upload of B.png' })).toBeVisible()
  await expect(page.getByText('Uploading A.png and 1 more')).toBeVisible()
  await expectAccessibleInBoth(page, 'pictures under way')
  // It can't be saved without them.
  await page.getByRole('textbox', { name: 'Title' }).fill('Slow')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await expect(page.getByText('Please wait until “A.png” is uploaded, or cancel it')).toBeVisible()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Please wait until “A.png” is uploaded, or cancel it')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/policies/add')
  await view(page, 'Source').click()
  await source(page).press('ControlOrMeta+Home')
  await page.keyboard.type('Zero\n\n')
  letThrough()
  await expect(source(page)).toHaveValue(
    new RegExp(`^Zero\n\nOne\n\n${picture('A')}\n\nTwo\n\n${picture('B')}$`),
  )
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('Please wait until')).toBeHidden()
})

test('one that can’t be taken says why, one that did not get there is tried again, and the text loses nothing', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await editor(page).click()
  await page.keyboard.type('Before')
  await bring(editor(page), 'drop', {
    files: [{ name: 'Letter.png', bytes: Buffer.from('no picture at all') }],
  })
  const refused = page.getByRole('alert').filter({ hasText: 'Letter.png' })
  await expect(refused).toContainText('Failed to upload “Letter.png”')
  await expect(refused.getByRole('button', { name: 'Try Again' })).toBeHidden()
  await expectAccessibleInBoth(page, 'a picture that was refused')
  await refused.getByRole('button', { name: 'Dismiss' }).click()
  await expect(refused).toBeHidden()

  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.route('**/api/v1/pictures', (route) => route.abort())
  await bring(editor(page), 'paste', {
    files: [{ name: 'Key.png', bytes: await pictureOf(60, 30) }],
  })
  const failed = page.getByRole('alert').filter({ hasText: 'Key.png' })
  await expect(failed).toBeVisible()
  await editor(page).focus()
  // The editor puts its own selection back a moment after the focus came: a key before that is lost.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+Home')
    const before = await editor(page).evaluate(async (text) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const { focusNode, focusOffset } = getSelection()!
      const range = document.createRange()
      range.selectNodeContents(text)
      range.setEnd(focusNode!, focusOffset)
      return range.toString()
    })
    expect(before).toBe('')
  }).toPass()
  await page.keyboard.type('Begin. ')
  await page.unroute('**/api/v1/pictures')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page).getByRole('img', { name: 'Key' })).toBeVisible()
  await expect(failed).toBeHidden()
  await view(page, 'Source').click()
  await expect(source(page)).toHaveValue(new RegExp(`^Begin. Before\n\n${picture('Key')}$`))

  // What was refused holds nothing up.
  await view(page, 'Write').click()
  await bring(editor(page), 'drop', {
    files: [{ name: 'Letter.png', bytes: Buffer.from('no picture at all') }],
  })
  await expect(refused).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('What nobody took')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await expect(page.getByRole('dialog')).toContainText('What nobody took')
})

test('what Word and mail programs bring along with their words is kept where it stood', async ({
  page,
  desk,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== desk.url && origin !== 'null') elsewhere.push(request.url())
  })
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await editor(page).click()
  const [one, two, three] = await Promise.all([
    pictureOf(40, 20),
    pictureOf(20, 40),
    pictureOf(30, 30),
  ])
  const inPage = `data:image/png;base64,${three.toString('base64')}`
  await bring(editor(page), 'paste', {
    html: `<p class="MsoNormal">One</p><p class="MsoNormal"><img width="40" src="file:///C:/clip_image001.png"></p>
      <p class="MsoNormal">Two</p><p class="MsoNormal">in <img width="20" src="file:///C:/clip_image002.png"> between</p>
      <p>Three <img src="${inPage}"></p><p><img src="https://pictures.example/a.png"></p>`,
    text: 'One Two',
    rtf: String.raw`{\rtf1{\pict\pngblip\bliptag1{\*\blipuid 00112233445566778899aabbccddeeff}${one.toString('hex')}}
      {\pict\pngblip\bliptag2{\*\blipuid 00112233445566778899aabbccddeeff}${two.toString('hex')}}}`,
  })
  await expect(box(page).locator('.picture-frame img')).toHaveCount(3)
  await expect(page.getByText('A picture was left out, since nothing is fetched')).toBeVisible()
  await view(page, 'Source').click()
  const sized = (size: string) => String.raw`!\[\]\(/api/v1/pictures/[\da-f]{64}-${size}\.webp\)`
  await expect(source(page)).toHaveValue(
    new RegExp(
      `^One\n\n${sized('40x20')}\n\nTwo\n\nin ${sized('20x40')} between\n\nThree\n\n${sized('30x30')}$`,
    ),
  )
  expect(elsewhere).toEqual([])
})

test('a step, what somebody writes of themselves, and two versions side by side show their pictures', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const [old, fresh] = await Promise.all([
    keepPicture(desk.admin, 320, 200),
    keepPicture(desk.admin, 320, 210),
  ])
  const { body: process } = await api('POST /processes', {
    body: {
      title: 'Hang the lockbox',
      category: 'Sales',
      steps: [{ title: 'Find the door', description: `![The door](${old.path})` }],
    },
  })
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '12 Elm Street' },
  })
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Doors', content: `Knock.\n\n![The door](${old.path})` },
  })
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Doors', content: `Knock.\n\n![The new door](${fresh.path})` },
  })
  const ben = await desk.createAccount({ first_name: 'Ben', email: 'ben.pictured@example.com' })

  await signIn(page, desk.admin)
  for (const path of [`/processes/${process.id}`, `/processes/runs/${run.id}`]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Enlarge “The door”' }).click()
    await expect(page.getByRole('dialog', { name: 'The door' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.goto(`/policies/${policy.id}/history?from=1&to=2`)
  await expect(page.getByRole('button', { name: 'Enlarge “The door”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enlarge “The new door”' })).toBeVisible()
  await expect(page.getByText('/api/v1/pictures/')).toBeHidden()
  await inBothSizes(page, async (size) =>
    expectAccessibleInBoth(page, `compared pictures, ${size}`),
  )

  await signIn(page, ben)
  await page.goto('/profile/edit')
  const bio = page.getByRole('textbox', { name: 'Bio' })
  await expect(bio.and(page.locator('.ProseMirror'))).toBeVisible()
  await bio.click()
  await bring(bio, 'drop', { files: [{ name: 'My dog.png', bytes: await pictureOf(200, 150) }] })
  await expect(bio.getByRole('img', { name: 'My dog' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.goto(`/people/${ben.user.id}`)
  await expect(page.getByRole('button', { name: 'Enlarge “My dog”' })).toBeVisible()
})

test('a text whose picture is gone is refused where it stands, and saved once it is added again', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  const { path, name } = await keepPicture(desk.admin, 50, 40)
  const gone = path.replace(name.slice(0, 64), 'f'.repeat(64))
  const PICTURE_GONE = 'A picture in this text is no longer there. Please add it again'

  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Gone')
  await view(page, 'Source').click()
  await source(page).fill(`Words\n\n![The hook](${gone})`)
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await expect(page.locator('[id$=-error]', { hasText: PICTURE_GONE })).toBeVisible()
  await expectAccessibleInBoth(page, 'a policy whose picture is gone')
  await source(page).fill(`Words\n\n![The hook](${path})`)
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Enlarge “The hook”' })).toBeVisible()

  // Of many steps it is said at the one.
  await page.goto('/processes/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Doors')
  await page.getByLabel('Category').selectOption('Sales')
  for (const [at, address] of [path, gone].entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Add Step' }).click()
    await page
      .getByRole('textbox', { name: 'Step title' })
      .nth(at)
      .fill(`Step ${at + 1}`)
    await page
      .getByRole('group', { name: `View of the details of step ${at + 1}` })
      .getByRole('button', { name: 'Source' })
      .click()
    await page.locator(`textarea[name="steps.${at}.description"]`).fill(`![Door](${address})`)
  }
  await page.getByRole('button', { name: 'Create Process' }).click()
  await expect(page.locator('[id$=-error]', { hasText: PICTURE_GONE })).toHaveCount(1)
  await expect(page.locator('textarea[name="steps.1.description"]')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
})

test('a training, a draft, a profile and the dashboard’s settings say that a picture is gone where it stands', async ({
  page,
  desk,
}) => {
  const { name } = await keepPicture(desk.admin, 50, 41)
  const gone = `Words ![Hook](/api/v1/pictures/${name.replace(/^.{64}/, 'e'.repeat(64))})`
  const said = page.locator('[id$=-error]', {
    hasText: 'A picture in this text is no longer there',
  })
  /** Writes it, saves, and reads what is said beside it. */
  const refuse = async (field: string, save: string, shown = field) => {
    await page
      .getByRole('group', { name: `View of ${shown}` })
      .getByRole('button', { name: 'Source' })
      .click()
    const text = page.getByRole('textbox', { name: new RegExp(`^${field}( Optional)?$`) })
    await text.fill(gone)
    await page.getByRole('button', { name: save }).click()
    await expect(said).toHaveCount(1)
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(text).toHaveValue(gone)
    await text.fill('Words')
    await page.getByRole('button', { name: save }).click()
    await expect(said).toBeHidden()
  }
  await signIn(page, desk.admin)
  const { body: draft } = await desk.admin.api('POST /drafts', {
    body: { kind: 'policy', body: { title: 'A draft', content: 'First.' } },
  })
  await page.goto(`/drafts/${draft.id}`)
  await refuse('Content', 'Save draft')
  await page.goto('/training/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Doors')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await refuse('Text', 'Save as draft', 'the text of section 1')
  await expect(page).toHaveURL(/\/drafts\/[\da-f-]{36}$/)
  await page.goto('/profile/edit')
  await refuse('Bio', 'Save Changes')
  await page.goto('/admin/settings/dashboard')
  await refuse('About the broker', 'Save Settings')
})

test('an auditor sees the pictures of what was acknowledged, by their link alone', async ({
  page,
  browser,
  desk,
}) => {
  const { api } = desk.admin
  const { path } = await keepPicture(desk.admin, 240, 160)
  const { body: policy } = await api('POST /policies', {
    body: { title: 'Seen by auditors', content: `Look:\n\n![The seal](${path})` },
  })
  const reader = await desk.createAccount({ email: 'acknowledges@example.com' })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [reader.user.id] },
  })
  await reader.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  await signIn(page, desk.admin)
  const { body: made } = await api('POST /admin/auditor-links', {
    body: {
      name: 'Ms. Vance',
      item_id: policy.id,
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(made.link.replace(/^https?:\/\/[^/]+/, desk.url))
  await stranger.getByRole('link', { name: /^Version 1/ }).click()
  await stranger.getByRole('button', { name: 'Enlarge “The seal”' }).click()
  await expect(stranger.getByRole('dialog', { name: 'The seal' })).toBeVisible()
  await expectAccessibleInBoth(stranger, 'an auditor’s picture')
  await stranger.keyboard.press('Escape')

  // With the exact texts, paper has it too.
  await stranger.goBack()
  await stranger.getByRole('checkbox', { name: 'With the exact texts' }).check()
  await expect(stranger.getByRole('button', { name: 'Print' })).toBeEnabled()
  await stranger.emulateMedia({ media: 'print' })
  const printed = stranger.getByRole('img', { name: 'The seal' })
  await expect(printed).toBeVisible()
  await expect(printed).toHaveAttribute('src', /^blob:/)
  await stranger.context().close()
})

test('a picture that is named in a conversation is its words', async ({ page, desk }) => {
  const ada = await desk.createAccount({ first_name: 'Ada' })
  const ben = await desk.createAccount()
  const { path } = await keepPicture(ada, 40, 20)
  const body = `See ![the box](${path}) first.`
  const { body: chat } = await ada.api('POST /chat', {
    body: { title: 'Keys', member_ids: [ben.user.id] },
  })
  const params = { id: chat.id }
  await ada.api('POST /chat/:id/messages', { params, body: { body, client_id: 'one' } })
  await signIn(page, ben)
  await page.goto(`/chat/${chat.id}`)
  const messages = page.getByRole('group', { name: 'Messages' })
  await expect(messages.getByText('See the box first.')).toBeVisible()
  await expect(messages.getByRole('img')).toHaveCount(0)
})
