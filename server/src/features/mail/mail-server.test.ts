import { randomBytes } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { mailsTo, parseMail, startMailSink, waitFor } from '../../testing/mailbox.ts'
import { scaled } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const PASSWORD = 'hunter two, and then some'

let server: TestServer
let admin: Member
const log: string[] = []

beforeAll(async () => {
  server = await startTestServer({ logTo: (line) => void log.push(line) })
  admin = await createMember(server, { email: 'ada@example.com' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  await server.api.as(admin)('DELETE /admin/mail-server')
})

const api = () => server.api.as(admin)
const draft = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  username: 'desk@example.com',
  password: PASSWORD,
  from_address: 'desk@example.com',
  from_name: '',
}
const save = (changes: object = {}) =>
  api().raw('PUT /admin/mail-server', { body: { ...draft, ...changes } })
const tryOut = (changes: object = {}) =>
  api().raw('POST /admin/mail-server/test', { body: { ...draft, ...changes } })

/** A mail server that asks for the name and password, without encryption. */
const sinkWithPassword = (options: SMTPServerOptions = {}) =>
  startMailSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === draft.username && password === PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error('Invalid login'), { responseCode: 535 })),
    ...options,
  })
const at = ({ url }: { url: string }) => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  security: 'none',
})

async function invite(email: string, node = server): Promise<void> {
  await node.api.as(admin)('POST /auth/invite', { body: { email, role: 'agent' } })
}

const mailRow = (
  email: string,
  is: (row: { status: string; last_error: string | null }) => boolean,
) =>
  waitFor(async () => {
    const row = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('to_email', '=', email)
      .executeTakeFirst()
    return row && is(row) ? row : null
  }, `mail to ${email}`)

test('what is saved is said again, but for the password, and everybody’s pages know that mail goes out', async () => {
  const { status, body } = await save()
  expect(status).toBe(200)
  const { password: _, ...rest } = draft
  expect(body).toMatchObject({
    ...rest,
    from_name: null,
    source: 'settings',
    has_password: true,
    password_lost: false,
  })
  expect((await server.api('GET /settings/public')).body.sends_mail).toBe(true)
  await api()('DELETE /admin/mail-server')
  expect((await server.api('GET /settings/public')).body.sends_mail).toBe(false)
})

