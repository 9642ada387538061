import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { mailsTo, newestMailTo, waitFor } from '../../testing/mailbox.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tellPeople } from '../reminders/tell-people.actions.ts'
import { stepMail } from './step-mail.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'

let server: TestServer
const log: string[] = []
let agent: Member
let other: Member
let manager: Member
let run: { id: string }
let steps: { id: string; title: string }[]

const pending = async (who: Member) => {
  const { body } = await server.api.as(who)('GET /auth/me')
  return body.user.pending_steps
}

const hand = (step: number, body: object, who = agent) =>
  server.api.as(who)('PUT /processes/runs/:id/steps/:step_id/assignee', {
    params: { id: run.id, step_id: steps[step]!.id },
    body,
  })

/** Lets the job run that decides what is mailed, as if three minutes had passed. */
const tell = () => tellPeople(server.db, { now: new Date(Date.now() + 180_000) })

beforeAll(async () => {
  server = await startTestServer({ logTo: (line) => log.push(line) })
  const admin = await createMember(server)
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  other = await createMember(server, { email: 'cy@example.com' })
  manager = await createMember(server, { email: 'mo@example.com', role: 'manager' })
  const process = await createProcess(server.api.as(admin))
  const api = server.api.as(agent)
  const started = await api('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '14 Ferry Road' },
  })
  run = started.body
  steps = (await api('GET /processes/runs/:id', { params: { id: run.id } })).body.steps
})
afterAll(async () => server.stop())

test('a step that is handed to somebody awaits them, and they get one mail', async () => {
  const page = await openSocketAs(server.url, other)
  await hand(0, { user_id: other.id })
  await page.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('me'))
  page.close()
  await hand(0, { user_id: other.id })
  expect(await pending(other)).toMatchObject([
    { id: steps[0]!.id, title: steps[0]!.title, run_id: run.id, run_title: '14 Ferry Road' },
  ])
  await tell()
  const { mail } = await newestMailTo(server, 'cy@example.com')
  expect(mail.subject).toBe(`Ben Agent has handed you a step: ${steps[0]!.title}`)
  expect(mail.text).toContain(`/processes/runs/${run.id}`)
  await tell()
  expect(await mailsTo(server, 'cy@example.com')).toHaveLength(1)
})

test('handed to a role, it awaits everyone who has it, but tells nobody what they did', async () => {
  await hand(1, { role: 'manager' })
  await tell()
  const { mail } = await newestMailTo(server, 'mo@example.com')
  expect(mail.text).toContain('all managers')
  expect(await pending(manager)).toHaveLength(1)
  await hand(1, { role: null })
  expect(await pending(manager)).toEqual([])
  // Back again within the day: nobody's mailbox can be filled by it.
  await hand(1, { role: 'manager' })
  await tell()
  const toManager = server.db.selectFrom('mails').select('id').where('to_email', '=', manager.email)
  expect(await toManager.where('kind', '=', 'step_handed_over').execute()).toHaveLength(1)
  await hand(1, { user_id: agent.id })
  expect(await pending(agent)).toHaveLength(1)
  await tell()
  const told = server.db.selectFrom('mails').select('id').where('to_email', '=', agent.email)
  expect(await told.where('kind', '=', 'step_handed_over').execute()).toEqual([])
})

test('ticked, or its run at an end, it awaits nobody', async () => {
  const step = { id: run.id, step_id: steps[0]!.id }
  const tick = (done: boolean) =>
    server.api.as(other)('PUT /processes/runs/:id/steps/:step_id/done', {
      params: step,
      body: { done },
    })
  await tick(true)
  expect(await pending(other)).toEqual([])
  await tick(false)
  expect(await pending(other)).toHaveLength(1)
  await server.api.as(agent)('POST /processes/runs/:id/finish', { params: { id: run.id } })
  expect(await pending(other)).toEqual([])
  await server.api.as(agent)('POST /processes/runs/:id/reopen', { params: { id: run.id } })
})

test('a step that is done is handed over without telling anybody', async () => {
  const tick = (done: boolean) =>
    server.api.as(agent)('PUT /processes/runs/:id/steps/:step_id/done', {
      params: { id: run.id, step_id: steps[2]!.id },
      body: { done },
    })
  const told = async (who: Member) =>
    server.db
      .selectFrom('notifications')
      .select(['kind', 'step_id'])
      .where('user_id', '=', who.id)
      .where('kind', '=', 'handed_over')
      .execute()
  const [first, second] = [await createMember(server), await createMember(server)]
  await tick(true)
  const { body: step } = await hand(2, { user_id: first.id })
  expect(step.assigned_user_id).toBe(first.id)
  expect(await told(first)).toEqual([])
  await tick(false)
  await hand(2, { user_id: second.id })
  expect(await told(second)).toEqual([{ kind: 'handed_over', step_id: steps[2]!.id }])
})

test('a mail about a step that was taken back before it left is not sent', async () => {
  await hand(0, { role: null })
  const { id: step_id, title: step } = steps[0]!
  const told = { by: 'Ben Agent', step_id, step, run_id: run.id, run: '14 Ferry Road', role: null }
  await queueMail(server.db, stepMail, {
    to: 'late@example.com',
    userId: other.id,
    data: told,
  })
  const row = await waitFor(async () => {
    const found = await server.db
      .selectFrom('mails')
      .select(['status', 'last_error'])
      .where('to_email', '=', 'late@example.com')
      .executeTakeFirstOrThrow()
    return found.status === 'queued' ? null : found
  }, 'the mail is settled')
  expect(row).toEqual({ status: 'failed', last_error: 'The step no longer awaits them' })
  const ofMails = log.map((line) => JSON.parse(line)).filter(({ mail_id: id }) => id)
  expect(ofMails.filter(({ level }) => level > 30)).toEqual([])
})
