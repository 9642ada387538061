import { expect, test } from './fixtures.ts'

const PASSWORD = 'a brass bell on the desk'

test('from an empty system to a signed acknowledgment', async ({ browser, emptyDesk }) => {
  const broker = await (await browser.newContext({ baseURL: emptyDesk.url })).newPage()
  await test.step('the first account becomes the admin', async () => {
    await broker.goto('/')
    await broker
      .getByRole('link', { name: /set up your front desk/i })
      .first()
      .click()
    await expect(broker).toHaveURL(/\/signup$/)
    await expect(broker.getByText(/administrator/i).first()).toBeVisible()
    await broker.getByLabel('First name').fill('Ada')
    await broker.getByLabel('Last name').fill('Brooks')
    await broker.getByLabel('Email').fill('ada@example.com')
    await broker.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await broker.getByRole('button', { name: 'Create account' }).click()
    await expect(broker).toHaveURL(/\/login$/)
    await expect(broker.getByText('Account created successfully! Please sign in.')).toBeVisible()
    await broker.getByLabel('Email').fill('ada@example.com')
    await broker.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await broker.getByRole('button', { name: 'Sign in' }).click()
    await expect(broker).toHaveURL(/\/dashboard$/)
  })

  await test.step('writes a policy and asks everyone to acknowledge it', async () => {
    await broker.getByRole('link', { name: 'Policies' }).first().click()
    await expect(broker.getByText('No Policies Available')).toBeVisible()
    await broker.getByRole('link', { name: 'Add New Policy' }).first().click()
    await broker.getByRole('textbox', { name: 'Title' }).fill('Wire fraud')
    await broker
      .getByRole('textbox', { name: 'Content' })
      .fill('# Call first\n\nUse the known number.')
    await broker.getByRole('button', { name: /create|add|save/i }).click()
    // Who has to do it is the next step.
    const dialog = broker.getByRole('dialog', { name: 'Assign policy' })
    await expect(dialog.getByText('whoever joins later')).toBeVisible()
    await dialog.getByRole('button', { name: /^(assign|require)/i }).click()
    await expect(dialog).toHaveCount(0)
    await expect(broker.getByRole('heading', { name: 'Wire fraud' })).toBeVisible()
  })

  const agent = await (await browser.newContext({ baseURL: emptyDesk.url })).newPage()
  await test.step('a second person signs up, sees the dot and the badge, and acknowledges', async () => {
    await agent.goto('/signup')
    await agent.getByLabel('First name').fill('Ben')
    await agent.getByLabel('Last name').fill('Ortiz')
    await agent.getByLabel('Email').fill('ben@example.com')
    await agent.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await agent.getByRole('button', { name: 'Create account' }).click()
    await expect(agent.getByText('Account created successfully! Please sign in.')).toBeVisible()
    await agent.getByLabel('Email').fill('ben@example.com')
    await agent.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await agent.getByRole('button', { name: 'Sign in' }).click()
    const policies = agent.getByRole('link', { name: /awaiting you.*Policies/ }).first()
    await expect(policies).toBeVisible()
    await policies.click()
    await expect(agent.getByText('Acknowledgement Required')).toBeVisible()
    await expect(agent.getByRole('link', { name: 'Add New Policy' })).toHaveCount(0)
    await agent.getByRole('link', { name: 'Wire fraud' }).click()
    await expect(agent.getByRole('heading', { name: 'Call first' })).toBeVisible()
    await agent.getByRole('button', { name: 'Acknowledge Policy' }).click()
    await expect(agent).toHaveURL(/\/policies$/)
    await expect(agent.getByText('Acknowledgement Required')).toHaveCount(0)
    await expect(agent.getByRole('link', { name: 'Policies', exact: true }).first()).toBeVisible()
  })

  await test.step('the admin sees the sealed record, still there after kill -9', async () => {
    await emptyDesk.kill('SIGKILL')
    await emptyDesk.restart()
    await broker.goto('/admin/policies')
    await broker
      .getByRole('row', { name: /Ben Ortiz/ })
      .getByText('Ben Ortiz')
      .click()
    const record = broker.getByRole('dialog')
    await expect(record).toContainText('ben@example.com')
    await expect(record).toContainText('I have read and understood this policy')
    await expect(record).toContainText(/[0-9a-f]{64}/)
  })
})