test('the password is in no answer, table, audit row or line of the log, and its key is the owner’s alone', async () => {
  await save()
  await tryOut({ host: '127.0.0.1', port: 1 })
  const answers = await Promise.all([
    api().raw('GET /admin/mail-server'),
    api().raw('GET /admin/mails/setup'),
    api().raw('GET /admin/audit'),
    api().raw('GET /admin/settings'),
  ])
  const { rows } = await sql<{ tables: string }>`
    select string_agg(table_name, ',') as tables from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(server.db)
  const stored = await Promise.all(
    rows[0]!.tables.split(',').map(async (table) => {
      const found = await sql<{ text: string }>`
        select t::text as text from ${sql.table(table)} as t
      `.execute(server.db)
      return found.rows.map(({ text }) => text).join('\n')
    }),
  )
  const everything = [...answers.map(({ body }) => JSON.stringify(body)), ...stored, ...log].join()
  expect(everything).toContain('desk@example.com')
  for (const form of ['utf8', 'hex', 'base64'] as const) {
    expect(everything).not.toContain(Buffer.from(PASSWORD).toString(form))
  }
  const { mode } = await stat(join(server.config.dataDir, 'secrets.key'))
  expect(mode & 0o777).toBe(0o600)
})

test('a mail goes by the server that was named, on every node, and by the next one without a restart', async () => {
  const [first, second] = [await sinkWithPassword(), await sinkWithPassword()]
  const node = await startTestServer({
    connection: server.connection,
    config: { dataDir: server.config.dataDir },
  })
  await save({ ...at(first), from_name: 'Harbor & Hill' })
  await invite('one@example.org', node)
  expect(await mailRow('one@example.org', ({ status }) => status === 'sent')).toMatchObject({
    delivery: 'smtp',
  })
  await save(at(second))
  await invite('two@example.org', node)
  await mailRow('two@example.org', ({ status }) => status === 'sent')
  expect([first, second].map(({ received }) => received.map(({ to }) => to[0]))).toEqual([
    ['one@example.org'],
    ['two@example.org'],
  ])
  const mail = await parseMail(first.received[0]!.raw)
  expect(mail.from).toEqual({ name: 'Harbor & Hill', address: 'desk@example.com' })
  await api()('DELETE /admin/mail-server')
  await invite('three@example.org', node)
  const row = await mailRow('three@example.org', ({ status }) => status === 'sent')
  expect(row.delivery).toBe('outbox')
  expect(await mailsTo(server, 'three@example.org')).toHaveLength(1)
  await node.stop()
  await Promise.all([first.close(), second.close()])
})

test('of two who save over each other the second is told', async () => {
  const { headers } = await api()('GET /admin/mail-server')
  const etag = { 'If-Match': headers.get('etag')! }
  const first = await api().raw('PUT /admin/mail-server', { body: draft, headers: etag })
  const body = { ...draft, host: 'smtp.example.org' }
  const second = await api().raw('PUT /admin/mail-server', { body, headers: etag })
  expect([first.status, second.status]).toEqual([200, 409])
  expect(second.body).toMatchObject({
    code: 'edit_conflict',
    current: { host: 'smtp.example.com' },
  })
})

describe('a password that is left out', () => {
  const { password: _, ...without } = draft

  test('stays, for the same server and name', async () => {
    const sink = await sinkWithPassword()
    await save(at(sink))
    const changes = { ...without, ...at(sink), from_name: 'Desk', password: undefined }
    expect((await save(changes)).status).toBe(200)
    expect((await tryOut(changes)).status).toBe(200)
    expect(sink.received).toHaveLength(1)
    await sink.close()
  })

  test('goes to no other server, port or name, and not in the open', async () => {
    await save()
    const others = [
      { host: 'evil.example.com' },
      { port: 2525 },
      { username: 'other@example.com' },
      { security: 'none' },
    ]
    for (const other of others) {
      const body = { ...without, ...other, password: undefined }
      for (const answer of [await save(body), await tryOut(body)]) {
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'password_needed', fields: { password: expect.any(String) } },
        })
      }
    }
  })

  test('is not to be had by changing the server in the database either', async () => {
    await save()
    await server.db.updateTable('mail_server').set({ host: 'evil.example.com' }).execute()
    const { body } = await api()('GET /admin/mail-server')
    expect(body).toMatchObject({ has_password: true, password_lost: true })
  })
})

test('restored without its key, one line says what to do, and nothing else breaks', async () => {
  const sink = await sinkWithPassword()
  await save(at(sink))
  const file = join(server.config.dataDir, 'secrets.key')
  await rename(file, `${file}.away`)
  for (const key of [null, randomBytes(32).toString('base64')]) {
    if (key) await writeFile(file, key, { mode: 0o600 })
    expect((await api()('GET /admin/mail-server')).body.password_lost).toBe(true)
    const email = `lost-${key ? 'other' : 'none'}@example.org`
    await invite(email)
    const row = await mailRow(email, ({ last_error: reason }) => reason !== null)
    expect(row).toMatchObject({ status: 'queued' })
    expect(row.last_error).toContain('Please give it anew under Settings, Mail.')
    expect((await save({ ...at(sink), password: undefined })).status).toBe(422)
  }
  // Given anew, all is well again, under the key that is there.
  expect((await save(at(sink))).status).toBe(200)
  for (const email of ['lost-none@example.org', 'lost-other@example.org']) {
    await mailRow(email, ({ status }) => status === 'sent')
  }
  expect((await readFile(file, 'utf8')).trim()).toHaveLength(44)
  await sink.close()
})

test('SMTP_URL wins: it is shown without its password, and nothing here changes it', async () => {
  const sink = await startMailSink()
  const url = sink.url.replace('smtp://', `smtp://desk:${encodeURIComponent(PASSWORD)}@`)
  await save()
  const node = await startTestServer({ connection: server.connection, config: { smtpUrl: url } })
  const { body } = await node.api.as(admin)('GET /admin/mail-server')
  expect(body).toMatchObject({ source: 'environment', host: '127.0.0.1', has_password: true })
  expect(JSON.stringify(body)).not.toContain(PASSWORD)
  for (const call of ['PUT /admin/mail-server', 'POST /admin/mail-server/test'] as const) {
    const answer = await node.api.as(admin).raw(call, { body: draft })
    expect(answer).toMatchObject({ status: 409, body: { code: 'set_by_environment' } })
  }
  await node.stop()
  await sink.close()
})

