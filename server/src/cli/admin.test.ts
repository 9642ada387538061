import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectionSource } from '../db/connect.ts'
import { writeBackup } from '../platform/backup.ts'
import {
  contentOf,
  createDatabase,
  restoreInto,
  testFolder,
  withDatabase,
} from '../testing/backups.ts'
import { run, runWith } from '../testing/run-admin.ts'
import { createMember, createPolicy, type Member, PASSWORD, signIn } from '../testing/factories.ts'
import { programPath } from '../testing/programs.ts'
import { setUpSecondFactor } from '../testing/second-factors.ts'
import { addressOf, startTestServer, type TestServer } from '../testing/test-server.ts'
import { runCommand } from './run-command.ts'

const NEW_PASSWORD = 'a lantern in the hallway'

let server: TestServer
let admin: Member
/** A started installation of nobody. */
let empty: ConnectionSource

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  const ben = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  const { id } = await createPolicy(server.api.as(admin))
  for (const person of [admin, ben]) {
    await server.api.as(person)('POST /policies/:id/acknowledge', {
      params: { id },
      body: { version: 1 },
    })
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  empty = await createDatabase()
})

const create = (email: string, ...more: string[]) =>
  ['create', '--email', email, '--first-name', 'Cleo', '--last-name', 'Marsh'].concat(more)

test('Without a command it says what there is; an unknown one is a mistake', async () => {
  const unknown = await run(['destroy'], empty)
  expect(unknown.code).toBe(2)
  expect(unknown.out).toBe('')
  for (const name of ['create', 'reset-password', 'verify', 'repair', 'backup', 'restore']) {
    expect(unknown.err).toContain(`  ${name}`)
  }
  // What every object has is no command.
  expect((await run(['constructor'], empty)).code).toBe(2)
  expect(await run([], empty)).toEqual({ ...unknown, code: 0 })
  expect(await run(['--help'], empty)).toEqual({ ...unknown, code: 0 })
})

test('create makes an admin who can sign in', async () => {
  const email = 'cleo@example.com'
  const { code, out, err } = await run(create(email), server.connection, `${NEW_PASSWORD}\n`)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Created cleo@example.com as admin \([\da-f-]{36}\)\n$/)
  const cleo = await signIn(server.api, email, NEW_PASSWORD)
  expect(cleo.user).toMatchObject({ first_name: 'Cleo', last_name: 'Marsh', role: 'admin' })
  const event = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'user.created')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ item_id: cleo.id, ip: 'command line', details: { role: 'admin' } })
  expect(JSON.stringify(event)).not.toContain(NEW_PASSWORD)

  // The same address again, in other letters.
  const again = await run(create('Cleo@Example.com'), server.connection, `${NEW_PASSWORD}\n`)
  expect(again).toEqual({ code: 2, out: '', err: 'cleo@example.com has an account already\n' })
})

test('create takes another role', async () => {
  const args = create('mia@example.com', '--role', 'manager')
  expect((await run(args, server.connection, NEW_PASSWORD)).code).toBe(0)
  const mia = await signIn(server.api, 'mia@example.com', NEW_PASSWORD)
  expect(mia.user.role).toBe('manager')
})

test('The program takes a password from standard input, and ends with the code', async () => {
  const variables = { PATH: env.PATH, HOME: env.HOME, DATABASE_URL: addressOf(empty) }
  const start = (typed: string) => {
    const child = spawn(execPath, [programPath('admin'), ...create('flo@example.com')], {
      env: variables,
    })
    child.stdin.end(typed)
    return new Promise((resolve) => child.on('close', resolve))
  }
  expect(await start('short\n')).toBe(2)
  expect(await start(`${NEW_PASSWORD}\n`)).toBe(0)
})

test('Somebody at a terminal is asked, and what they type is not shown', async () => {
  const input = Object.assign(Readable.from([`${NEW_PASSWORD}\r`]), { isTTY: true })
  const terminal = { input, output: new PassThrough(), errors: new PassThrough() }
  const variables = { DATABASE_URL: addressOf(empty) }
  expect(await runCommand(create('gus@example.com'), terminal, variables)).toBe(0)
  const shown = await text(terminal.output.end())
  expect(shown).toMatch(/^New password: \nCreated gus@example.com/)
})

test.each([
  ['short', /at least 8 characters/],
  ['password123', /./],
  ['', /./],
  ['x'.repeat(257), /./],
])('create refuses the password %j in one line and makes nobody', async (typed, reason) => {
  const { code, out, err } = await run(create('dan@example.com'), empty, `${typed}\n`)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^[^\n]+\n$/)
  expect(err).toMatch(reason)
  await withDatabase(empty, async (db) => {
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  })
})

test('create refuses options that it does not understand, above all a password', async () => {
  const wrong = [
    create('eve@example.com', '--password', NEW_PASSWORD),
    create('eve@example.com', NEW_PASSWORD),
    create('not an address'),
    create('eve@example.com', '--role', 'owner'),
    ['create', '--email', 'eve@example.com'],
  ]
  for (const args of wrong) {
    const { code, out, err } = await run(args, empty, `${NEW_PASSWORD}\n`)
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
    expect(err).toMatch(/^[^\n]+Usage: create --email[^\n]+\n$/)
  }
})

