import { expect, signIn, test } from './fixtures.ts'
import { expectAccessibleInAll } from './looks.ts'

test('taking is accessible on every screen, in both themes and sizes', async ({ page, desk }) => {
  const { api } = desk.admin
  const questions = [
    { question: 'Which?', options: ['This', 'That'], correctAnswer: 1 },
    { question: 'Why?', options: ['So', 'Because'], correctAnswer: 0 },
  ]
  const { body: training } = await api('POST /trainings', {
    body: {
      title: 'Taken',
      category_id: 'skills',
      content: [{ type: 'text', content: '# One\n\n- a\n- b' }],
      questions,
    },
  })
  const { body: alone } = await api('POST /tests', {
    body: { title: 'Asked', questions },
  })
  const person = await desk.createAccount({ email: 'taker@example.com' })
  for (const test_id of [training.test_id, alone.id]) {
    await api('POST /admin/users/:id/require-test', {
      params: { id: person.user.id },
      body: { test_id },
    })
  }
  const params = { id: training.test_id }
  const allowance = { user_id: person.user.id, reason: 'The line dropped.' }
  await api('POST /admin/tests/:id/grants', { params, body: { ...allowance, attempts: 1 } })
  await api('POST /admin/tests/:id/waivers', {
    params: { id: alone.id },
    body: { ...allowance, user_id: desk.admin.user.id },
  })
  const { body: attempt } = await person.api('POST /trainings/:id/attempt', {
    params: { id: training.id },
  })
  const answers = Object.fromEntries(
    attempt.questions.map(({ id, question, options }) => [
      id,
      options.indexOf(question === 'Which?' ? 'That' : 'So'),
    ]),
  )
  const { body: result } = await person.api('POST /trainings/:id/submit', {
    params: { id: training.id },
    body: { answers },
  })
  const look = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessibleInAll(page, path)
    }
  }
  await look([`/verify/${result.certificate_code}`, '/verify/0000'])
  await signIn(page, person)
  await look([
    '/dashboard',
    '/profile',
    `/training/${training.id}`,
    `/training/${training.id}/session`,
    '/tests',
    `/tests/${alone.id}`,
    `/training/${alone.id}`,
  ])
  await page.goto(`/tests/${alone.id}`)
  await page.getByRole('button', { name: 'Start Test' }).click()
  await page.getByRole('group', { name: 'Which?' }).getByLabel('This').check()
  await expectAccessibleInAll(page)
  await signIn(page, desk.admin)
  await look(['/tests', '/admin/tests', `/admin/tests/${training.test_id}`])
  await page.getByRole('button', { name: 'Grant Attempts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Grant Attempts' }).click()
  await expect(page.getByText('Please choose who this is for')).toBeVisible()
  await expectAccessibleInAll(page)
})
