import { expect, expectAccessible, letTimersRun, signIn, test } from './fixtures.ts'

test('a filter is kept, chosen, shared, opened with, renamed and deleted', async ({
  page,
  desk,
}) => {
  const other = await desk.createAccount({ first_name: 'Olga', last_name: 'Filter' })
  await desk.admin.api('PUT /admin/users/:id', {
    params: { id: other.user.id },
    body: { role: 'admin' },
  })
  await signIn(page, desk.admin)
  const menu = page.getByRole('main').getByRole('button', { name: 'Saved filters' })
  const choose = async (name: string) => page.getByRole('menuitem', { name }).click()
  await page.goto('/admin/outstanding')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Filter the list to save that' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goto('/admin/outstanding?state=overdue&role=agent')
  await menu.click()
  await choose('Save this filter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Late agents')
  await dialog.getByRole('checkbox', { name: 'Open the list with it' }).check()
  await dialog.getByRole('checkbox', { name: 'Share it with the other admins' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const chosen = page.getByRole('main').getByRole('button', { name: 'Late agents' })
  await expect(chosen).toBeVisible()

  // The list opens with it, and shows all where that is wanted.
  await page.goto('/admin/outstanding')
  await expect(page).toHaveURL(/state=overdue/)
  await expect(chosen).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('')
  await expect(menu).toBeVisible()
  // Who came by an address of their own, and clears it, sees all: it is not opened with it then, though the filters
  // come later.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/saved-filters?*', async (route) => {
    await held
    await route.fallback()
  })
  const filters = page.waitForResponse(/\/saved-filters\?/)
  await page.goto('/admin/outstanding?state=overdue')
  await expect(menu).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('')
  await expect(page).not.toHaveURL(/state=/)
  letGo()
  await filters
  await letTimersRun(page)
  await expect(page).not.toHaveURL(/role=agent/)
  await menu.click()
  await choose('Late agents')
  await expect(page).toHaveURL(/role=agent/)
  await chosen.click()
  await choose('Rename or share')
  await dialog.getByLabel('Name').fill('Agents behind')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Agents behind' })).toBeVisible()

  await signIn(page, other)
  await page.goto('/admin/outstanding')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Agents behind · by Ada Brooks' })).toBeVisible()
  await expectAccessible(page)

  await signIn(page, desk.admin)
  await page.goto('/admin/outstanding')
  await page.getByRole('button', { name: 'Agents behind' }).click()
  await choose('Delete this filter')
  await expect(menu).toBeVisible()
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Agents behind' })).toBeVisible()
  // It is again what the list opens with.
  await page.goto('/admin/outstanding')
  await expect(page).toHaveURL(/role=agent/)
  // Others of these lists open with nothing.
  const { body } = await desk.admin.api('GET /saved-filters', { query: { list: 'outstanding' } })
  for (const { id } of body) {
    await desk.admin.api('DELETE /saved-filters/:id', { params: { id } })
  }
})

test('a menu whose code is still under way keeps its button, and opens by the keys on its first line', async ({
  page,
  desk,
}) => {
  await signIn(page, desk.admin)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/menu-open-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/outstanding?state=overdue')
  const menu = page.getByRole('main').getByRole('button', { name: 'Saved filters' })
  const first = page.getByRole('menuitem').first()
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toHaveAttribute('aria-busy', 'true')
  await expect(menu).toBeFocused()
  letGo()
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await menu.click()
  await expect(first).toBeVisible()
})
