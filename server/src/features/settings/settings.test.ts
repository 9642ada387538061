import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => setSettings({ signup_mode: null, brokerage_name: null }))

async function setSettings(values: object): Promise<void> {
  await server.db.updateTable('settings').set(values).execute()
}

const textsFor = async (person: Member) =>
  (await server.api.as(person)('GET /settings/front-desk')).body

test('anyone learns the name and how one joins, and nothing else', async () => {
  await setSettings({ brokerage_name: 'Harbor & Hill', signup_domains: ['harbor.example'] })
  const answer = await server.api('GET /settings/public')
  expect(answer.body).toEqual({
    brokerage_name: 'Harbor & Hill',
    signup_mode: 'open',
    sends_mail: false,
    first_run: false,
    remember_days: 30,
    passkeys: false,
    logo: null,
    accent_css: null,
  })
})

test('a fresh installation says on its dashboard what is so everywhere, and no more', async () => {
  const texts = await textsFor(agent)
  expect(texts).toMatchObject({
    brokerage_name: '',
    broker_name: '',
    broker_title: '',
    broker_bio: '',
    testimonial_quote: '',
    testimonial_author: '',
    own_record: 'no_policies',
  })
  expect(texts.welcome_title.length * texts.welcome_text.length).toBeGreaterThan(100)
  expect(texts.help_cards.map(({ title }) => title)).toEqual([
    'Property Search',
    'Expert Guidance',
    'Education First',
    'Clear Communication',
  ])
})

test('what the brokerage wrote replaces ours, line by line, and is given as it was written', async () => {
  const before = await textsFor(agent)
  const cards = [{ title: '<b>Safety</b>', text: '<script>alert(1)</script>' }]
  const written = {
    welcome_title: 'Good morning "all" & <em>',
    broker_bio: '',
    help_cards: JSON.stringify(cards),
  }
  await setSettings(written)
  const after = await textsFor(agent)
  await setSettings({ welcome_title: null, broker_bio: null, help_cards: null })
  expect(after).toEqual({ ...before, ...written, help_cards: cards })
})

test('that somebody has agreed to something is said of those who have', async () => {
  const { body: policy } = await server.api.as(admin)('POST /policies', {
    body: { title: 'Keys', content: 'Return them.' },
  })
  expect((await textsFor(agent)).own_record).toBe('nothing_asked')
  await server.api.as(agent)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  expect((await textsFor(agent)).own_record).toBe('acknowledged')
  expect((await textsFor(admin)).own_record).toBe('nothing_asked')
})

test('only admins are warned: while anyone with the link can join, or nobody can be asked by mail', async () => {
  expect((await textsFor(admin)).open_signup_warning).toBe(true)
  expect((await textsFor(agent)).open_signup_warning).toBe(false)
  for (const mode of ['domains', 'approval', 'invite'] as const) {
    await setSettings({ signup_mode: mode })
    const { open_signup_warning, signup_needs_mail } = await textsFor(admin)
    expect({ open_signup_warning, signup_needs_mail }).toEqual({
      open_signup_warning: false,
      signup_needs_mail: mode === 'domains',
    })
    expect((await textsFor(agent)).signup_needs_mail).toBe(false)
    expect((await server.api('GET /settings/public')).body.signup_mode).toBe(mode)
  }
})

test('the setting wins over the environment, and without one the environment holds', async () => {
  const node = await startTestServer({
    connection: server.connection,
    config: { signup: { mode: 'invite', domains: [] } },
  })
  const modes: string[] = []
  for (const mode of [null, 'open', 'approval', null] as const) {
    await setSettings({ signup_mode: mode })
    modes.push((await node.api('GET /settings/public')).body.signup_mode)
  }
  await node.stop()
  expect(modes).toEqual(['invite', 'open', 'approval', 'invite'])
})
