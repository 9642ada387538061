import { authEndpoints } from '@frontdesk/contract/auth'
import { ACCOUNT_CREATED, CONFIRM_TO_BEGIN } from '@frontdesk/contract/constants'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { createMember, PASSWORD } from '../../testing/factories.ts'
import { newestMailTo, startMailSink } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const NAMES = { first_name: 'New', last_name: 'Comer', password: PASSWORD }

const signUp = (server: TestServer, body: object) =>
  server.api.raw('POST /auth/signup', { body: { ...NAMES, ...body } })

const accounts = (server: TestServer) =>
  server.db.selectFrom('users').select(['id', 'email', 'role', 'status', 'title']).execute()

/** Runs with a server of its own, because the first account is made once. */
async function onFreshServer(
  config: Partial<Config>,
  run: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer({ config })
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

describe('the first account', () => {
  test('20 first sign-ups at the same moment make one admin', async () => {
    await onFreshServer({}, async (server) => {
      const first = await server.api('GET /settings/public')
      expect(first.body.first_run).toBe(true)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => signUp(server, { email: `p${n}@example.com` })),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      const roles = (await accounts(server)).map(({ role }) => role)
      expect(roles.filter((role) => role === 'admin')).toHaveLength(1)
      expect(roles.filter((role) => role === 'agent')).toHaveLength(19)
      expect((await server.api('GET /settings/public')).body.first_run).toBe(false)
    })
  })

  test('is an active admin whatever the request and the sign-up mode say', async () => {
    for (const mode of ['approval', 'invite', 'domains'] as const) {
      await onFreshServer({ signup: { mode, domains: ['example.org'] } }, async (server) => {
        const body = {
          email: 'first@example.com',
          role: 'agent',
          title: 'Agent',
          status: 'pending',
        }
        const answer = await signUp(server, body)
        expect(answer).toMatchObject({ status: 201, body: { message: ACCOUNT_CREATED } })
        expect(await accounts(server)).toMatchObject([
          { role: 'admin', status: 'active', title: 'Admin' },
        ])
      })
    }
  })

  test('brings along the broker’s name and the time zone of its browser, and no later one does', async () => {
    await onFreshServer({}, async (server) => {
      const found = async () =>
        server.db.selectFrom('settings').select(['broker_name', 'time_zone']).executeTakeFirst()
      const zone = 'America/Los_Angeles'
      await signUp(server, { email: 'first@example.com', time_zone: zone })
      expect(await found()).toEqual({ broker_name: 'New Comer', time_zone: zone })
      await signUp(server, { email: 'two@example.com', first_name: 'No', time_zone: 'Asia/Tokyo' })
      expect(await found()).toEqual({ broker_name: 'New Comer', time_zone: zone })
    })
  })

  test('is made whatever a browser takes for its time zone', async () => {
    for (const time_zone of ["UTC'; drop table settings", '', 7, { toString: 'UTC' }]) {
      const body = authEndpoints.signup.body.parse({ ...NAMES, email: 'a@b.example', time_zone })
      expect(body.time_zone).toBeUndefined()
    }
    await onFreshServer({}, async (server) => {
      const body = { email: 'first@example.com', time_zone: 'Mars/Olympus' }
      expect(await signUp(server, body)).toMatchObject({ status: 201 })
      const { time_zone: kept } = await server.db
        .selectFrom('settings')
        .select('time_zone')
        .executeTakeFirstOrThrow()
      expect(kept).toBe('UTC')
    })
  })

  test.each(['invite', 'domains', 'approval'] as const)(
    'who loses the race for it in mode %s gets no further than anyone later',
    async (mode) => {
      await onFreshServer({ signup: { mode, domains: ['example.org'] } }, async (server) => {
        await Promise.all(
          Array.from({ length: 12 }, (_, n) => signUp(server, { email: `p${n}@example.com` })),
        )
        const active = (await accounts(server)).filter(({ status }) => status === 'active')
        expect(active).toMatchObject([{ role: 'admin' }])
      })
    },
  )

  test('there is no account, and no password that works, before it', async () => {
    await onFreshServer({}, async (server) => {
      expect(await accounts(server)).toEqual([])
      for (const email of ['admin@example.com', 'root@localhost.example', 'demo@example.com']) {
        for (const password of ['admin', 'password', 'frontdesk', 'changeme']) {
          const answer = await server.api.raw('POST /auth/login', { body: { email, password } })
          expect(answer.status).toBe(401)
        }
      }
    })
  })
})

