import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('from the overview to one cell of the matrix, by keys alone, and to what is behind it', async ({
  page,
  emptyDesk,
}) => {
  const admin = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ana = await emptyDesk.createAccount({ first_name: 'Ana', last_name: 'Ruiz' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Cole' })
  for (const title of ['Lockbox keys', 'Wire fraud']) {
    const { body: policy } = await admin.api('POST /policies', {
      body: { title, content: 'Mind.' },
    })
    await admin.api('POST /policies/:id/assign', {
      params: { id: policy.id },
      body: { user_ids: [ana.user.id, ben.user.id], due_at: inDays(3) },
    })
    if (title === 'Wire fraud') {
      await ana.api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
    }
  }
  await emptyDesk.passDays(5)
  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/admin/overview`)
  await page.getByRole('link', { name: 'Person by person' }).click()
  const grid = page.getByRole('grid')
  const line = (name: string) => grid.getByRole('row', { name })
  await expect(page.getByRole('grid', { name: '2 people by 2 items' })).toBeVisible()
  await expect(line('Ana Ruiz').getByRole('gridcell')).toHaveText(['O', 'D'])
  await expect(line('Ben Cole').getByRole('gridcell')).toHaveText(['O', 'O'])
  await expectAccessible(page)

  // The first cell, one to the right, one down, and one back.
  await line('Ana Ruiz').getByRole('link', { name: 'Overdue' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(line('Ana Ruiz').getByRole('link', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(line('Ben Cole').getByRole('link', { name: 'Overdue' }).last()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(line('Ben Cole').getByRole('link', { name: 'Overdue' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/outstanding\?.*person=/)
  const register = page.getByRole('table', { name: 'Who must do what' })
  await expect(register.getByRole('link', { name: 'Lockbox keys' })).toBeVisible()
  await expect(register.getByRole('row')).toHaveCount(2)

  // A past day, before anybody had done anything, and nobody who matches.
  const day = inDays(-4).slice(0, 10)
  await page.goto(`${emptyDesk.url}/admin/matrix?as_of=${day}&search=ben`)
  await expect(line('Ben Cole').getByRole('gridcell')).toHaveText(['S', 'S'])
  await expect(line('Ben Cole').getByRole('gridcell').getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(`as_of=${day}`),
  )
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody')
  await expect(page.getByRole('heading', { name: 'Nothing fits' })).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(line('Ana Ruiz')).toBeVisible()
  for (const [name, file] of [
    ['Export CSV', /^matrix-.*\.csv$/],
    ['Export PDF', /^matrix-.*\.pdf$/],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await saved).suggestedFilename()).toMatch(file)
  }
})
