import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { rewriteHistory } from '../../testing/rewrite-history.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createTimeAuthority, POLICY, type TimeAuthority } from '../../testing/time-authority.ts'
import { requeueForgottenCopies } from './copies-outside.actions.ts'
import { vkeyOf, findSigningKey } from './evidence-keys.ts'
import {
  cosignedAt,
  readNote,
  readSignature,
  readVerifierKey,
  type VerifierKey,
} from './signed-note.ts'
import { verifyTimestamp } from './timestamp.ts'
import { verifyCheckpoints } from './verify-checkpoints.actions.ts'

let server: TestServer
let admin: Member

async function start(config: Partial<Config>): Promise<void> {
  server = await startTestServer({ config })
  admin = await createMember(server)
}
afterEach(async () => server.stop())

async function acknowledge(): Promise<void> {
  const { id } = await createPolicy(server.api.as(admin), { title: 'Wire fraud' })
  await server.api.as(admin)('POST /policies/:id/acknowledge', { params: { id } })
}
const make = async () => (await server.api.as(admin)('POST /admin/evidence/checkpoints')).body
const newest = async () => (await server.api.as(admin)('GET /admin/evidence/checkpoints')).body[0]!

describe('mail', () => {
  test('goes to whom an admin has named, with the note in it', async () => {
    await start({})
    const to = ['lawyer@example.com', 'broker@example.com']
    const api = server.api.as(admin)
    await api('PUT /admin/evidence/settings', { body: { mail_to: to } })
    await acknowledge()
    const made = await make()
    expect(made).toMatchObject({ reason: 'asked', size: 1, mailed_to: to.toSorted() })
    for (const address of to) {
      const [mail] = await mailsTo(server, address)
      expect(mail!.subject).toMatch(/^Checkpoint 1 of /)
      const [file] = mail!.attachments
      expect(file!.filename).toBe('checkpoint-1.note')
      expect(new TextDecoder().decode(file!.content as ArrayBuffer)).toBe(made.note)
    }
    const { total } = await api.raw('GET /admin/evidence/checkpoints').then(({ headers }) => ({
      total: headers.get('x-total-count'),
    }))
    expect(total).toBe('1')
  })

  test('goes to addresses only, each once, and to ten at most; who was slower is told', async () => {
    await start({})
    const api = server.api.as(admin)
    const save = (mail_to: string[], etag?: string) =>
      api.raw('PUT /admin/evidence/settings', {
        body: { mail_to },
        ...(etag && { headers: { 'If-Match': etag } }),
      })
    const eleven = Array.from({ length: 11 }, (_, at) => `person-${at}@example.com`)
    for (const wrong of [['lawyer'], eleven, ['a@example.com', 'A@example.com']]) {
      expect((await save(wrong)).status).toBe(422)
    }
    const first = await save(['a@example.com'])
    expect(first.body).toMatchObject({ mail_to: ['a@example.com'], updated_by_name: 'Pat Doyle' })
    const slower = await save(['b@example.com'], '"1"')
    expect(slower).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { mail_to: ['a@example.com'] } },
    })
  })
})

describe('a time authority', () => {
  let authority: TimeAuthority
  beforeAll(() => {
    authority = createTimeAuthority()
  })
  afterAll(() => authority.remove())

  test('stamps each checkpoint, and the token is kept once it was verified', async () => {
    const listening = await authority.listen()
    await start({ tsaUrl: listening.url, tsaPolicy: POLICY })
    const { number, note } = await make()
    await expect
      .poll(async () => (await newest()).tokens)
      .toMatchObject([{ authority: 'Test Clock' }])
    await listening.close()
    const { token } = await server.db
      .selectFrom('checkpoint_tokens')
      .select('token')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const digest = createHash('sha256').update(note).digest()
    await expect(verifyTimestamp(token, { digest })).resolves.toMatchObject({ policy: POLICY })
  })

  test('is waited for by a pack, which has the token of its own checkpoint', async () => {
    const listening = await authority.listen(async (answer) => setTimeout(1500, answer))
    await start({ tsaUrl: listening.url })
    await acknowledge()
    const api = server.api.as(admin)
    const { id } = (await api('POST /admin/evidence', { body: {} })).body
    const pack = async () => (await api('GET /admin/evidence/:id', { params: { id } })).body
    await expect.poll(async () => (await pack()).state).toBe('ready')
    const file = await fetch(`${server.url}/api/v1/admin/evidence/${id}/file`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    // The names in an archive stand in it as they are.
    expect(Buffer.from(await file.arrayBuffer()).includes('.tsr')).toBe(true)
    await listening.close()
  })

  test('stamps what nobody has asked for any more, as after a restore', async () => {
    await start({})
    await make()
    const listening = await authority.listen()
    const config = { ...server.config, tsaUrl: listening.url }
    Object.assign(server.config, config)
    await requeueForgottenCopies(server.db, config)
    await expect.poll(async () => (await newest()).tokens).toHaveLength(1)
    await requeueForgottenCopies(server.db, config)
    const { rows } = await sql`select from graphile_worker.jobs where key like 'stamp:%'`.execute(
      server.db,
    )
    expect(rows).toEqual([])
    await listening.close()
  })

  test('that gives something else is said to, keeps nothing, and is asked again', async () => {
    let replayed: Uint8Array | undefined
    let asked = 0
    const listening = await authority.listen((answer) => {
      asked += 1
      // The second time it answers with what it said the first time: another nonce.
      if (asked === 1) replayed = answer
      return asked === 2 ? replayed! : answer
    })
    await start({ tsaUrl: listening.url })
    await make()
    await expect.poll(async () => (await newest()).tokens).toHaveLength(1)
    await acknowledge()
    await make()
    await expect
      .poll(async () => (await newest()).failures)
      .toMatchObject([{ kind: 'token', reason: 'It was given for something else' }])
    expect((await newest()).tokens).toEqual([])
    const told = await server.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'evidence.stamp_failed')
      .execute()
    expect(told).toMatchObject([{ details: { reason: 'It was given for something else' } }])
    // The next try is a good one.
    await expect.poll(async () => (await newest()).tokens).toHaveLength(1)
    expect((await newest()).failures).toEqual([])
    await listening.close()
  })

  test('that is not there is said to be so', async () => {
    const listening = await authority.listen()
    await listening.close()
    await start({ tsaUrl: listening.url })
    await make()
    await expect
      .poll(async () => (await newest()).failures)
      .toMatchObject([{ reason: 'It can’t be reached (ECONNREFUSED)' }])
  })
})

