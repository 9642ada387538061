import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import {
  mailsTo,
  newestMailTo,
  parseMail,
  startMailSink,
  tokenIn,
  waitFor,
} from '../../testing/mailbox.ts'
import { scaled } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { issueLink } from '../accounts/links.queries.ts'
import { insertMail } from './mails.queries.ts'
import { addSendJob } from './queue-mail.actions.ts'
import { requeueForgottenMails } from './send-mail.actions.ts'

async function withServer(
  options: Parameters<typeof startTestServer>[0],
  run: (server: TestServer, admin: Member) => Promise<void>,
): Promise<void> {
  const server = await startTestServer(options)
  try {
    await run(server, await createMember(server, { email: 'ada@example.com' }))
  } finally {
    await server.stop()
  }
}

const mailRow = (server: TestServer, to: string, status?: string) =>
  waitFor(async () => {
    const row = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('to_email', '=', to)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    return row && (!status || row.status === status) ? row : null
  }, `mail to ${to} that is ${status}`)

const invite = (server: TestServer, admin: Member, email: string, role = 'agent') =>
  server.api.as(admin)('POST /auth/invite', { body: { email, role } })

describe('without a mail server', () => {
  let server: TestServer
  let admin: Member
  beforeAll(async () => {
    server = await startTestServer()
    admin = await createMember(server, { email: 'ada@example.com', firstName: 'Ada' })
  })
  afterAll(async () => server.stop())

  test('mails are files that only the owner may read, in text and HTML', async () => {
    await invite(server, admin, 'guest@example.com')
    const { mail, token } = await newestMailTo(server, 'guest@example.com')
    expect(mail.subject).toBe('Your invitation to Your Brokerage’s Front Desk')
    expect(mail.from?.address).toBe('front-desk@localhost')
    expect(mail.text).toContain('Ada Doyle has invited you')
    expect(mail.html).toContain(`/accept-invite?token=${token}"`)
    expect(mail.html).toContain('prefers-color-scheme: dark')
    const folder = await stat(join(server.config.dataDir, 'outbox'))
    expect(folder.mode & 0o777).toBe(0o700)
  })

  test('no token stands in the database, before or after the mail is sent', async () => {
    await invite(server, admin, 'secret@example.com')
    const { token } = await newestMailTo(server, 'secret@example.com')
    expect(token).toHaveLength(43)
    for (const table of ['mails', 'account_links', 'account_link_tokens', 'audit_events']) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(table)} as t
      `.execute(server.db)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.map(({ text }) => text).join('\n')).not.toContain(token)
    }
    const { rows } = await sql<{ payload: string }>`
      select payload::text as payload from graphile_worker._private_jobs
    `.execute(server.db)
    expect(rows.map(({ payload }) => payload).join()).not.toContain(token)
  })

  test('links never come from what a request says of its host', async () => {
    await server.api.as(admin)('POST /auth/invite', {
      body: { email: 'host@example.com' },
      headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    })
    const { mail } = await newestMailTo(server, 'host@example.com')
    expect(mail.text).toContain(`${server.url}/accept-invite?token=`)
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
  })

  test('the register shows what was sent, filters, searches, pages and counts', async () => {
    await mailRow(server, 'guest@example.com', 'sent')
    const api = server.api.as(admin)
    const found = await api('GET /admin/mails', { query: { search: 'guest@', status: 'sent' } })
    expect(found.body).toMatchObject([{ to: 'guest@example.com', kind: 'invitation', attempts: 1 }])
    expect(Object.keys(found.body[0]!)).not.toContain('data')
    const first = await api('GET /admin/mails', { query: { limit: 1 } })
    const next = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await api('GET /admin/mails', {
      query: { limit: 1, cursor: decodeURIComponent(next!) },
    })
    expect(second.body[0]!.id).not.toBe(first.body[0]!.id)
    const setup = await api('GET /admin/mails/setup')
    expect(setup.body).toMatchObject({ delivery: 'outbox', has_public_url: false })
    expect(setup.body.counts.sent).toBeGreaterThan(0)
  })

  test('a mail whose job is lost gets a new one', async () => {
    const id = await insertMail(server.db, {
      kind: 'password_changed',
      to: 'lost@example.com',
      subject: 'Lost',
      data: {},
      userId: null,
      linkId: null,
    })
    await requeueForgottenMails(server.db)
    expect((await mailRow(server, 'lost@example.com')).status).toBe('queued')
    const past = { next_attempt_at: sql<string>`now() - interval '5 minutes'` }
    await server.db.updateTable('mails').set(past).where('id', '=', id).execute()
    await requeueForgottenMails(server.db)
    expect((await mailRow(server, 'lost@example.com', 'sent')).attempts).toBe(1)
  })

  test('jobs go on after the database dropped every connection, with one in flight', async () => {
    const inFlight = invite(server, admin, 'before@example.com').catch(() => undefined)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(server.db)
    await inFlight
    await waitFor(async () => {
      const answer = await server.api.raw('GET /health/ready')
      return answer.status === 200 ? true : null
    }, 'answer after the outage')
    expect((await invite(server, admin, 'after@example.com')).status).toBe(201)
    await mailRow(server, 'after@example.com', 'sent')
  })

  test('20 jobs for one mail send it once', async () => {
    const mail = { kind: 'password_changed', to: 'once@example.com', subject: 'Once', data: {} }
    const id = await insertMail(server.db, { ...mail, userId: null, linkId: null })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        sql`select graphile_worker.add_job('send_mail', ${JSON.stringify({ mail_id: id })}::json)`.execute(
          server.db,
        ),
      ),
    )
    await addSendJob(server.db, id)
    await mailRow(server, 'once@example.com', 'sent')
    await wait500()
    expect(await mailsTo(server, 'once@example.com')).toHaveLength(1)
  })
})

const wait500 = () => new Promise((resolve) => setTimeout(resolve, 500))

describe('with a mail server', () => {
  test('a mail reaches it, from the brokerage at the public address', async () => {
    const sink = await startMailSink()
    const config = { smtpUrl: sink.url, publicUrl: 'https://desk.example.com' }
    await withServer({ config }, async (server, admin) => {
      await server.db.updateTable('settings').set({ brokerage_name: 'Harbor & "Pine"' }).execute()
      await invite(server, admin, 'guest@example.org')
      const row = await mailRow(server, 'guest@example.org', 'sent')
      expect(row.delivery).toBe('smtp')
      const { body: again } = await server.api.as(admin)('POST /admin/mails/:id/resend', {
        params: { id: row.id },
      })
      expect(again.delivery).toBeNull()
      const received = sink.received.find(({ to }) => to.includes('guest@example.org'))!
      const mail = await parseMail(received.raw)
      expect(received.from).toBe('front-desk@desk.example.com')
      expect(mail.from).toMatchObject({ name: 'Harbor & "Pine"' })
      expect(mail.text).toContain('https://desk.example.com/accept-invite?token=')
      expect(mail.html).toContain('Harbor &amp; &quot;Pine&quot;')
    })
    await sink.close()
  })

  test('no name or address can add a header or an addressee', async () => {
    const sink = await startMailSink()
    await withServer({ config: { smtpUrl: sink.url } }, async (server, admin) => {
      const evil = 'Desk\r\nBcc: all@example.com\r\n\r\nHello'
      await server.db.updateTable('settings').set({ brokerage_name: evil }).execute()
      await server.db
        .updateTable('users')
        .set({ first_name: evil })
        .where('id', '=', admin.id)
        .execute()
      await invite(server, admin, 'guest@example.org')
      await mailRow(server, 'guest@example.org', 'sent')
      const received = sink.received.find(({ to }) => to.includes('guest@example.org'))!
      expect(received.to).toEqual(['guest@example.org'])
      const mail = await parseMail(received.raw)
      expect(mail.bcc ?? []).toEqual([])
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
      for (const email of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
        const answer = await server.api.as(admin).raw('POST /auth/invite', { body: { email } })
        expect(answer.status).toBe(422)
      }
    })
    await sink.close()
  })

  test('a slow mail server holds up no request', async () => {
    const sink = await startMailSink({ onConnect: () => undefined })
    const server = await startTestServer({ config: { smtpUrl: sink.url } })
    const admin = await createMember(server, { email: 'ada@example.com' })
    const api = server.api.as(admin)
    for (let n = 0; n < 12; n += 1) await invite(server, admin, `slow-${n}@example.org`)
    const started = performance.now()
    for (let n = 0; n < 20; n += 1) {
      expect((await api('GET /auth/me')).status).toBe(200)
      expect((await api('GET /admin/mails')).status).toBe(200)
    }
    expect((performance.now() - started) / 40).toBeLessThan(scaled(100))
    expect((await api('GET /health/ready')).status).toBe(200)
    // Nor the end of the server.
    const stopping = performance.now()
    await server.stop()
    expect(performance.now() - stopping).toBeLessThan(scaled(9000))
    await sink.close()
    // What its end cut off was no try: the next one is the first.
    const later = await startTestServer({ connection: server.connection })
    const tries = await waitFor(async () => {
      const rows = await later.db.selectFrom('mails').select(['status', 'attempts']).execute()
      return rows.every(({ status }) => status === 'sent') ? rows.map((row) => row.attempts) : null
    }, 'the rest of the mails')
    expect(tries).toEqual(Array.from({ length: 12 }, () => 1))
    await later.stop()
  })

  test('an address that it refuses for good has failed at once, with the reason', async () => {
    const sink = await startMailSink({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 })),
    })
    await withServer({ config: { smtpUrl: sink.url } }, async (server, admin) => {
      await invite(server, admin, 'nobody@example.org')
      const failed = await mailRow(server, 'nobody@example.org', 'failed')
      expect(failed).toMatchObject({ attempts: 1 })
      expect(failed.last_error).toContain('No such mailbox here')
    })
    await sink.close()
  })

  test('one that is away is tried again, later each time; resend tries at once', async () => {
    const away = await startMailSink()
    await away.close()
    await withServer({ config: { smtpUrl: away.url } }, async (server, admin) => {
      await invite(server, admin, 'later@example.org')
      const waiting = await waitFor(async () => {
        const row = await mailRow(server, 'later@example.org')
        return row.last_error ? row : null
      }, 'failed try')
      expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
      expect(waiting.last_error).toContain('ECONNREFUSED')
      const next = (row: { next_attempt_at: string }) => Date.parse(row.next_attempt_at)
      // Ten seconds after the first try, which came after the row and before now.
      expect(next(waiting)).toBeGreaterThanOrEqual(Date.parse(waiting.created_at) + 10_000)
      expect(next(waiting)).toBeLessThanOrEqual(Date.now() + 10_000)
      const before = Date.now()
      await addSendJob(server.db, waiting.id)
      const longer = await waitFor(async () => {
        const row = await mailRow(server, 'later@example.org')
        return row.attempts === 2 && row.claimed_until === null ? row : null
      }, 'second failed try')
      expect(next(longer)).toBeGreaterThanOrEqual(before + 30_000)
      expect(next(longer)).toBeLessThanOrEqual(Date.now() + 30_000)
      const { body } = await server.api.as(admin)('POST /admin/mails/:id/resend', {
        params: { id: waiting.id },
      })
      expect(body).toMatchObject({ status: 'queued', attempts: 0, last_error: null })
      await waitFor(async () => {
        const row = await mailRow(server, 'later@example.org')
        return row.attempts === 1 ? row : null
      }, 'second try')
    })
  })

  test('a link that is for another address is mailed to nobody', async () => {
    await withServer({}, async (server, admin) => {
      const link = { userId: admin.id, purpose: 'reset', email: admin.email } as const
      const linkId = await issueLink(server.db, link)
      const mail = { kind: 'reset_password', subject: 'A link', data: {}, userId: admin.id, linkId }
      for (const to of ['elsewhere@example.org', admin.email]) {
        await addSendJob(server.db, await insertMail(server.db, { ...mail, to }))
      }
      await mailRow(server, admin.email, 'sent')
      const failed = await mailRow(server, 'elsewhere@example.org', 'failed')
      expect(failed.last_error).toContain('Its link')
    })
  })

  test('a mail whose link is over is not sent again', async () => {
    await withServer({}, async (server, admin) => {
      const { body: invitation } = await invite(server, admin, 'gone@example.org')
      const { id } = await mailRow(server, 'gone@example.org', 'sent')
      const params = { id: invitation.id }
      await server.api.as(admin)('POST /auth/invites/:id/resend', { params })
      const answer = await server.api
        .as(admin)
        .raw('POST /admin/mails/:id/resend', { params: { id } })
      expect(answer).toMatchObject({ status: 422, body: { code: 'link_over' } })
    })
  })

  test('two nodes share the work, and each mail goes out once', async () => {
    const sink = await startMailSink()
    const config = { smtpUrl: sink.url }
    await withServer({ config }, async (server, admin) => {
      const other = await startTestServer({ config, connection: server.connection })
      const lines = Array.from({ length: 60 }, (_, n) => ({ email: `many-${n}@example.org` }))
      const { body } = await server.api.as(admin)('POST /auth/invites', {
        body: { invitations: lines },
      })
      expect(body.results.every(({ outcome }) => outcome === 'invited')).toBe(true)
      await waitFor(async () => {
        const { body: setup } = await server.api.as(admin)('GET /admin/mails/setup')
        return setup.counts.queued === 0 ? setup : null
      }, 'end of the queue')
      const guests = sink.received.flatMap(({ to }) => to).filter((to) => to.startsWith('many-'))
      expect(guests.toSorted()).toEqual(lines.map(({ email }) => email).toSorted())
      expect(
        new Set(sink.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])).size,
      ).toBe(sink.received.length)
      await other.stop()
    })
    await sink.close()
  })
})

test('the outbox keeps a token apart for each mail', async () => {
  await withServer({}, async (server, admin) => {
    const { body } = await invite(server, admin, 'twice@example.org')
    await newestMailTo(server, 'twice@example.org')
    await server.api.as(admin)('POST /auth/invites/:id/resend', { params: { id: body.id } })
    const tokens = (await mailsTo(server, 'twice@example.org', 2)).map(tokenIn)
    expect(new Set(tokens).size).toBe(2)
  })
})

test('what became of a mail is told as it was, whatever the server is set to do by now', async () => {
  await withServer({}, async (server, admin) => {
    const { body: guest } = await invite(server, admin, 'file@example.com')
    await mailRow(server, 'file@example.com', 'sent')
    const config = { smtpUrl: 'smtp://127.0.0.1:1' }
    const later = await startTestServer({ config, connection: server.connection })
    const api = later.api.as(admin)
    const params = { id: guest.id }
    expect((await api('GET /settings/public')).body.sends_mail).toBe(true)
    expect((await api('GET /admin/mails')).body[0]).toMatchObject({ delivery: 'outbox' })
    expect((await api('GET /auth/invites')).body[0]).toMatchObject({ mail_delivery: 'outbox' })
    const { body: person } = await api('GET /admin/users/:id', { params })
    expect(person.invitation_delivery).toBe('outbox')
    const { body: rows } = await api('GET /admin/users', { query: { search: 'file@' } })
    expect(rows[0]!.invitation_delivery).toBe('outbox')
    await later.stop()
  })
})
