import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const fixture = async (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: await readFile(`server/src/features/handbook/fixtures/${name}`),
})
const broken = {
  name: 'broken.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 and no more'),
}
const old = {
  name: 'old.doc',
  mimeType: 'application/msword',
  buffer: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]),
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const part = (page: Page, number: number) =>
  page.getByRole('listitem', { name: `Part ${number}`, exact: true })

/** As from a folder on the desk: the files are held over the page and let go. */
async function dropFiles(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString('base64'),
  }))
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, content } of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, sent)
  // Nobody lets go of a file before there is where to drop it.
  await expect(page.getByRole('button', { name: 'Choose Files' })).toBeVisible()
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data })
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

for (const [size, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`a handbook of 39 pages is dropped with a bad file, looked through and kept as drafts (${size})`, async ({
    page,
    emptyDesk: desk,
  }) => {
    await page.setViewportSize(viewport)
    const admin = await desk.createAccount()
    await signIn(page, admin, desk.url)
    await page.goto(`${desk.url}/policies`)
    await page.getByRole('link', { name: 'Bring Your Handbook' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring Your Handbook')
    await dropFiles(page, [await fixture('handbook.docx'), broken, old])
    await expect(rowOf(page, 'broken.pdf').getByRole('alert')).toHaveText('The file is damaged.')
    await expect(rowOf(page, 'old.doc').getByRole('alert')).toContainText('Word’s older format')
    await expect(page.getByRole('button', { name: 'Retry old.doc' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Look through handbook.docx' }).click()

    await expect(page.getByText('The table of contents was left out')).toBeVisible()
    const split = page.getByRole('combobox', { name: 'Split it' })
    await expect(split).toHaveValue('1')
    await expect(page.getByRole('heading', { name: '13 parts' })).toBeVisible()
    await split.selectOption('0')
    await expect(page.getByRole('heading', { name: 'Its text' })).toBeVisible()
    await split.selectOption('1')

    await page.getByRole('textbox', { name: 'Category of all parts' }).fill('Handbook')
    await part(page, 2).getByRole('textbox', { name: 'Title' }).fill('Welcome')
    await part(page, 2).getByLabel('Category').fill('Office')
    await expect(part(page, 1)).toContainText('10 words, taken for a cover page')
    await expect(part(page, 1).getByRole('checkbox')).not.toBeChecked()
    await part(page, 4).getByRole('button', { name: 'Add to the part above' }).click()
    await expect(page.getByRole('heading', { name: '12 parts' })).toBeVisible()
    await part(page, 3).getByRole('button', { name: 'Show text' }).click()
    const text = part(page, 3).getByRole('region', { name: 'Text of this part' })
    await expect(
      text.getByRole('heading', { name: 'Words that we do not use', exact: true }),
    ).toBeVisible()
    await expect(text.getByRole('table')).toHaveCount(2)
    await expectAccessible(page, { screen: `looking through, ${size}` })
    if (size === 'phone') {
      await page.getByRole('button', { name: 'Original', exact: true }).click()
      await expect(part(page, 1)).toBeHidden()
    }
    await expect(page.getByRole('region', { name: 'Words of handbook.docx' })).toContainText(
      '14 Ferry Road',
    )

    await page.getByRole('button', { name: 'Keep 11 as drafts' }).click()
    await expect(page).toHaveURL(/\/drafts\?kind=policy$/)
    await expect(page.getByText('11 drafts added.')).toBeVisible()
    const { body: drafts } = await admin.api('GET /drafts')
    expect(drafts.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Welcome', 'Working hours and leave', 'Leaving the brokerage']),
    )
    expect(drafts).toHaveLength(11)
    // By key: on a phone the message lies over the list for a while.
    await page.getByRole('link', { name: 'Welcome', exact: true }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Welcome')
    await expect(page.getByRole('region', { name: 'Where this came from' })).toContainText(
      /handbook\.docx.*SHA-256 [0-9a-f]{64}/,
    )
    await page.goto(`${desk.url}/policies/import`)
    await expect(rowOf(page, 'handbook.docx')).toContainText('Became 11 drafts')
  })
}

test('bold lines are offered as headings', async ({ page, desk }) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/import')
  await dropFiles(page, [await fixture('no-styles.docx')])
  await page.getByRole('link', { name: 'Look through no-styles.docx' }).click()
  const lines = page.getByRole('group', { name: 'Bold lines taken as headings' })
  await expect(lines.getByRole('checkbox')).toHaveCount(4)
  const split = page.getByRole('combobox', { name: 'Split it' })
  await split.selectOption({ label: 'At main headings (4 parts)' })
  await lines.getByRole('checkbox', { name: 'Opening the office' }).uncheck()
  await expect(page.getByRole('heading', { name: '3 parts' })).toBeVisible()
  await part(page, 1).getByRole('button', { name: 'Show text' }).click()
  const text = part(page, 1).getByRole('region', { name: 'Text of this part' })
  await expect(text.locator('strong', { hasText: 'Opening the office' })).toBeVisible()
  await expectAccessible(page, { screen: 'bold lines' })
  await lines.getByRole('checkbox', { name: 'Opening the office' }).check()
  await lines.getByRole('button', { name: 'Untick all' }).click()
  await expect(split).toBeDisabled()
  await page.getByRole('button', { name: 'Keep 1 as a draft' }).click()
  await expect(page).toHaveURL(/\/drafts\?kind=policy$/)
  const { body: drafts } = await desk.admin.api('GET /drafts')
  const { id } = drafts.find(({ title }) => title === 'no-styles')!
  const { body: draft } = await desk.admin.api('GET /drafts/:id', { params: { id } })
  expect(JSON.stringify(draft.body)).not.toContain('#')
})

test('reading can be cancelled, and what was split is not left without a question', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/policies/import')
  const long = `<html>${'<p>Some <b>words</b> to read.'.repeat(130_000)}`
  await dropFiles(page, [
    { name: 'long.html', mimeType: 'text/html', buffer: Buffer.from(long) },
    await fixture('wire-fraud-untagged.pdf'),
  ])
  const reading = rowOf(page, 'long.html')
  await expect(page.getByRole('progressbar', { name: 'Reading long.html' })).toBeVisible()
  await reading.getByRole('button', { name: /Cancel/ }).click()
  await expect(reading).toHaveCount(0)

  // What did not get there is sent once more.
  await page.route('**/imports', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await dropFiles(page, [
    { name: 'late.html', mimeType: 'text/html', buffer: Buffer.from('<p>Late.') },
  ])
  const late = rowOf(page, 'late.html')
  await expect(late.getByText('can’t be reached')).toBeVisible()
  await page.unroute('**/imports')
  await late.getByRole('button', { name: 'Retry late.html' }).click()
  await expect(page.getByRole('link', { name: 'Look through late.html' })).toBeVisible()

  await page.getByRole('link', { name: 'Look through wire-fraud-untagged.pdf' }).click()
  await expect(
    page.getByRole('region', { name: 'Preview of wire-fraud-untagged.pdf' }),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await page.getByRole('button', { name: 'Keep 1 as a draft' }).click()
  await expect(page.getByText('Please give this part a title')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.getByRole('link', { name: 'Bring your handbook' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without keeping?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/policies\/import$/)

  await page.getByRole('button', { name: 'Remove wire-fraud-untagged.pdf' }).click()
  const sure = page.getByRole('dialog', { name: 'Remove this file?' })
  await sure.getByRole('button', { name: 'Remove' }).click()
  await expect(rowOf(page, 'wire-fraud-untagged.pdf')).toHaveCount(0)
  const { body: left } = await desk.admin.api('GET /imports')
  const names = left.map(({ file_name: name }) => name)
  expect(names).not.toContain('long.html')
  expect(names).not.toContain('wire-fraud-untagged.pdf')
})
