import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const question = (page: Page, number: number) =>
  page.getByRole('group', { name: `Question ${number}`, exact: true })

/** Writes the next question up to what is right; the form begins with an empty first one. */
async function write(page: Page, number: number, words: string, kind: string) {
  if (number > 1) await page.getByRole('button', { name: 'Add Question' }).click()
  const card = question(page, number)
  await card.getByLabel('Question', { exact: true }).fill(words)
  await card.getByLabel('Kind').selectOption({ label: kind })
  return card
}

async function writeQuiz(page: Page, title: string) {
  await page.goto('/admin/tests/add')
  await page.getByLabel('Title').fill(title)
  const several = await write(page, 1, 'What is put away?', 'Several right options')
  for (const [index, text] of ['Mail', 'Curtains', 'Keys'].entries()) {
    await several.getByLabel(`Option ${index + 1} of question 1`, { exact: true }).fill(text)
  }
  await several.getByLabel('Option 1 of question 1 is correct').check()
  await several.getByLabel('Option 3 of question 1 is correct').check()
  const truth = await write(page, 2, 'The door stays locked.', 'True or false')
  await truth.getByLabel('False').check()
  const order = await write(page, 3, 'In which order?', 'Put in order')
  for (const [index, text] of ['Visit', 'Call', 'Offer'].entries()) {
    await order.getByLabel(`Option ${index + 1} of question 3`, { exact: true }).fill(text)
  }
  await order.getByRole('button', { name: 'Move option 2 of question 3 up' }).click()
  await expect(order.getByLabel('Option 1 of question 3', { exact: true })).toHaveValue('Call')
  const typed = await write(page, 4, 'Whom do you tell?', 'Short text')
  await page.getByRole('button', { name: 'Create Test' }).click()
  const missing = typed.getByText('Please give at least one answer that is right')
  await expect(missing).toBeVisible()
  await typed.getByRole('textbox', { name: 'Accepted answer 1 of question 4' }).fill('The office')
  await expect(missing).toBeHidden()
  await typed.getByLabel('Points').fill('2')
}

