import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { untilWaiting } from '../../testing/locks.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { verifyChain } from './verify-chain.actions.ts'

let server: TestServer
/** On the same database. */
let other: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ connection: server.connection })
  admin = await createMember(server)
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

const acknowledge = (person: Member, policy: { id: string }, at = server, version = 1) =>
  at.api
    .as(person)
    .raw('POST /policies/:id/acknowledge', { params: { id: policy.id }, body: { version } })
const createPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember(server)))
const newPolicy = () => createPolicy(server.api.as(admin), { title: 'Sealed together' })

/** Has somebody else hold the chain's end while one waits for it, and the others behind that one. */
async function whileHeld<T>(act: () => Promise<T>): Promise<T> {
  const [first, policy] = [await createMember(server), await newPolicy()]
  return server.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from acknowledgment_chain for update`.execute(tx)
      const waiting = acknowledge(first, policy)
      await untilWaiting(tx, 1)
      const done = await act()
      return { done, waiting }
    })
    .then(async ({ done, waiting }) => {
      expect((await waiting).status).toBe(200)
      return done
    })
}

/** Sent, and behind the one that waits: nothing outside of the process tells. */
async function sent<T>(answers: Promise<T>[]): Promise<{ answers: Promise<T>[] }> {
  await delay(1000)
  return { answers }
}

test('who waits together is sealed together, in one chain, on two servers', async () => {
  const policy = await newPolicy()
  const people = await createPeople(30)
  const { answers } = await whileHeld(async () =>
    sent(people.map((person, index) => acknowledge(person, policy, index < 20 ? server : other))),
  )
  const records = await Promise.all(answers)
  expect(records.map(({ status }) => status)).toEqual(people.map(() => 200))
  expect(new Set(records.map(({ body }) => body.user_id)).size).toBe(30)
  // One moment for each transaction; on a busy machine some come after the lock was let go.
  expect(new Set(records.map(({ body }) => body.acknowledged_at)).size).toBeLessThanOrEqual(15)
  expect((await verifyChain(server.db)).verdict).toMatchObject({ intact: true })
})

test('whose session ends while they wait is told so, and the others are sealed', async () => {
  const policy = await newPolicy()
  const [leaving, demoted, staying] = (await createPeople(3)) as [Member, Member, Member]
  const { answers } = await whileHeld(async () => {
    const all = await sent([leaving, demoted, staying].map((person) => acknowledge(person, policy)))
    await sql`delete from sessions where user_id = ${leaving.id}`.execute(server.db)
    await sql`update users set status = 'inactive' where id = ${demoted.id}`.execute(server.db)
    return all
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 200])
})

test('whose text changes while they wait gets the new one to read, and the others are sealed', async () => {
  const [changing, same] = [await newPolicy(), await newPolicy()]
  const [one, two, three] = (await createPeople(3)) as [Member, Member, Member]
  const { answers } = await whileHeld(async () => {
    const all = await sent([
      acknowledge(one, changing),
      acknowledge(two, same),
      server.api.as(three).raw('POST /policies/:id/acknowledge', { params: { id: changing.id } }),
    ])
    await server.api.as(admin)('PUT /policies/:id', {
      params: { id: changing.id },
      body: { title: 'Sealed together', content: 'Newer.' },
    })
    return all
  })
  const [refused, sealed, current] = await Promise.all(answers)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'newer_version', current: { version: 2, content: 'Newer.' } },
  })
  expect(sealed!.status).toBe(200)
  // Who did not say what they had read speaks of the text that is there as it is sealed.
  expect(current).toMatchObject({ status: 200, body: { version_acknowledged: 2 } })
})

test('who clicks twice while they wait gets one record twice', async () => {
  const policy = await newPolicy()
  const person = await createMember(server)
  const { answers } = await whileHeld(async () =>
    sent([server, server, other].map((at) => acknowledge(person, policy, at))),
  )
  const [first, second, third] = await Promise.all(answers)
  expect(first!.status).toBe(200)
  expect(second!.body).toEqual(first!.body)
  expect(third!.body).toEqual(first!.body)
})

test('one that the database refuses takes nobody else along', async () => {
  const policy = await newPolicy()
  const people = await createPeople(4)
  await sql
    .raw(
      `create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.user_id = '${people[1]!.id}' then raise exception 'not this one'; end if;
        return new;
      end $$;
      create trigger refuse_one before insert on policy_acknowledgments
        for each row execute function refuse_one()`,
    )
    .execute(server.db)
  const { answers } = await whileHeld(async () =>
    sent(people.map((person) => acknowledge(person, policy))),
  )
  const all = await Promise.all(answers)
  await sql`drop function refuse_one cascade`.execute(server.db)
  expect(all.map(({ status }) => status)).toEqual([200, 500, 200, 200])
  expect((await verifyChain(server.db)).verdict).toMatchObject({ intact: true })
})

test('who waits for an editor of one policy holds up nobody with another', async () => {
  const [edited, free] = [await newPolicy(), await newPolicy()]
  const [one, two] = (await createPeople(2)) as [Member, Member]
  const waiting = await server.db.transaction().execute(async (tx) => {
    await sql`select from policies where id = ${edited.id} for update`.execute(tx)
    const answer = acknowledge(one, edited)
    await delay(100)
    expect((await acknowledge(two, free)).status).toBe(200)
    return { answer }
  })
  expect((await waiting.answer).status).toBe(200)
})

test('what is sealed is told to its person and to admins, and is in the audit trail', async () => {
  const policy = await newPolicy()
  const person = await createMember(server)
  const { body } = await acknowledge(person, policy)
  const event = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'policy.acknowledged')
    .where('actor_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    actor_name: 'Pat Doyle',
    item_type: 'policy',
    item_id: policy.id,
    item_title: 'Sealed together',
    details: { version: 1, sequence: body.sequence, hash: body.hash },
    ip: '127.0.0.1',
  })
})
