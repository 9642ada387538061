import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type Account, type Desk, startDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A desk at an address for which browsers keep passkeys. */
async function startNamedDesk(): Promise<Desk> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const desk = await startDesk({ PORT: String(port), PUBLIC_URL: url })
  return { ...desk, url }
}

/** A device that keeps passkeys, and says yes without being touched; returns what takes its yes away. */
async function plugInDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answer: (isYes: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isYes }),
    be: (isThere: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: isThere,
      }),
  }
}

async function signInByPassword(page: Page, { url }: Desk, { email, password }: Account) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

async function signOut(page: Page, { url }: Desk) {
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto(`${url}/login`)
}

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

test('a passkey is made, used, named, confirms who it is, and is removed', async ({ page }) => {
  const desk = await startNamedDesk()
  const ada = await desk.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
  const device = await plugInDevice(page)
  await page.goto(`${desk.url}/login`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  // Nobody has one.
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toHaveCount(0)
  await signInByPassword(page, desk, ada)

  await page.goto(`${desk.url}/profile/security`)
  await device.answer(false)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('No passkey was used, or it took too long')).toBeVisible()
  await device.answer(true)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(passkeys(page)).toHaveCount(1)
  await expect(passkeys(page).first()).toContainText('Chrome on Linux')
  await expect(passkeys(page).first()).toContainText('not used yet')
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give the passkey a name')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Desk in the hall')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys(page).first()).toContainText('Desk in the hall')
  await expectAccessible(page)
  // The same device makes no second one.
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('There is a passkey of this device already')).toBeVisible()

  // Without a touch nothing is chosen from what is offered where the address is typed.
  await device.be(false)
  await signOut(page, desk)
  const button = page.getByRole('button', { name: 'Sign In with a Passkey' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await device.be(true)
  await button.click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // After a while a call that matters asks anew, and the passkey is an answer.
  await desk.ageSessions(11)
  await page.goto(`${desk.url}/profile/security`)
  await expect(passkeys(page).first()).toContainText('last used')
  await page.getByRole('button', { name: 'Remove Desk in the hall' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('button', { name: 'Use a Passkey Instead' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a Passkey Instead' }).click()
  await expect(page.getByText('The passkey is removed: Desk in the hall.')).toBeVisible()
  await expect(passkeys(page)).toHaveCount(0)

  await signOut(page, desk)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(button).toHaveCount(0)
  await desk.remove()
})

test('a passkey that is offered where the address is typed signs in', async ({ page }) => {
  const desk = await startNamedDesk()
  const ada = await desk.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
  await plugInDevice(page)
  await signInByPassword(page, desk, ada)
  await page.goto(`${desk.url}/profile/security`)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(passkeys(page)).toHaveCount(1)
  // The device chooses at once, as somebody would from the list below the field.
  await signOut(page, desk)
  await expect(page).toHaveURL(/\/dashboard$/)
  await desk.remove()
})

test('where a role needs more than a password, a passkey is it', async ({ page }) => {
  const desk = await startNamedDesk()
  const ada = await desk.createAccount({ first_name: 'Ada', email: 'ada@example.com' })
  const device = await plugInDevice(page)
  await signInByPassword(page, desk, ada)
  await ada.api('PUT /admin/settings', {
    body: { second_factor_roles: ['admin'], second_factor_grace_days: 0 },
  })
  await desk.ageSessions(11)
  await page.reload()
  await expect(page).toHaveURL(/\/set-up-second-factor$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Your password').fill(ada.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await device.be(false)
  await signOut(page, desk)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByText('use your passkey')).toBeVisible()
  await expectAccessible(page)
  await device.be(true)
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await desk.remove()
})
