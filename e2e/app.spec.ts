import type { BrowserContext, Page, Worker } from '@playwright/test'
import { createDocument } from '../server/src/testing/documents.ts'
import { pdfFile } from '../server/src/testing/files/pdf-file.ts'
import { pictureForm, pictureOf } from '../server/src/testing/pictures.ts'
import { startPushService } from '../server/src/testing/push-service.ts'
import { type Account, startDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { startNextBuild } from './next-build.ts'

test.use({ serviceWorkers: 'allow' })

const worker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

/** Paths of the API whose answers this browser keeps, whoever for. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-'))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => new URL(url).pathname.replace('/api/v1', ''))
  })
const keepsBuild = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('build-'))
    return name ? (await (await caches.open(name)).match('/')) !== undefined : false
  })

/** Something to read: a required policy, and a process whose first step leads to a document. */
async function somethingToRead({ admin }: { admin: Account }, name: string) {
  const { body: policy } = await admin.api('POST /policies', {
    body: { title: `${name} policy`, content: 'Call the known number **first**.' },
  })
  const content = pdfFile({ title: 'Form', paragraphs: ['# Form', 'Fill this in.'] })
  const file = { content, name: 'form.pdf', type: 'application/pdf' }
  const document = await createDocument(admin.api, { title: `${name} form`, ...file })
  const { body: process } = await admin.api('POST /processes', {
    body: {
      title: `${name} process`,
      category: 'Sales',
      steps: [
        { title: 'Fill in the form', description: `Take [the form](/documents/${document.id}).` },
        { title: 'Hand it in' },
      ],
    },
  })
  return { policy, document, process }
}

const requireOf = (admin: Account, policyId: string, person: Account) =>
  admin.api('POST /policies/:id/assign', {
    params: { id: policyId },
    body: { user_ids: [person.user.id] },
  })

test('it can be installed, under the brokerage’s name and logo', async ({ page, emptyDesk }) => {
  const admin = await emptyDesk.createAccount()
  const read = async () => {
    const answer = await page.request.get(`${emptyDesk.url}/manifest.webmanifest`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    return (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
  }
  const sizesOf = async ({ icons }: Awaited<ReturnType<typeof read>>) => {
    return Promise.all(
      icons.map(async ({ src, sizes, purpose }) => {
        const picture = await page.request.get(`${emptyDesk.url}${src}`)
        // Its first chunk says how large a PNG is.
        const head = (await picture.body()).subarray(0, 24)
        expect(head.toString('latin1', 1, 4)).toBe('PNG')
        expect(`${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`).toBe(sizes)
        return `${sizes} ${purpose}`
      }),
    )
  }
  const plain = [48, 72, 96, 128, 144, 192, 256, 384, 512].map((size) => `${size}x${size} any`)
  const ALL = [...plain, '192x192 maskable', '512x512 maskable']
  const drawn = await read()
  expect(drawn).toMatchObject({
    name: 'Front Desk',
    start_url: '/dashboard',
    display: 'standalone',
  })
  expect(await sizesOf(drawn)).toEqual(ALL)

  const brand = { brokerage_name: 'Harbor & Pine', accent: '#7a3b22' }
  await admin.api('PUT /admin/settings', { body: brand })
  const logo = pictureForm(await pictureOf(90, 60), { field: 'logo' })
  await admin.api('POST /admin/settings/logo', { body: logo })
  const branded = await read()
  expect(branded).toMatchObject({
    name: 'Harbor & Pine',
    short_name: 'Harbor & Pine',
    theme_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
  expect(await sizesOf(branded)).toEqual(ALL)
  const [, large] = branded.icons
  const icon = await page.request.get(`${emptyDesk.url}${large!.src}`)
  expect(icon.headers()['cache-control']).toContain('immutable')

  await signIn(page, admin, emptyDesk.url)
  await page.goto(`${emptyDesk.url}/dashboard`)
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', /icon\/180\?v=/)
  await page.evaluate(async () => navigator.serviceWorker.ready)
  const devtools = await page.context().newCDPSession(page)
  expect(await devtools.send('Page.getAppManifest')).toMatchObject({ errors: [] })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A private window, which each test has, installs nothing.
  const errors = installabilityErrors.map(({ errorId }) => errorId)
  expect(errors.filter((error) => error !== 'in-incognito')).toEqual([])
})

test('with no line it opens and can be read; signing waits; signing out leaves nothing', async ({
  page,
  context,
  desk,
}) => {
  const { policy, process, document } = await somethingToRead(desk, 'Offline')
  const appendix = await createDocument(desk.admin.api, { title: 'Offline appendix' })
  const upload = pictureForm(await pictureOf(600, 300), { field: 'picture' })
  const { body: picture } = await desk.admin.api('POST /pictures', { body: upload })
  const content = `See [the appendix](/documents/${appendix.id}).\n\n![The lockbox](${picture.path})`
  const { body: long } = await desk.admin.api('POST /policies', {
    body: { title: 'Long policy', content },
  })
  const agent = await desk.createAccount({ email: 'offline@example.com' })
  await requireOf(desk.admin, policy.id, agent)
  await requireOf(desk.admin, long.id, agent)
  await signIn(page, agent)
  await page.goto(`/processes/${process.id}`)
  await page.getByRole('checkbox', { name: /Hand it in/ }).check()
  await page.goto(`/policies/${policy.id}`)
  await expect.poll(() => keepsBuild(page)).toBe(true)
  const wanted = [
    `/policies/${policy.id}`,
    `/processes/${process.id}`,
    `/documents/${document.id}`,
    `/documents/${document.id}/file`,
    `/documents/${appendix.id}/file`,
    `/pictures/${picture.name}`,
  ]
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(wanted))

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: policy.title })).toBeVisible()
  await expect(page.getByText('Call the known number first.')).toBeVisible()
  await expect(page.getByText(/^Saved .+; no line\.$/)).toBeVisible()
  const acknowledge = page.getByRole('button', { name: 'Acknowledge Policy' })
  await expect(acknowledge).toBeDisabled()
  await expect(acknowledge).toHaveAccessibleDescription(/waits for the line/)
  await expectAccessible(page)

  await page.goto(`/policies/${long.id}`)
  await expect(page.getByRole('button', { name: 'Enlarge “The lockbox”' })).toBeVisible()
  await page.goto(`/processes/${process.id}`)
  await expect(page.getByText('Fill in the form')).toBeVisible()
  await page.getByRole('link', { name: 'the form' }).click()
  await expect(page.getByRole('heading', { level: 1, name: document.title })).toBeVisible()
  await expect(page.getByText(/^Saved .+; no line\.$/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe('form.pdf')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: policy.title })).toBeVisible()

  await page.goto(`/policies/${policy.id}`)
  await expect(acknowledge).toBeDisabled()
  await context.setOffline(false)
  await expect(acknowledge).toBeEnabled()
  const signed = await desk.admin.api('GET /admin/policies/acknowledgments', {
    query: { policy_id: policy.id },
  })
  expect(signed.body).toEqual([])
  await acknowledge.click()
  await expect(page.getByText(/You acknowledged/)).toBeVisible()
  const after = await desk.admin.api('GET /admin/policies/acknowledgments', {
    query: { policy_id: policy.id },
  })
  expect(after.body).toHaveLength(1)

  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/login|\/$/)
  await expect.poll(() => keptPaths(page)).toEqual([])
})

