import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a policy that is held can’t be deleted until an admin lifts the hold, with a reason', async ({
  page,
  desk,
}) => {
  const title = `Held ${randomUUID().slice(0, 8)}`
  const { body: policy } = await desk.admin.api('POST /policies', {
    body: { title, content: 'Words.' },
  })
  await signIn(page, desk.admin)
  await page.goto(`/policies/${policy.id}`)
  const line = page.getByRole('region', { name: 'Legal hold' })
  await line.getByRole('button', { name: 'Set a legal hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a legal hold' })
  await dialog.getByRole('button', { name: 'Set Hold' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Ruiz v. Harbor & Pine')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set Hold' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(line).toContainText('Ruiz v. Harbor & Pine. Set by Ada Brooks')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page.getByText('This has to be kept for now')).toBeVisible()

  await page.goto('/admin/legal-holds')
  await page.getByRole('button', { name: `Lift the hold on ${title}` }).click()
  const lifting = page.getByRole('dialog', { name: 'Lift this legal hold?' })
  await lifting.getByLabel('Reason').fill('Settled')
  await lifting.getByRole('button', { name: 'Lift Hold' }).click()
  await expect(lifting).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Lifted: Settled')
  await expect(row).not.toContainText('Somebody lifts it')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page.getByText(`“${title}” was deleted`)).toBeVisible()
})
