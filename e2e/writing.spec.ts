import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { clipboards } from './clipboards.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const editor = (page: Page) => box(page).and(page.locator('.ProseMirror'))
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting of Content' })
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View of Content' }).getByRole('button', { name })

/** The Markdown of what is written, as the source view shows it. */
async function sourceOf(page: Page): Promise<string> {
  await view(page, 'Source').click()
  const source = await page.locator('textarea[name=content]').inputValue()
  await view(page, 'Write').click()
  await expect(editor(page)).toBeVisible()
  return source
}

/** Puts something on a clipboard, and pastes it where the cursor is, or drops it there. */
async function take(
  page: Page,
  kind: 'paste' | 'drop',
  data: { html?: string; text?: string; picture?: string },
): Promise<void> {
  await page.evaluate(
    ({ kind: type, html, text, picture }) => {
      const clipboardData = new DataTransfer()
      if (html !== undefined) clipboardData.setData('text/html', html)
      if (text !== undefined) clipboardData.setData('text/plain', text)
      if (picture) {
        const bytes = Uint8Array.from(atob(picture), (sign) => sign.codePointAt(0)!)
        clipboardData.items.add(new File([bytes], 'Desk.png', { type: 'image/png' }))
      }
      const target = document.activeElement!
      const options = { bubbles: true, cancelable: true }
      const { left, top } = target.getBoundingClientRect()
      const at = { clientX: left + 20, clientY: top + 15 }
      target.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData })
          : new DragEvent('drop', { ...options, ...at, dataTransfer: clipboardData }),
      )
    },
    { kind, ...data },
  )
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a policy is written with keys and by the toolbar, and kept as Markdown', async ({
  page,
  desk,
}) => {
  const title = `Written ${randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await editor(page).click()
  const { keyboard } = page
  await keyboard.type('# Keys')
  await keyboard.press('Enter')
  await keyboard.type('Keys stay in the ')
  await keyboard.press('Control+b')
  await keyboard.type('box')
  await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
  await keyboard.press('Control+b')
  await keyboard.type(', ')
  await keyboard.press('Control+i')
  await keyboard.type('always')
  await keyboard.press('Control+i')
  await keyboard.type('. Call the ')
  // The search has the same key, elsewhere.
  await keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Words').fill('manager')
  await dialog.getByLabel('Address').fill('not an address')
  await keyboard.press('Enter')
  await expect(dialog.getByText('Please give an address such as')).toBeVisible()
  await expectAccessible(page, { screen: 'the dialog of a link' })
  await dialog.getByLabel('Address').fill('manager.example/call')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(editor(page)).toBeFocused()
  await keyboard.type(' first.')
  await keyboard.press('Enter')
  await keyboard.type('- one')
  await keyboard.press('Enter')
  await keyboard.type('two')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('deep')
  // Each Enter in an empty item leads one list out.
  for (let times = 0; times < 3; times++) await keyboard.press('Enter')
  await tool(page, 'Quote').click()
  await keyboard.type('Said')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await toolbar(page).getByRole('combobox', { name: 'Style' }).selectOption('Heading 2')
  await keyboard.type('Rota')
  await keyboard.press('Enter')
  await tool(page, 'Table').click()
  await keyboard.type('Who')
  await keyboard.press('Tab')
  await keyboard.type('When')
  await keyboard.press('Tab')
  await keyboard.type('Ada')
  await tool(page, 'Add column').click()
  await tool(page, 'Remove row').click()
  await expect(box(page).getByRole('row')).toHaveCount(2)
  await box(page).getByRole('columnheader').nth(1).click()
  await keyboard.type('Where')
  await expectAccessible(page, { screen: 'the form with a table' })
  await page.getByRole('button', { name: 'Create Policy' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const { body: found } = await desk.admin.api('GET /policies', { query: { search: title } })
  const params = { id: found[0]!.id }
  const { body: policy } = await desk.admin.api('GET /policies/:id', { params })
  expect(policy.content).toBe(
    [
      '# Keys',
      'Keys stay in the **box**, *always*. Call the [manager](https://manager.example/call) first.',
      '- one\n- two\n  - deep',
      '> Said',
      '## Rota',
      '| Who | Where | When |\n| - | - | - |\n| | | |',
    ].join('\n\n'),
  )
})

test('what Word and Google Docs put on the clipboard keeps its structure, and nothing is fetched', async ({
  page,
  desk,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.url)) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, desk.admin)
  for (const { from, html, markdown } of clipboards) {
    await page.goto('/policies/add')
    await editor(page).click()
    await take(page, 'paste', { html, text: 'The same as words' })
    await expect(page.getByText('A picture was left out, since nothing is fetched')).toBeVisible()
    expect(await sourceOf(page), from).toBe(markdown.trimEnd())
    // The next form begins empty.
    await editor(page).fill('')
  }
  expect(elsewhere).toEqual([])
})

test('a page that runs scripts is pasted as its words, and far too much is refused in a sentence', async ({
  page,
  desk,
  faults,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await editor(page).click()
  const html = `<p onclick="hit()">Fine <a href="javascript:hit()">words</a><script>hit()</script>
    <img src="x" onerror="hit()"><iframe src="https://a.example"></iframe></p>`
  await take(page, 'paste', { html, text: '' })
  expect(await sourceOf(page)).toBe('Fine words')
  // The browser says what of it would not have been run either.
  for (const fault of faults.splice(0)) expect(fault).toContain('inline event handler violates')
  const outside: string[] = []
  page.on('request', (request) => outside.push(request.url()))
  await editor(page).click()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const each = '<p>words <script>hit()</script><img src="https://pictures.example/a.png"></p>'
    clipboardData.setData('text/html', each.repeat(558_000))
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', options))
  })
  await expect(page.getByText('This is too much to paste at once (43 MB)')).toBeVisible()
  expect(outside.filter((url) => url.includes('pictures.example'))).toEqual([])
  expect(await sourceOf(page)).toBe('Fine words')
  // Plain words are read as Markdown.
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await take(page, 'paste', { text: '## Rules\n\n* **one**\n* two' })
  await expect(box(page).getByRole('heading', { name: 'Rules' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(box(page)).toHaveText('Fine words')
})

/** As an older program or hand wrote it: signs that the editor itself would not choose. */
const OLD = `Keys\n====\n* one\n* two\n\n\n__Bold__ words  \nhere\n\n|Key|Place|\n|:--|-----|\n|Front|Box|\n\n***\n\nThe end.\n`

test('what is not touched keeps its characters, and what is takes none of the rest along', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: policy } = await api('POST /policies', { body: { title: 'Old', content: OLD } })
  const params = { id: policy.id }
  const stored = async () => (await api('GET /policies/:id', { params })).body
  const before = (await stored()).content
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  await expect(box(page).getByRole('heading', { name: 'Keys' })).toBeVisible()
  await editor(page).click()
  await page.getByLabel('Description').fill('Opened and closed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
  expect((await stored()).content).toBe(before)

  await page.goto(`/policies/${policy.id}/edit`)
  await box(page).getByText('The end.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Really.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/policies/${policy.id}$`))
  expect((await stored()).content).toBe(before.replace('The end.', 'The end. Really.'))
})