test('what one person keeps is nobody else’s, and goes when the server ends the session', async ({
  page,
  context,
  desk,
}) => {
  const { policy } = await somethingToRead(desk, 'Private')
  const agent = await desk.createAccount({ email: 'keeps@example.com' })
  const other = await desk.createAccount({ email: 'next@example.com' })
  await requireOf(desk.admin, policy.id, agent)
  await signIn(page, agent)
  await page.goto('/dashboard')
  await expect.poll(() => keptPaths(page)).toContain(`/policies/${policy.id}`)

  // Somebody else's session comes into this browser while there is no line.
  await context.setOffline(true)
  await page.evaluate(
    ([auth_token, user_data]) => Object.assign(localStorage, { auth_token, user_data }),
    [other.token, JSON.stringify(other.user)] as const,
  )
  await page.goto(`/policies/${policy.id}`)
  await expect(page.getByText(/can’t be reached/).first()).toBeVisible()
  await expect(page.getByText('Call the known number')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: policy.title })).toBeVisible()
  // Whoever is there now keeps theirs, and what was there before is gone.
  await expect.poll(() => keptPaths(page)).not.toContain(`/policies/${policy.id}`)
  await expect.poll(() => keptPaths(page)).toContain('/auth/me')

  await desk.admin.api('PUT /admin/users/:id', {
    params: { id: other.user.id },
    body: { status: 'inactive' },
  })
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => keptPaths(page)).toEqual([])
})

