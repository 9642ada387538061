import { AUTHORS_KIND, NOTIFICATION_KINDS } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMember, createPolicy, createProcess, type Member } from '../../testing/factories.ts'
import { askToRead, type Chosen, chooseWays, hadDigest } from '../../testing/being-told.ts'
import { passDays } from '../../testing/pass-days.ts'
import { waitFor } from '../../testing/mailbox.ts'
import { createQuiz, rightAnswers } from '../../testing/quizzes.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { addJob } from '../../platform/jobs.ts'
import { EVER, scaled } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tellOfEndings } from '../certificates/ending-certificates.queries.ts'
import { settleBacklog } from '../obligations/settle-backlog.actions.ts'
import { noteThere } from './channels.queries.ts'
import { deleteOldNotifications } from './notifications.queries.ts'
import { tellPeople } from '../reminders/tell-people.actions.ts'

const MINUTE_MS = 60_000

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const listOf = async (person: Member, query = {}) =>
  (await as(person)('GET /notifications', { query })).body
const unreadOf = async (person: Member) =>
  (await as(person)('GET /notifications/unread')).body.unread
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

/** Lets the job run as if so many minutes had passed. */
const tell = async (minutes: number) => tellPeople(server.db, { now: inMinutes(minutes) })

const mailsOf = (person: Member) =>
  server.db
    .selectFrom('mails')
    .select(['kind', 'subject', 'status', 'last_error'])
    .where('user_id', '=', person.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const ask = (person: Member, title?: string) => askToRead(as(admin), person, title)
const choose = (...chosen: Chosen) => chooseWays(server.api, ...chosen)

describe('the list', () => {
  test('leads to where what was told before ids were kept says', async () => {
    const ann = await createMember(server)
    const facts = { about: 'completed', item: 'test', path: '/tests/1', title: 'Law', score: null }
    await sql`
      insert into notifications (user_id, kind, source, facts)
      values (${ann.id}, 'result', 'attempt:1', ${JSON.stringify(facts)})
    `.execute(server.db)
    expect(await listOf(ann)).toMatchObject([{ title: 'Passed: Law', path: '/tests/1' }])
  })

  test('has what is asked of somebody, live, and nobody else’s', async () => {
    const ann = await createMember(server)
    const ben = await createMember(server)
    const page = await openSocketAs(server.url, ann)
    const policyId = await ask(ann, 'Fair housing')
    await page.receive(
      (frame) => frame.type === 'invalidate' && frame.keys.includes('notifications'),
    )
    page.close()
    const [told] = await listOf(ann)
    expect(told).toMatchObject({
      kind: 'asked',
      title: 'To acknowledge: Fair housing',
      body: 'No due date.',
      path: `/policies/${policyId}`,
      read_at: null,
    })
    expect(await unreadOf(ann)).toBe(1)
    expect(await listOf(ben)).toEqual([])
    const params = { id: told!.id }
    const foreign = await as(ben).raw('PUT /notifications/:id/read', {
      params,
      body: { read: true },
    })
    expect(foreign.status).toBe(404)
    const beyond = await as(ben).raw('POST /notifications/read-all', {
      body: { newest_id: told!.id },
    })
    expect(beyond.status).toBe(404)
    expect(await unreadOf(ann)).toBe(1)
  })

  test('is read one by one, or all that were there, and by pages', async () => {
    const ann = await createMember(server)
    for (const title of ['One', 'Two', 'Three']) await ask(ann, title)
    const first = await as(ann)('GET /notifications', { query: { limit: 2 } })
    expect(first.body.map(({ title }) => title)).toEqual([
      'To acknowledge: Three',
      'To acknowledge: Two',
    ])
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    const rest = await listOf(ann, { limit: 2, cursor: decodeURIComponent(cursor!) })
    expect(rest.map(({ title }) => title)).toEqual(['To acknowledge: One'])
    const params = { id: rest[0]!.id }
    const read = await as(ann)('PUT /notifications/:id/read', { params, body: { read: true } })
    expect(read.body.read_at).not.toBeNull()
    expect(await listOf(ann, { unread: 'true' })).toHaveLength(2)
    await as(ann)('PUT /notifications/:id/read', { params, body: { read: false } })
    expect(await unreadOf(ann)).toBe(3)
    // What comes after the page was read stays unread.
    const { body } = await as(ann)('POST /notifications/read-all', {
      body: { newest_id: first.body[1]!.id },
    })
    expect(body).toEqual({ read: 2 })
    expect((await listOf(ann, { unread: 'true' })).map(({ title }) => title)).toEqual([
      'To acknowledge: Three',
    ])
    expect((await as(ann)('POST /notifications/read-all', { body: {} })).body).toEqual({ read: 1 })
    expect(await unreadOf(ann)).toBe(0)
  })

  test('knows what was done by another way, and forgets what is asked no longer', async () => {
    const ann = await createMember(server)
    const done = await ask(ann, 'Done')
    const taken = await ask(ann, 'Taken back')
    await as(ann)('POST /policies/:id/acknowledge', { params: { id: done } })
    expect((await listOf(ann, { unread: 'true' })).map(({ title }) => title)).toEqual([
      'To acknowledge: Taken back',
    ])
    const { body } = await as(admin)('GET /policies/:id/requirements', { params: { id: taken } })
    await as(admin)('DELETE /policies/:id/requirements/:requirement_id', {
      params: { id: taken, requirement_id: body[0]!.id },
    })
    expect(await listOf(ann, { unread: 'true' })).toEqual([])
    expect((await listOf(ann)).map(({ title }) => title)).toEqual(['To acknowledge: Done'])
  })

  test('tells again of a new text, and of what has to be renewed', async () => {
    const ann = await createMember(server)
    const policy = await createPolicy(as(admin), { title: 'Yearly' })
    const params = { id: policy.id }
    await as(admin)('POST /policies/:id/assign', {
      params,
      body: { user_ids: [ann.id], recurrence: { type: 'rolling', months: 12 }, window_days: 30 },
    })
    await as(ann)('POST /policies/:id/acknowledge', { params })
    await passDays(server.db, 340)
    await tell(0)
    await Promise.all([tell(0), tell(1)])
    const renewals = (await listOf(ann)).filter(({ kind }) => kind === 'renewal')
    expect(renewals).toMatchObject([{ title: 'To acknowledge again: Yearly', read_at: null }])
    expect(renewals[0]!.body).toMatch(/^Due \w+day, \w+ \d+\.$/)
    const current = await as(ann)('GET /policies/:id', { params })
    await as(admin)('PUT /policies/:id', {
      params,
      body: { title: 'Yearly', content: 'Another text.', material: true },
      headers: { 'If-Match': current.headers.get('etag')! },
    })
    const [newest] = await listOf(ann)
    expect(newest).toMatchObject({ kind: 'asked', title: 'To acknowledge: Yearly', read_at: null })
    expect(await unreadOf(ann)).toBe(1)
  })

  test('has results, further attempts, and certificates that end', async () => {
    const ann = await createMember(server)
    const quiz = await createQuiz(server.db, { title: 'Contracts', retake_threshold: 100 })
    await as(admin)('POST /admin/tests/:id/grants', {
      params: { id: quiz.testId },
      body: { user_id: ann.id, attempts: 2, reason: 'The line broke.' },
    })
    await as(ann)('POST /trainings/:id/submit', {
      params: { id: quiz.trainingId },
      body: { answers: rightAnswers(quiz) },
    })
    expect(await listOf(ann)).toMatchObject([
      { kind: 'result', title: 'Completed: Contracts', path: `/training/${quiz.trainingId}` },
      {
        kind: 'result',
        title: 'Ada Broker has given you 2 more attempts: Contracts',
        body: 'The line broke.',
      },
    ])
    await passDays(server.db, 80)
    await Promise.all([tellOfEndings(server.db), tellOfEndings(server.db)])
    await tellOfEndings(server.db)
    const ending = (await listOf(ann)).filter(({ kind }) => kind === 'certificate')
    expect(ending).toMatchObject([{ title: 'Your certificate ends soon: Contracts' }])
  })

  test('is kept for months: what was read goes, what was not stays longer', async () => {
    const ann = await createMember(server)
    for (const title of ['Read', 'Unread']) await ask(ann, title)
    const [, read] = await listOf(ann)
    await as(ann)('PUT /notifications/:id/read', { params: { id: read!.id }, body: { read: true } })
    await passDays(server.db, 100)
    await deleteOldNotifications(server.db)
    expect((await listOf(ann)).map(({ title }) => title)).toEqual(['To acknowledge: Unread'])
    await passDays(server.db, 300)
    await deleteOldNotifications(server.db)
    expect(await listOf(ann)).toEqual([])
  })
})

describe('by mail', () => {
  /** Hands a step of a new run to somebody. */
  async function handOver(person: Member): Promise<{ runId: string; stepId: string }> {
    const process = await createProcess(as(admin))
    const api = as(admin)
    const params = { id: process.id }
    const { body: run } = await api('POST /processes/:id/runs', {
      params,
      body: { title: '9 Elm' },
    })
    const { body } = await api('GET /processes/runs/:id', { params: { id: run.id } })
    const stepId = body.steps[0]!.id
    await api('PUT /processes/runs/:id/steps/:step_id/assignee', {
      params: { id: run.id, step_id: stepId },
      body: { user_id: person.id },
    })
    return { runId: run.id, stepId }
  }

  test('once, however many jobs decide at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => createMember(server)))
    for (const person of people) await handOver(person)
    const other = await startTestServer({ connection: server.connection })
    await Promise.all(
      [server, other, server, other, server, other].map(({ db }) =>
        tellPeople(db, { now: inMinutes(3) }),
      ),
    )
    await tell(4)
    for (const person of people) {
      expect((await mailsOf(person)).map(({ subject }) => subject)).toEqual([
        'Ada Broker has handed you a step: Signs',
      ])
    }
    await other.stop()
  })

  test('not what was read, done or handed on within two minutes', async () => {
    const [read, done, early] = await Promise.all([
      createMember(server),
      createMember(server),
      createMember(server),
    ])
    await handOver(read)
    await as(read)('POST /notifications/read-all', { body: {} })
    const { runId, stepId } = await handOver(done)
    await as(done)('PUT /processes/runs/:id/steps/:step_id/done', {
      params: { id: runId, step_id: stepId },
      body: { done: true },
    })
    await handOver(early)
    await tell(1)
    expect(await mailsOf(early)).toEqual([])
    await tell(3)
    expect(await mailsOf(early)).toHaveLength(1)
    expect([...(await mailsOf(read)), ...(await mailsOf(done))]).toEqual([])
  })

  test('as each person chose, and only to who is active', async () => {
    const [silent, eager, gone] = await Promise.all([
      createMember(server),
      createMember(server),
      createMember(server),
    ])
    await choose(silent, 'handed_over', { mail: 'off', in_app: false })
    await choose(eager, 'asked', { mail: 'at_once' })
    for (const person of [silent, eager, gone]) await handOver(person)
    for (const title of ['First', 'Second']) await ask(eager, title)
    await server.db
      .updateTable('users')
      .set({ status: 'inactive' })
      .where('id', '=', gone.id)
      .execute()
    await tell(3)
    expect(await mailsOf(silent)).toEqual([])
    expect(await mailsOf(gone)).toEqual([])
    expect(await unreadOf(silent)).toBe(0)
    expect(await listOf(silent)).toEqual([])
    // All that was asked in one mail, beside the one that says who handed what.
    expect((await mailsOf(eager)).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['step_handed_over', 'Ada Broker has handed you a step: Signs'],
      ['notifications', '2 things are new for you'],
    ])
    await choose(silent, 'handed_over', { mail: 'off', in_app: true })
    expect(await unreadOf(silent)).toBe(1)
  })

  test('in one digest a day, at the hour that each person picked, by their clock', async () => {
    const tokyo = await createMember(server)
    const berlin = await createMember(server)
    await as(tokyo)('PUT /users/me/time-zone', { body: { time_zone: 'Asia/Tokyo' } })
    await as(berlin)('PUT /users/me/time-zone', { body: { time_zone: 'Europe/Berlin' } })
    await choose(tokyo, 'asked', { mail: 'digest' }, 6)
    await choose(berlin, 'asked', { mail: 'digest' }, 21)
    for (const person of [tokyo, berlin]) {
      await hadDigest(server.db, person)
      await ask(person, 'First')
    }
    await tell(3)
    const sent: string[] = []
    const day = new Date(Date.now() + 2 * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(`${day}T${String(hour).padStart(2, '0')}:10:00Z`)
      const before = [(await mailsOf(tokyo)).length, (await mailsOf(berlin)).length]
      await Promise.all([tellPeople(server.db, { now }), tellPeople(server.db, { now })])
      const after = [(await mailsOf(tokyo)).length, (await mailsOf(berlin)).length]
      for (const [at, name] of ['tokyo', 'berlin'].entries()) {
        if (after[at]! > before[at]!) sent.push(`${name} ${localHour(now, at)}`)
      }
      if (hour === 3) for (const person of [tokyo, berlin]) await ask(person, 'Second')
    }
    // Tokyo’s morning is 21:00 of the day before; what came after it waits for the next one.
    expect(sent.toSorted()).toEqual(['berlin 21', 'tokyo 6', 'tokyo 9'].toSorted())
    expect((await mailsOf(berlin)).map(({ subject }) => subject)).toEqual([
      '2 things are new for you',
    ])
  })

  const localHour = (now: Date, at: number) =>
    new Intl.DateTimeFormat('en-GB', {
      hour: 'numeric',
      timeZone: ['Asia/Tokyo', 'Europe/Berlin'][at],
    })
      .format(now)
      .replace(/^0/, '')

  test('what is bad in a choice is refused, and nothing of it kept', async () => {
    const ann = await createMember(server)
    const { body: before } = await as(ann)('GET /notifications/choices')
    // What only authors are told of is nothing for an agent to choose.
    const kinds = NOTIFICATION_KINDS.filter((kind) => kind !== AUTHORS_KIND)
    expect(before.choices.map(({ kind }) => kind)).toEqual(kinds)
    expect(before.digest_hour).toBe(8)
    const [first, ...rest] = before.choices
    for (const body of [
      { ...before, digest_hour: 24 },
      { ...before, digest_hour: 7.5 },
      { ...before, choices: rest },
      { ...before, choices: [...rest, rest[0]] },
      { ...before, choices: [{ ...first, mail: 'weekly' }, ...rest] },
    ]) {
      const answer = await as(ann).raw('PUT /notifications/choices', { body })
      expect(answer.status).toBeOneOf([400, 422])
    }
    expect((await as(ann)('GET /notifications/choices')).body).toEqual(before)
  })
})

