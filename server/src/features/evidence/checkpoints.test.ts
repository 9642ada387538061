import { sql } from 'kysely'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { NO_HASH, readCheckpoint, writeCheckpointText } from './checkpoint-note.ts'
import {
  hashOfNote,
  makeCheckpoint,
  makeDailyCheckpoint,
  rotateKey,
} from './checkpoints.actions.ts'
import { readRecordHashes } from './checkpoints.queries.ts'
import { findSigningKey, listKeys, openSigner, verifierKeyOf, vkeyOf } from './evidence-keys.ts'
import { ProofReader } from './merkle.ts'
import { isSignedBy, readVerifierKey } from './signed-note.ts'
import { verifyCheckpoints } from './verify-checkpoints.actions.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

async function acknowledge(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { id } = await createPolicy(server.api.as(admin), { title: 'Wire fraud' })
    await server.api.as(admin)('POST /policies/:id/acknowledge', { params: { id } })
  }
}

const make = () => makeCheckpoint(server, 'asked')
let before: Awaited<ReturnType<typeof make>>
beforeEach(async () => {
  before = await make()
})

async function rootOf(size: number): Promise<Buffer> {
  const reader = new ProofReader()
  reader.expectRoot(size)
  await reader.read(readRecordHashes(server.db, { after: 0, upTo: size }))
  return reader.root(size)
}

test('a checkpoint says how many records there are, and is signed by the key of the installation', async () => {
  await acknowledge(3)
  const made = await make()
  const said = readCheckpoint(made.note)
  const end = await server.db
    .selectFrom('acknowledgment_chain')
    .selectAll()
    .executeTakeFirstOrThrow()
  const key = (await findSigningKey(server.db))!
  expect(said).toMatchObject({
    origin: key.origin,
    size: before.size + 3,
    head: end.head.toString('hex'),
    number: before.number + 1,
    previous: hashOfNote(before.note),
  })
  expect(said.key).toBeUndefined()
  expect(Buffer.from(said.root)).toEqual(await rootOf(made.size))
  expect(await isSignedBy(said.note, await verifierKeyOf(key))).toBe(true)
})

test('the first follows none', async () => {
  const { note } = await server.db
    .selectFrom('checkpoints')
    .select('note')
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()
  expect(readCheckpoint(note)).toMatchObject({
    number: 1,
    size: 0,
    head: NO_HASH,
    previous: NO_HASH,
  })
})

test('many at once follow one another without a gap', async () => {
  await acknowledge()
  const other = await startTestServer({
    connection: server.connection,
    config: { dataDir: server.config.dataDir },
  })
  const made = await Promise.all(
    [server, other, server, other, server, other].map((at) => makeCheckpoint(at, 'daily')),
  )
  await other.stop()
  const numbers = made.map(({ number }) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => before.number + 1 + at))
})

test('a day on which records came gets one when it is over, by the brokerage’s clock', async () => {
  const other = await startTestServer({
    connection: server.connection,
    config: { dataDir: server.config.dataDir },
  })
  await server.api.as(admin)('PUT /admin/settings', { body: { time_zone: 'America/Phoenix' } })
  const now = new Date()
  const midnight = new Date(now)
  midnight.setUTCHours(7, 0, 0, 0)
  if (midnight <= now) midnight.setUTCDate(midnight.getUTCDate() + 1)
  const after = new Date(midnight.getTime() + 1)
  // Nothing came since the last one.
  expect(await makeDailyCheckpoint(server, after)).toBeUndefined()
  await acknowledge(2)
  expect(await makeDailyCheckpoint(server, new Date(midnight.getTime() - 1))).toBeUndefined()
  const made = await Promise.all([server, other].map((at) => makeDailyCheckpoint(at, after)))
  await other.stop()
  expect(made.filter((one) => one !== undefined)).toMatchObject([{ size: before.size + 2 }])
  // Three days on, with nobody there in between.
  await acknowledge()
  const later = new Date(midnight.getTime() + 3 * 24 * 60 * 60 * 1000)
  expect(await makeDailyCheckpoint(server, later)).toMatchObject({ size: before.size + 3 })
  expect(await makeDailyCheckpoint(server, later)).toBeUndefined()
})

