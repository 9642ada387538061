import type { Page } from '@playwright/test'
import type { Account, Desk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const OPTIONS = ['Wire it at once', 'Call the number on file', 'Reply to the mail', 'Wait']

/** A training with a text, a video site's link, a slide and a quiz of three questions. */
async function addTraining({ admin }: Desk & { admin: Account }, title: string) {
  const { body } = await admin.api('POST /trainings', {
    body: {
      title,
      description: 'What to check before anyone sends money.',
      duration: 15,
      category_id: 'security',
      content: [
        { type: 'text', content: '# Call first\n\nUse the number **on file**.', order: 1 },
        { type: 'video', content: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', order: 2 },
        { type: 'slide', content: 'https://slides.example.com/deck', order: 3 },
      ],
      questions: ['Who?', 'When?', 'What?'].map((question, index) => ({
        question,
        options: OPTIONS,
        correctAnswer: 1,
        order: index + 1,
      })),
    },
  })
  return body
}

/** Nothing is fetched from outside in a test. */
async function answerForOthers(page: Page, url: string): Promise<string[]> {
  const asked: string[] = []
  await page.route(
    (address) => address.origin !== new URL(url).origin,
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' })
    },
  )
  return asked
}

test('a training is taken to a pass after a failed first try, with a reload in the middle', async ({
  page,
  desk,
}) => {
  const training = await addTraining(desk, 'Wire fraud, by mouse')
  const agent = await desk.createAccount({ email: 'wire-mouse@example.com' })
  await desk.admin.api('POST /admin/users/:id/require-test', {
    params: { id: agent.user.id },
    body: { test_id: training.test_id },
  })
  const asked = await answerForOthers(page, desk.url)
  await signIn(page, agent)
  await page.goto(`/training/${training.id}`)
  await page.getByRole('link', { name: 'Start Training' }).click()

  await expect(page.getByText('1/3')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Call first' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('2/3')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&cc_load_policy=1',
  )
  // Another device goes on where this one stopped.
  await page.reload()
  await expect(page.getByText('2/3')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/)
  await page.getByRole('button', { name: 'Start Quiz' }).click()

  const submit = page.getByRole('button', { name: 'Submit' })
  const choose = (question: string, option: string) =>
    page.getByRole('group', { name: question }).getByLabel(option).check()
  await choose('Who?', OPTIONS[0]!)
  await choose('When?', OPTIONS[1]!)
  await expect(submit).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Who?' }).getByLabel(OPTIONS[0]!)).toBeChecked()
  await expect(page.getByRole('group', { name: 'When?' }).getByLabel(OPTIONS[1]!)).toBeChecked()
  await choose('What?', OPTIONS[0]!)
  await submit.click()

  const result = page.getByRole('region', { name: 'Quiz Results' })
  await expect(result).toContainText('You did not pass.')
  await expect(result).toContainText('Your score: 33.3%')
  await expect(result).toContainText('You have 2 attempts left.')
  await expect(result).toBeFocused()
  await expectAccessible(page)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('quiz:')

  await page.getByRole('button', { name: 'Retake Quiz' }).click()
  await expect(submit).toBeDisabled()
  await expect(page.locator('input:checked')).toHaveCount(0)
  for (const question of ['Who?', 'When?', 'What?']) await choose(question, OPTIONS[1]!)
  await submit.click()

  await expect(page).toHaveURL(`${desk.url}/training/${training.id}`)
  await expect(result).toContainText('Congratulations! You passed!')
  await expect(result).toContainText('Your score: 100.0%')
  await expect(page.getByRole('link', { name: 'Review Training' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Certificate' }).click()
  const name = (await saved).suggestedFilename()
  expect(name).toMatch(/^certificate-[0-9A-Z]{16}\.pdf$/)
  expect(asked.every((url) => /youtube-nocookie\.com|slides\.example\.com/.test(url))).toBe(true)

  await page.goto('/profile')
  await expect(page.getByText('Wire fraud, by mouse')).toBeVisible()
  await expect(page.getByText('Passed')).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/verify/${name.slice(12, 28)}`)
  await expect(page.getByText('This certificate is genuine.')).toBeVisible()
  await expect(page.locator('dd')).toHaveText([
    'Pat Doyle',
    'Wire fraud, by mouse',
    /^[A-Z][a-z]+ \d+, \d{4}$/,
  ])
})

test('the same by keyboard only', async ({ page, desk }) => {
  const training = await addTraining(desk, 'Wire fraud, by keyboard')
  const agent = await desk.createAccount({ email: 'wire-keys@example.com' })
  await answerForOthers(page, desk.url)
  await signIn(page, agent)
  await page.goto(`/training/${training.id}`)
  const press = async (name: string, role: 'link' | 'button' = 'button') => {
    const target = page.getByRole(role, { name, exact: true })
    await expect(target).toBeEnabled()
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        return page.keyboard.press('Enter')
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} can't be reached by Tab`)
  }
  const heading = page.getByRole('heading', { level: 1 })
  await press('Start Training', 'link')
  await press('Next')
  await expect(heading).toContainText('section 2 of 3')
  await expect(heading).toBeFocused()
  await press('Next')
  await expect(heading).toContainText('section 3 of 3')
  await press('Start Quiz')
  await expect(heading).toContainText('quiz')
  const answerAll = async (downs: number) => {
    for (const question of ['Who?', 'When?', 'What?']) {
      const group = page.getByRole('group', { name: question })
      for (let tabs = 0; tabs < 40; tabs += 1) {
        await page.keyboard.press('Tab')
        if (await group.evaluate((element) => element.contains(document.activeElement))) break
      }
      await page.keyboard.press('Space')
      for (let i = 0; i < downs; i += 1) await page.keyboard.press('ArrowDown')
    }
  }
  await answerAll(0)
  await press('Submit')
  await expect(page.getByText('You did not pass.')).toBeVisible()
  await press('Retake Quiz')
  await expect(page.getByText('3 of 3 still to answer')).toBeVisible()
  await answerAll(1)
  await press('Submit')
  await expect(page.getByText('Congratulations! You passed!')).toBeVisible()
})

test('a video goes on where it was left, on another device too', async ({
  page,
  desk,
  browser,
}) => {
  const { body: training } = await desk.admin.api('POST /trainings', {
    body: {
      title: 'A video to watch',
      content: [{ type: 'video', content: 'https://media.example.com/safety.mp4', order: 1 }],
    },
  })
  const agent = await desk.createAccount({ email: 'watcher@example.com' })
  await signIn(page, agent)
  await page.route('https://media.example.com/**', (route) => route.abort())
  await page.goto(`/training/${training.id}/session`)
  await expect(page.getByText('This video can’t be played')).toBeVisible()
  await page.unroute('https://media.example.com/**')
  await page.route('https://media.example.com/**', () => undefined)
  await page.reload()
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.request().postData()?.includes('media_position') === true,
  )
  // As its player tells of it while it plays.
  await page.locator('video').evaluate((element: HTMLVideoElement) => {
    element.currentTime = 42
    element.dispatchEvent(new Event('timeupdate'))
  })
  expect((await kept).status()).toBe(200)
  const other = await browser.newPage({ baseURL: desk.url })
  await other.route('https://media.example.com/**', () => undefined)
  await signIn(other, agent)
  await other.goto(`/training/${training.id}/session`)
  const video = other.locator('video')
  await expect(video).toBeVisible()
  const place = await video.evaluate((element: HTMLVideoElement) => {
    Object.defineProperty(element, 'duration', { value: 300 })
    element.dispatchEvent(new Event('loadedmetadata'))
    return element.currentTime
  })
  expect(place).toBe(42)
  await other.getByRole('button', { name: 'Finish' }).click()
  await expect(other).toHaveURL(`${desk.url}/training/${training.id}`)
  await expect(other.getByText('Completed')).toBeVisible()

  // Whoever looks at it once more has done it all the same.
  await other.goto(`/training/${training.id}/session`)
  const again = other.waitForResponse(
    (response) => response.request().postData()?.includes('"media_position":60') === true,
  )
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 60
    element.dispatchEvent(new Event('timeupdate'))
  })
  await again
  const { body: seen } = await agent.api('GET /trainings/:id/progress', {
    params: { id: training.id },
  })
  expect(seen.sections).toMatchObject([{ completed: true, media_position: 60 }])
  // What was watched to its end begins anew.
  await other.goto(`/training/${training.id}/session`)
  const begun = await video.evaluate((element: HTMLVideoElement) => {
    Object.defineProperty(element, 'duration', { value: 62 })
    element.dispatchEvent(new Event('loadedmetadata'))
    return element.currentTime
  })
  expect(begun).toBe(0)
  await other.close()
})

