import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a policy is signed with what it takes, and the register has what was given', async ({
  page,
  browser,
  emptyDesk: desk,
}) => {
  const admin = await desk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ben = await desk.createAccount({ first_name: 'Ben', last_name: 'Ortiz' })
  const { body: policy } = await admin.api('POST /policies', {
    body: {
      title: 'Wire fraud',
      content: `# Call first\n\n${'Use the known number.\n\n'.repeat(60)}`,
    },
  })
  const params = { id: policy.id }
  await admin.api('POST /policies/:id/assign', { params, body: { user_ids: [ben.user.id] } })
  await ben.api('POST /policies/:id/acknowledge', { params })

  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/policies/${policy.id}`)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('one press')
  await signing.getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('dialog', { name: 'How it is signed' })
  for (const part of ['Show first what changed', 'Type one’s name', 'Prove again', 'Keep how']) {
    await form.getByRole('checkbox', { name: part }).check()
  }
  await form.getByLabel('Statement').fill('I call the known number, every time.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(signing).toContainText('types their name')
  await admin.api('PUT /policies/:id', {
    params,
    body: {
      title: 'Wire fraud',
      content: `# Call first\n\n${'Use the printed number.\n\n'.repeat(60)}`,
    },
  })

  const agent = await (await browser.newContext({ baseURL: desk.url })).newPage()
  await signIn(agent, ben, desk.url)
  // The proof that signing in gave is not the one that is asked for.
  await desk.ageSessions(11)
  // While the text can't be set yet its end is not far below the title: nobody has read it then.
  await agent.route('**/markdown-render-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })
  await agent.goto(`${desk.url}/policies/${policy.id}`)
  const changes = agent.getByRole('region', { name: 'What changed since you signed' })
  await expect(changes.getByText('printed').first()).toBeVisible()
  const panel = agent.getByRole('complementary', { name: 'Acknowledgment' })
  await expect(panel).toContainText('I call the known number, every time.')
  await expect(panel).toContainText('not yet')
  await expectAccessible(agent)
  const sign = panel.getByRole('button', { name: 'Acknowledge Policy' })
  await panel.getByLabel('Type your name').fill('Ben')
  await sign.click()
  await expect(panel.getByText('Please type your name as it stands here: Ben Ortiz')).toBeVisible()
  await expect(panel.getByLabel('Type your name')).toHaveValue('Ben')
  await agent.keyboard.press('End')
  await expect(panel).toContainText('you have')
  await panel.getByLabel('Type your name').fill('ben ortiz')
  await sign.click()
  const question = agent.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sign).toBeEnabled()
  // Who cancels knows that nothing was signed: nothing failed.
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await sign.click()
  await question.getByLabel('Your password').fill(ben.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(agent.getByText('You acknowledged “Wire fraud”')).toBeVisible()

  await page.goto(`${desk.url}/admin/policies`)
  await page
    .getByRole('row', { name: /Ben Ortiz/ })
    .first()
    .getByRole('button')
    .first()
    .click()
  const record = page.getByRole('dialog', { name: 'Acknowledgment' })
  await expect(record).toContainText('I call the known number, every time.')
  await expect(record).toContainText('ben ortiz')
  await expect(record).toContainText('What changed since version 1')
  await expect(record).toContainText('its end reached')
  await expectAccessible(page)
})