describe('a test mail', () => {
  test('comes to who asked for it, by what is typed, which is not kept', async () => {
    const sink = await sinkWithPassword()
    expect(await tryOut(at(sink))).toMatchObject({ status: 200, body: { to: 'ada@example.com' } })
    const [received] = sink.received
    expect(received).toMatchObject({ to: ['ada@example.com'], from: 'desk@example.com' })
    expect((await parseMail(received!.raw)).subject).toContain('A test mail from')
    expect((await api()('GET /admin/mail-server')).body.source).toBe('none')
    await sink.close()
  })

  const failure = async (changes: object) => {
    const { status, body } = await tryOut(changes)
    expect(status).toBe(422)
    const { fields } = body as unknown as { fields: Record<string, string> }
    return Object.entries(fields)[0]!
  }

  test('says what is wrong, beside the field that mends it', async () => {
    const picky = await sinkWithPassword({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('Sender not allowed'), { responseCode: 553 })),
    })
    const selfSigned = await startMailSink({ disabledCommands: [] })
    const away = await startMailSink()
    await away.close()
    expect(await failure({ ...at(picky), password: 'wrong' })).toEqual([
      'username',
      '127.0.0.1 does not accept this name and password. It says: 535 Invalid login',
    ])
    expect(await failure(at(picky))).toEqual([
      'from_address',
      '127.0.0.1 does not send mail from desk@example.com. It says: 553 Sender not allowed',
    ])
    expect(await failure({ ...at(selfSigned), security: 'starttls' })).toEqual([
      'host',
      // Self-signed, and by now expired.
      expect.stringMatching(
        /^The certificate of 127.0.0.1 can’t be trusted: it .+ Nothing was sent.$/,
      ),
    ])
    expect(await failure({ ...at(picky), security: 'starttls' })).toEqual([
      'security',
      expect.stringContaining('offers no STARTTLS'),
    ])
    expect(await failure({ ...at(picky), security: 'tls' })).toEqual([
      'security',
      expect.stringContaining('does not begin with encryption'),
    ])
    expect(await failure(at(away))).toEqual([
      'port',
      expect.stringContaining('takes no connections'),
    ])
    expect(await failure({ host: 'no-such-host.invalid' })).toEqual([
      'host',
      'There is no mail server called no-such-host.invalid. Please check its name.',
    ])
    await Promise.all([picky.close(), selfSigned.close()])
  })

  test('waits for a server that hangs, or trickles, no longer than somebody would', async () => {
    const sockets = new Set<Socket>()
    const hangs = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => hangs.listen(0, '127.0.0.1', resolve))
    const address = hangs.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const began = performance.now()
    const said = await failure({ host: '127.0.0.1', port, security: 'none' })
    expect(said).toEqual(['host', expect.stringContaining('does not answer')])
    expect(performance.now() - began).toBeLessThan(scaled(15_000))
    // Nor does a server that stops wait for it.
    const node = await startTestServer({ connection: server.connection })
    const body = { ...draft, host: '127.0.0.1', port, security: 'none' }
    const asked = node.api.as(admin).raw('POST /admin/mail-server/test', { body })
    await waitFor(async () => (sockets.size > 1 ? true : null), 'second connection')
    const stopping = performance.now()
    await node.stop()
    expect(performance.now() - stopping).toBeLessThan(scaled(5000))
    expect((await asked).status).toBe(503)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => hangs.close(resolve))
  })

  test('never shows the password, should the server repeat it', async () => {
    const echo = await sinkWithPassword({
      onAuth: ({ password }, _session, done) =>
        done(Object.assign(new Error(`Not ${password}`), { responseCode: 535 })),
    })
    const [, sentence] = await failure({ ...at(echo), password: 'a secret of ours' })
    expect(sentence).toContain('Not …')
    expect(sentence).not.toContain('secret')
    await echo.close()
  })

  test('can be asked for so often', async () => {
    const away = await startMailSink()
    await away.close()
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push((await tryOut(at(away))).status)
    expect(statuses.slice(-2)).toEqual([422, 429])
  })
})