describe('later accounts', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await createMember(server)
  })
  afterAll(async () => server.stop())

  test('role, title, status and all else that is not asked for are ignored', async () => {
    const id = uuidv7()
    const answer = await signUp(server, {
      email: 'eve@example.com',
      id,
      role: 'admin',
      title: 'Broker',
      status: 'active',
      is_admin: true,
      email_verified: true,
      password_hash: 'x',
      created_at: '2001-01-01',
      theme: 'dark',
      name: 'Other Name',
    })
    expect(answer).toMatchObject({ status: 201, body: { message: ACCOUNT_CREATED } })
    const eve = await server.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'eve@example.com')
      .executeTakeFirstOrThrow()
    expect(eve).toMatchObject({
      role: 'agent',
      title: 'Agent',
      status: 'active',
      email_verified: false,
      theme: 'system',
      name: 'New Comer',
    })
    expect(eve.id).not.toBe(id)
    expect(eve.password_hash).not.toBe('x')
  })

  test('an address that is taken gets the same answer, and its account stays as it is', async () => {
    const taken = await createMember(server, { firstName: 'Owner', email: 'taken@example.com' })
    const stored = () =>
      server.db.selectFrom('users').selectAll().where('id', '=', taken.id).executeTakeFirstOrThrow()
    const before = await stored()
    const fresh = await signUp(server, { email: 'fresh@example.com' })
    for (const email of ['taken@example.com', 'TAKEN@Example.COM', ' taken@example.com\t']) {
      const again = await signUp(server, { email, password: 'an attempt to take over' })
      expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
      expect([...again.headers.keys()]).toEqual([...fresh.headers.keys()])
    }
    expect(await stored()).toEqual(before)
  })

  test('20 parallel sign-ups with one address make one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp(server, { email: 'double@example.com' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const made = (await accounts(server)).filter(({ email }) => email === 'double@example.com')
    expect(made).toHaveLength(1)
  })

  test.each([
    ['a line feed', 'Eve\nBcc: all@example.com'],
    ['a carriage return', 'Eve\r\nSet-Cookie: a=b'],
    ['NUL', 'Eve\0'],
    ['a lone surrogate', 'Eve \ud800'],
    ['an escape sequence', 'Eve \u001b[31m'],
    ['a next line', 'Eve\u0085Bcc'],
    ['101 characters', 'E'.repeat(101)],
    ['nothing but spaces', '  \t '],
  ])('a name with %s is refused with the field it stands in', async (_, name) => {
    for (const field of ['first_name', 'last_name']) {
      const answer = await signUp(server, { email: 'never@example.com', [field]: name })
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) as string } },
      })
    }
    const made = (await accounts(server)).filter(({ email }) => email === 'never@example.com')
    expect(made).toEqual([])
  })

  test.each([
    [['a@example.com', 'b@example.com'], 400],
    [{ address: 'a@example.com' }, 400],
    [null, 400],
    [7, 400],
    ['a@example.com,b@example.com', 422],
    ['a@example.com\nBcc: b@example.com', 422],
    ['a@example.com\0', 422],
    ['a b@example.com', 422],
    ['"a\\nb"@example.com', 422],
    ['a@localhost', 422],
    ['<a@example.com>', 422],
    [`${'a'.repeat(250)}@example.com`, 422],
  ])('the e-mail %j is refused', async (email, status) => {
    const before = (await accounts(server)).length
    expect((await signUp(server, { email })).status).toBe(status)
    expect(await accounts(server)).toHaveLength(before)
  })

  test('the audit trail says who signed up and from where, and holds no password', async () => {
    await server.api('POST /auth/signup', {
      body: { ...NAMES, email: 'traced@example.com' },
      headers: { 'User-Agent': 'Desk/3' },
    })
    const event = await server.db
      .selectFrom('audit_events')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      action: 'user.signed_up',
      actor_name: 'New Comer',
      item_type: 'user',
      ip: '127.0.0.1',
      user_agent: 'Desk/3',
      details: { email: 'traced@example.com' },
    })
    expect(JSON.stringify(event)).not.toContain(PASSWORD)
  })

  test('too many from one address are told when to come back', async () => {
    await signUp(server, { email: 'before@example.com' })
    await server.db
      .updateTable('rate_limits')
      .set({ hits: 300 })
      .where('bucket', 'like', 'sign-up-from:%')
      .execute()
    const answer = await signUp(server, { email: 'after@example.com' })
    await server.db.deleteFrom('rate_limits').execute()
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  })
})

