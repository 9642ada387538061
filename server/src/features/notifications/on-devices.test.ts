import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { itemFacts } from '../../db/item-facts.ts'
import { askToRead, chooseWays } from '../../testing/being-told.ts'
import { createMember, type Member, signIn } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { type PushBrowser, startPushService } from '../../testing/push-service.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
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
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Lets the job run as if so many minutes had passed. */
const tell = (minutes: number) => tellPeople(server.db, { now: inMinutes(minutes) })

/** A browser of theirs that is told. */
async function device(person: Member): Promise<PushBrowser> {
  const browser = pushService.subscribe()
  const body = browser.subscription
  expect((await as(person).raw('POST /push/subscriptions', { body })).status).toBe(201)
  return browser
}

const arrived = (browser: PushBrowser, count: number) =>
  vi.waitFor(() => expect(browser.received).toHaveLength(count), EVER)

const titlesAt = ({ received }: PushBrowser) => received.map(({ message }) => message.title)

/** What was decided of theirs, in the order in which they were told. */
async function decidedOf(...people: Member[]): Promise<(string | null)[]> {
  const rows = await server.db
    .selectFrom('notifications')
    .select('push')
    .where(
      'user_id',
      'in',
      people.map((person) => person.id),
    )
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.push)
}

/** Somebody at whose place it is this hour of the day in two minutes. */
async function memberWhereItIs(hour: number): Promise<Member> {
  const person = await createMember(server)
  const ahead = ((hour - inMinutes(2).getUTCHours() + 36) % 24) - 12
  await server.db
    .updateTable('users')
    // By POSIX, west is plus.
    .set({ time_zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` })
    .where('id', '=', person.id)
    .execute()
  return person
}

/** What the clock alone brings. */
async function endCertificate(person: Member, title: string): Promise<void> {
  const facts = {
    about: 'ending',
    ...itemFacts('test', 'a'),
    title,
    ends_at: inMinutes(9e4),
  }
  await sql`
    insert into notifications (user_id, kind, source, facts)
    values (${person.id}, 'certificate', ${`certificate:${title}`}, ${JSON.stringify(facts)})
  `.execute(server.db)
}

test('a moment later, on each, once, and leads to the message', async () => {
  const ann = await createMember(server, { firstName: 'Ann', lastName: 'Far' })
  const browsers = [await device(ann), await device(await signIn(server.api, ann.email))]
  const { body: chat } = await as(admin)('POST /chat', {
    body: { title: 'Keys', member_ids: [ann.id] },
  })
  await as(admin)('POST /chat/:id/messages', {
    params: { id: chat.id },
    body: { body: 'The lockbox, **@Ann Far**' },
  })
  await Promise.all([tell(1), tell(1), tell(1)])
  await tell(2)
  const [told] = (await as(ann)('GET /notifications')).body
  for (const browser of browsers) {
    await arrived(browser, 1)
    expect(browser.received.map(({ message }) => message)).toEqual([
      {
        title: 'Ada Broker mentioned you in Keys',
        body: 'The lockbox, @Ann Far',
        path: `/chat/${chat.id}?message=1`,
        tag: told!.id,
      },
    ])
  }
})

test('by itself ten seconds after it was written down, whatever the clock says', async () => {
  const [ann, ben] = await Promise.all([createMember(server), createMember(server)])
  const browsers = [await device(ann), await device(ben)]
  const began = Date.now()
  await askToRead(as(admin), ann, 'Soon')
  await askToRead(as(admin), ben, 'Soon')
  const { rows: queued } = await vi.waitFor(async () => {
    const found = await sql<{ key: string; wait: number }>`
        select key, extract(epoch from run_at - now())::float as wait from graphile_worker.jobs
        where task_identifier = 'tell_people' and key is not null
      `.execute(server.db)
    expect(found.rows).not.toEqual([])
    return found
  }, EVER)
  expect(queued.map(({ wait }) => wait)).toEqual([expect.closeTo(10.5, 0)])
  for (const browser of browsers) await arrived(browser, 1)
  expect(Date.now() - began).toBeGreaterThan(10_000)
})

test('is decided as it is told where nobody has a device, and by the job where somebody has', async () => {
  const [without, having] = [await createMember(server), await createMember(server)]
  await device(having)
  for (const person of [without, having]) await askToRead(as(admin), person, 'Asked of both')
  const rows = await server.db
    .selectFrom('notifications')
    .select(['user_id', 'mail', 'push'])
    .where('user_id', 'in', [without.id, having.id])
    .orderBy('user_id')
    .execute()
  expect(rows).toEqual([
    { user_id: without.id, mail: 'left_out', push: 'left_out' },
    { user_id: having.id, mail: 'left_out', push: null },
  ])
})

test('not what was read, is chosen not to come, or is older than a day', async () => {
  const [ann, ben, cleo, dan] = await Promise.all([
    createMember(server),
    createMember(server),
    createMember(server),
    createMember(server),
  ])
  const browsers = await Promise.all([ann, ben, cleo, dan].map(device))
  await chooseWays(server.api, ben, 'asked', { push: false })
  for (const person of [ann, ben, cleo]) await askToRead(as(admin), person, 'Asked of some')
  await as(ann)('POST /notifications/read-all', { body: {} })
  await sql`
    update notifications set created_at = created_at - interval '25 hours' where user_id = ${cleo.id}
  `.execute(server.db)
  await askToRead(as(admin), dan, 'Asked of one')
  await tell(1)
  await arrived(browsers[3]!, 1)
  expect(await decidedOf(ann, ben, cleo)).toEqual(['left_out', 'left_out', 'left_out'])
  expect(browsers.map(titlesAt)).toEqual([[], [], [], ['To acknowledge: Asked of one']])
})

test('what the clock brings at night rings in the morning, and what a person asks at once', async () => {
  const [night, evening, day] = [
    await memberWhereItIs(3),
    await memberWhereItIs(20),
    await memberWhereItIs(8),
  ]
  const browsers = await Promise.all([night, evening, day].map(device))
  for (const [at, person] of [night, evening, day].entries()) {
    await endCertificate(person, `Night ${at}`)
  }
  await askToRead(as(admin), night, 'Asked at night')
  await tell(2)
  expect(await decidedOf(night, evening, day)).toEqual([null, null, 'sent', 'sent'])
  await arrived(browsers[2]!, 1)
  await arrived(browsers[0]!, 1)
  expect(browsers.map(titlesAt)).toEqual([
    ['To acknowledge: Asked at night'],
    [],
    ['Your certificate ends soon: Night 2'],
  ])
  // At eight, five hours on.
  await tell(2 + 5 * 60)
  await arrived(browsers[0]!, 2)
  expect(browsers.map(titlesAt)).toEqual([
    ['To acknowledge: Asked at night', 'Your certificate ends soon: Night 0'],
    [],
    ['Your certificate ends soon: Night 2'],
  ])
})
