import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { TestKey } from '../server/verifier/pack.fixture.ts'
import { tamperedPacks } from '../server/verifier/tampered.fixture.ts'
import { sourceOf, type Tampered } from '../server/verifier/world.fixture.ts'
import { openArchive, readEntry } from '../server/verifier/zip.ts'
import { expect, signIn, test, testApart } from './fixtures.ts'

const built = new URL('../server/dist/verify.html', import.meta.url)

/** The verifier as it opens from a disk, with no network, and what its policy refused. */
async function openVerifier(page: Page, address = built.href): Promise<string[]> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text())
  })
  await page.context().setOffline(true)
  await page.goto(address)
  return refused
}

const verdictOf = (page: Page) => page.locator('.verdict')

async function check(page: Page, bytes: Buffer, name = 'pack.zip'): Promise<void> {
  await page.evaluate(() => document.getElementById('result')?.replaceChildren())
  await page
    .getByLabel('Drop the pack here, or choose it')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
  await expect(page.locator('#result')).toHaveAttribute('aria-busy', 'false')
  await expect(verdictOf(page)).toBeVisible()
}

testApart(
  'an admin has a pack made, and a lawyer checks it with no network',
  async ({ desk, page }) => {
    const { api } = desk.admin
    const { body: policy } = await api('POST /policies', {
      body: { title: 'Wire fraud', content: 'Call the known number first.' },
    })
    await api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
    await signIn(page, desk.admin)
    await page.goto('/admin/evidence')
    await expect(page.getByText('No Packs Yet')).toBeVisible()
    await page.getByRole('button', { name: 'New Pack' }).click()
    const form = page.getByRole('form', { name: 'New pack' })
    await form.getByText('Chosen items').click()
    await form.getByRole('button', { name: 'Make Pack' }).click()
    await expect(form.getByText('Please choose at least one item')).toBeVisible()
    await form.getByLabel('Search policies, trainings and tests').fill('wire')
    await form.getByLabel('Wire fraud').check()
    await form.getByRole('button', { name: 'Make Pack' }).click()
    const row = page.getByRole('list', { name: 'Packs' }).getByRole('listitem')
    await expect(row).toContainText('Wire fraud')
    await expect(row).toContainText('1 acknowledgment')
    const coming = page.waitForEvent('download')
    await row.getByRole('button', { name: /^Download/ }).click()
    const bytes = await readFile(await (await coming).path())

    const folder = await mkdtemp(join(tmpdir(), 'frontdesk-pack-'))
    try {
      const source = sourceOf(bytes)
      const entry = (await openArchive(source)).get('verify.html')!
      const pieces: Uint8Array[] = []
      for await (const piece of readEntry(source, entry)) pieces.push(piece)
      const path = join(folder, 'verify.html')
      await writeFile(path, Buffer.concat(pieces))
      const { body: own } = await api('GET /evidence/key')
      const lawyer = await page.context().newPage()
      const refused = await openVerifier(lawyer, pathToFileURL(path).href)
      await check(lawyer, bytes)
      await expect(verdictOf(lawyer)).toContainText('Accepted')
      await expect(verdictOf(lawyer)).toContainText('self-attested')
      await lawyer.getByText('What you know from elsewhere').click()
      await lawyer.getByLabel('The portal’s key').fill(own.key)
      await lawyer.getByLabel('The portal’s key').blur()
      await expect(lawyer.getByText('They are signed by the key that you gave.')).toBeVisible()
      await lawyer.getByLabel('The portal’s key').fill(await new TestKey().vkey())
      await lawyer.getByLabel('The portal’s key').blur()
      await expect(verdictOf(lawyer)).toContainText('not signed by the key that you gave')
      expect(refused).toEqual([])
      await lawyer.context().setOffline(false)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

/** Fills in what is known from elsewhere, at once and unsaid: each field that says that it changed has the last pack checked anew. */
async function know(page: Page, known: Tampered['known'] = {}): Promise<void> {
  const { key = '', witnesses = [], receipts = [], checkpoints = [], authorities = [] } = known
  const texts = { '#key': key, '#witnesses': witnesses.join('\n') }
  const files = { '#receipts': receipts, '#checkpoints': checkpoints, '#authorities': authorities }
  await page.evaluate(
    ([wanted, chosen]) => {
      const input = (selector: string) => document.querySelector<HTMLInputElement>(selector)!
      for (const [selector, text] of Object.entries(wanted)) input(selector).value = text
      for (const [selector, some] of Object.entries(chosen)) {
        const list = new DataTransfer()
        for (const { name, text } of some) list.items.add(new File([text], name))
        input(selector).files = list.files
      }
    },
    [texts, files] as const,
  )
}

test('the page refuses every changed pack with the same sentence as the program', async ({
  page,
}) => {
  const { good, cases } = await tamperedPacks()
  const refused = await openVerifier(page)
  await check(page, good)
  await expect(verdictOf(page)).toContainText('Accepted')
  for (const { name, says, bytes, known = {} } of cases) {
    await know(page, known)
    await check(page, bytes)
    await expect.soft(verdictOf(page), name).toHaveText(new RegExp(`^Refused.*(${says})`))
  }
  expect(refused).toEqual([])
  await page.context().setOffline(false)
})

const another = (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

test('stopping and removing a pack are asked about first; what failed says why', async ({
  desk,
  page,
}) => {
  const { body: pack } = await desk.admin.api('POST /admin/evidence', { body: {} })
  const gone: string[] = []
  // What takes seconds in a large brokerage is over here before anybody could press.
  await page.route('**/api/v1/admin/evidence?*', async (route) => {
    const states = [
      { ...pack, state: 'working', progress: 40 },
      { ...pack, id: another(pack.id), state: 'failed', reason: 'It would be too large' },
    ]
    await route.fulfill({ json: states.filter(({ id }) => !gone.includes(id)) })
  })
  await page.route('**/api/v1/admin/evidence/*', async (route) => {
    gone.push(route.request().url().split('/').at(-1)!)
    await route.fulfill({ status: 204 })
  })
  await signIn(page, desk.admin)
  await page.goto('/admin/evidence')
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '40')
  await expect(page.getByText('It would be too large.')).toBeVisible()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No Packs Yet')).toBeVisible()
})
