import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import { testFolder } from '../../testing/backups.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { runWith } from '../../testing/run-admin.ts'
import { startS3 } from '../../testing/s3.ts'
import { addressOf, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { backUpIfDue } from './back-up-if-due.actions.ts'
import { findBackupPlan, findSlots } from './backup-settings.actions.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('backups').execute()
  await server.db.deleteFrom('rehearsals').execute()
  await server.db
    .updateTable('backup_settings')
    .set({
      enabled: false,
      enabled_at: null,
      warned_at: null,
      folder: null,
      bucket: null,
      bucket_sealed: null,
    })
    .execute()
})

const api = () => server.api.as(admin)
const schedule = {
  enabled: true,
  at: '02:15',
  keep_daily: 1,
  keep_weekly: 0,
  keep_monthly: 0,
  rehearses: false,
  folder: '',
}

const newest = async () => (await api()('GET /admin/backups')).body[0]!

async function backUp() {
  await api()('POST /admin/backups')
  await vi.waitFor(async () => expect(['done', 'failed']).toContain((await newest()).state), EVER)
  return newest()
}

test('a backup that was asked for is written, read again, and says how large it is; the former goes', async () => {
  const folder = await testFolder()
  await api()('PUT /admin/backups/settings', { body: { ...schedule, enabled: false, folder } })
  const first = await backUp()
  expect(first).toMatchObject({ state: 'done', problem: '', asked_by_name: expect.any(String) })
  expect(first.bytes).toBeGreaterThan(1000)
  expect(first.verified_at).not.toBeNull()
  expect(await readdir(folder)).toEqual([first.name])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const second = await backUp()
  expect(second.name).not.toBe(first.name)
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([second.name]), EVER)
  await vi.waitFor(async () => {
    const { body } = await api()('GET /admin/backups')
    expect(body.map(({ removed_at: removed }) => removed !== null)).toEqual([false, true])
  }, EVER)
})

test('two who ask at once get one backup', async () => {
  const folder = await testFolder()
  await api()('PUT /admin/backups/settings', { body: { ...schedule, enabled: false, folder } })
  const answers = await Promise.all([1, 2, 3].map(() => api().raw('POST /admin/backups')))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409,
  ])
  await vi.waitFor(async () => expect((await newest()).state).toBe('done'), EVER)
})

test('a bucket has it whole, the disk has nothing left of it, and its key is told to nobody', async () => {
  const s3 = await startS3()
  try {
    const { body: settings } = await api()('PUT /admin/backups/settings', {
      body: { ...schedule, enabled: false, bucket_address: s3.url },
    })
    expect(settings.bucket).toBe('desk/office')
    expect(JSON.stringify(settings)).not.toContain('S3RVER')
    const made = await backUp()
    expect(made).toMatchObject({ state: 'done', place: 'the bucket desk, office/' })
    expect(await readdir(join(server.config.dataDir, 'backups.part'))).toEqual([])
    await api()('POST /admin/backups/rehearsals')
    await vi.waitFor(async () => {
      const { body } = await api()('GET /admin/backups/rehearsals')
      expect(body[0]).toMatchObject({ state: 'passed', backup: made.name })
    }, EVER)
  } finally {
    await s3.stop()
  }
})

test('the clock makes one a day, tries again after half an hour, and tells when there is none for two days', async () => {
  await writeFile(join(server.config.dataDir, 'no-folder'), '')
  const folder = join(server.config.dataDir, 'no-folder')
  await api()('PUT /admin/backups/settings', { body: { ...schedule, folder } })
  const tick = async (minutes: number) =>
    backUpIfDue(server.db, server.config, new Date(Date.now() + minutes * 60_000))
  const ended = async (count: number) =>
    vi.waitFor(async () => {
      const { body } = await api()('GET /admin/backups')
      expect(body.map(({ state }) => state)).toEqual(Array(count).fill('failed'))
    }, EVER)
  await tick(0)
  await ended(1)
  await tick(1)
  await ended(1)
  await tick(31)
  await ended(2)
  const mails = async () =>
    (
      await server.db
        .selectFrom('mails')
        .select('subject')
        .where('kind', '=', 'backup_trouble')
        .execute()
    ).map(({ subject }) => subject)
  const count = async () =>
    (await mails()).filter((subject) => subject === 'There is no backup of the last two days')
      .length
  expect(await mails()).toContain('A backup failed')
  expect(await count()).toBe(0)
  await server.db
    .updateTable('backup_settings')
    .set({ enabled_at: sql`now() - interval '49 hours'` })
    .execute()
  const admins = await server.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .execute()
  await tick(2)
  await tick(3)
  expect(await count()).toBe(admins.length)
  const { body: told } = await api()('GET /notifications')
  expect(told.map(({ title }) => title)).toContain('There is no backup of the last two days')
})

test('what fails by the clock is tried three times, and then not before the next day', async () => {
  const folder = join(server.config.dataDir, 'no-folder')
  await writeFile(folder, '')
  await api()('PUT /admin/backups/settings', { body: { ...schedule, folder } })
  const isTriedAfter = async (times: number, now: string) => {
    const at = '2031-05-01T09:00:00Z'
    const failed = { cause: 'clock', state: 'failed', asked_at: at, ended_at: at } as const
    await server.db.deleteFrom('backups').execute()
    await server.db
      .insertInto('backups')
      .values(Array.from({ length: times }, () => ({ id: uuidv7(), problem: 'Full', ...failed })))
      .execute()
    await backUpIfDue(server.db, server.config, new Date(now))
    const { body } = await api()('GET /admin/backups')
    return body.length > times
  }
  expect(await isTriedAfter(2, '2031-05-01T12:00:00Z')).toBe(true)
  expect(await isTriedAfter(3, '2031-05-01T12:00:00Z')).toBe(false)
  expect(await isTriedAfter(3, '2031-05-02T12:00:00Z')).toBe(true)
})