test('questions of every kind are written, taken on a phone by keys, and reviewed', async ({
  page,
  desk,
}) => {
  const title = `Kinds ${randomUUID().slice(0, 8)}`
  await signIn(page, desk.admin)
  await writeQuiz(page, title)
  await page.getByLabel(/Show answers after passing/).check()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.waitForURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await page.goto(`/admin/tests/${id}/edit`)
  await expect(question(page, 1).getByLabel('Option 3 of question 1 is correct')).toBeChecked()
  await expect(question(page, 2).getByLabel('False')).toBeChecked()
  await expect(question(page, 3).getByLabel('Option 1 of question 3', { exact: true })).toHaveValue(
    'Call',
  )
  await expectAccessible(page)

  await signIn(page, await desk.createAccount())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/tests/${id}`)
  await page.getByRole('button', { name: 'Start Test' }).click()
  await page.getByLabel('Mail').check()
  await page.getByLabel('Keys').check()
  await page.getByRole('group', { name: 'The door stays locked.' }).getByLabel('False').check()
  await page.getByRole('textbox', { name: 'Your answer' }).fill(' the  OFFICE ')
  const order = page.getByRole('group', { name: 'In which order?' })
  await expect(page.getByText('1 of 4 still to answer')).toBeVisible()
  // Kept as it stands, and then moved to where it is right.
  await order.getByRole('button', { name: 'Keep This Order' }).click()
  await expect(page.getByText('All questions are answered')).toBeVisible()
  // Nothing ticked is no answer, though there was one.
  for (const choice of ['Mail', 'Keys']) await page.getByLabel(choice).uncheck()
  await expect(page.getByText('1 of 4 still to answer')).toBeVisible()
  for (const choice of ['Mail', 'Keys']) await page.getByLabel(choice).check()
  await expect(page.getByText('All questions are answered')).toBeVisible()
  const items = order.getByRole('listitem')
  for (const [index, text] of ['Call', 'Visit', 'Offer'].entries()) {
    const from = (await items.allTextContents()).findIndex((item) => item.includes(text))
    for (let at = from; at > index; at -= 1) {
      const up = order.getByRole('button', { name: `Move item ${at + 1} up` })
      await up.focus()
      await page.keyboard.press('Enter')
      await expect(items.nth(at - 1)).toContainText(text)
    }
  }
  await expectAccessible(page)
  // Half-done work is still there after a reload.
  await page.reload()
  await page.getByRole('button', { name: /Start Test|Continue|Resume/ }).click()
  await expect(page.getByLabel('Mail')).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue(' the  OFFICE ')
  await expect(items.nth(2)).toContainText('Offer')
  await page.getByRole('button', { name: 'Submit' }).click()

  const review = page.getByRole('region', { name: 'Answers', exact: true })
  await expect(review).toContainText('4 of 4 right, 5 of 5 points')
  await expect(review.getByRole('listitem').filter({ hasText: 'Keys' }).first()).toBeVisible()
  await expectAccessible(page)

  await signIn(page, desk.admin)
  await page.goto(`/admin/tests/${id}`)
  await expect(page.getByText('Accepted: The office')).toBeVisible()
})

test('questions of every kind go out as a file and come back; GIFT says what it leaves out', async ({
  page,
  desk,
}, info) => {
  await signIn(page, desk.admin)
  await writeQuiz(page, `Files ${randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.waitForURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  await page.goto(`${page.url()}/edit`)
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const path = info.outputPath((await saved).suggestedFilename())
    await (await saved).saveAs(path)
    return path
  }
  await save('As GIFT')
  await expect(page.getByText(/GIFT has no form for 1 of these questions/)).toBeVisible()
  const path = await save('As Moodle XML')
  await page.getByRole('button', { name: 'Import Questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import questions' })
  await dialog.getByLabel('File').setInputFiles(path)
  await expect(dialog.getByText('4 questions can be added')).toBeVisible()
  await expect(dialog.getByText('Accepted: The office')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 4 Questions' }).click()
  await expect(question(page, 5).getByLabel('Option 3 of question 5 is correct')).toBeChecked()
  await expect(question(page, 6).getByLabel('False')).toBeChecked()
  await expect(question(page, 7).getByLabel('Option 1 of question 7', { exact: true })).toHaveValue(
    'Call',
  )
  await expect(
    question(page, 8).getByRole('textbox', { name: 'Accepted answer 1 of question 8' }),
  ).toHaveValue('The office')
})

const PASTED = `1. Who holds the keys?
a) The seller
*b) The office

2. What is put away? (2 points)
[x] Mail
[ ] Curtains
[x] Keys

3. Who knows?
a) Nobody
b) Somebody

4. In which order?
> Call
> Visit`

test('questions are pasted as text, mended where they were not understood, and copied', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  await page.goto('/admin/tests/add')
  await page.getByLabel('Title').fill(`Pasted ${randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Paste Questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste questions' })
  const field = dialog.getByLabel('Questions')
  await field.fill(PASTED)
  await expect(dialog.getByText('3 questions can be added, 1 place cannot.')).toBeVisible()
  await expect(dialog.getByText('10: No option is marked as right')).toBeVisible()
  await expectAccessible(page)
  // Closing loses nothing, not even where one was.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Paste Questions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(PASTED)
  await dialog.getByRole('button', { name: 'Add 3 Questions' }).click()
  await expect(field).toHaveValue('3. Who knows?\na) Nobody\nb) Somebody')
  await field.fill('3. Who knows?\na) Nobody\nb) Somebody\nAnswer: b')
  await dialog.getByRole('button', { name: 'Add 1 Question' }).click()
  await expect(dialog).toBeHidden()
  await expect(question(page, 2).getByLabel('Points')).toHaveValue('2')
  await expect(question(page, 2).getByLabel('Option 3 of question 2 is correct')).toBeChecked()
  await expect(question(page, 4).getByLabel('Option 2 of question 4 is correct')).toBeChecked()

  await page.getByRole('button', { name: 'Copy question 2' }).click()
  const copy = question(page, 3)
  await expect(copy.getByLabel('Question', { exact: true })).toBeFocused()
  await expect(copy.getByLabel('Question', { exact: true })).toHaveValue('What is put away?')
  await expect(copy.getByLabel('Option 3 of question 3 is correct')).toBeChecked()
  await copy.getByLabel('Option 3 of question 3 is correct').uncheck()
  await expect(question(page, 2).getByLabel('Option 3 of question 2 is correct')).toBeChecked()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.waitForURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  // Behind the question of whom it is required of.
  await expect(page.getByText(/^\d\. What is put away\?$/)).toHaveCount(2)
})

test('a wrong answer leads to the policy that rules it', async ({ page, desk }) => {
  const name = randomUUID().slice(0, 8)
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title: `Callbacks ${name}`, content: 'Call the known number first.' },
  })
  await signIn(page, desk.admin)
  await page.goto('/admin/tests/add')
  await page.getByLabel('Title').fill(`Wires ${name}`)
  const card = await write(page, 1, 'Whom do you call?', 'True or false')
  await card.getByLabel('False').check()
  await card.getByLabel('Feedback').fill(`Read [Callbacks](/policies/${policy.id}) again.`)
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.waitForURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await page.goto(`/admin/tests/${id}/edit`)
  await expect(question(page, 1).getByLabel('Feedback')).toHaveValue(/^Read \[Callbacks\]/)

  await signIn(page, await desk.createAccount())
  await page.goto(`/tests/${id}`)
  await page.getByRole('button', { name: 'Start Test' }).click()
  await page.getByLabel('True').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('You did not pass.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Callbacks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: policy.title })).toBeVisible()
})
