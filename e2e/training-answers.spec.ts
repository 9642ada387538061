import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from '../server/src/testing/api-client.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const OPTIONS = ['Wire it at once', 'Call the number on file', 'Wait']

/** Two questions of 1 and 3 points; half of the points are enough. */
const quiz = (showAnswers: boolean) => ({
  title: `Answers ${randomUUID().slice(0, 8)}`,
  required_score: 50,
  show_answers: showAnswers,
  questions: [
    { question: 'Who calls?', options: OPTIONS, correctAnswer: 1 },
    { question: 'And then?', options: OPTIONS, correctAnswer: 2, points: 3 },
  ],
})

const addTraining = async (api: ApiClient, showAnswers: boolean) =>
  (await api('POST /trainings', { body: quiz(showAnswers) })).body

/** Hands in these options of the two questions. */
async function answer(page: Page, who: string, then: string): Promise<void> {
  await page.getByRole('group', { name: 'Who calls?' }).getByLabel(who).check()
  await page.getByRole('group', { name: 'And then?' }).getByLabel(then).check()
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Each answer of a question under its name. */
const answersOf = (item: Locator) =>
  item.locator('dl > div').evaluateAll((rows) => rows.map((row) => row.textContent))

const review = (page: Page) => page.getByRole('region', { name: 'Answers', exact: true })

test('what was right is shown after a pass, question by question, and never before it', async ({
  page,
  desk,
}) => {
  const training = await addTraining(desk.admin.api, true)
  await signIn(page, await desk.createAccount())
  const given: string[] = []
  page.on('response', async (response) => {
    if (!response.url().startsWith(`${desk.url}/api/`)) return
    const text = await response.text().catch(() => '')
    if (/"correct":(?!null)/.test(text)) given.push(response.url())
  })
  await page.goto(`/training/${training.id}/session`)
  await answer(page, OPTIONS[0]!, OPTIONS[0]!)
  await expect(page.getByText('You did not pass.')).toBeVisible()
  await expect(page.getByText('Right answer')).toHaveCount(0)
  await page.goto(`/training/${training.id}`)
  await expect(page.getByText('Failed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Answers' })).toHaveCount(0)
  expect(given).toEqual([])

  await page.goto(`/training/${training.id}/session`)
  await answer(page, OPTIONS[0]!, OPTIONS[2]!)
  await expect(page.getByText('Congratulations! You passed!')).toBeVisible()
  const questions = review(page).getByRole('listitem')
  await expect(questions).toHaveCount(2)
  await expect(review(page)).toContainText('1 of 2 right, 3 of 4 points')
  await expect(questions.nth(0)).toContainText('0 of 1 point')
  await expect(questions.nth(0).getByText('Wrong', { exact: true })).toBeVisible()
  expect(await answersOf(questions.nth(0))).toEqual([
    `Your answer${OPTIONS[0]}`,
    `Right answer${OPTIONS[1]}`,
  ])
  await expect(questions.nth(1)).toContainText('3 of 3 points')
  await expect(questions.nth(1).getByText('Right', { exact: true })).toBeVisible()
  expect(await answersOf(questions.nth(1))).toEqual([`Your answer${OPTIONS[2]}, the right one`])
  await expectAccessible(page)

  // On paper there are the answers alone, and whose they are.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Pat Doyle, attempt 2 on')).toBeVisible()
  await expect(page.getByText('Congratulations! You passed!')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Later they are found again at the attempt, and only at the one that passed.
  await page.goto(`/training/${training.id}`)
  await page.getByRole('link', { name: 'Training', exact: true }).first().click()
  await page.getByRole('link', { name: training.title }).first().click()
  await expect(review(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Answers of attempt 2' }).click()
  await expect(review(page).getByText('Right answer')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show Answers/ })).toHaveCount(0)
})

test('where the author does not show answers, a pass names what was wrong and no more', async ({
  page,
  desk,
}) => {
  const training = await addTraining(desk.admin.api, false)
  const { body: alone } = await desk.admin.api('POST /tests', { body: quiz(false) })
  const agent = await desk.createAccount()
  // The API tells admins what is right whatever the setting; the screen of a result does not.
  for (const person of [agent, desk.admin]) {
    await signIn(page, person)
    await page.goto(`/training/${training.id}/session`)
    await answer(page, OPTIONS[0]!, OPTIONS[2]!)
    await page.waitForURL(`${desk.url}/training/${training.id}`)
    const result = page.getByRole('region', { name: 'Quiz Results' })
    await expect(result).toContainText('One answer was wrongWho calls?')
    await expect(page.getByText('Attempt 1')).toBeVisible()
    await expect(review(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Show Answers/ })).toHaveCount(0)

    await page.goto(`/tests/${alone.id}`)
    await page.getByRole('button', { name: 'Start Test' }).click()
    await answer(page, OPTIONS[1]!, OPTIONS[2]!)
    await expect(result).toContainText('Congratulations! You passed!')
    await expect(result).not.toContainText('wrong')
    await expect(review(page)).toHaveCount(0)
  }
})

test('a test by itself shows its answers in the same way', async ({ page, desk }) => {
  const { body: alone } = await desk.admin.api('POST /tests', { body: quiz(true) })
  await signIn(page, await desk.createAccount())
  await page.goto(`/tests/${alone.id}`)
  await page.getByRole('button', { name: 'Start Test' }).click()
  await answer(page, OPTIONS[1]!, OPTIONS[2]!)
  await expect(review(page)).toContainText('2 of 2 right, 4 of 4 points')
})
