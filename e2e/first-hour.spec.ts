import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const PASSWORD = 'plenty of harbors 41'

/** What is clicked, as `docs/first-hour.md` says it. */
async function clicksInDocs(): Promise<string[]> {
  const page = await readFile('docs/first-hour.md', 'utf8')
  return [...page.matchAll(/^\d+\. \*\*(.+?)\*\*/gm)].map(([, name]) => name!)
}

/** Every press of a mouse from now on, by what it was on. */
async function watchClicks(page: Page): Promise<string[]> {
  const clicks: string[] = []
  await page.exposeBinding('noteClick', (_, name: string) => void clicks.push(name))
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      const pressed = target instanceof Element ? target.closest('button, a, label') : null
      const name = pressed?.getAttribute('aria-label') ?? pressed?.textContent
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not know the binding
      const { noteClick } = globalThis as unknown as { noteClick: (name: string) => void }
      noteClick(name ?? 'nothing')
    }
    globalThis.addEventListener('pointerdown', note, { capture: true })
  })
  return clicks
}

/** Back to the list of first steps. */
async function backToDesk(page: Page, done: number): Promise<void> {
  await page.getByRole('link', { name: 'Front Desk', exact: true }).first().click()
  await expect(page.getByText(`${done} of 7 done.`)).toBeVisible()
}

const step = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

async function makeAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Set up your Front Desk' }).first().click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Brooks')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account created successfully! Please sign in.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('0 of 7 done.')).toBeVisible()
}

async function settle(page: Page): Promise<void> {
  await step(page, 'Put up your name and logo')
  await page.getByLabel('Name of the brokerage').fill('Harbor & Hill')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await backToDesk(page, 0)
  await step(page, 'Decide who may join')
  await page.getByText('Invited people only').click()
  await press(page, 'Save Settings')
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await backToDesk(page, 1)
  await press(page, 'We hand over links')
  await expect(page.getByText('2 of 7 done.')).toBeVisible()
}

async function inviteThree(page: Page): Promise<void> {
  await step(page, 'Invite somebody')
  await press(page, 'Many at once')
  const people = 'Ben Fox <ben@example.com>, Cleo Gray <cleo@example.com>, dan@example.com'
  await page.getByRole('textbox', { name: 'People' }).fill(people)
  await press(page, 'Check the List')
  await press(page, 'Send 3 Invitations')
  await expect(page.getByText('dan@example.com').first()).toBeVisible()
  await backToDesk(page, 3)
}

async function bringHandbook(page: Page): Promise<void> {
  await step(page, 'Bring your handbook')
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Choose Files')
  await (await chooser).setFiles('server/src/features/handbook/fixtures/handbook.docx')
  await step(page, 'Look through handbook.docx')
  await press(page, 'Keep 12 as drafts')
  await expect(page).toHaveURL(/\/drafts\?kind=policy$/)
  await press(page, 'Choose all')
  await press(page, 'Publish 12 drafts')
  const sure = page.getByRole('dialog', { name: 'Publish 12 drafts?' })
  await sure.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('12 drafts published.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await backToDesk(page, 3)
}

async function assignHere(page: Page, dialogName: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('the first hour takes the clicks that the docs list, and no more', async ({
  page,
  emptyDesk: desk,
}) => {
  const clicks = await watchClicks(page)
  await page.goto(desk.url)
  await makeAccount(page)
  await settle(page)
  await inviteThree(page)
  await bringHandbook(page)

  await step(page, 'Ask for a first policy')
  await press(page, 'Assign')
  await assignHere(page, 'Assign policy')
  await backToDesk(page, 4)

  await step(page, 'Begin with a draft of ours: make a first training')
  await press(page, 'Use Fair Housing in Daily Work')
  await press(page, 'Publish now')
  await press(page, 'Publish as it is')
  await assignHere(page, 'Assign')
  await backToDesk(page, 5)
  await step(page, 'See who is behind')
  await expect(page).toHaveURL(/\/admin\/overview$/)
  await expect(page.getByText('Fair Housing in Daily Work').first()).toBeVisible()

  const listed = await clicksInDocs()
  // What a choice says of itself stands behind its name.
  const said = clicks.map((name) =>
    listed.includes(name) ? name : (listed.find((one) => name.startsWith(one)) ?? name),
  )
  expect(said).toEqual(listed)
  expect(clicks.length).toBeLessThanOrEqual(40)
})