describe('mentions', () => {
  async function chatOf(...people: Member[]): Promise<string> {
    const [first, ...others] = people as [Member, ...Member[]]
    const { body } = await as(first)('POST /chat', {
      body: { title: 'Closings', member_ids: others.map(({ id }) => id) },
    })
    return body.id
  }
  async function say(person: Member, chatId: string, body: string, more = {}) {
    const params = { id: chatId }
    return (await as(person)('POST /chat/:id/messages', { params, body: { body, ...more } })).body
  }

  test('tell who is named, everyone who is called, and nobody else', async () => {
    const ann = await createMember(server, { firstName: 'Ann', lastName: 'Lee' })
    const ben = await createMember(server, { firstName: 'Ben', lastName: 'Ode' })
    const cleo = await createMember(server)
    const chatId = await chatOf(admin, ann, ben)
    const page = await openSocketAs(server.url, ann)
    await say(admin, chatId, 'Please look, **@Ann Lee**')
    await page.receive(
      (frame) => frame.type === 'invalidate' && frame.keys.includes('notifications'),
    )
    page.close()
    expect(await listOf(ann)).toMatchObject([
      {
        kind: 'mentioned',
        title: 'Ada Broker mentioned you in Closings',
        body: 'Please look, @Ann Lee',
        path: `/chat/${chatId}?message=1`,
      },
    ])
    await say(admin, chatId, 'Keys, @everyone')
    await say(admin, chatId, 'The office moves', { announcement: true })
    expect((await listOf(ben)).map(({ title }) => title)).toEqual([
      'Ada Broker announced something in Closings',
      'Ada Broker wrote to everyone in Closings',
    ])
    expect(await unreadOf(ann)).toBe(3)
    expect(
      [...(await listOf(cleo)), ...(await listOf(admin))].map(({ kind }) => kind),
    ).not.toContain('mentioned')
    // Read where it was said.
    await as(ann)('PUT /chat/:id/read', { params: { id: chatId }, body: { number: 2 } })
    expect((await listOf(ann, { unread: 'true' })).map(({ title }) => title)).toEqual([
      'Ada Broker announced something in Closings',
    ])
  })

  test('are mailed to who has been away for 30 minutes and has not read them', async () => {
    const [away, here, reader] = await Promise.all([
      createMember(server, { firstName: 'Away' }),
      createMember(server, { firstName: 'Here' }),
      createMember(server, { firstName: 'Reader' }),
    ])
    const chatId = await chatOf(admin, away, here, reader)
    await say(admin, chatId, 'Keys, @everyone')
    await as(reader)('PUT /chat/:id/read', { params: { id: chatId }, body: { number: 1 } })
    for (const minutes of [3, 15, 29]) await tell(minutes)
    expect(await mailsOf(away)).toEqual([])
    await noteThere(server.db, [here.id], inMinutes(29))
    for (const minutes of [31, 45, 58]) await tell(minutes)
    expect((await mailsOf(away)).map(({ subject }) => subject)).toEqual([
      'Ada Broker wrote to everyone in Closings',
    ])
    expect(await mailsOf(here)).toEqual([])
    await tell(60)
    await tell(200)
    expect(await mailsOf(here)).toHaveLength(1)
    expect(await mailsOf(away)).toHaveLength(1)
    expect(await mailsOf(reader)).toEqual([])
  })

  /** The server has heard that somebody is there. */
  const untilThere = async (person: Member) =>
    waitFor(async () => {
      const { rows } = await sql`
        select from notifications where user_id = ${person.id} and there_at is not null
      `.execute(server.db)
      return rows.length > 0 ? true : null
    }, 'sign of life')

  /** As if it had been said half an hour ago. */
  const makeOlder = async (messageId: string) =>
    sql`
      update notifications set created_at = created_at - interval '31 minutes'
      where message_id = ${messageId}
    `.execute(server.db)

  test('are mailed to whose page was left open, and not to who does something there', async () => {
    const [left, busy] = await Promise.all([createMember(server), createMember(server)])
    const chatId = await chatOf(admin, left, busy)
    const other = await chatOf(busy, left)
    const pages = [await openSocketAs(server.url, left), await openSocketAs(server.url, busy)]
    const message = await say(admin, chatId, 'Keys, @everyone')
    pages[1]!.send({ type: 'typing', chat_id: other })
    await untilThere(busy)
    await makeOlder(message.id)
    await addJob(server.db, 'tell_people', {})
    await waitFor(async () => ((await mailsOf(left)).length > 0 ? true : null), 'mail')
    expect(await mailsOf(busy)).toEqual([])
    for (const page of pages) page.close()
  })

  test('are mailed to whose page only refreshes itself, and not to who uses any page', async () => {
    const [left, busy] = await Promise.all([createMember(server), createMember(server)])
    const chatId = await chatOf(admin, left, busy)
    const pages = [await openSocketAs(server.url, left), await openSocketAs(server.url, busy)]
    const { id } = await say(admin, chatId, 'Keys, @everyone')
    // What a page sends by itself after a minute of silence, and what it sends where somebody touches it.
    pages[0]!.send({ type: 'auth', token: left.token })
    pages[1]!.send({ type: 'auth', token: busy.token, there: true })
    await untilThere(busy)
    await makeOlder(id)
    await tell(0)
    expect((await mailsOf(left)).map(({ subject }) => subject)).toEqual([
      'Ada Broker wrote to everyone in Closings',
    ])
    expect(await mailsOf(busy)).toEqual([])
    await tell(31)
    expect(await mailsOf(busy)).toHaveLength(1)
    for (const page of pages) page.close()
  })

  test('go with the message, and with who leaves or is taken out', async () => {
    const ann = await createMember(server, { firstName: 'Ina', lastName: 'Roe' })
    const ben = await createMember(server, { firstName: 'Joe', lastName: 'Fir' })
    const chatId = await chatOf(admin, ann, ben)
    const first = await say(admin, chatId, '@Ina Roe and @Joe Fir')
    const params = { id: chatId, message_id: first.id }
    await as(admin)('PUT /chat/:id/messages/:message_id', { params, body: { body: '@Ina Roe' } })
    expect(await unreadOf(ben)).toBe(0)
    await as(admin)('PUT /chat/:id/messages/:message_id', {
      params,
      body: { body: '@Ina Roe, and @Joe Fir after all' },
    })
    expect([await unreadOf(ann), await unreadOf(ben)]).toEqual([1, 1])
    await as(admin)('DELETE /chat/:id/members', {
      params: { id: chatId },
      body: { member_ids: [ben.id] },
    })
    expect(await listOf(ben)).toEqual([])
    const call = await say(admin, chatId, 'Still there, @Joe Fir? @everyone')
    const called = (await listOf(ann))[0]!
    // Who was called stays called, from when they were, whatever the words become.
    await as(admin)('PUT /chat/:id/messages/:message_id', {
      params: { id: chatId, message_id: call.id },
      body: { body: 'Is anybody still there? @everyone' },
    })
    expect((await listOf(ann))[0]).toMatchObject({ id: called.id, created_at: called.created_at })
    await tell(40)
    expect(await listOf(ben)).toEqual([])
    expect(await mailsOf(ben)).toEqual([])
    await as(admin)('DELETE /chat/:id/messages/:message_id', { params })
    expect(await unreadOf(ann)).toBe(1)
  })
})