test('a text that the editor could not give back is edited as its source, and says why', async ({
  page,
  desk,
}) => {
  const content = 'See [the rules][1].\n\n[1]: https://rules.example'
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: 'Linked below', content },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}/edit`)
  await expect(page.getByText('something in it that only its source can show')).toBeVisible()
  await expect(box(page)).toHaveValue(content)
  await expectAccessible(page, { screen: 'a text for the source view' })
  await box(page).fill('See [the rules](https://rules.example).')
  await view(page, 'Source').click()
  await view(page, 'Write').click()
  await expect(editor(page).getByRole('link', { name: 'the rules' })).toBeVisible()
})

test('whoever types before the editor is there goes on typing in it, at the same place', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  page.on('dialog', (dialog) => void dialog.accept())
  for (const { typed, keys, more, all } of [
    {
      typed: '# Keys\n\nKeys stay.',
      keys: ['ArrowLeft'],
      more: ' here',
      all: '# Keys\n\nKeys stay here.',
    },
    { typed: 'Keys ', keys: [], more: 'stay', all: 'Keys stay' },
    { typed: 'Keys\n\n', keys: [], more: 'Signs', all: 'Keys\n\nSigns' },
  ]) {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/rich-editor-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/policies/add')
    await page.locator('textarea[name=content]').fill(typed)
    await page.keyboard.press('End')
    for (const key of keys) await page.keyboard.press(key)
    const before = (await box(page).boundingBox())!
    release()
    await expect(editor(page)).toBeFocused()
    const after = (await box(page).boundingBox())!
    expect(Math.abs(after.y - before.y)).toBeLessThan(2)
    expect(Math.abs(after.height - before.height)).toBeLessThan(2)
    await page.keyboard.type(more)
    expect(await sourceOf(page)).toBe(all)
    await page.unroute('**/rich-editor-*.js')
    // The next form begins empty.
    await editor(page).fill('')
  }
})

test('whoever stands at the end of a long text still sees it as the editor comes', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rich-editor-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/policies/add')
  await box(page).fill(`${'Keys stay.\n\n'.repeat(60)}The end.`)
  await page.keyboard.press('Control+End')
  const scrolled = await page.evaluate(() => scrollY)
  release()
  await expect(editor(page)).toBeFocused()
  await expect(box(page).getByText('The end.')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
})

test('with no editor to be had the source is written, and Write tries again', async ({
  page,
  desk,
  faults,
}) => {
  await page.route('**/rich-editor-*.js', (route) => route.abort())
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await box(page).fill('# Keys')
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible()
  await expect(box(page)).toHaveValue('# Keys')
  await page.unroute('**/rich-editor-*.js')
  await view(page, 'Source').click()
  await view(page, 'Write').click()
  await expect(editor(page).getByRole('heading', { name: 'Keys' })).toBeVisible()
  faults.length = 0
})

test('the toolbar is one stop of the keyboard, and Escape loses nothing', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  await editor(page).fill('Keys stay')
  await page.keyboard.press('Shift+Tab')
  const style = toolbar(page).getByRole('combobox', { name: 'Style' })
  await expect(style).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, 'Redo')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toHaveText('')
  await page.keyboard.press('Control+y')
  await expect(editor(page)).toHaveText('Keys stay')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' here')
  await expect(editor(page)).toHaveText('Keys stay here')
  // Tab goes on to what stands behind the box, as from any field.
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
  await expectAccessible(page, { screen: 'the form of a policy' })
})

test('lists and tables are left by keys, and the toolbar can always be reached', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/add')
  const { keyboard } = page
  const style = toolbar(page).getByRole('combobox', { name: 'Style' })
  await editor(page).fill('- one\n- two')
  await keyboard.press('Escape')
  await keyboard.press('Shift+Tab')
  await expect(style).toBeFocused()
  await keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
  await expect(box(page).getByRole('listitem')).toHaveCount(2)

  await editor(page).fill('Before')
  await tool(page, 'Table').click()
  await expect(box(page).getByRole('table')).toBeVisible()
  await keyboard.type('first')
  await keyboard.press('Shift+Enter')
  await keyboard.type('second')
  const head = box(page).getByRole('columnheader').first()
  await expect(head).toHaveText(/first.*second/s)
  const height = await head.evaluate((cell) => {
    const lines = globalThis.document.createRange()
    lines.selectNodeContents(cell)
    return lines.getBoundingClientRect().height
  })
  expect(height).toBeGreaterThan(36)
  // The tools of a table go with it.
  for (let columns = 2; columns > 0; columns--) {
    await expect(editor(page)).toBeFocused()
    await keyboard.press('Alt+F10')
    await expect(style).toBeFocused()
    await keyboard.press('End')
    for (let back = 0; back < 2; back++) await keyboard.press('ArrowLeft')
    await expect(tool(page, 'Remove column')).toBeFocused()
    await keyboard.press('Enter')
    await expect(box(page).getByRole('columnheader')).toHaveCount(columns - 1)
  }
  await expect(tool(page, 'Remove column')).toBeHidden()
  // What was filled in took the place of the list's words.
  await keyboard.press('Escape')
  await keyboard.press('Shift+Tab')
  await expect(style).toBeFocused()
})

test('a picture that is dropped on a text of a training is uploaded and stands there', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: training } = await api('POST /trainings', {
    body: { title: 'Pictures', duration: 5, content: [{ type: 'text', content: 'Look here.' }] },
  })
  await signIn(page, desk.admin)
  await page.goto(`/training/${training.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text.and(page.locator('.ProseMirror'))).toBeVisible()
  await text.click()
  await take(page, 'drop', { picture: PNG })
  await expect(text.getByRole('img', { name: 'Desk' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The training was saved')).toBeVisible()
  const params = { id: training.id }
  const { body: sections } = await api('GET /trainings/:id/content', { params })
  expect(sections[0]!.content).toMatch(/!\[Desk\]\(\/api\/v1\/trainings\/files\/[0-9a-f-]{36}\)/)
})

test('the toolbar of a long text stays in sight, but not where a low window needs the room', async ({
  page,
  desk,
}) => {
  const content = '## Heading\n\nA paragraph of the policy.\n\n'.repeat(40)
  const { body } = await desk.admin.api('POST /policies', { body: { title: 'Long', content } })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${body.id}/edit`)
  await expect(editor(page)).toBeVisible()
  await page.mouse.wheel(0, 10_000)
  const bar = page.locator('.writing-bar')
  const position = () => bar.evaluate((element) => getComputedStyle(element).position)
  await page.evaluate(() => {
    const framed = document.querySelector('.writing-box')!
    scrollBy(0, framed.getBoundingClientRect().bottom - 300)
  })
  // Below the header, which stays as well.
  await expect.poll(async () => (await bar.boundingBox())?.y).toBe(56)
  await expect(tool(page, 'Bold')).toBeInViewport({ ratio: 1 })
  await tool(page, 'Bold').click()
  await page.setViewportSize({ width: 1440, height: 480 })
  expect(await position()).toBe('static')
})

test('the preview of a policy has the letters of its page', async ({ page, desk }) => {
  const { body } = await desk.admin.api('POST /policies', {
    body: { title: 'Letters', content: 'A paragraph of the policy.' },
  })
  await signIn(page, desk.admin)
  const sizeOf = async () =>
    page
      .getByText('A paragraph of the policy.')
      .evaluate((element) => [
        getComputedStyle(element).fontSize,
        getComputedStyle(element).lineHeight,
      ])
  await page.goto(`/policies/${body.id}`)
  const read = await sizeOf()
  await page.goto(`/policies/${body.id}/edit`)
  await view(page, 'Preview').click()
  expect(await sizeOf()).toEqual(read)
})
