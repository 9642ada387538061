import { scaled } from '../server/src/testing/patience.ts'
import { scimClient } from '../server/src/testing/scim.ts'
import { expect, signIn, test } from './fixtures.ts'

test('whom the directory deactivates is out in an open tab at once, and signs in again when back', async ({
  page,
  desk,
}) => {
  const { api, password } = desk.admin
  await api.raw('POST /auth/confirm', { body: { password } })
  const made = await api('POST /admin/api-keys', {
    body: { name: 'Directory', scopes: ['scim:write'] },
  })
  const scim = scimClient(desk.url, made.body.key)
  const kit = await desk.createAccount({ first_name: 'Kit', last_name: 'Provisioned' })
  await signIn(page, kit)
  await page.goto('/policies')
  await expect(page.getByRole('heading', { name: 'Policies', level: 1 })).toBeVisible()

  const filter = encodeURIComponent(`userName eq "${kit.email}"`)
  const found = await scim('GET', `/Users?filter=${filter}`)
  const [{ id }] = found.body.Resources
  const setActive = (value: string) =>
    scim('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value }],
    })
  const out = page.waitForURL(/\/login/).then(() => Date.now())
  expect((await setActive('False')).status).toBe(200)
  const since = Date.now()
  expect((await out) - since).toBeLessThan(scaled(1000))

  const enter = async () => {
    await page.getByLabel('Email').fill(kit.email)
    await page.getByLabel('Password', { exact: true }).fill(kit.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await enter()
  await expect(page.getByRole('alert')).toBeVisible()
  expect((await setActive('True')).status).toBe(200)
  await enter()
  await expect(page.getByRole('heading', { name: 'Policies', level: 1 })).toBeVisible()
})