test('reset-password sets it, and ends every session of that person only', async () => {
  const dora = await createMember(server)
  const phone = await signIn(server.api, dora.email)
  const { code, out, err } = await run(
    ['reset-password', dora.email.toUpperCase()],
    server.connection,
    `${NEW_PASSWORD}\n`,
  )
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(dora.email)
  for (const session of [dora, phone]) {
    expect((await server.api.as(session)('GET /auth/me')).status).toBe(401)
  }
  expect((await server.api.as(admin)('GET /auth/me')).status).toBe(200)
  await expect(signIn(server.api, dora.email, PASSWORD)).rejects.toThrow('failed')
  expect((await signIn(server.api, dora.email, NEW_PASSWORD)).id).toBe(dora.id)
})

test('reset-password refuses nobody, and a poor password', async () => {
  const nobody = await run(['reset-password', 'no@example.com'], server.connection, NEW_PASSWORD)
  expect(nobody).toMatchObject({ code: 2, err: 'Nobody has an account with no@example.com\n' })
  const poor = await run(['reset-password', admin.email], server.connection, 'short\n')
  expect(poor.code).toBe(2)
  const argument = await run(['reset-password', admin.email, NEW_PASSWORD], server.connection)
  expect(argument).toMatchObject({ code: 2, out: '' })
  expect((await signIn(server.api, admin.email)).id).toBe(admin.id)
})

async function makeBackup(source: ConnectionSource): Promise<string> {
  const file = join(await testFolder(), 'desk.fdb')
  await writeBackup(source, file)
  return file
}

/** Runs a statement as somebody who owns the database and knows how to get around its rules. */
async function tamper(table: string, statement: string): Promise<ConnectionSource> {
  const copy = await createDatabase()
  await restoreInto(copy, await makeBackup(server.connection))
  await withDatabase(copy, async (db) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
    await sql.raw(statement).execute(db)
  })
  return copy
}

test('verify says that a chain is intact', async () => {
  const { code, out } = await run(['verify'], server.connection)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^The chain is intact: 2 acknowledgments, ending in [\da-f]{64}\nThere are no checkpoints yet\nSelf-attested: .+\nThe obligations fit: \d+ of \d+ people\n$/,
  )
})

test('verify names a record that was changed', async () => {
  const changed = await tamper(
    'policy_acknowledgments',
    "update policy_acknowledgments set acknowledged_at = acknowledged_at - interval '1 day' where sequence = 2",
  )
  expect(await run(['verify'], changed)).toMatchObject({
    code: 1,
    out: 'Acknowledgment 2 does not fit: its content does not match its hash\n',
  })
})

test('verify names a record whose text was changed', async () => {
  const changed = await tamper(
    'policy_versions',
    "update policy_versions set content = 'Anything goes.'",
  )
  const { code, out } = await run(['verify'], changed)
  expect(code).toBe(1)
  expect(out).toMatch(/^Acknowledgment 1 does not fit: the text it speaks of/)
})

test('verify sees that the end was cut off', async () => {
  const cut = await tamper(
    'policy_acknowledgments',
    'delete from policy_acknowledgments where sequence = 2',
  )
  expect(await run(['verify'], cut)).toMatchObject({
    code: 1,
    out: 'Acknowledgment 2 does not fit: the chain should have 2 records and has 1\n',
  })
})

test('verify says who must do what they should not, repair mends it and lists what it mended', async () => {
  const api = server.api.as(admin)
  const { id } = await createPolicy(api, { title: 'Lockbox keys' })
  const params = { id }
  await api('POST /policies/:id/assign', { params, body: { user_ids: [admin.id] } })
  const gone = await tamper('obligations', 'delete from obligations where closed_at is null')
  const wrong =
    'Ada Broker, “Lockbox keys”: nothing; it should be: open, without a due date, version 1'
  const found = await run(['verify'], gone)
  expect(found).toMatchObject({ code: 1, err: '' })
  expect(found.out).toContain(`Obligation that does not fit: ${wrong}\n1 of `)
  expect(await run(['repair'], gone)).toEqual({
    code: 0,
    out: `Mended: ${wrong}\n1 mended, 0 not\n`,
    err: '',
  })
  const after = await run(['verify'], gone)
  expect(after).toMatchObject({ code: 0, err: '' })
  expect(after.out).toContain('The obligations fit: ')
  expect(await run(['repair'], gone)).toMatchObject({ code: 0, out: 'Nothing had to be mended\n' })
  expect((await run(['repair', 'all'], gone)).code).toBe(2)
  await withDatabase(gone, async (db) => {
    const trail = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'obligations.repaired')
      .execute()
    expect(trail).toMatchObject([{ actor_id: null, details: { mended: 1 } }])
  })
})

