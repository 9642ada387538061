import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseWays } from '../../testing/being-told.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { mailsTo, waitFor } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tellPeople } from './tell-people.actions.ts'
import { escalate, sendReminders } from './send-reminders.actions.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

/** Each test has the brokerage to itself: what others required is gone. */
beforeEach(async () => {
  await server.db.deleteFrom('requirements').execute()
  await server.db.deleteFrom('reminder_digests').execute()
  await sql`update settings set reminders = true`.execute(server.db)
})

/** Somebody who was there before any of what is required here. */
async function createPerson(timeZone: string | null): Promise<Member> {
  const member = await createMember(server)
  const active_since = '2020-01-01T00:00:00Z'
  const user = server.db.updateTable('users').set({ time_zone: timeZone, active_since })
  await user.where('id', '=', member.id).execute()
  return member
}

/** Requires a new policy of somebody, as if that had been done at `setAt`. */
async function requirePolicy(
  person: Member,
  { dueAt, setAt, title = 'Wire fraud' }: { dueAt: string | null; setAt: string; title?: string },
) {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title })
  const { body } = await api('POST /admin/users/:id/require-policy', {
    params: { id: person.id },
    body: { policy_id: policy.id, due_at: dueAt },
  })
  await setDue(body.id, { setAt })
  return { policyId: policy.id, requirementId: body.id }
}

async function setDue(requirementId: string, { setAt }: { setAt: string }): Promise<void> {
  const change = { created_at: setAt, due_set_at: setAt }
  // The policy is of today, and the times of these tests are to come.
  await server.db.updateTable('requirements').set(change).where('id', '=', requirementId).execute()
}

/** Both jobs, one after the other: who is told, and by which ways. */
async function remind(moment: { now: Date }, db = server.db): Promise<number> {
  const told = await sendReminders(db, moment)
  await tellPeople(db, moment)
  return told
}

/** Lets the clock go from one moment to another, and the job run at each step. */
async function live(from: string, to: string, { stepMs = HOUR_MS, db = server.db } = {}) {
  const sentAt: Date[] = []
  for (let time = Date.parse(from); time < Date.parse(to); time += stepMs) {
    const now = new Date(time)
    if ((await sendReminders(db, { now })) > 0) sentAt.push(now)
    if (sentAt.at(-1) === now) await tellPeople(db, { now })
  }
  return sentAt
}

/** The days on which somebody was reminded. */
async function daysOf(person: Member): Promise<string[]> {
  const rows = await server.db
    .selectFrom('reminder_digests')
    .select(sql<string>`local_day::text`.as('day'))
    .where('user_id', '=', person.id)
    .orderBy('local_day')
    .execute()
  return rows.map(({ day }) => day)
}

const mailsOf = (person: Member) =>
  server.db
    .selectFrom('mails')
    .select(['subject', 'data', 'kind', 'status', 'last_error'])
    .where('user_id', '=', person.id)
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute()