test('the clock and the days of backups are the brokerage’s', async () => {
  const folder = await testFolder()
  await api()('PUT /admin/settings', { body: { time_zone: 'America/Chicago' } })
  const body = { ...schedule, enabled: false, folder, keep_daily: 3 }
  await api()('PUT /admin/backups/settings', { body })
  const plan = await findBackupPlan(server.db, server.config)
  // In the evening there, when it is the next day in UTC: in winter it is six hours behind.
  expect(await findSlots(server.db, plan, new Date('2031-01-06T03:00:00Z'))).toEqual({
    last: new Date('2031-01-05T08:15:00Z'),
    next: new Date('2031-01-06T08:15:00Z'),
  })
  const times = ['2025-11-23T12:00:00Z', '2025-11-25T03:00:00Z', '2025-11-25T23:00:00Z']
  const row = { cause: 'clock', state: 'done', place: `the folder ${folder}` } as const
  await server.db
    .insertInto('backups')
    .values(
      times.map((at) => ({
        id: uuidv7(),
        name: `front-desk-${at.slice(0, 10)}-${at.slice(11, 13)}0000-00.tar.gz`,
        ...row,
        asked_at: at,
        started_at: at,
        ended_at: at,
      })),
    )
    .execute()
  await backUp()
  // The oldest goes last.
  await vi.waitFor(async () => {
    const { body: listed } = await api()('GET /admin/backups')
    expect(listed[3]!.removed_at).not.toBeNull()
  }, EVER)
  const { body: listed } = await api()('GET /admin/backups')
  expect(listed.map(({ removed_at: at }) => at === null)).toEqual([true, true, true, false])
})

test('what died with its server is failed, and makes room for the next', async () => {
  await server.db
    .insertInto('backups')
    .values({
      id: admin.id,
      cause: 'asked',
      state: 'running',
      beat_at: sql`now() - interval '4 minutes'`,
    })
    .execute()
  expect((await api().raw('POST /admin/backups')).status).toBe(409)
  await backUpIfDue(server.db, server.config, new Date())
  expect(await newest()).toMatchObject({
    state: 'failed',
    problem: 'The server that made it ended before it was done',
  })
})

/** As a rehearsal calls the one beside this: those of other tests may be under way. */
const REHEARSAL = sql<string>`'front_desk_rehearsal_' || left(encode(sha256(current_database()::bytea), 'hex'), 12)`

const databases = async () => {
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname = ${REHEARSAL}`.execute(server.db)
  return rows
}

test('the command restores the newest beside the real database, says what it found, and leaves nothing', async () => {
  const folder = await testFolder()
  const variables = { DATABASE_URL: addressOf(server.connection), BACKUP_URL: folder }
  const none = await runWith(['rehearse'], variables)
  expect([none.code, none.out]).toEqual([
    1,
    `There is no backup in the folder ${folder} yet\nThe backup would not do\n`,
  ])
  const file = join(folder, 'front-desk-2026-11-25-0215-00.tar.gz')
  await runWith(['backup', file], variables)
  const good = await runWith(['rehearse'], variables)
  expect([good.code, good.err]).toEqual([0, ''])
  expect(good.out).toMatch(/is whole: \d+ tables, and 0 files/)
  expect(good.out).toMatch(/It can be restored: all \d+ rows are there, table by table\n/)
  expect(good.out).toContain('The chain is intact: 0 acknowledgments')
  expect(good.out).toContain('The obligations fit')
  expect(good.out.endsWith('The backup would do\n')).toBe(true)
  expect(await databases()).toEqual([])

  const bytes = await readFile(file)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(file, bytes)
  const bad = await runWith(['rehearse', file], variables)
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/is damaged: .*\nThe backup would not do\n$/)
  const { body } = await api()('GET /admin/backups/rehearsals')
  expect(body.map(({ state }) => state)).toEqual(['failed', 'passed', 'failed'])
  expect(await databases()).toEqual([])
})

test('a change of the settings is refused where somebody was faster, and a folder has to be whole', async () => {
  const { headers } = await api().raw('GET /admin/backups/settings')
  const ifMatch = { 'If-Match': headers.get('etag')! }
  await api()('PUT /admin/backups/settings', { body: schedule, headers: ifMatch })
  const late = await api().raw('PUT /admin/backups/settings', { body: schedule, headers: ifMatch })
  expect(late.status).toBe(409)
  const odd = await api().raw('PUT /admin/backups/settings', { body: { ...schedule, folder: 'x' } })
  expect([odd.status, Object.keys(odd.body.fields as object)]).toEqual([422, ['folder']])
})

test('what a killed rehearsal left is dropped by the next one', async () => {
  const folder = await testFolder()
  const variables = { DATABASE_URL: addressOf(server.connection), BACKUP_URL: folder }
  await runWith(['backup', join(folder, 'front-desk-2026-11-25-0215-01.tar.gz')], variables)
  const db = connect(server.connection, 1, () => undefined)
  const { rows } = await sql<{ name: string }>`select ${REHEARSAL} as name`.execute(db)
  await sql`create database ${sql.id(rows[0]!.name)} template template0`.execute(db)
  await db.destroy()
  expect(await databases()).toHaveLength(1)
  expect((await runWith(['rehearse'], variables)).code).toBe(0)
  expect(await databases()).toEqual([])
})
