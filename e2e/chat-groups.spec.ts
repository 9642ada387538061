import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const NOTICE = 'Conversations belong to the brokerage. Admins can export them.'

const messages = (page: Page) => page.getByRole('group', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
/** What is read out to those who listen. */
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const groups = (page: Page) => page.getByRole('list', { name: 'Conversations' })

async function openFacts(page: Page) {
  await page.getByRole('button', { name: 'About this conversation' }).click()
  return page.getByRole('dialog')
}

test('a group, from the first word to the last', async ({ browser, emptyDesk }) => {
  const ada = await emptyDesk.createAccount({ first_name: 'Ada', last_name: 'Brooks' })
  const ben = await emptyDesk.createAccount({ first_name: 'Ben', last_name: 'Ode' })
  await emptyDesk.createAccount({ first_name: 'Cy', last_name: 'Park' })
  await emptyDesk.createAccount({ first_name: 'Dee', last_name: 'Lind' })
  await ada.api('PUT /admin/settings', { body: { chat_export_notice: NOTICE } })
  const adas = await (await browser.newContext()).newPage()
  const bens = await (await browser.newContext()).newPage()
  await signIn(adas, ada, emptyDesk.url)
  await signIn(bens, ben, emptyDesk.url)
  await bens.goto(`${emptyDesk.url}/dashboard`)
  // What the server refuses.
  await adas.routeWebSocket('**/chat/ws', (route) => {
    const server = route.connectToServer()
    route.onMessage((data) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page sends
      const { body, client_id } = JSON.parse(String(data)) as { body?: string; client_id?: string }
      if (body !== 'Not this') return server.send(data)
      const error = 'This cannot be said here'
      return route.send(JSON.stringify({ type: 'error', error, code: 'unknown_people', client_id }))
    })
  })

  await adas.goto(`${emptyDesk.url}/chat`)
  await adas.getByRole('button', { name: 'New conversation', exact: true }).click()
  const begin = adas.getByRole('dialog', { name: 'New conversation' })
  await begin.getByRole('checkbox', { name: 'Ben Ode' }).check()
  await begin.getByRole('checkbox', { name: 'Cy Park' }).check()
  await begin.getByRole('textbox', { name: 'Title' }).fill('Lake house')
  await begin.getByRole('button', { name: 'Open conversation' }).click()
  await expect(adas.getByRole('heading', { name: 'Lake house' })).toBeVisible()
  await expect(adas.getByRole('form', { name: 'New message' }).getByText(NOTICE)).toBeVisible()

  // Ben is called upon by the keyboard alone; in code his name is only text.
  await field(adas).pressSequentially('Keys, @')
  await expect(adas.getByRole('option', { name: '@everyone', selected: true })).toBeVisible()
  await field(adas).press('ArrowDown')
  await expect(adas.getByRole('option', { name: '@Ben Ode', selected: true })).toBeVisible()
  await field(adas).press('Enter')
  await expect(field(adas)).toHaveValue('Keys, @Ben Ode ')
  await field(adas).pressSequentially('not `@Ben Ode`')
  await field(adas).press('Enter')
  const asked = messages(adas).getByRole('article').filter({ hasText: 'Keys, ' })
  await expect(asked.getByText('Sent')).toBeVisible()
  await expect(asked.locator('strong')).toHaveText('@Ben Ode')
  await expect(asked.locator('code')).toHaveText('@Ben Ode')

  // He sees it from where he is, also beside a closed sidebar, finds it, and has then read it.
  const unread = bens.getByRole('navigation', { name: 'Main' }).getByText('1 unread')
  await expect(unread).toBeVisible()
  await bens.getByRole('button', { name: 'Close the sidebar' }).click()
  await expect(unread).toBeInViewport()
  await expectAccessible(bens)
  await bens.getByRole('combobox', { name: 'Search everything' }).fill('lake')
  await bens.getByRole('group', { name: 'Conversations' }).getByRole('option').click()
  await expect(messages(bens).getByText('Keys, ')).toBeVisible()
  await expect(unread).toHaveCount(0)
  await expect(asked.getByText('Read by 1')).toBeVisible()
  await field(bens).pressSequentially('In the bo')
  await expect(said(adas, 'Ben Ode typing')).toHaveCount(1)
  await field(bens).press('Enter')

  await field(adas).fill('Not this')
  await field(adas).press('Enter')
  await expect(said(adas, 'Your message was not sent: This cannot be said here')).toHaveCount(1)
  await messages(adas).getByRole('button', { name: 'Discard' }).click()

  const facts = await openFacts(adas)
  await facts.getByRole('textbox', { name: 'Title' }).fill('The lake house')
  await facts.getByRole('button', { name: 'Rename' }).click()
  await expect(bens.getByRole('heading', { name: 'The lake house' })).toBeVisible()
  const takeOut = facts.getByRole('button', { name: 'Take Cy Park out' })
  await takeOut.click()
  await facts.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(takeOut).toBeFocused()
  await takeOut.press('Enter')
  await facts.getByRole('button', { name: 'Take out', exact: true }).click()
  const members = facts.getByRole('region', { name: 'Members' })
  await expect(members.getByText('Cy Park')).toHaveCount(0)
  await facts.getByRole('button', { name: 'Add people' }).click()
  await facts.getByRole('checkbox', { name: 'Dee Lind' }).check()
  await facts.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(members.getByText('Dee Lind')).toBeVisible()

  const bensFacts = await openFacts(bens)
  await bensFacts.getByRole('button', { name: 'Leave' }).click()
  await bensFacts.getByRole('button', { name: 'Leave' }).click()
  await expect(bens).toHaveURL(/\/chat$/)
  await expect(groups(bens).getByText('The lake house')).toHaveCount(0)
  await expect(members.getByText('Ben Ode')).toHaveCount(0)
  // What he said is still his.
  await expect(adas.locator('article[aria-label^="Ben Ode, "]')).toContainText('In the bo')
  await facts.getByRole('button', { name: 'Delete for all' }).click()
  await facts.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(adas).toHaveURL(/\/chat$/)
  await expect(groups(adas).getByText('Everyone')).toBeVisible()
  await expect(groups(adas).getByText('The lake house')).toHaveCount(0)
  await adas.context().close()
  await bens.context().close()
})
