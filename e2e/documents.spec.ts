import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createDocument, type SentDocument } from '../server/src/testing/documents.ts'
import { wordFile } from '../server/src/testing/files/office-file.ts'
import { pdfFile } from '../server/src/testing/files/pdf-file.ts'
import { pictureOf } from '../server/src/testing/pictures.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const pdf = pdfFile({ title: 'Terms', paragraphs: ['# Money', 'Held in the blue folder.'] })

const files = [
  { name: 'Lease 2031.pdf', mimeType: 'application/pdf', buffer: pdf },
  { name: 'yard.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  { name: 'budget.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') },
]

const about = (page: Page, name: string) => page.getByRole('group', { name: `About ${name}` })

/** Upload requests whose body names this file get no answer, as long as `breaks` is true. */
async function breakUploadsOf(page: Page, name: string) {
  const line = { breaks: true }
  await page.route('**/api/v1/documents', async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    if (line.breaks && body.includes(name)) await route.abort('connectionreset')
    else await route.continue()
  })
  return line
}

test('three files are uploaded with the keyboard, one of which needs another try', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/documents')
  await page.getByRole('link', { name: 'Add New Document' }).first().focus()
  await page.keyboard.press('Enter')
  const upload = page.getByRole('button', { name: 'Upload Document' })
  await upload.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please select a file to upload')).toBeVisible()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose Files' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(files)
  await expect(page.getByText('Please select a file to upload')).toBeHidden()
  const title = about(page, 'Lease 2031.pdf').getByLabel('Title')
  await expect(title).toHaveValue('Lease 2031')
  await title.fill('  ')
  await page.getByRole('button', { name: 'Upload 3 Documents' }).focus()
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await expect(page.getByText('Title is required')).toHaveCount(1)
  await expect(page.getByText('Category is required')).toHaveCount(3)
  await expectAccessible(page)

  await page.keyboard.type('The lease of 2031')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Legal')
  for (const name of ['yard.svg', 'budget.csv']) {
    await about(page, name).getByLabel('Category').focus()
    await page.keyboard.type('Finance')
  }
  const line = await breakUploadsOf(page, 'yard.svg')
  await page.getByRole('button', { name: 'Upload 3 Documents' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Uploaded as')).toHaveCount(2)
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to create document' })
  await expect(failure).toContainText('The server can’t be reached')
  await expect(page.getByText('2 of 3 uploaded, 1 failed')).toBeAttached()
  // What was typed is still there.
  await expect(about(page, 'yard.svg').getByLabel('Category')).toHaveValue('Finance')
  await expectAccessible(page)

  line.breaks = false
  await page.getByRole('button', { name: 'Retry yard.svg' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByText('3 documents were uploaded')).toBeVisible()
  for (const name of ['The lease of 2031', 'yard', 'budget']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  }
  const card = page.getByRole('listitem').filter({ hasText: 'The lease of 2031' })
  await expect(card).toContainText('PDF · < 0.01 MB')
  await expect(card).toContainText('Legal')
  await expect(card).toContainText('Last updated')
})

test('a file is dropped, its upload cancelled, and taken up again', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/documents/add')
  await expect(page.getByText('up to 1 GB each')).toBeVisible()
  const transfer = await page.evaluateHandle(() => {
    const held = new DataTransfer()
    held.items.add(new File(['x'.repeat(100_000)], 'Dropped here.txt'))
    return held
  })
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop them here')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await about(page, 'Dropped here.txt').getByLabel('Category').selectOption('Other')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/documents', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Documents' }).click()
  await expect(page.getByRole('dialog', { name: 'Stop uploading?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Cancel Dropped here.txt' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  release()
  await page.unroute('**/api/v1/documents')

  // Leaving asks first: the file would be forgotten.
  await page.getByRole('link', { name: 'Back to Documents' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dropped here' })).toBeVisible()
  await expect(page.getByText('Preview not available for this file type')).toBeVisible()
})

test('each kind is shown at once, loaded once, hidden for good, and nothing in a file runs', async ({
  page,
  desk,
}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="document.title='owned'"><script>document.title='owned'</script><rect width="9" height="9" fill="teal"/></svg>`
  const add = async (sent: SentDocument) => createDocument(desk.admin.api, sent)
  const kinds = {
    png: await add({ title: 'A photo', name: 'a.png', content: await pictureOf(300, 200) }),
    jpg: await add({ title: 'A jpeg', name: 'a.jpg', content: await pictureOf(300, 200, 'jpeg') }),
    gif: await add({ title: 'A gif', name: 'a.gif', content: await pictureOf(60, 40, 'gif') }),
    svg: await add({ title: 'A drawing', name: 'a.svg', content: Buffer.from(svg) }),
    pdf: await add({ title: 'A paper', name: 'a.pdf', content: pdf }),
  }
  const docx = await add({ title: 'A letter', name: 'a.docx', content: wordFile(['Dear all']) })
  await signIn(page, await desk.createAccount())
  for (const [kind, { id, title }] of Object.entries(kinds)) {
    let fetched = 0
    page.on('request', (request) => (fetched += Number(request.url().includes(`${id}/file`))))
    await page.goto(`/documents/${id}`)
    const show = page.getByRole('button', { name: 'Show Preview' })
    const hide = page.getByRole('button', { name: 'Hide Preview' })
    await expect(hide).toHaveAttribute('aria-expanded', 'true')
    if (kind === 'pdf') {
      const canvas = page.locator('canvas').first()
      await expect(canvas).toBeVisible()
      // It is drawn: not one colour all over.
      await expect
        .poll(() =>
          canvas.evaluate((element: HTMLCanvasElement) => {
            const { data } = element
              .getContext('2d')!
              .getImageData(0, 0, element.width, element.height)
            return new Set(data).size > 8
          }),
        )
        .toBe(true)
    } else {
      const image = page.getByRole('img', { name: `Preview of ${title}` })
      await expect
        .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
        .toBeGreaterThan(0)
      const box = await image.boundingBox()
      expect(Math.round(box!.height)).toBe(498)
    }
    expect(await page.title()).toContain(title)
    await expectAccessible(page)
    const before = fetched
    await hide.click()
    await show.click()
    await page.waitForTimeout(200)
    expect(fetched).toBe(before)
  }
  // Whoever hides it is shown none until they want one again.
  await page.getByRole('button', { name: 'Hide Preview' }).click()
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/file'))))
  await page.goto(`/documents/${kinds.png.id}`)
  const show = page.getByRole('button', { name: 'Show Preview' })
  await expect(show).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toBe(0)
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Preview of A photo' })).toBeVisible()
  await page.goto(`/documents/${docx.id}`)
  await expect(page.getByText('Preview not available for this file type')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Preview' })).toBeHidden()
})

test('a picture that cannot be shown is fetched once more, then said to be damaged', async ({
  page,
  desk,
  faults,
}) => {
  const whole = await pictureOf(40, 40)
  const { id } = await createDocument(desk.admin.api, {
    name: 'torn.png',
    content: whole.subarray(0, 40),
  })
  await signIn(page, desk.admin)
  let fetched = 0
  page.on('request', (request) => (fetched += Number(request.url().includes(`${id}/file`))))
  await page.goto(`/documents/${id}`)
  await expect(page.getByText('Failed to load preview')).toBeVisible()
  expect(fetched).toBe(2)
  // The browser looks at a broken picture's address once more by itself, which the CSP refuses.
  expect(faults.every((fault) => fault.includes("Connecting to 'blob:"))).toBe(true)
  faults.splice(0)
})

test('a large file comes whole over a line that breaks', async ({ page, desk }) => {
  const content = Buffer.alloc(40 * 1024 * 1024, 'abcdefg')
  const { id, sha256 } = await createDocument(desk.admin.api, { name: 'large.bin', content })
  await signIn(page, desk.admin)
  let broken = 0
  await page.route(`**/${id}/file`, async (route) => {
    const isSecond = route.request().headers().range?.startsWith('bytes=16777216-')
    if (isSecond && broken < 1) {
      broken += 1
      await route.abort('connectionreset')
    } else await route.continue()
  })
  await page.goto(`/documents/${id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('large.bin')
  const bytes = await readFile(await download.path())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  expect(broken).toBe(1)
})

test('a document is edited, deleted and brought back with the keyboard alone', async ({
  page,
  desk,
}) => {
  const { id } = await createDocument(desk.admin.api, { title: 'Old title' })
  await signIn(page, desk.admin)
  await page.goto(`/documents/${id}`)
  const press = async (role: 'button' | 'link', name: string) => {
    await page.getByRole(role, { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('link', 'Edit Document')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('')
  await press('button', 'Save Changes')
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(title).toBeFocused()
  await page.keyboard.type('A better title')
  await expectAccessible(page)

  // Somebody else saves in between.
  await desk.admin.api('PUT /documents/:id', {
    params: { id },
    body: { title: 'Their title', category: 'Finance' },
  })
  await expect(page.getByText('saved this document after you began to edit it')).toBeVisible()
  await press('button', 'Save Changes')
  await press('button', 'Keep editing mine on top of it')
  await press('button', 'Save Changes')
  await expect(page.getByRole('heading', { level: 1, name: 'A better title' })).toBeVisible()

  await press('button', 'Delete Document')
  await expect(page.getByText('Are you sure you want to delete this document?')).toBeVisible()
  await press('button', 'Cancel')
  await expect(page.getByRole('button', { name: 'Delete Document' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press('button', 'Delete')
  await expect(page).toHaveURL(/\/documents$/)
  await press('button', 'Undo')
  await expect(page.getByText('“A better title” is back')).toBeVisible()
  await expect(page.getByRole('link', { name: 'A better title' })).toBeVisible()
})

test('an agent reads and is offered nothing else; what is gone is said on the list', async ({
  page,
  desk,
}) => {
  const { id } = await createDocument(desk.admin.api, { title: 'For everyone' })
  const agent = await desk.createAccount()
  await signIn(page, agent)
  await page.goto('/documents?search=everyone')
  await expect(page.getByRole('link', { name: 'Add New Document' })).toBeHidden()
  await page.getByRole('link', { name: 'For everyone' }).click()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  for (const name of ['Edit Document', 'Delete Document']) {
    await expect(page.getByText(name)).toBeHidden()
  }
  for (const path of [`/documents/${id}/edit`, '/documents/add']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/documents$/)
  }
  await page.goto('/documents/01940000-0000-7000-8000-000000000000')
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByText('Document not found')).toBeVisible()

  // While it is looked at, an admin deletes it.
  await page.goto(`/documents/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'For everyone' })).toBeVisible()
  await desk.admin.api('DELETE /documents/:id', { params: { id } })
  await expect(page).toHaveURL(/\/documents$/)
})

test('the list is searched, narrowed and put in order, and its address says so', async ({
  page,
  desk,
}) => {
  const word = `umbra${Date.now()}`
  for (const [title, category, name] of [
    ['One', 'Finance', 'one.csv'],
    ['Two', 'Finance', 'two.txt'],
    ['Three', 'Legal', 'three.txt'],
  ] as const) {
    await createDocument(desk.admin.api, { title: `${title} ${word}`, category, name })
  }
  await signIn(page, desk.admin)
  await page.goto('/documents')
  await page.getByPlaceholder('Search documents...').fill(word)
  const titles = page.getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([`One ${word}`, `Three ${word}`, `Two ${word}`])
  await page.getByLabel('Category').selectOption('Finance')
  await expect(titles).toHaveText([`One ${word}`, `Two ${word}`])
  await page.getByLabel('Order').selectOption('Newest first')
  await expect(titles).toHaveText([`Two ${word}`, `One ${word}`])
  await page.getByLabel('Kind of file').selectOption('Spreadsheets')
  await expect(titles).toHaveText([`One ${word}`])
  await page.reload()
  await expect(titles).toHaveText([`One ${word}`])
  await page.getByLabel('Kind of file').selectOption('PDF')
  await expect(page.getByText('No document matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all documents' }).click()
  await expect(page.getByPlaceholder('Search documents...')).toHaveValue('')
  await expect(page.getByRole('link', { name: `Three ${word}` })).toBeVisible()
})

test('without any there is a sentence, and for admins the way to the first one', async ({
  page,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount()
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/documents`)
  await expect(page.getByText('No Documents Available')).toBeVisible()
  await expect(page.getByText('There are currently no documents in the system')).toBeVisible()
  await expectAccessible(page)
})

test('a step of a run is proved by a file, which is fetched and removed again', async ({
  page,
  desk,
}) => {
  const { body: process } = await desk.admin.api('POST /processes', {
    body: {
      title: 'Open house',
      category: 'Sales',
      steps: [{ title: 'Signs' }, { title: 'Doors' }],
    },
  })
  const { body: run } = await desk.admin.api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '14 Ferry Road' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/processes/runs/${run.id}`)
  const proofs = page.getByRole('complementary', { name: 'Proofs' })
  await proofs.getByLabel('It proves').selectOption('Step 2: Doors')
  const chooser = page.waitForEvent('filechooser')
  await proofs.getByRole('button', { name: 'Attach File' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([files[0]!])
  await expect(proofs.getByText('Lease 2031.pdf')).toBeVisible()
  await expect(proofs.getByText('Step 2 ·')).toBeVisible()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await proofs.getByRole('button', { name: 'Download Lease 2031.pdf' }).click()
  expect((await readFile(await (await saved).path())).equals(pdf)).toBe(true)
  await proofs.getByRole('button', { name: 'Remove Lease 2031.pdf' }).focus()
  await page.keyboard.press('Enter')
  await proofs.getByRole('button', { name: 'Remove', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(proofs.getByText('Lease 2031.pdf')).toBeHidden()
})

test('a picture in the list is fetched once its document comes near the window', async ({
  page,
  desk,
}) => {
  for (let n = 1; n <= 12; n += 1) {
    const content = await pictureOf(300 + n, 200)
    await createDocument(desk.admin.api, { title: `Seen late ${n}`, name: `${n}.png`, content })
  }
  // They are made one after the other.
  await expect
    .poll(async () => {
      const { body } = await desk.admin.api('GET /documents', { query: { search: 'Seen late' } })
      return body.filter((one) => one.has_thumbnail).length
    })
    .toBe(12)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, desk.admin)
  await page.goto('/documents?search=Seen+late')
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Seen late' })
  await expect(cards.first().locator('img')).toBeVisible()
  await expect(cards).toHaveCount(12)
  await page.waitForLoadState('networkidle')
  await expect(cards.last().locator('img')).toHaveCount(0)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards.last().locator('img')).toBeVisible()
})