describe('what goes again', () => {
  test('is told to those who had it: on each of their devices the bell is right', async () => {
    const ann = await createMember(server, { firstName: 'Uma', lastName: 'Low' })
    const { body: chat } = await as(admin)('POST /chat', {
      body: { title: 'Keys', member_ids: [ann.id] },
    })
    const params = { id: chat.id }
    const page = await openSocketAs(server.url, ann)
    const bells = () =>
      page.frames.filter(
        (frame) => frame.type === 'invalidate' && frame.keys.includes('notifications'),
      ).length
    async function hears(change: () => Promise<unknown>): Promise<void> {
      const before = bells()
      await change()
      await vi.waitUntil(() => bells() > before, EVER)
    }
    async function toldOf(change: () => Promise<unknown>): Promise<void> {
      await hears(change)
      expect(await unreadOf(ann)).toBe(0)
    }
    const say = async (person: Member, body: string) =>
      (await as(person)('POST /chat/:id/messages', { params, body: { body } })).body.id
    async function named(): Promise<{ id: string; message_id: string }> {
      let id = ''
      await hears(async () => {
        id = await say(admin, 'Look, @Uma Low')
      })
      expect(await unreadOf(ann)).toBe(1)
      return { ...params, message_id: id }
    }
    const first = await named()
    const edit = { params: first, body: { body: 'Never mind' } }
    await toldOf(() => as(admin)('PUT /chat/:id/messages/:message_id', edit))
    const second = await named()
    await toldOf(() => as(admin)('DELETE /chat/:id/messages/:message_id', { params: second }))
    await named()
    await toldOf(() => say(ann, 'I have seen it'))
    await named()
    const out = { params, body: { member_ids: [ann.id] } }
    await toldOf(() => as(admin)('DELETE /chat/:id/members', out))
    await as(admin)('POST /chat/:id/members', out)
    await named()
    await toldOf(() => as(admin)('DELETE /chat/:id', { params }))
    page.close()
  })
})