test('nothing that an agent’s browser receives through a whole training says what is right', async ({
  page,
  desk,
}) => {
  const training = await addTraining(desk, 'Nothing given away')
  const agent = await desk.createAccount({ email: 'curious@example.com' })
  await answerForOthers(page, desk.url)
  const received: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  )
  const bodies: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(desk.url)) return
    bodies.push(
      response.text().then(
        (text) => received.push(text),
        () => undefined,
      ),
    )
  })
  await signIn(page, agent)
  await page.goto('/training')
  await page.goto(`/training/${training.id}`)
  await page.getByRole('link', { name: 'Start Training' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Start Quiz' }).click()
  for (const option of [OPTIONS[3]!, OPTIONS[1]!]) {
    await expect(page.getByText('3 of 3 still to answer')).toBeVisible()
    for (const question of ['Who?', 'When?', 'What?']) {
      await page.getByRole('group', { name: question }).getByLabel(option).check()
    }
    await page.getByRole('button', { name: 'Submit' }).click()
    const again = page.getByRole('button', { name: 'Retake Quiz' })
    if (option === OPTIONS[3]) await again.click()
  }
  await expect(page.getByText('Congratulations! You passed!')).toBeVisible()
  await page.goto('/tests')
  await page.goto('/profile')
  await page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  expect(received.length).toBeGreaterThan(20)
  expect(received.some((text) => text.includes('invalidate'))).toBe(true)
  const telling = /"(correctAnswer|correct_answer|optionOrder)"|"correct":(?!null)/
  expect(received.filter((text) => telling.test(text))).toEqual([])
})