test('a new version offers itself, and a tab that stays keeps its own files', async ({
  page,
  desk,
}) => {
  const proxy = await startNextBuild(desk)
  await signIn(page, desk.admin, proxy.url)
  await page.goto(`${proxy.url}/dashboard`)
  const build = page.locator('meta[name=front-desk-build]')
  await expect(build).toHaveAttribute('content', proxy.version)
  await expect.poll(() => keepsBuild(page)).toBe(true)
  const stays = await page.context().newPage()
  await stays.goto(`${proxy.url}/dashboard`)
  await expect(stays.getByRole('link', { name: 'Policies' }).first()).toBeVisible()

  proxy.release()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await expect(build).toHaveAttribute('content', proxy.version)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(build).toHaveAttribute('content', proxy.nextVersion)
  await expect(page.getByText('A new version is ready')).toHaveCount(0)

  // Its files are on no server any more.
  proxy.loseAssets()
  await stays.getByRole('link', { name: 'Processes' }).first().click()
  await expect(stays.getByRole('heading', { level: 1, name: 'Processes' })).toBeVisible()
  await expect(stays.locator('meta[name=front-desk-build]')).toHaveAttribute(
    'content',
    proxy.version,
  )
  await proxy.close()
})

test('a push is shown, and a click on it opens the place that it tells of, in this app only', async ({
  page,
  context,
  desk,
}) => {
  const { policy } = await somethingToRead(desk, 'Pushed')
  await context.grantPermissions(['notifications'], { origin: desk.url })
  await signIn(page, desk.admin)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.goto('/dashboard')
  await page.evaluate(async () => navigator.serviceWorker.ready)
  const registrationId = await registered
  const own = await worker(context)
  const push = async (path: string) => {
    const message = { title: 'Pushed policy', body: 'Please read it.', path, tag: 'policy' }
    const data = JSON.stringify(message)
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: desk.url,
      registrationId,
      data,
    })
  }
  const shown = () =>
    own.evaluate(async () => {
      const { registration } = globalThis as unknown as ServiceWorkerGlobal
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body }) => ({ title, body }))
    })
  const click = () =>
    own.evaluate(async () => {
      const scope = globalThis as unknown as ServiceWorkerGlobal
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })

  await push(`/policies/${policy.id}`)
  await expect.poll(shown).toEqual([{ title: 'Pushed policy', body: 'Please read it.' }])
  await click()
  await expect(page.getByRole('heading', { level: 1, name: policy.title })).toBeVisible()
  await expect.poll(shown).toEqual([])

  await push('https://elsewhere.example.com/policies')
  await expect.poll(shown).toHaveLength(1)
  await click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(context.pages()).toHaveLength(1)
})

test('somebody is told on this device when they ask for it, until they sign out', async ({
  page,
  context,
}) => {
  const service = await startPushService()
  const desk = await startDesk({ PUSH_SERVICE_BASE: service.url })
  const admin = await desk.createAccount()
  const browser = service.subscribe()
  await context.grantPermissions(['notifications'], { origin: desk.url })
  // No push service of a maker can be reached from here: the browser's own part is told to name ours.
  await context.addInitScript((subscription) => {
    let made: object | null = null
    const options = {}
    const unsubscribe = async () => {
      made = null
      return true
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made,
      subscribe: async () => (made = { options, unsubscribe, toJSON: () => subscription }),
    })
  }, browser.subscription)
  await signIn(page, admin, desk.url)
  await page.goto(`${desk.url}/profile`)
  const offer = page.getByRole('button', { name: 'Tell me on this device' })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await offer.click()
  await expect(page.getByText(/You are told here, in Chrome on Linux/)).toBeVisible()
  await page.getByRole('button', { name: 'Send one to try' }).click()
  await expect.poll(() => browser.received.length).toBe(1)
  expect(browser.received[0]!.message).toMatchObject({ path: '/profile' })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Stop telling me here' }).click()
  await expect(offer).toBeVisible()

  // Whoever installs the app is asked once, may decline, and is not asked again.
  const install = () => page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  const question = page.getByText('Be told here what is new')
  await install()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toBeHidden()
  await expect(offer).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('push-offered'))
  await install()
  await page.getByRole('button', { name: 'Tell me', exact: true }).click()
  await expect(page.getByText(/You are told here, in Chrome on Linux/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop telling me here' }).click()
  await expect(offer).toBeVisible()
  await install()
  await offer.click()
  await expect(page.getByText(/You are told here/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/login|\/$/)
  const again = await desk.api('POST /auth/login', {
    body: { email: admin.email, password: admin.password },
  })
  const devices = await desk.api.as(again.body)('GET /push/subscriptions')
  expect(devices.body).toEqual([])
  await desk.remove()
  await service.close()
})

/** What of a service worker's own scope these tests use; its types are not the page's. */
interface ServiceWorkerGlobal {
  registration: ServiceWorkerRegistration
  dispatchEvent: (event: Event) => boolean
  NotificationEvent: new (type: string, init: { notification?: Notification }) => Event
}