describe('for masses', () => {
  test('asking 2,600 people answers at once, and tells each of them once, in slices', async () => {
    await sql`
      insert into users (id, first_name, last_name, email, password_hash, role, status)
      select new_uuid(), 'Mass', 'Person', 'mass-' || n || '@example.com', 'x', 'agent', 'active'
      from generate_series(1, 2600) as n
    `.execute(server.db)
    const policy = await createPolicy(as(admin), { title: 'For all' })
    const began = performance.now()
    await as(admin)('POST /policies/:id/assign', {
      params: { id: policy.id },
      body: { everyone: true },
    })
    expect(performance.now() - began).toBeLessThan(scaled(2000))
    await Promise.all([settleBacklog(server.db), settleBacklog(server.db)])
    // The server's own job may be at the last slice.
    await waitFor(async () => {
      const { rows } = await sql`select from obligation_backlog`.execute(server.db)
      return rows.length === 0 ? true : null
    }, 'end of the backlog')
    const counts = async () => {
      const { rows } = await sql<{ asked: number; told: number; people: number }>`
        select
          (select count(*)::int from obligations where item_id = ${policy.id} and closed_at is null) as asked,
          (select count(*)::int from notifications where facts ->> 'title' = 'For all') as told,
          (select count(*)::int from users where status = 'active') as people
      `.execute(server.db)
      return rows[0]!
    }
    const { asked, told, people } = await counts()
    expect({ asked, told }).toEqual({ asked: people, told: people })
    await Promise.all([tell(3), tell(3)])
    expect(await counts()).toEqual({ asked, told, people })
  })
})
