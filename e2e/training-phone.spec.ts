import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:05.000\nCall the number you know.\n'

test('on a phone a training stands alone, goes by buttons and keys, and on where one was elsewhere', async ({
  page,
  desk,
  browser,
}) => {
  const form = new FormData()
  form.append('file', new Blob([VTT]), 'call.vtt')
  const { body: captions } = await desk.admin.api('POST /trainings/files', { body: form })
  const { body: training } = await desk.admin.api('POST /trainings', {
    body: {
      title: 'Three steps on a phone',
      content: [
        { type: 'text', content: 'The first of them.' },
        { type: 'video', content: 'https://media.example.com/a.mp4', captions: captions.path },
        { type: 'text', content: 'The last of them.' },
      ],
    },
  })
  const agent = await desk.createAccount()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('https://media.example.com/**', () => undefined)
  await signIn(page, agent)
  await page.goto(`/training/${training.id}/session`)
  await expect(page.getByText('The first of them.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  const track = page.locator('video track')
  await expect(track).toHaveAttribute('kind', 'captions')
  const cues = await track.evaluate(async (element: HTMLTrackElement) =>
    (await fetch(element.src)).text(),
  )
  expect(cues).toBe(VTT)
  // In the video they are the video's.
  await page.locator('video').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(track).toHaveCount(1)
  await page.locator('video').blur()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('The last of them.')).toBeVisible()
  const { body: sections } = await desk.admin.api('GET /trainings/:id/content', {
    params: { id: training.id },
  })
  const noted = page.waitForResponse((response) => {
    const told = response.request().postData() ?? ''
    return told.includes('"opened":true') && told.includes(sections[1]!.id)
  })
  await page.keyboard.press('ArrowLeft')
  await expect(track).toHaveCount(1)
  await noted

  const other = await browser.newPage({
    baseURL: desk.url,
    viewport: { width: 390, height: 844 },
  })
  await other.route('https://media.example.com/**', () => undefined)
  await signIn(other, agent)
  await other.goto(`/training/${training.id}/session`)
  await expect(other.locator('video track')).toHaveCount(1)
  await other.getByRole('link', { name: 'Close the training' }).click()
  await expect(other).toHaveURL(`${desk.url}/training`)
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await other.close()
})
