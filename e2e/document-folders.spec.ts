import { createDocument } from '../server/src/testing/documents.ts'
import { pdfFile } from '../server/src/testing/files/pdf-file.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('documents are put into folders, alone and several at once, found there, and stay when one is deleted', async ({
  page,
  desk,
}) => {
  const api = desk.admin.api
  const word = `Heron${Date.now()}`
  for (const title of ['Lease', 'Addendum', 'Receipt']) {
    await createDocument(api, { title: `${title} ${word}` })
  }
  await signIn(page, desk.admin)
  await page.goto(`/documents?search=${word}`)
  await page.getByRole('button', { name: 'Folders', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Folders' })
  await dialog.getByLabel('New folder').fill(`Forms ${word}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Forms ${word}`)).toBeVisible()
  await dialog.getByLabel('New folder').fill(`forms ${word}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('There is a folder of this name already')).toBeVisible()
  await expect(dialog.getByLabel('New folder')).toHaveValue(`forms ${word}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  // Two at once, and back.
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Folders' }).getByRole('button', { name })
  await expect(chip(`Forms ${word}`)).toContainText('0')
  await page.getByRole('button', { name: 'Choose Several' }).click()
  await page.getByRole('checkbox', { name: `Choose Lease ${word}` }).check()
  await page.getByRole('checkbox', { name: `Choose Addendum ${word}` }).check()
  const bar = page.getByRole('region', { name: 'Chosen documents' })
  await expect(bar.getByText('2 chosen')).toBeVisible()
  await expectAccessible(page)
  const choose = async () => {
    await bar.getByLabel('Move to').selectOption(`Forms ${word}`)
    await bar.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText(`in “Forms ${word}” now`)).toBeVisible()
  }
  // What failed says so, and leaves them chosen.
  await page.route('**/documents/*', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await bar.getByLabel('Move to').selectOption(`Forms ${word}`)
  await bar.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(bar.getByRole('alert')).toContainText('Failed to move the documents')
  await page.unroute('**/documents/*')
  await expect(bar.getByText('2 chosen')).toBeVisible()
  await choose()
  await expect(chip(`Forms ${word}`)).toContainText('2')
  await expect(chip('All')).toContainText('3')
  await expect(chip('No folder')).toContainText('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('They are back where they were')).toBeVisible()
  await expect(chip(`Forms ${word}`)).toContainText('0')
  // An empty one leads back to all.
  await page.goto('/documents')
  await chip(`Forms ${word}`).click()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Show all documents' }).click()
  await expect(page.getByText('This folder is empty')).toHaveCount(0)
  await expect(page).toHaveURL(/\/documents$/)
  await page.goto(`/documents?search=${word}`)

  // One, in its editor.
  await page.getByRole('link', { name: `Receipt ${word}` }).click()
  await page.getByRole('link', { name: 'Edit Document' }).click()
  await page.getByLabel('Folder').selectOption(`Forms ${word}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: 'Edit Document' }).click()
  await page.reload()
  // All folders are there by now, and it still says which one it is.
  const { body: known } = await api('GET /documents/folders')
  const options = page.getByLabel('Folder').locator('option')
  await expect(options).toHaveCount(known.folders.length + 1)
  await expect(page.getByLabel('Folder').locator('option:checked')).toHaveText(`Forms ${word}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: `Folder Forms ${word}` }).click()
  await expect(page).toHaveURL(/folder=/)
  await expect(page.getByRole('link', { name: `Receipt ${word}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Lease ${word}` })).toBeHidden()

  // What is added here stays here.
  await page.getByRole('link', { name: 'Add New Document' }).click()
  await page.getByLabel('Files', { exact: true }).setInputFiles({
    name: `New ${word}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('New.'),
  })
  await expect(
    page.getByRole('combobox', { name: /^Folder/ }).locator('option:checked'),
  ).toHaveText(`Forms ${word}`)
  await page.getByLabel('Category').selectOption('Legal')
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await page.getByRole('link', { name: `Folder Forms ${word}` }).click()
  await expect(page.getByRole('link', { name: `New ${word}` })).toBeVisible()

  await page.getByRole('button', { name: 'Folders', exact: true }).click()
  await dialog.getByRole('button', { name: `Rename Forms ${word}` }).click()
  await dialog.getByLabel(`New name of Forms ${word}`).fill(`Papers ${word}`)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: `Delete Papers ${word}` }).click()
  await expect(dialog.getByText('Its 2 documents stay, in no folder.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`The folder “Papers ${word}” was deleted`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto(`/documents?search=${word}`)
  await expect(page.getByRole('link', { name: `Receipt ${word}` })).toBeVisible()
})

test('what an admin pins stands on top of everybody’s list, marked', async ({ page, desk }) => {
  const word = `Osprey${Date.now()}`
  await createDocument(desk.admin.api, { title: `Aaa ${word}` })
  const pinned = await createDocument(desk.admin.api, { title: `Zzz ${word}` })
  await signIn(page, desk.admin)
  await page.goto(`/documents/${pinned.id}`)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()

  await signIn(page, await desk.createAccount())
  await page.goto(`/documents?search=${word}`)
  const cards = page.getByRole('region', { name: 'Documents' }).getByRole('listitem')
  await expect(cards).toHaveText([new RegExp(`Pinned.*Zzz ${word}`), new RegExp(`Aaa ${word}`)])
  await expect(page.getByRole('button', { name: 'Choose Several' })).toBeHidden()
  await page.goto(`/documents/${pinned.id}`)
  await expect(page.getByText('Pinned')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeHidden()
})

test('a PDF opens over the whole window of a phone', async ({ page, desk }) => {
  const content = pdfFile({ title: 'Terms', paragraphs: ['# Money', 'In the blue folder.'] })
  const { id } = await createDocument(desk.admin.api, { title: 'Terms', name: 'a.pdf', content })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await desk.createAccount())
  await page.goto(`/documents/${id}`)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: 'Terms' })
  const box = await viewer.getByRole('region', { name: 'Preview of Terms' }).boundingBox()
  expect(box!.height).toBeGreaterThan(600)
  await expect(viewer.locator('canvas').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused()
})
