import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const api = () => server.api.as(admin)
const found = async () => (await api()('GET /admin/first-steps')).body
const done = async () => (await found()).steps.filter((step) => step.done).map(({ id }) => id)
const stepOf = async (id: string) => (await found()).steps.find((step) => step.id === id)!

test('an empty installation shows them, with nothing done, to its admins alone', async () => {
  const { dismissed, steps } = await found()
  expect(dismissed).toBe(false)
  expect(steps.map(({ id, done: isDone }) => [id, isDone])).toEqual([
    ['name', false],
    ['joining', false],
    ['mail', false],
    ['invite', false],
    ['policy', false],
    ['training', false],
    ['overview', false],
  ])
  expect((await api()('GET /settings/front-desk')).body.first_steps).toBe(true)
})

test('each ticks itself by what is there, and no other does', async () => {
  await api()('PUT /admin/settings', { body: { brokerage_name: 'Harbor & Hill' } })
  expect(await stepOf('name')).toMatchObject({
    done: false,
    left: 'The name is there, the logo is missing.',
  })
  const logo = pictureForm(await pictureOf(60, 40), { field: 'logo' })
  await api().raw('POST /admin/settings/logo', { body: logo })
  expect(await done()).toEqual(['name'])
  await api()('PUT /admin/settings', { body: { signup_mode: 'invite' } })
  expect(await done()).toEqual(['name', 'joining'])
  await api()('POST /auth/invite', { body: { email: 'ben@example.com', role: 'agent' } })
  expect(await done()).toEqual(['name', 'joining', 'invite'])
  const { body: policy } = await api()('POST /policies', {
    body: { title: 'Wire fraud', content: 'Call before you wire.' },
  })
  expect(await stepOf('policy')).toEqual({
    id: 'policy',
    done: false,
    path: `/policies/${policy.id}`,
    left: 'It is written. Now say who has to sign it.',
  })
  const params = { id: policy.id }
  await api()('POST /policies/:id/assign', { params, body: { everyone: true } })
  expect(await done()).toEqual(['name', 'joining', 'invite', 'policy'])
  await api()('POST /trainings', { body: { title: 'Open houses', category_id: 'skills' } })
  expect(await done()).toEqual(['name', 'joining', 'invite', 'policy', 'training'])
})

test('what goes away unticks it', async () => {
  const [policy] = (await api()('GET /policies')).body
  await api()('DELETE /policies/:id', { params: { id: policy!.id } })
  expect(await stepOf('policy')).toMatchObject({ done: false, path: '/policies/add' })
})

test('what only a person can say is kept, and can be taken back', async () => {
  const agent = server.api.as(await createMember(server))
  expect((await agent.raw('PUT /admin/first-steps', { body: { dismissed: true } })).status).toBe(
    403,
  )
  expect((await agent('GET /settings/front-desk')).body.first_steps).toBe(false)
  const said = { links_by_hand: true, overview_seen: true }
  const { body } = await api()('PUT /admin/first-steps', { body: said })
  expect(body.steps.filter((step) => step.done).map(({ id }) => id)).toContain('mail')
  expect(await done()).toContain('overview')
  await api()('PUT /admin/first-steps', { body: { links_by_hand: false } })
  expect(await done()).not.toContain('mail')
  await api()('PUT /admin/first-steps', { body: { dismissed: true } })
  expect((await api()('GET /settings/front-desk')).body.first_steps).toBe(false)
  await api()('PUT /admin/first-steps', { body: { dismissed: false } })
  expect((await api()('GET /settings/front-desk')).body.first_steps).toBe(true)
  const [newest] = (await api()('GET /admin/audit', { query: { kind: 'settings' } })).body
  expect(newest!.sentence).toBe('said of the first steps: they are shown again')
})

test('a mail server is mail, and a choice that was looked at is a choice', async () => {
  const other = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const owner = other.api.as(await createMember(other))
  await owner('PUT /admin/first-steps', { body: { joining_seen: true } })
  const { steps } = (await owner('GET /admin/first-steps')).body
  expect(steps.filter((step) => step.done).map(({ id }) => id)).toEqual(['joining', 'mail'])
  await other.stop()
})
