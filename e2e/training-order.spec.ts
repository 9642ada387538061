import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const OPTIONS = ['This', 'That']

/** What stands in these boxes, from the top. */
const textsIn = (page: Page, label: string) => async () =>
  Promise.all(
    (await page.getByRole('textbox', { name: label, exact: true }).all()).map((box) =>
      box.evaluate((field: HTMLElement & { value?: string }) => field.value ?? field.innerText),
    ),
  )

/** Drags an item's handle by the mouse to that of another, or as far beside the list. */
async function drag(
  page: Page,
  noun: string,
  from: number,
  to: number,
  { aside = 0 } = {},
): Promise<void> {
  const handle = (place: number) => page.getByRole('button', { name: `Drag ${noun} ${place}` })
  // Taken where it stands still: a page that makes room for its editors moves its handles.
  await handle(from).hover({ position: { x: 10, y: 10 } })
  const start = (await handle(from).boundingBox())!
  const end = (await handle(to).boundingBox())!
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10 + Math.sign(end.y - start.y) * 30, { steps: 4 })
  await expect(page.getByText(`is lifted from ${noun} ${from} of`)).toBeAttached()
  await page.mouse.move(end.x + 10, end.y + 10, { steps: 12 })
  const top = async () => Math.round((await handle(to).boundingBox())!.y)
  // What stands there makes room, and comes back where nothing is dropped.
  await expect.poll(top).not.toBe(Math.round(end.y))
  if (aside > 0) {
    await page.mouse.move(end.x + 10 + aside, end.y + 10 + aside, { steps: 12 })
    await expect.poll(top).toBe(Math.round(end.y))
  }
  await page.mouse.up()
}

/** Lifts an item by its handle and carries it with the keyboard. */
async function carry(page: Page, noun: string, from: number, keys: string[]): Promise<void> {
  await page.getByRole('button', { name: `Drag ${noun} ${from}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`is lifted from ${noun} ${from} of`)).toBeAttached()
  let place = from
  for (const key of keys) {
    place += key === 'ArrowUp' ? -1 : 1
    // What was lifted listens a moment later: a key before that is lost.
    await expect(async () => {
      await page.keyboard.press(key)
      await expect(page.getByText(`would be ${noun} ${place} of`)).toBeAttached({ timeout: 2000 })
    }).toPass()
  }
  await page.keyboard.press('Space')
}

test('sections and questions are put in order by mouse and by keys, and numbered from 1 after it', async ({
  page,
  desk,
}) => {
  const { api } = desk.admin
  const { body: training } = await api('POST /trainings', {
    body: {
      title: 'Put in order',
      duration: 5,
      content: ['One', 'Two', 'Three'].map((content) => ({ type: 'text', content })),
      questions: ['Who?', 'When?', 'What?'].map((question) => ({
        question,
        options: OPTIONS,
        correctAnswer: 1,
      })),
    },
  })
  const params = { id: training.id }
  // The whole page is in sight: one that scrolls by itself under what is dragged has other rules.
  await page.setViewportSize({ width: 1440, height: 4000 })
  await signIn(page, desk.admin)
  await page.goto(`/training/${training.id}/edit`)
  const sections = textsIn(page, 'Text')
  const questions = textsIn(page, 'Question')
  await expect.poll(sections).toEqual(['One', 'Two', 'Three'])

  await drag(page, 'section', 1, 2)
  await expect.poll(sections).toEqual(['Two', 'One', 'Three'])
  await drag(page, 'question', 3, 1)
  await expect.poll(questions).toEqual(['What?', 'Who?', 'When?'])
  await carry(page, 'section', 3, ['ArrowUp', 'ArrowUp'])
  await expect.poll(sections).toEqual(['Three', 'Two', 'One'])
  await carry(page, 'question', 1, ['ArrowDown'])
  await expect.poll(questions).toEqual(['Who?', 'What?', 'When?'])
  // The right answer goes with its question.
  await page.getByLabel('Option 1 of question 2 is correct').check()
  await carry(page, 'question', 2, ['ArrowDown'])
  await expect.poll(questions).toEqual(['Who?', 'When?', 'What?'])
  await expect(page.getByLabel('Option 1 of question 3 is correct')).toBeChecked()

  // Dropped outside the list, or put back by Escape, it changes nothing.
  await drag(page, 'section', 1, 2, { aside: 900 })
  await expect.poll(sections).toEqual(['Three', 'Two', 'One'])
  await page.getByRole('button', { name: 'Drag section 1' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect.poll(sections).toEqual(['Three', 'Two', 'One'])

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The training was saved')).toBeVisible()
  const { body: saved } = await api('GET /trainings/:id/content', { params })
  expect(saved.map((one) => [one.order, one.content])).toEqual([
    [1, 'Three'],
    [2, 'Two'],
    [3, 'One'],
  ])
  const { body: asked } = await api('GET /trainings/:id/questions', { params })
  expect(asked.map((one) => [one.order, one.question, one.correctAnswer])).toEqual([
    [1, 'Who?', 1],
    [2, 'When?', 1],
    [3, 'What?', 0],
  ])
})
