import type { Page } from '@playwright/test'
import type { Account, Desk } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'

const OPTIONS = ['Yes', 'No', 'Perhaps']

const addTraining = async ({ admin }: Desk & { admin: Account }, title: string, maxAttempts = 3) =>
  (
    await admin.api('POST /trainings', {
      body: {
        title,
        max_attempts: maxAttempts,
        questions: [{ question: 'Wire it?', options: OPTIONS, correctAnswer: 1 }],
      },
    })
  ).body

/** Opens the quiz and answers it, but does not hand it in. */
async function answer(page: Page, id: string, option: string): Promise<void> {
  await page.goto(`/training/${id}/session`)
  await page.getByRole('group', { name: 'Wire it?' }).getByLabel(option).check()
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

test('of two devices that hand in at once, one has the grade and the other is told so', async ({
  page,
  desk,
  browser,
}) => {
  const training = await addTraining(desk, 'Handed in twice')
  const agent = await desk.createAccount()
  const other = await browser.newPage({ baseURL: desk.url })
  await signIn(page, agent)
  await signIn(other, agent)
  await answer(page, training.id, 'Yes')
  await answer(other, training.id, 'Perhaps')
  await Promise.all([submit(page), submit(other)])
  const failed = (one: Page) => one.getByText('You did not pass.')
  const alert = (one: Page) => one.getByRole('alert')
  for (const one of [page, other]) await expect(failed(one).or(alert(one))).toBeVisible()
  const isFirst = await failed(page).isVisible()
  const [winner, loser] = isFirst ? [page, other] : [other, page]
  await expect(winner.getByText('You have 2 attempts left.')).toBeVisible()
  await expect(alert(loser)).toContainText('Failed to submit quiz')
  await expect(alert(loser)).toContainText(
    'Your answers were already graded and stay as they are. Retake the quiz to answer anew',
  )
  // From there the next attempt begins.
  await alert(loser).getByRole('button', { name: 'Try Again' }).click()
  await expect(loser.locator('input:checked')).toHaveCount(0)
  await loser.getByLabel('No', { exact: true }).check()
  await submit(loser)
  await expect(loser.getByText('Congratulations! You passed!')).toBeVisible()
  const { body } = await agent.api('GET /tests/attempts', { query: { test_id: training.test_id } })
  expect(body.data.map(({ passed }) => passed)).toEqual([true, false])
  await other.close()
})

test('whoever uses the last attempt elsewhere is told that there is none left', async ({
  page,
  desk,
  browser,
}) => {
  const training = await addTraining(desk, 'One attempt only', 1)
  const agent = await desk.createAccount()
  const other = await browser.newPage({ baseURL: desk.url })
  await signIn(page, agent)
  await signIn(other, agent)
  await answer(page, training.id, 'Yes')
  await answer(other, training.id, 'Perhaps')
  await submit(page)
  await expect(page.getByText('You have used your attempt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retake Quiz' })).toHaveCount(0)
  await page.goto(`/training/${training.id}`)
  await expect(page.getByText('You have used your attempt.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Quiz|Training/ })).toBeDisabled()
  await submit(other)
  await other.getByRole('alert').getByRole('button', { name: 'Try Again' }).click()
  await expect(other.getByRole('alert')).toContainText(
    'You have used your attempt. An admin can give you another one',
  )
  await other.close()
})

test('a training archived in the middle of an attempt says so, and grades nothing', async ({
  page,
  desk,
}) => {
  const training = await addTraining(desk, 'Archived meanwhile')
  const agent = await desk.createAccount()
  await signIn(page, agent)
  await answer(page, training.id, 'No')
  await desk.admin.api('DELETE /trainings/:id', { params: { id: training.id } })
  await submit(page)
  await expect(page.getByRole('alert')).toContainText(
    'This training was archived since you started. Nothing was graded',
  )
  await page.getByRole('alert').getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByText('Training not found')).toBeVisible()
  expect((await agent.api('GET /certificates')).body).toEqual([])
})