test('verify says where the chain has a hash that somebody kept', async () => {
  const [, head] = /ending in ([\da-f]{64})/.exec((await run(['verify'], server.connection)).out)!
  const kept = await run(['verify', head!.toUpperCase()], server.connection)
  expect(kept).toMatchObject({ code: 0, err: '' })
  expect(kept.out).toMatch(
    new RegExp(
      `\nIt contains the hash ${head}: acknowledgment 2 of 2, sealed \\S+Z\\nThere are no checkpoints yet\\nThe obligations fit: `,
    ),
  )
  const unknown = await run(['verify', 'ab'.repeat(32)], server.connection)
  expect(unknown).toMatchObject({ code: 1, err: '' })
  expect(unknown.out).toMatch(
    /^The chain is intact: 2 .*\nIt does not contain the hash (ab){32}\nThere are no checkpoints yet\nThe obligations fit: .*\n$/,
  )
  for (const args of [['nonsense'], [head!, head!], ['']]) {
    const { code, out, err } = await run(['verify', ...args], server.connection)
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
    expect(err).toMatch(
      /^A hash is 64 letters[^\n]+Usage: verify \[<hash> \| --against <file>…\] \[--witness <key>\]…\n$/,
    )
  }
})

test('backup and restore say what they did, and the trail has both', async () => {
  const file = join(await testFolder(), 'desk.fdb')
  const made = await run(['backup', file], server.connection)
  expect([made.code, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(
    /^Backed up \d+ rows of \d+ tables and 0 files to \S+desk\.fdb \(0\.0 MB\)\n$/,
  )
  const restored = await run(['restore', file], empty)
  expect([restored.code, restored.err]).toEqual([0, ''])
  expect(restored.out).toMatch(
    /^Restored \d+ rows of \d+ tables and 0 files from \S+desk\.fdb, as they were at/,
  )
  expect(restored.out).toContain('The chain of 2 acknowledgments is intact.')
  const actions = (source: ConnectionSource) =>
    withDatabase(source, (db) =>
      db.selectFrom('audit_events').select('action').where('action', 'like', 'backup.%').execute(),
    )
  expect(await actions(server.connection)).toEqual([{ action: 'backup.made' }])
  expect(await actions(empty)).toEqual([{ action: 'backup.restored' }])

  const twice = await run(['backup', file], server.connection)
  expect(twice).toMatchObject({ code: 1, out: '' })
  expect(twice.err).toMatch(/^[^\n]+exists already[^\n]+\n$/)
  const full = await run(['restore', file], empty)
  expect(full).toMatchObject({ code: 1, out: '' })
  expect(full.err).toMatch(/^There are people in this installation already[^\n]+\n$/)
})

test('backup and restore want one file', async () => {
  for (const args of [
    ['backup'],
    ['backup', 'a', 'b'],
    ['backup', '--all'],
    ['restore'],
    ['restore', 'a', 'b'],
  ]) {
    const { code, out, err } = await run(args, empty)
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
    expect(err).toMatch(/^[^\n]+Usage: (backup|restore) <file>[^\n]*\n$/)
  }
})

test('restore of a damaged backup says where, and makes not even a data folder', async () => {
  const file = await makeBackup(server.connection)
  await truncate(file, 1500)
  const dataDir = `${file}-data`
  const { code, out, err } = await runWith(['restore', file], { DATA_DIR: dataDir })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/is damaged: it ends in the (table \w+|manifest)\. Nothing was restored\n$/)
  expect(existsSync(dataDir)).toBe(false)
})

test('restore of a chain that was broken wants a second word', async () => {
  const broken = await tamper(
    'policy_acknowledgments',
    "update policy_acknowledgments set person_name = 'Eve' where sequence = 1",
  )
  const file = await makeBackup(broken)
  const before = await contentOf(empty)
  const refused = await run(['restore', file], empty)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(
    /^Nothing was restored.*acknowledgment 1 does not fit.*--despite-broken-chain/,
  )
  expect(await contentOf(empty)).toEqual(before)
  const accepted = await run(['restore', file, '--despite-broken-chain'], empty)
  expect(accepted).toMatchObject({ code: 0, err: '' })
  expect(accepted.out).toContain('acknowledgment 1 does not fit')
  expect((await run(['verify'], empty)).code).toBe(1)
})

test('reset-second-factor lets somebody in whose phone is gone, and records say so', async () => {
  const cora = await createMember(server, { firstName: 'Cora', lastName: 'Bell' })
  const reset = () => run(['reset-second-factor', cora.email], server.connection)
  expect(await reset()).toMatchObject({ code: 2, err: `${cora.email} has no second factor\n` })
  await setUpSecondFactor(server, cora)
  expect(await reset()).toMatchObject({ code: 0, err: '' })
  const { token } = await signIn(server.api, cora.email)
  const { id } = await createPolicy(server.api.as(admin))
  const { body } = await server.api.as({ token })('POST /policies/:id/acknowledge', {
    params: { id },
  })
  expect(body.session_origin).toBe('after_operator_factor_reset')
  const event = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'second_factor.reset')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ item_id: cora.id, ip: 'command line' })
  for (const args of [[], ['nobody@example.com'], ['not an address']]) {
    expect((await run(['reset-second-factor', ...args], server.connection)).code).toBe(2)
  }
})
