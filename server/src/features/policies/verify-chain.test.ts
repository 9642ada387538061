import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { createMember, createPolicy } from '../../testing/factories.ts'
import { computeAnew, liftGuards, moveEnd } from '../../testing/rewrite-history.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { verifyChainWithin } from './verify-chain.actions.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const admin = await createMember(server)
  // Whom a record could be forged to be of.
  await createMember(server)
  for (const title of ['Wire fraud', 'Showings', 'Open house', 'Keys']) {
    const { id } = await createPolicy(server.api.as(admin), { title })
    await server.api.as(admin)('POST /policies/:id/acknowledge', { params: { id } })
  }
})
afterAll(async () => server.stop())

class Undo extends Error {}

/** What a look says after the owner of the database, who knows how to get around its rules, did this. */
async function lookAfter(forge: (tx: Db) => Promise<unknown>) {
  let verdict: unknown
  const work = server.db.transaction().execute(async (tx) => {
    await liftGuards(tx)
    await forge(tx)
    verdict = await verifyChainWithin(tx)
    throw new Undo()
  })
  await expect(work).rejects.toThrow(Undo)
  return verdict
}

const rename = sql`update policy_acknowledgments set person_name = 'Eve' where sequence = 2`
const cutOff = sql`delete from policy_acknowledgments where sequence = 4`

test('a chain that nobody touched is intact', async () => {
  expect(await lookAfter(async () => undefined)).toMatchObject({ intact: true, records: 4 })
})

describe('a forged chain is found out', () => {
  test.each<[way: string, sequence: number, reason: string, forge: (tx: Db) => Promise<unknown>]>([
    [
      'a record rewritten',
      2,
      'its content does not match its hash',
      async (tx) => rename.execute(tx),
    ],
    [
      'another title in a record than its text has, and all computed anew',
      2,
      'the text it speaks of is not the one that was acknowledged',
      async (tx) => {
        await sql`update policy_acknowledgments set policy_title = 'Another' where sequence = 2`.execute(
          tx,
        )
        await computeAnew(tx)
        await moveEnd(tx)
      },
    ],
    [
      'a record taken out of the middle',
      3,
      'a record before it is missing',
      async (tx) => sql`delete from policy_acknowledgments where sequence = 3`.execute(tx),
    ],
    [
      'records that changed places',
      1,
      'it does not follow the record before it',
      async (tx) =>
        sql`update policy_acknowledgments set sequence = case sequence when 1 then 9 else 1 end
          where sequence in (1, 2)`.execute(tx),
    ],
    [
      'the newest cut off',
      4,
      'the chain should have 4 records and has 3',
      async (tx) => cutOff.execute(tx),
    ],
    [
      'the newest cut off, and the end moved back',
      4,
      'the audit trail tells of it and the chain does not have it',
      async (tx) => {
        await cutOff.execute(tx)
        await moveEnd(tx)
      },
    ],
    [
      'rewritten, and every hash computed anew',
      4,
      'its hash is not the one that the chain ends in',
      async (tx) => {
        await rename.execute(tx)
        await computeAnew(tx)
      },
    ],
    [
      'rewritten and computed anew, the end too',
      2,
      'the audit trail tells of another hash',
      async (tx) => {
        await rename.execute(tx)
        await computeAnew(tx)
        await moveEnd(tx)
      },
    ],
    [
      'rewritten so, beside audit lines of before they had a hash',
      2,
      'the audit trail tells of another person, policy or version',
      async (tx) => {
        await sql`update audit_events set details = details - 'hash'`.execute(tx)
        await sql`
          update policy_acknowledgments set user_id = users.id
          from users where users.id <> user_id and sequence = 2`.execute(tx)
        await computeAnew(tx)
        await moveEnd(tx)
      },
    ],
    [
      'a record that nobody made',
      4,
      'the audit trail does not tell of it',
      async (tx) => sql`delete from audit_events where details->>'sequence' = '4'`.execute(tx),
    ],
    [
      'rewritten so, with a second line in the audit trail',
      2,
      'the audit trail tells of it more than once',
      async (tx) =>
        sql`
          insert into audit_events (id, actor_id, action, item_id, details, ip, user_agent, request_id)
          select gen_random_uuid(), actor_id, action, item_id, details, ip, user_agent, request_id
          from audit_events where details->>'sequence' = '2'`.execute(tx),
    ],
    [
      'another text',
      1,
      'the text it speaks of is not the one that was acknowledged',
      async (tx) => sql`update policy_versions set content = 'Anything goes.'`.execute(tx),
    ],
    [
      'the end without its row',
      1,
      "the row with the chain's end is missing",
      async (tx) => sql`delete from acknowledgment_chain`.execute(tx),
    ],
    [
      'the end in another hash',
      4,
      'its hash is not the one that the chain ends in',
      async (tx) => sql`update acknowledgment_chain set head = sha256(head)`.execute(tx),
    ],
  ])('%s', async (_way, sequence, reason, forge) => {
    expect(await lookAfter(forge)).toEqual({ intact: false, sequence, reason })
  })
})

test.each([
  ['backwards', sql`update acknowledgment_chain set length = length - 1`],
  ['to a record that is not there', sql`update acknowledgment_chain set length = length + 1`],
  ['to another hash', sql`update acknowledgment_chain set head = sha256(head)`],
  ['away', sql`delete from acknowledgment_chain`],
  ['to nothing', sql`truncate acknowledgment_chain`],
])('the database itself refuses to move the end of the chain %s', async (_where, statement) => {
  await expect(statement.execute(server.db)).rejects.toThrow('append-only')
})
