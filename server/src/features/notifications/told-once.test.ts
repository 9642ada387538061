import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askToRead, type Chosen, chooseWays, hadDigest } from '../../testing/being-told.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { waitFor } from '../../testing/mailbox.ts'
import { EVER } from '../../testing/patience.ts'
import { type PushBrowser, startPushService } from '../../testing/push-service.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { reminderMail } from '../reminders/reminder-mails.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { queuePushes } from '../push/queue-push.actions.ts'
import { sendReminders } from '../reminders/send-reminders.actions.ts'
import { tellPeople } from '../reminders/tell-people.actions.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let admin: Member
beforeAll(async () => {
  pushService = await startPushService()
  server = await startTestServer({ config: { pushServiceBase: pushService.url } })
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => {
  await server.stop()
  await pushService.close()
})

const as = (person: Member) => server.api.as(person)
const choose = (...chosen: Chosen) => chooseWays(server.api, ...chosen)
const ask = (person: Member, title?: string) => askToRead(as(admin), person, title)
const tell = (now: string | Date) => tellPeople(server.db, { now: new Date(now) })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const mailsOf = (person: Member) =>
  server.db
    .selectFrom('mails')
    .select(['id', 'kind', 'subject', 'status', 'last_error', 'data'])
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute()

const listOf = async (person: Member) => (await as(person)('GET /notifications')).body

/** As the bell's panel and the list do with what they show. */
async function see(person: Member): Promise<void> {
  const ids = (await listOf(person)).map(({ id }) => id)
  await as(person)('POST /notifications/seen', { body: { ids } })
}

async function device(person: Member): Promise<PushBrowser> {
  const browser = pushService.subscribe()
  const body = browser.subscription
  expect((await as(person).raw('POST /push/subscriptions', { body })).status).toBe(201)
  return browser
}

describe('what was seen in the app', () => {
  test('stays unread, and goes neither by mail at once nor to devices', async () => {
    const [seer, other] = await Promise.all([createMember(server), createMember(server)])
    const browsers = [await device(seer), await device(other)]
    for (const person of [seer, other]) {
      await choose(person, 'asked', { mail: 'at_once' })
      await ask(person, 'Wire fraud')
    }
    await see(seer)
    expect(await listOf(seer)).toMatchObject([{ read_at: null }])
    expect((await as(seer)('GET /notifications/unread')).body).toEqual({ unread: 1 })
    await tell(inMinutes(3))
    await vi.waitFor(() => expect(browsers[1]!.received).toHaveLength(1), EVER)
    expect(await mailsOf(other)).toHaveLength(1)
    expect(await mailsOf(seer)).toEqual([])
    expect(browsers[0]!.received).toEqual([])
  })

  test('is not in the digest, and not what is due either; the rest is', async () => {
    const ann = await createReader()
    await ask(ann, 'Seen')
    await see(ann)
    await ask(ann, 'New')
    await tell('2030-03-04T08:10:00Z')
    expect((await mailsOf(ann)).map(({ subject }) => subject)).toEqual(['To acknowledge: New'])
    await requireBy(ann, 'Due', '2030-03-06T23:59:00Z')
    await sendReminders(server.db, { now: new Date('2030-03-05T08:00:00Z') })
    await see(ann)
    await tell('2030-03-05T08:01:00Z')
    expect(await mailsOf(ann)).toHaveLength(1)
  })

  test('is not in a mail that waited for the mail server', async () => {
    const ann = await createMember(server)
    await requireBy(ann, 'Due', inMinutes(600).toISOString())
    await ask(ann, 'Asked')
    const told = await listOf(ann)
    const items: never[] = []
    const data = { timeZone: 'UTC', items, due_ids: told.map(({ id }) => id) }
    const mail = { to: ann.email, userId: ann.id, data }
    await see(ann)
    await queueMails(server.db, reminderMail, [mail])
    await queueMails(server.db, reminderMail, [{ ...mail, data: { ...data, due_ids: [uuidv7()] } }])
    const left = await waitFor(async () => {
      const mails = await mailsOf(ann)
      return mails.every(({ status }) => status === 'failed') ? mails : null
    }, 'mails that are held back')
    expect(left.map(({ last_error: why }) => why)).toEqual([
      'All of it was seen in the meantime',
      'All of it was seen in the meantime',
    ])
  })

  test('is one’s own to say, and what is taken back meanwhile is no mistake', async () => {
    const [ann, ben] = await Promise.all([createMember(server), createMember(server)])
    await choose(ann, 'asked', { mail: 'at_once' })
    await ask(ann)
    const [told] = await listOf(ann)
    const body = { ids: [told!.id, uuidv7()] }
    await as(ben)('POST /notifications/seen', { body })
    await tell(inMinutes(3))
    expect(await mailsOf(ann)).toHaveLength(1)
    for (const ids of [[], ['x'], Array.from({ length: 101 }, () => told!.id)]) {
      const answer = await as(ann).raw('POST /notifications/seen', { body: { ids } })
      expect(answer.status).toBeOneOf([400, 422])
    }
  })
})

/** Somebody with a digest at 8 by UTC, who had the one of today. */
async function createReader(): Promise<Member> {
  const person = await createMember(server)
  await as(person)('PUT /users/me/time-zone', { body: { time_zone: 'UTC' } })
  await choose(person, 'asked', { mail: 'digest' })
  await hadDigest(server.db, person)
  return person
}

/** Requires a new policy of somebody by a moment that is to come. */
async function requireBy(person: Member, title: string, dueAt: string): Promise<void> {
  const policy = await createPolicy(as(admin), { title })
  await as(admin)('POST /admin/users/:id/require-policy', {
    params: { id: person.id },
    body: { policy_id: policy.id, due_at: dueAt },
  })
}

describe('one digest for each person and day', () => {
  test('has what is due that day even where nobody had looked for it yet', async () => {
    const ann = await createReader()
    await requireBy(ann, 'Open houses', '2031-05-06T23:59:00Z')
    await ask(ann, 'Wire fraud')
    // The other job comes a moment later.
    await tell('2031-05-05T08:00:00Z')
    await sendReminders(server.db, { now: new Date('2031-05-05T08:00:05Z') })
    await tell('2031-05-05T08:01:00Z')
    const mails = await mailsOf(ann)
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['reminder', 'Due tomorrow: Open houses'],
    ])
    expect(JSON.stringify(mails[0]!.data)).toContain('To acknowledge: Wire fraud')
  })

  test('comes by eight in the evening, and else in the next morning', async () => {
    const ann = await createReader()
    await ask(ann, 'Wire fraud')
    const mailsAfter = async (now: string) => {
      await tell(now)
      return (await mailsOf(ann)).length
    }
    expect(await mailsAfter('2031-07-05T20:00:00Z')).toBe(0)
    expect(await mailsAfter('2031-07-06T07:59:00Z')).toBe(0)
    expect(await mailsAfter('2031-07-06T19:59:00Z')).toBe(1)
  })

  test('and no second one, also not for what has a date later that day', async () => {
    const ann = await createReader()
    await ask(ann, 'Wire fraud')
    const both = (now: string) => Promise.all([tell(now), tell(now), tell(now)])
    await both('2031-06-05T08:00:00Z')
    expect(await mailsOf(ann)).toHaveLength(1)
    await requireBy(ann, 'Open houses', '2031-06-06T23:59:00Z')
    for (const hour of ['09', '12', '19']) {
      await sendReminders(server.db, { now: new Date(`2031-06-05T${hour}:00:00Z`) })
      await both(`2031-06-05T${hour}:01:00Z`)
    }
    expect((await listOf(ann)).map(({ title }) => title)).toContain('Due soon: Open houses')
    expect(await mailsOf(ann)).toHaveLength(1)
    await sendReminders(server.db, { now: new Date('2031-06-06T08:00:00Z') })
    await both('2031-06-06T08:01:00Z')
    expect((await mailsOf(ann)).map(({ subject }) => subject)).toEqual([
      'To acknowledge: Wire fraud',
      'Due today: Open houses',
    ])
  })
})

test('a push that waited says nothing of what was seen or taken back meanwhile', async () => {
  const ann = await createMember(server)
  const browser = await device(ann)
  const seen = await askedAndTold(ann, 'Seen')
  const gone = await askedAndTold(ann, 'Gone')
  const fresh = await askedAndTold(ann, 'Fresh')
  await as(ann)('POST /notifications/seen', { body: { ids: [seen] } })
  await server.db.deleteFrom('notifications').where('id', '=', gone).execute()
  const jobs = [seen, gone, fresh].map((tag) => ({
    userId: ann.id,
    title: tag,
    body: '',
    path: '/',
    tag,
  }))
  await queuePushes(server.db, jobs)
  await vi.waitFor(() => expect(browser.received).toHaveLength(1), EVER)
  await waitFor(async () => {
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier = 'send_push'
    `.execute(server.db)
    return rows.length === 0 ? true : null
  }, 'pushes that are over')
  expect(browser.received.map(({ message }) => message.title)).toEqual([fresh])
})

async function askedAndTold(person: Member, title: string): Promise<string> {
  await ask(person, title)
  await sql`
    update notifications set push = 'left_out', mail = 'left_out' where user_id = ${person.id}
  `.execute(server.db)
  return (await listOf(person))[0]!.id
}