describe('the days of reminders', () => {
  test('7 and 1 days before, the day, and weekly after, over a change of the clocks', async () => {
    // The clocks in New York go forward on 14 March 2027.
    const ana = await createPerson('America/New_York')
    await requirePolicy(ana, {
      setAt: '2027-03-01T15:00:00Z',
      dueAt: '2027-03-20T23:59:59-04:00',
    })
    const sentAt = await live('2027-03-01T15:00:00Z', '2027-04-20T00:00:00Z')
    expect(await daysOf(ana)).toEqual([
      '2027-03-13',
      '2027-03-19',
      '2027-03-20',
      '2027-03-27',
      '2027-04-03',
      '2027-04-10',
      '2027-04-17',
    ])
    const clocks = sentAt.map((moment) => localClock(moment, 'America/New_York').hour)
    expect(new Set(clocks)).toEqual(new Set([8]))
    expect((await mailsOf(ana)).map(({ subject }) => subject)).toEqual([
      'Due in 7 days: Wire fraud',
      'Due tomorrow: Wire fraud',
      'Due today: Wire fraud',
      ...Array.from({ length: 4 }, () => 'Overdue: Wire fraud'),
    ])
  })

  test('by the time zone of each person, around the world, in both changes of the clocks', async () => {
    const zones = [
      'Pacific/Kiritimati',
      'Pacific/Apia',
      'Pacific/Chatham',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Europe/Berlin',
      'Atlantic/Azores',
      'America/St_Johns',
      'America/New_York',
      'America/Los_Angeles',
      'Pacific/Marquesas',
      'Pacific/Niue',
    ]
    const people = await Promise.all(
      zones.map(async (zone) => ({ zone, person: await createPerson(zone) })),
    )
    // Berlin goes back on 31 October, New York on 7 November, Chatham and Lord Howe went forward before.
    const dues = ['2027-11-01T04:59:59Z', '2027-11-08T18:30:00Z', '2027-11-07T09:30:00Z']
    const set = '2027-10-02T12:00:00Z'
    for (const { person } of people) {
      for (const dueAt of dues) await requirePolicy(person, { setAt: set, dueAt })
    }
    const end = '2027-11-30T00:00:00Z'
    await live(set, end, { stepMs: 3 * HOUR_MS })
    for (const { zone, person } of people) {
      const expected = new Set(dues.flatMap((due) => expectedDays(due, zone, { set, end })))
      expect({ zone, days: await daysOf(person) }).toEqual({ zone, days: [...expected].sort() })
    }
  })

  test('a person without a time zone lives by the brokerage, and so does one with an unknown one', async () => {
    const people = [await createPerson(null), await createPerson('Mars/Olympus_Mons')]
    for (const person of people) {
      await requirePolicy(person, {
        setAt: '2027-01-01T00:00:00Z',
        dueAt: '2027-01-20T12:00:00Z',
      })
    }
    await live('2027-01-10T00:00:00Z', '2027-01-21T00:00:00Z')
    for (const person of people) {
      expect(await daysOf(person)).toEqual(['2027-01-13', '2027-01-19', '2027-01-20'])
    }
  })

  test('what is due in the night has its last reminder the morning before', async () => {
    const ana = await createPerson('America/New_York')
    await requirePolicy(ana, {
      setAt: '2027-02-01T00:00:00Z',
      dueAt: '2027-02-20T00:59:59-05:00',
    })
    await live('2027-02-18T12:00:00Z', '2027-02-20T12:00:00Z')
    expect(await daysOf(ana)).toEqual(['2027-02-18', '2027-02-19'])
  })
})