describe('a witness', () => {
  const script = fileURLToPath(new URL('../../../../scripts/witness.mjs', import.meta.url))
  let folder: string
  let running: ChildProcess | undefined

  /** As an accountant would run it. */
  async function startWitness(desk: string): Promise<{ url: string; key: string }> {
    folder ??= mkdtempSync(join(tmpdir(), 'frontdesk-witness-'))
    const args = [script, '--folder', folder, '--name', 'accountant.example', '--port', '0']
    const child = spawn(execPath, [...args, '--desk', desk], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running = child
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      const [, url, key] = /on (\S+)\nWITNESS_KEY=(\S+)\n/.exec(said) ?? []
      if (url && key) return { url, key }
    }
    throw new Error('The witness did not start')
  }
  afterEach(() => running?.kill())
  afterAll(() => rmSync(folder, { recursive: true }))

  const cosigned = async () =>
    expect.poll(async () => (await newest()).cosignatures).toHaveLength(1)

  test('cosigns what grows, and refuses forks and what was cut off', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-cosigned-'))
    await start({ dataDir })
    const witness = await startWitness(await vkeyOf((await findSigningKey(server.db))!))
    // The same desk, which knows its witness by now.
    await server.stop()
    server = await startTestServer({ connection: server.connection, config: { dataDir, witness } })
    await make()
    await cosigned()
    for (let time = 0; time < 3; time += 1) await acknowledge()
    const { number, note } = await make()
    await cosigned()
    const { line } = await server.db
      .selectFrom('checkpoint_cosignatures')
      .select('line')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const key = await readVerifierKey(witness.key)
    expect(await cosignedAt(readNote(note).text, readSignature(line), key)).toBeInstanceOf(Date)
    const verdict = async (...known: VerifierKey[]) =>
      (await verifyCheckpoints(server.db, [], known)).verdict
    expect(await verdict(key)).toMatchObject({ cosignatures: { checked: 2, others: 0 } })
    expect(await verdict()).toMatchObject({ cosignatures: { checked: 0, others: 2 } })
    // One moved under another checkpoint, as whoever rules the database could.
    const swap = async () =>
      server.db.transaction().execute(async (tx) => {
        await sql`alter table checkpoint_cosignatures disable trigger user`.execute(tx)
        await sql`update checkpoint_cosignatures as one set line = other.line, signed_at = other.signed_at
          from checkpoint_cosignatures as other where one.number <> other.number`.execute(tx)
        await sql`alter table checkpoint_cosignatures enable trigger user`.execute(tx)
      })
    await swap()
    expect(await verdict(key)).toEqual({
      intact: false,
      number: 1,
      reason: 'a witness’s cosignature of it is wrong',
    })
    await swap()

    await rewriteHistory(server.db, async (tx) =>
      sql`update policy_acknowledgments set person_name = 'Eve' where sequence = 1`.execute(tx),
    )
    await make()
    const reasons = async () => (await newest()).failures.map(({ reason }) => reason)
    await expect
      .poll(reasons)
      .toEqual(['The witness says that the history is not the one that it has signed before'])

    await rewriteHistory(server.db, async (tx) =>
      sql`delete from policy_acknowledgments where sequence = 3`.execute(tx),
    )
    await make()
    await expect.poll(reasons).toEqual(['The witness has seen 3 acknowledgments, and there are 2'])
    rmSync(dataDir, { recursive: true })
  })

  test('does not know other desks', async () => {
    await start({})
    const stranger = await vkeyOf((await findSigningKey(server.db))!)
    await server.stop()
    const witness = await startWitness(stranger)
    await start({ witness })
    await make()
    await expect
      .poll(async () => (await newest()).failures)
      .toMatchObject([{ reason: 'The witness does not know this installation' }])
  })
})
