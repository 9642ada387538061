import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a menu and takes one of its lines. */
async function choose(page: Page, menu: string, line: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: line }).click()
}

/** So many true-or-false questions, pasted and kept on one topic. */
async function pasteQuestions(page: Page, topic: string, questions: string[]) {
  await page.goto('/admin/questions')
  // A menu closes where its page is shown anew.
  await page.waitForLoadState('networkidle')
  await choose(page, 'More', 'Paste Questions')
  const text = questions
    .map((words, index) => `${index + 1}. ${words}\n*a) Yes\nb) No`)
    .join('\n\n')
  await dialog(page).getByLabel('Questions').fill(text)
  await dialog(page)
    .getByRole('button', { name: `Add ${questions.length} Questions` })
    .click()
  await expect(dialog(page)).toContainText('Add to the question bank')
  await dialog(page).getByLabel('Topic').fill(topic)
  await dialog(page)
    .getByRole('button', { name: `Add ${questions.length} Questions` })
    .click()
  await expect(dialog(page)).toBeHidden()
}

test('questions are kept in the bank, found, copied, deleted and brought back', async ({
  page,
  desk,
}) => {
  const mark = randomUUID().slice(0, 8)
  await signIn(page, desk.admin)
  await page.goto('/admin/questions/add')
  await page.getByRole('button', { name: 'Add Question' }).click()
  await expect(page.getByText('Please name a topic').first()).toBeVisible()
  await page.getByLabel('Topic').fill(`Wires ${mark}`)
  await page
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill(`Whom do you call, ${mark}?`)
  await page.getByLabel('Kind').selectOption({ label: 'True or false' })
  await page.getByRole('radio', { name: /^True/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Question' }).click()
  await page.waitForURL(/\/admin\/questions$/)

  await page.getByLabel('Search questions').fill(mark)
  const list = page.getByRole('list', { name: 'Questions' })
  await expect(list.getByRole('listitem').first()).toContainText(`Whom do you call, ${mark}?`)
  await choose(page, `Actions for “Whom do you call, ${mark}?”`, 'Duplicate')
  await expect(page.getByLabel('Topic')).toHaveValue(`Wires ${mark}`)
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(`And whom else, ${mark}?`)
  await page.getByRole('button', { name: 'Add Question' }).click()
  await page.waitForURL(/\/admin\/questions$/)

  await page.goto(`/admin/questions?search=${mark}`)
  await expect(list.getByRole('link')).toHaveCount(2)
  await choose(page, `Actions for “And whom else, ${mark}?”`, 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('link')).toHaveCount(2)

  await page.getByRole('link', { name: `And whom else, ${mark}?` }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(`And who else, ${mark}?`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL(/\/admin\/questions$/)
})

test('a training takes a copy and draws at random; whoever takes it answers what was drawn', async ({
  page,
  desk,
}) => {
  const mark = randomUUID().slice(0, 8)
  const topic = `Showings ${mark}`
  await signIn(page, desk.admin)
  await pasteQuestions(
    page,
    topic,
    ['One', 'Two', 'Three', 'Four'].map((word) => `${word} of ${mark}?`),
  )
  await page.goto('/admin/tests/add')
  await page.getByLabel('Title').fill(`Drawn ${mark}`)
  await choose(page, 'Question Bank', 'Take from the Bank')
  await dialog(page).getByLabel('Search the bank').fill(mark)
  await dialog(page).getByLabel(`One of ${mark}?`).check()
  await dialog(page).getByRole('button', { name: 'Add 1 Question' }).click()
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveValue(
    `One of ${mark}?`,
  )
  await choose(page, 'Question Bank', 'Draw at Random')
  const draws = page.getByRole('region', { name: 'Random draws' })
  await draws.getByLabel('Topic').selectOption(topic)
  await draws.getByLabel('Questions').fill('4')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(
    draws.getByText(`The question bank has only 3 questions on “${topic}”`),
  ).toBeVisible()
  await draws.getByLabel('Questions').fill('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Test' }).click()
  await page.waitForURL(/\/admin\/tests\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await page.goto(`/admin/tests/${id}/edit`)
  await expect(draws.getByLabel('Questions')).toHaveValue('2')
  await expect(draws.getByLabel('Topic')).toHaveValue(topic)

  await signIn(page, await desk.createAccount())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/tests/${id}`)
  await page.getByRole('button', { name: 'Start Test' }).click()
  await expect(page.getByText('3 of 3 still to answer')).toBeVisible()
  const asked = page.getByRole('group', { name: mark })
  await expect(asked).toHaveCount(3)
  const words = await asked.allInnerTexts()
  await page.reload()
  await page.getByRole('button', { name: /Start Test|Continue|Resume/ }).click()
  await expect(asked).toHaveCount(3)
  expect(await asked.allInnerTexts()).toEqual(words)
  for (const one of await asked.all()) await one.getByLabel('Yes').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Your score: 100.0%')).toBeVisible()
})