/** The hour and the day somewhere, by the other implementation of time zones at hand. */
function localClock(moment: Date, timeZone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
  return { day: parts.slice(0, 10), hour: Number(parts.slice(11, 13)) }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Said once more in another way: the days between `set` and `end` on which a reminder is due. */
function expectedDays(due: string, zone: string, { set, end }: { set: string; end: string }) {
  const { day, hour } = localClock(new Date(due), zone)
  const dueDay = hour < 8 ? addDays(day, -1) : day
  const days = [-7, -1, 0, 7, 14, 21, 28, 35, 42].map((offset) => addDays(dueDay, offset))
  const first = localClock(new Date(set), zone).day
  const last = localClock(new Date(end), zone)
  const lastDay = last.hour >= 11 ? last.day : addDays(last.day, -1)
  return days.filter((candidate) => candidate >= first && candidate <= lastDay)
}

describe('one digest for each person and day', () => {
  test('holds all that is due, the most urgent first', async () => {
    const ana = await createPerson('UTC')
    const setAt = '2027-05-01T00:00:00Z'
    await requirePolicy(ana, { setAt, dueAt: '2027-05-27T23:59:59Z', title: 'In a week' })
    await requirePolicy(ana, { setAt, dueAt: '2027-05-18T23:59:59Z', title: 'Overdue' })
    await requirePolicy(ana, { setAt, dueAt: '2027-06-30T23:59:59Z', title: 'Much later' })
    await requirePolicy(ana, { setAt, dueAt: null, title: 'Whenever' })
    await remind({ now: new Date('2027-05-20T12:00:00Z') })
    const [mail, ...more] = await mailsOf(ana)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Overdue: Overdue and 1 more')
    expect(mail?.data).toMatchObject({
      timeZone: 'UTC',
      items: [
        { title: 'Overdue', days_left: -2 },
        { title: 'In a week', days_left: 7 },
      ],
    })
  })

  test('is sent once by many servers that try at once, again and again', async () => {
    const other = await startTestServer({ connection: server.connection })
    try {
      const people = await Promise.all(Array.from({ length: 8 }, () => createPerson('UTC')))
      for (const person of people) {
        await requirePolicy(person, {
          setAt: '2027-05-01T00:00:00Z',
          dueAt: '2027-05-20T23:59:59Z',
        })
      }
      const now = new Date('2027-05-20T09:00:00Z')
      const counts = await Promise.all(
        Array.from({ length: 12 }, (_, index) => remind({ now }, index % 2 ? server.db : other.db)),
      )
      expect(counts.reduce((sum, count) => sum + count)).toBe(people.length)
      expect(await sendReminders(other.db, { now: new Date('2027-05-20T19:59:00Z') })).toBe(0)
      for (const person of people) expect(await mailsOf(person)).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })

  test('is neither lost nor doubled where a server dies in the middle', async () => {
    const people = [await createPerson('UTC'), await createPerson('UTC')]
    for (const person of people) {
      await requirePolicy(person, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' })
    }
    const now = new Date('2027-05-20T09:00:00Z')
    const { db } = server
    await sql`create function die() returns trigger language plpgsql as $$
      begin
        if new.user_id = '${sql.raw(people[1]!.id)}' then raise exception 'dead'; end if;
        return new;
      end $$`.execute(db)
    await sql`create trigger die after insert on mails for each row execute function die()`.execute(
      db,
    )
    await expect(remind({ now })).rejects.toThrow('dead')
    // They were told; what goes by mail is decided once, and that was undone.
    expect(await mailsOf(people[0]!)).toEqual([])
    await sql`drop trigger die on mails`.execute(db)
    await sql`drop function die`.execute(db)
    await Promise.all([remind({ now }), remind({ now })])
    await remind({ now })
    for (const person of people) {
      expect(await daysOf(person)).toEqual(['2027-05-20'])
      expect(await mailsOf(person)).toHaveLength(1)
    }
  })

  test('leaves what comes later that day to the next', async () => {
    const ana = await createPerson('UTC')
    await requirePolicy(ana, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' })
    await live('2027-05-20T00:00:00Z', '2027-05-20T10:00:00Z')
    await requirePolicy(ana, { setAt: '2027-05-20T10:00:00Z', dueAt: '2027-05-27T23:59:59Z' })
    await live('2027-05-20T10:00:00Z', '2027-05-23T00:00:00Z')
    expect(await daysOf(ana)).toEqual(['2027-05-20', '2027-05-21'])
  })
})

describe('after the servers were down', () => {
  test('days of silence end in one mail, and then all is as always', async () => {
    const ana = await createPerson('UTC')
    await requirePolicy(ana, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' })
    await live('2027-05-12T00:00:00Z', '2027-05-13T00:00:00Z')
    // Down over all of 7 and 1 days before, the day, and the first week after.
    await live('2027-05-29T03:00:00Z', '2027-06-05T00:00:00Z')
    expect(await daysOf(ana)).toEqual(['2027-05-29', '2027-06-03'])
  })

  test.each([
    { chosen: 6, from: 6, to: 19 },
    { chosen: 10, from: 8, to: 19 },
    { chosen: 21, from: 8, to: 21 },
  ])('who has chosen $chosen is reminded from $from to $to', async ({ chosen, from, to }) => {
    const person = await createPerson('UTC')
    await chooseWays(server.api, person, 'asked', {}, chosen)
    await requirePolicy(person, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' })
    const hours: number[] = []
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(`2027-05-19T${String(hour).padStart(2, '0')}:30:00Z`)
      if ((await sendReminders(server.db, { now })) > 0) hours.push(hour)
      await server.db.deleteFrom('reminder_digests').execute()
    }
    expect(hours).toEqual(Array.from({ length: to - from + 1 }, (_, n) => from + n))
  })

  test('a morning missed is made up for the same day, and not at night', async () => {
    const ana = await createPerson('UTC')
    await requirePolicy(ana, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' })
    expect(await live('2027-05-13T17:00:00Z', '2027-05-13T18:00:00Z')).toHaveLength(1)
    expect(await live('2027-05-19T20:00:00Z', '2027-05-20T08:00:00Z')).toHaveLength(0)
    expect(await live('2027-05-20T08:00:00Z', '2027-05-20T09:00:00Z')).toHaveLength(1)
  })
})

describe('nobody is reminded', () => {
  const due = { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T23:59:59Z' }
  const now = new Date('2027-05-20T12:00:00Z')

  test('who is inactive, pending or deleted', async () => {
    const { db } = server
    for (const change of [
      { status: 'inactive' },
      { status: 'pending' },
      { status: 'inactive', deleted_at: due.setAt },
    ] as const) {
      const person = await createPerson('UTC')
      await requirePolicy(person, due)
      await db.updateTable('users').set(change).where('id', '=', person.id).execute()
    }
    expect(await sendReminders(db, { now })).toBe(0)
  })

  test('of what is done, no longer required, deleted, or without a date', async () => {
    const api = server.api.as(admin)
    const done = await createPerson('UTC')
    const { policyId } = await requirePolicy(done, due)
    await server.api.as(done)('POST /policies/:id/acknowledge', { params: { id: policyId } })
    const freed = await createPerson('UTC')
    const removed = await requirePolicy(freed, due)
    await api('DELETE /policies/:id/requirements/:requirement_id', {
      params: { id: removed.policyId, requirement_id: removed.requirementId },
    })
    const other = await createPerson('UTC')
    const gone = await requirePolicy(other, due)
    await api('DELETE /policies/:id', { params: { id: gone.policyId } })
    await requirePolicy(other, { ...due, dueAt: null })
    expect(await sendReminders(server.db, { now })).toBe(0)
  })

  test('while the brokerage has switched reminders off', async () => {
    await requirePolicy(await createPerson('UTC'), due)
    await sql`update settings set reminders = false`.execute(server.db)
    expect(await sendReminders(server.db, { now })).toBe(0)
    await sql`update settings set reminders = true`.execute(server.db)
    expect(await sendReminders(server.db, { now })).toBe(1)
  })

  test('of a day that was over before the date was set', async () => {
    const ana = await createPerson('UTC')
    const { policyId, requirementId } = await requirePolicy(ana, {
      setAt: '2027-05-17T09:00:00Z',
      dueAt: '2027-05-20T23:59:59Z',
    })
    await live('2027-05-17T09:00:00Z', '2027-05-19T00:00:00Z')
    expect(await daysOf(ana)).toEqual([])
    // Moved away, the old dates count no more.
    await server.api.as(admin)('PUT /policies/:id/requirements/:requirement_id', {
      params: { id: policyId, requirement_id: requirementId },
      body: { due_at: '2027-06-20T23:59:59Z' },
    })
    await setDue(requirementId, { setAt: '2027-05-19T01:00:00Z' })
    await live('2027-05-19T01:00:00Z', '2027-06-14T00:00:00Z')
    expect(await daysOf(ana)).toEqual(['2027-06-13'])
  })
})

describe('the mail', () => {
  /** A zone where it is about noon at this moment, so that reminders go out now. */
  const noonZone = () => {
    const hoursFromNoon = new Date().getUTCHours() - 12
    return `Etc/GMT${hoursFromNoon < 0 ? '' : '+'}${hoursFromNoon}`
  }
  /** The end of a day from now, there. */
  const endOfDay = (days: number) => {
    const today = localClock(new Date(), noonZone()).day
    const offset = new Date().getUTCHours() - 12
    return new Date(
      Date.parse(`${addDays(today, days)}T23:59:59Z`) + offset * HOUR_MS,
    ).toISOString()
  }
  const past = new Date(Date.now() - 30 * DAY_MS).toISOString()

  test('says what is due by when, with links, in text and HTML', async () => {
    const ana = await createPerson(noonZone())
    const today = await requirePolicy(ana, {
      setAt: past,
      dueAt: endOfDay(0),
      title: 'Fair <b>housing</b>',
    })
    await requirePolicy(ana, { setAt: past, dueAt: endOfDay(7), title: 'Open houses' })
    expect(await remind({ now: new Date() })).toBe(1)
    const [mail] = await mailsTo(server, ana.email)
    expect(mail?.subject).toBe('Due today: Fair <b>housing</b> and 1 more')
    const link = `${server.url}/policies/${today.policyId}`
    expect(mail?.text).toMatch(/2 things are due soon/)
    expect(mail?.text).toMatch(
      /- Fair <b>housing<\/b>\n {2}To acknowledge: due today, \w+day, \w+ \d+\.\n/,
    )
    expect(mail?.text).toContain(link)
    expect(mail?.text).toContain('Your Brokerage')
    expect(mail?.html).toContain(`<a href="${link}"`)
    expect(mail?.html).toContain('Fair &lt;b&gt;housing&lt;/b&gt;')
    expect(mail?.html).not.toContain('<b>')
  })

  test('is not sent where all of it was done before it could be', async () => {
    const ana = await createPerson(noonZone())
    const { policyId } = await requirePolicy(ana, { setAt: past, dueAt: endOfDay(1) })
    await remind({ now: new Date() })
    await mailsTo(server, ana.email)
    await server.api.as(ana)('POST /policies/:id/acknowledge', { params: { id: policyId } })
    const { id } = await server.db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    await server.api.as(admin)('POST /admin/mails/:id/resend', { params: { id } })
    const failed = await waitFor(async () => {
      const [mail] = await mailsOf(ana)
      return mail?.status === 'failed' ? mail : null
    }, 'failed mail')
    expect(failed.last_error).toBe('Nothing of it is due any more')
  })
})

describe('what is overdue for long', () => {
  test('is told to the managers of a team who are active, once, and by day', async () => {
    await sql`update settings set escalate_after_days = 3`.execute(server.db)
    const [person, manager, gone] = [
      await createPerson('UTC'),
      await createPerson('UTC'),
      await createPerson('UTC'),
    ]
    const people = { member_ids: [person.id, manager.id], manager_ids: [manager.id, gone.id] }
    await server.api.as(admin)('POST /teams', { body: { name: 'Harbor', ...people } })
    await requirePolicy(person, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T12:00:00Z' })
    await server.api.as(admin)('PUT /admin/users/:id', {
      params: { id: gone.id },
      body: { status: 'inactive' },
    })
    const toldAt = async (now: string) => {
      await escalate(server.db, { now: new Date(now) })
      const mails = server.db.selectFrom('mails').select('user_id').where('kind', '=', 'escalation')
      return (await mails.execute()).map(({ user_id: id }) => id)
    }
    expect(await toldAt('2027-05-23T11:00:00Z')).toEqual([])
    expect(await toldAt('2027-05-23T21:00:00Z')).toEqual([])
    expect(await toldAt('2027-05-24T09:00:00Z')).toEqual([manager.id])
    expect(await toldAt('2027-05-24T10:00:00Z')).toEqual([manager.id])
  })

  test('is nothing that a manager is told of themselves', async () => {
    await sql`update settings set escalate_after_days = 3`.execute(server.db)
    const manager = await createPerson('UTC')
    const people = { member_ids: [manager.id], manager_ids: [manager.id] }
    await server.api.as(admin)('POST /teams', { body: { name: 'Alone', ...people } })
    await requirePolicy(manager, { setAt: '2027-05-01T00:00:00Z', dueAt: '2027-05-20T12:00:00Z' })
    await escalate(server.db, { now: new Date('2027-05-24T09:00:00Z') })
    const mails = server.db.selectFrom('mails').select('subject').where('kind', '=', 'escalation')
    expect(await mails.where('user_id', '=', manager.id).execute()).toEqual([])
  })
})