describe.each(['the environment', 'the settings'] as const)('a sign-up mode from %s', (source) => {
  async function inMode(
    mode: Config['signup']['mode'],
    domains: string[],
    run: (server: TestServer) => Promise<void>,
  ): Promise<void> {
    // What admins set wins over an environment that says the opposite.
    const opposite = { mode: mode === 'open' ? 'invite' : 'open', domains: [] } as const
    const signup = source === 'the environment' ? { mode, domains } : { ...opposite, domains: [] }
    await onFreshServer({ signup }, async (server) => {
      await createMember(server)
      if (source === 'the settings') {
        const settings = { signup_mode: mode, signup_domains: domains }
        await server.db.updateTable('settings').set(settings).execute()
      }
      await run(server)
      expect((await server.api('GET /settings/public')).body.signup_mode).toBe(mode)
    })
  }

  test('open: anyone joins as an active agent', async () => {
    await inMode('open', [], async (server) => {
      expect((await signUp(server, { email: 'a@anywhere.example' })).status).toBe(201)
      expect((await accounts(server))[1]).toMatchObject({ role: 'agent', status: 'active' })
    })
  })

  test('invite: nobody joins, and all are told so', async () => {
    await inMode('invite', [], async (server) => {
      const answer = await signUp(server, { email: 'a@anywhere.example' })
      expect(answer).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
      expect(await accounts(server)).toHaveLength(1)
    })
  })

  test('domains: exactly these e-mail domains', async () => {
    await inMode('domains', ['harbor.example', 'harbor.example.net'], async (server) => {
      const statuses: Record<string, number> = {}
      for (const email of [
        'a@harbor.example',
        'B@HARBOR.EXAMPLE.NET',
        'a@sub.harbor.example',
        'a@harbor.example.evil.example',
        'a@evil-harbor.example',
        'a@harbor.exampl',
        'harbor.example@evil.example',
      ]) {
        statuses[email] = (await signUp(server, { email })).status
      }
      expect(statuses).toEqual({
        'a@harbor.example': 201,
        'B@HARBOR.EXAMPLE.NET': 201,
        'a@sub.harbor.example': 422,
        'a@harbor.example.evil.example': 422,
        'a@evil-harbor.example': 422,
        'a@harbor.exampl': 422,
        'harbor.example@evil.example': 422,
      })
    })
  })

  test('domains: an account begins once its mailbox has answered', async () => {
    await inMode('domains', ['harbor.example'], async (server) => {
      const email = 'a@harbor.example'
      const logIn = () =>
        server.api.raw('POST /auth/login', { body: { email, password: PASSWORD } })
      expect((await signUp(server, { email })).body.message).toContain('approved')
      expect((await accounts(server))[1]).toMatchObject({ role: 'agent', status: 'pending' })
      expect(await logIn()).toMatchObject({ status: 403, body: { code: 'account_pending' } })
      const { token } = await newestMailTo(server, email)
      expect((await server.api.raw('POST /auth/verify-email', { body: { token } })).status).toBe(
        200,
      )
      expect((await logIn()).status).toBe(200)
    })
  })

  test.each(['domains', 'approval'] as const)(
    '%s: signing up and then in tells nothing of whether the address was taken',
    async (mode) => {
      await inMode(mode, ['example.com'], async (server) => {
        const taken = (await createMember(server)).email
        const told = async (email: string) => {
          const password = 'a password of the stranger'
          const up = await signUp(server, { email, password })
          const right = await server.api.raw('POST /auth/login', { body: { email, password } })
          const wrong = await server.api.raw('POST /auth/login', {
            body: { email, password: 'another of theirs' },
          })
          return [up, right, wrong].map(({ status, body }) => ({ status, body }))
        }
        const fresh = await told('fresh@example.com')
        expect(fresh.map(({ status }) => status)).toEqual([201, 403, 401])
        expect(await told(taken)).toEqual(fresh)
        expect(
          (await server.api.raw('POST /auth/login', { body: { email: taken, password: PASSWORD } }))
            .status,
        ).toBe(200)
      })
    },
  )

  test('domains: with a mail server the link is asked for, and approval does not follow from it', async () => {
    const sink = await startMailSink()
    const signup = { mode: 'domains', domains: ['harbor.example'] } as const
    const config = { signup: { ...signup, domains: [...signup.domains] }, smtpUrl: sink.url }
    await onFreshServer(config, async (server) => {
      await createMember(server)
      const email = 'a@harbor.example'
      expect((await signUp(server, { email })).body.message).toBe(CONFIRM_TO_BEGIN)
      const login = { body: { email, password: PASSWORD } }
      expect(await server.api.raw('POST /auth/login', login)).toMatchObject({
        status: 403,
        body: { code: 'account_unconfirmed' },
      })
    })
    await sink.close()
  })

  test('approval: the account waits, and its owner is told so', async () => {
    await inMode('approval', [], async (server) => {
      const answer = await signUp(server, { email: 'a@anywhere.example' })
      expect(answer.status).toBe(201)
      expect(answer.body.message).toContain('approved')
      const login = await server.api.raw('POST /auth/login', {
        body: { email: 'a@anywhere.example', password: PASSWORD },
      })
      expect(login).toMatchObject({ status: 403, body: { code: 'account_pending' } })
      await server.db
        .updateTable('users')
        .set({ status: 'active' })
        .where('email', '=', 'a@anywhere.example')
        .execute()
      const later = await server.api('POST /auth/login', {
        body: { email: 'a@anywhere.example', password: PASSWORD },
      })
      expect(later.status).toBe(200)
    })
  })
})