test('the key is there for anyone, in the API and as text', async () => {
  const { body } = await server.api('GET /evidence/key')
  const all = await listKeys(server.db)
  expect(body).toEqual({
    origin: all[0]!.origin,
    key: await vkeyOf(all.at(-1)!),
    keys: await Promise.all(
      all.map(async (key) => ({
        key: await vkeyOf(key),
        from: key.created_at,
        until: key.retired_at,
      })),
    ),
  })
  const page = await fetch(`${server.url}/evidence/key`)
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await page.text()).split('\n')[0]).toBe(body.key)
})

test('a new key is named by the one before', async () => {
  const old = (await findSigningKey(server.db))!
  const last = await rotateKey(server)
  const next = (await findSigningKey(server.db))!
  expect(next.id).not.toBe(old.id)
  expect(next.origin).toBe(old.origin)
  const said = readCheckpoint(last.note)
  expect(said.key).toEqual({ word: 'next-key', vkey: await vkeyOf(next) })
  expect(await isSignedBy(said.note, await verifierKeyOf(old))).toBe(true)
  const following = readCheckpoint((await make()).note)
  expect(following.key).toBeUndefined()
  expect(await isSignedBy(following.note, await verifierKeyOf(next))).toBe(true)
})

test('a key that can’t be opened any more is replaced, and the note says so', async () => {
  const lost = (await findSigningKey(server.db))!
  await writeFile(
    join(server.config.dataDir, 'secrets.key'),
    Buffer.alloc(32, 7).toString('base64'),
  )
  const made = readCheckpoint((await make()).note)
  const next = (await findSigningKey(server.db))!
  expect(made.key).toEqual({ word: 'lost-key', vkey: await vkeyOf(lost) })
  expect(await isSignedBy(made.note, await verifierKeyOf(next))).toBe(true)
  expect((await listKeys(server.db)).find(({ id }) => id === lost.id)?.retired_at).not.toBeNull()
  expect(readCheckpoint((await make()).note).key).toBeUndefined()
  await expect(readVerifierKey(await vkeyOf(next))).resolves.toMatchObject({ name: next.origin })
})

test('a key that nobody announced names the one that it follows, and no other', async () => {
  await writeFile(
    join(server.config.dataDir, 'secrets.key'),
    Buffer.alloc(32, 9).toString('base64'),
  )
  const { number, note } = await make()
  const verdict = async () => (await verifyCheckpoints(server.db, [])).verdict
  const rewrite = async (forged: string) =>
    server.db.transaction().execute(async (tx) => {
      await sql`alter table checkpoints disable trigger user`.execute(tx)
      await tx
        .updateTable('checkpoints')
        .set({ note: forged })
        .where('number', '=', number)
        .execute()
      await sql`alter table checkpoints enable trigger user`.execute(tx)
    })
  const key = { word: 'lost-key', vkey: await vkeyOf((await listKeys(server.db))[0]!) } as const
  const sign = (await openSigner(server.config, (await findSigningKey(server.db))!))!
  await rewrite(await sign(writeCheckpointText({ ...readCheckpoint(note), key })))
  expect(await verdict()).toEqual({
    intact: false,
    number,
    reason: 'its key is not the one that the checkpoint before it names',
  })
  await rewrite(note)
  expect(await verdict()).toMatchObject({
    intact: true,
    lostKeys: expect.arrayContaining([number]),
  })
})

test.each([
  [
    'a gap',
    sql`insert into checkpoints select number + 2, size, root, head, note, frontier, key_id, reason, created_at from checkpoints order by number desc limit 1`,
  ],
  [
    'fewer records',
    sql`insert into checkpoints select number + 1, size - 1, root, head, note, frontier, key_id, reason, created_at from checkpoints where size > 0 order by number desc limit 1`,
  ],
  ['another text', sql`update checkpoints set note = note || 'x'`],
  ['one away', sql`delete from checkpoints`],
  ['all away', sql`truncate checkpoints cascade`],
])('the database refuses %s', async (_what, statement) => {
  await expect(statement.execute(server.db)).rejects.toThrow('append-only')
})
