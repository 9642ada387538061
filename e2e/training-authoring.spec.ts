import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, letTimersRun, signIn, test } from './fixtures.ts'

const section = (page: Page, number: number) =>
  page.getByRole('group', { name: `Section ${number}`, exact: true })
const question = (page: Page, number: number) =>
  page.getByRole('group', { name: `Question ${number}`, exact: true })

/** The first bytes of an MP4, and some more. */
const MP4 = Buffer.concat([
  Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'),
  Buffer.alloc(2000),
])
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const GIFT = `Who calls first? {=You ~They}

// points: 3
Which number? {~The new one =The known one}

Broken {}`

/** Pastes a picture where the cursor is. */
async function pastePicture(page: Page): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'Desk.png', { type: 'image/png' }))
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, PNG)
}

test('a training is written with every kind of section, a quiz from a file, and links', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const name = randomUUID().slice(0, 8)
  await api('POST /policies', { body: { title: `Linked ${name}`, content: 'Call first.' } })
  await signIn(page, desk.admin)
  await page.goto('/training')
  await page.getByRole('link', { name: 'Add New Training' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Training' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`All kinds ${name}`)
  await page.getByLabel('Duration (minutes)').fill('25')
  await page.getByLabel('Category').selectOption('security')

  await page.getByRole('button', { name: 'Add Text' }).click()
  const text = section(page, 1).getByLabel('Text', { exact: true })
  await expect(text).toBeFocused()
  await expect(text.and(page.locator('.ProseMirror'))).toBeVisible()
  await text.fill('# Look')
  await page.keyboard.press('Enter')
  await pastePicture(page)
  await expect(text.getByRole('img', { name: 'Desk' })).toBeVisible()
  await section(page, 1).getByRole('button', { name: 'Preview' }).click()
  const picture = section(page, 1).getByRole('img', { name: 'Desk' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  await page.getByRole('button', { name: 'Add Video' }).click()
  await section(page, 2)
    .getByLabel('Upload Video')
    .setInputFiles({ name: 'tour.mp4', mimeType: 'video/mp4', buffer: MP4 })
  await expect(section(page, 2).getByText('tour.mp4')).toBeVisible()
  await page.getByRole('button', { name: 'Add Slide' }).click()
  await section(page, 3).getByLabel('Slide URL').fill('http://slides.example/deck')

  await page.getByRole('button', { name: 'Import Questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import questions' })
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'quiz.gift.txt', mimeType: 'text/plain', buffer: Buffer.from(GIFT) })
  await expect(dialog.getByText('2 questions can be added, 1 place cannot.')).toBeVisible()
  await expect(dialog.getByText('6: Questions of this kind can’t be taken')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 2 Questions' }).click()
  await expect(question(page, 2).getByLabel('Points')).toHaveValue('3')
  await page.getByRole('button', { name: 'Add Question' }).click()
  await question(page, 3).getByLabel('Question', { exact: true }).fill('And then?')
  // The first and the last option stay empty: the choice stays with its words.
  await question(page, 3).getByLabel('Option 2 of question 3', { exact: true }).fill('Wait')
  await question(page, 3).getByLabel('Option 3 of question 3', { exact: true }).fill('Close')
  await question(page, 3).getByLabel('Option 3 of question 3 is correct').check()

  await page.getByLabel('Search policies').fill(`linked ${name}`)
  await page.getByRole('checkbox', { name: `Linked ${name}` }).check()
  await page.getByLabel('Retake Threshold (days)').fill('365')

  await page.getByRole('button', { name: 'Create Training' }).click()
  await expect(page.getByRole('alert')).toHaveText('The address of a slide begins with https://')
  await expect(section(page, 3).getByLabel('Slide URL')).toBeFocused()
  await section(page, 3).getByLabel('Slide URL').fill('https://slides.example/deck')
  await page.getByRole('button', { name: 'Create Training' }).click()
  await expect(page.getByText(`“All kinds ${name}” was created`)).toBeVisible()

  const { body: found } = await api('GET /trainings', { query: { search: `All kinds ${name}` } })
  const { id } = found[0]!
  expect(found[0]).toMatchObject({
    duration: 25,
    category_id: 'security',
    required_score: 70,
    due_days: 30,
    max_attempts: 3,
    retake_threshold: 365,
    sections_count: 3,
    questions_count: 3,
  })
  const { body: sections } = await api('GET /trainings/:id/content', { params: { id } })
  expect(sections.map((one) => [one.type, one.order, one.files.length])).toEqual([
    ['text', 1, 1],
    ['video', 2, 1],
    ['slide', 3, 0],
  ])
  expect(sections[0]!.content).toMatch(
    /^# Look\n\n!\[Desk\]\(\/api\/v1\/trainings\/files\/[0-9a-f-]{36}\)$/,
  )
  const { body: questions } = await api('GET /trainings/:id/questions', { params: { id } })
  expect(questions.map((one) => one.options[one.correctAnswer!])).toEqual([
    'You',
    'The known one',
    'Close',
  ])
  const { body: detail } = await api('GET /trainings/:id', { params: { id } })
  expect(detail.linked.map((item) => item.title)).toEqual([`Linked ${name}`])
})

/** Holds uploads of sections until it is told; tells what became of them. */
async function holdUploads(page: Page) {
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  await page.route('**/api/v1/trainings/files', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return {
    release: async () => {
      end()
      await page.unroute('**/api/v1/trainings/files')
    },
  }
}

test('a section’s upload shows how far it is, is cancelled, refused, tried again, and moved meanwhile', async ({
  page,
  desk,
}) => {
  const began = new Date().toISOString()
  const uploads = async () => {
    const query = { kind: 'trainings', from: began } as const
    const { body: events } = await desk.admin.api('GET /admin/audit', { query })
    return events.filter(({ action }) => action === 'training.file_uploaded').length
  }
  const video = { name: 'tour.mp4', mimeType: 'video/mp4', buffer: MP4 }
  await signIn(page, desk.admin)
  await page.goto('/training/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a file')
  await page.getByLabel('Duration (minutes)').fill('5')
  await page.getByRole('button', { name: 'Add Video' }).click()
  const pick = (number: number) => section(page, number).locator('input[accept^=video]')
  const bar = (number: number) =>
    section(page, number).getByRole('progressbar', { name: 'Upload of tour.mp4' })

  let hold = await holdUploads(page)
  await pick(1).setInputFiles(video)
  await expect(bar(1)).toBeVisible()
  await expect(section(page, 1).getByText(/^(\d+%|Finishing…)$/)).toBeVisible()
  // Saved now, the training would lack its video.
  await page.getByRole('button', { name: 'Create Training' }).click()
  const waiting = 'Please wait until “tour.mp4” is uploaded, or cancel it'
  await expect(page.getByRole('alert')).toHaveText(waiting)
  await page.getByRole('button', { name: 'Cancel tour.mp4' }).click()
  await expect(bar(1)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload Video' })).toBeFocused()
  await hold.release()
  await expect(section(page, 1).getByLabel('Video URL')).toHaveValue('')
  expect(await uploads()).toBe(0)

  const refuse = { status: 507, json: { error: 'There is no room left on the server’s disk' } }
  await page.route('**/api/v1/trainings/files', async (route) => route.fulfill(refuse))
  await pick(1).setInputFiles(video)
  await expect(page.getByRole('alert')).toContainText('Failed to upload “tour.mp4”')
  await expect(page.getByRole('alert')).toContainText(refuse.json.error)
  await page.unroute('**/api/v1/trainings/files')

  // Tried again; by the time it is there, its section is the second.
  hold = await holdUploads(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(bar(1)).toBeVisible()
  // A draft would lack it as well.
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('alert')).toHaveText(waiting)
  await expect(page).toHaveURL(/\/training\/add$/)
  await page.getByRole('button', { name: 'Add Slide' }).click()
  await page.getByRole('button', { name: 'Move section 1 down' }).click()
  await expect(bar(2)).toBeVisible()
  await hold.release()
  await expect(section(page, 2).getByRole('link', { name: 'tour.mp4' })).toBeVisible()
  await expect(section(page, 1).getByLabel('Slide URL')).toHaveValue('')
  expect(await uploads()).toBe(1)

  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/drafts\/[0-9a-f-]{36}$/)
  // The form of before stands for a moment longer than its address.
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeVisible()
  hold = await holdUploads(page)
  await pick(2).setInputFiles(video)
  await expect(bar(2)).toBeVisible()
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
  await expect(page.getByRole('alert')).toHaveText(waiting)
  await hold.release()
  await expect(bar(2)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a training is written and put in order with the keyboard alone', async ({ page, desk }) => {
  const name = `Keys ${randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await page.goto('/training/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
  await page.keyboard.type(name)
  await page.getByLabel('Duration (minutes)').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('5')
  for (const [index, words] of ['One', 'Two', 'Three'].entries()) {
    await page.getByRole('button', { name: 'Add Text' }).focus()
    await page.keyboard.press('Enter')
    await expect(section(page, index + 1).getByLabel('Text', { exact: true })).toBeFocused()
    await page.keyboard.type(words)
  }
  // Three goes to the top by its handle, One to the end by its button.
  await page.getByRole('button', { name: 'Drag section 3' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Section 3 is lifted from section 3 of 3.')).toBeAttached()
  await letTimersRun(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Section 3 would be section 2 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Section 3 would be section 1 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  const texts = async () =>
    Promise.all(
      (await page.getByRole('textbox', { name: 'Text', exact: true }).all()).map((box) =>
        box.evaluate((field: HTMLElement & { value?: string }) => field.value ?? field.innerText),
      ),
    )
  await expect.poll(texts).toEqual(['Three', 'One', 'Two'])
  await page.getByRole('button', { name: 'Move section 2 down' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(texts).toEqual(['Three', 'Two', 'One'])
  await expect(page.getByRole('button', { name: 'Move section 3 up' })).toBeFocused()
  await page.getByLabel('Question', { exact: true }).focus()
  await page.keyboard.type('Which?')
  await page.getByLabel('Option 1 of question 1', { exact: true }).focus()
  await page.keyboard.type('This')
  await page.getByLabel('Option 2 of question 1', { exact: true }).focus()
  await page.keyboard.type('That')
  await page.getByLabel('Option 1 of question 1 is correct').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Create Training' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`“${name}” was created`)).toBeVisible()
  const { api } = desk.admin
  const { body: found } = await api('GET /trainings', { query: { search: name } })
  const params = { id: found[0]!.id }
  const { body: sections } = await api('GET /trainings/:id/content', { params })
  expect(sections.map((one) => one.content)).toEqual(['Three', 'Two', 'One'])
  const { body: questions } = await api('GET /trainings/:id/questions', { params })
  expect(questions).toMatchObject([{ options: ['This', 'That'], correctAnswer: 1 }])
})

test('what is wrong is said, unsaved work is offered back, and a section removed comes back', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/training/add')
  const create = page.getByRole('button', { name: 'Create Training' })
  const alert = page.getByRole('alert')
  await create.click()
  await expect(alert).toHaveText('Please give the training a title')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half')
  await create.click()
  await expect(alert).toHaveText('Duration is a whole number of minutes, at least 1')
  await expect(page.getByLabel('Duration (minutes)')).toBeFocused()
  await page.getByLabel('Duration (minutes)').fill('10')
  await expect(page.getByRole('button', { name: /^Remove question/ })).toHaveCount(0)
  await page.getByLabel('Question', { exact: true }).fill('Only one option?')
  await page.getByLabel('Option 1 of question 1', { exact: true }).fill('Yes')
  await create.click()
  await expect(alert).toHaveText('A question needs at least two options')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await section(page, 1).getByLabel('Text', { exact: true }).fill('Kept')
  await page.getByRole('button', { name: 'Remove section 1' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 1).getByLabel('Text', { exact: true })).toHaveText('Kept')
  await page.getByText('← Back to Training', { exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/Your unsaved text from .* is back/)).toBeVisible()
  await expect(section(page, 1).getByLabel('Text', { exact: true })).toHaveText('Kept')
  await expect(page.getByLabel('Option 1 of question 1', { exact: true })).toHaveValue('Yes')
})

test('the second of two editors keeps theirs, and a training is archived and brought back', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const title = `Twice ${randomUUID().slice(0, 8)}`
  const { body: training } = await api('POST /trainings', {
    body: { title, duration: 5, content: [{ type: 'text', content: 'Call' }] },
  })
  await signIn(page, desk.admin)
  await page.goto(`/training/${training.id}/edit`)
  const text = section(page, 1).getByLabel('Text', { exact: true })
  await text.fill('Call twice')
  await api('PUT /trainings/:id', {
    params: { id: training.id },
    body: { title, content: [{ type: 'text', content: 'Write' }] },
  })
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  const conflict = page.getByRole('region', { name: 'Saved by somebody else meanwhile' })
  await expect(conflict).toContainText('Ada Brooks saved this training meanwhile')
  await conflict.getByRole('button', { name: 'Keep editing mine on top of it' }).click()
  await expect(text).toHaveText('Call twice')
  // It is as unsaved as before.
  await page.reload()
  await expect(text).toHaveText('Call twice')
  await save.click()
  await expect(page.getByText('The training was saved')).toBeVisible()

  await page.goto(`/training/${training.id}/edit`)
  await page.getByRole('button', { name: 'Archive Training' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page).toHaveURL(/\/training$/)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByText(`“${title}” is back`)).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('a test by itself is written and edited; an agent gets to neither form', async ({
  page,
  desk,
}) => {
  const title = `By itself ${randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await page.goto('/admin/tests/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByLabel('Question', { exact: true }).fill('Right?')
  await page.getByLabel('Option 1 of question 1', { exact: true }).fill('Yes')
  await page.getByLabel('Option 2 of question 1', { exact: true }).fill('No')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please choose the correct option')
  await page.getByLabel('Option 1 of question 1 is correct').check()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('link', { name: 'Edit Test' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Test' })).toBeVisible()
  // What is right stays so when an option above it goes.
  await page.getByRole('button', { name: 'Add Option' }).click()
  await page.getByLabel('Option 3 of question 1', { exact: true }).fill('Perhaps')
  await page.getByLabel('Option 2 of question 1 is correct').check()
  await page.getByRole('button', { name: 'Remove option 1 of question 1' }).click()
  await expect(page.getByLabel('Option 1 of question 1', { exact: true })).toHaveValue('No')
  await expect(page.getByLabel('Option 1 of question 1 is correct')).toBeChecked()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^by-itself-[0-9a-f]+\.csv$/)

  const agent = await desk.createAccount()
  await signIn(page, agent)
  for (const [path, elsewhere] of [
    ['/training/add', '/training'],
    ['/admin/tests/add', '/dashboard'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${elsewhere}$`))
  }
  await expect(page.getByRole('link', { name: 'Add New Training' })).toHaveCount(0)
})
