import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, testApart as test } from './fixtures.ts'

let desk: Desk
let admin: Account
test.beforeAll(async () => {
  desk = await startDesk()
  admin = await desk.createAccount({ email: 'ada@example.com' })
})
test.afterAll(async () => desk.remove())

test('an admin has everything backed up, sets when, and tries whether it could be restored', async ({
  page,
}) => {
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/admin/settings/backup`)
  await expect(page.getByText('No backup yet')).toBeVisible()
  await expect(page.getByText('Never rehearsed')).toBeVisible()
  await page.getByRole('button', { name: 'Rehearse a restore' }).click()
  await expect(page.getByText('There is no backup yet that could be restored')).toBeVisible()

  await page.getByRole('button', { name: 'Back up now' }).click()
  const backups = page.getByRole('list', { name: 'Backups' })
  await expect(backups.getByText('Done and verified')).toBeVisible()
  await expect(backups.getByText(`asked for by ${admin.user.name}`)).toBeVisible()

  await page.getByRole('button', { name: 'Rehearse a restore' }).click()
  const rehearsals = page.getByRole('list', { name: 'Rehearsals' })
  await expect(rehearsals.getByText('It would do')).toBeVisible()
  await expect(rehearsals.getByText('It can be restored: all')).toBeVisible()

  await page.getByLabel('Back up every day').check()
  await page.getByLabel('Time of day').fill('03:30')
  await page.getByLabel('Folder on the server').fill('backups')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please write the whole path, such as /backups')).toBeVisible()
  await expectAccessible(page, { screen: 'the backups' })
  await page.getByLabel('Folder on the server').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Back up every day')).toBeChecked()
  await expect(page.getByLabel('Time of day')).toHaveValue('03:30')
  await expect(page.getByText('The next one begins on')).toBeVisible()

  // A bucket's address holds a secret, which stays nowhere once it is saved. There is none here to be asked.
  await page.route('**/admin/backups/settings', (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const { bucket_address: _, ...others } = route.request().postDataJSON() as object & {
      bucket_address: string
    }
    return route.continue({ postData: JSON.stringify(others) })
  })
  await page.getByRole('button', { name: 'Use a bucket (S3) instead' }).click()
  await page.getByLabel('Bucket').fill('s3://key:secret@bucket')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Bucket')).toHaveCount(0)

  // Where one is set, it alone can be changed for a folder.
  await page.unrouteAll()
  await page.route('**/admin/backups/settings', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const settings = (await response.json()) as object
    await route.fulfill({
      response,
      json: { ...settings, bucket: 's3://bucket', place: 'a bucket' },
    })
  })
  await page.reload()
  await expect(page.getByText('Backups go to a bucket.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: 'Use a folder instead' }).click()
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  expect((await saving).postDataJSON()).toMatchObject({ bucket_address: null })
})
