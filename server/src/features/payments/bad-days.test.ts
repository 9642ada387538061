import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Fault } from '../../../demo/local-stripe/stand-in.ts'
import { createMember } from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'
import { startBilledServer, subscribe } from '../../testing/stripe.ts'
import { syncBilling } from './billing.jobs.ts'

const log = pino({ level: 'silent' })
const current = { params: { id: 'current' } }

const DAYS: [Fault, number, string][] = [
  ['down', 503, 'stripe_unavailable'],
  ['fault', 503, 'stripe_unavailable'],
  ['busy', 503, 'stripe_unavailable'],
  ['html', 503, 'stripe_rubbish'],
  ['rubbish', 503, 'stripe_rubbish'],
  ['slow', 503, 'stripe_unavailable'],
]

test.each(DAYS)(
  'on a day when Stripe is “%s”, whoever asks is told within seconds, and nobody else waits',
  async (fault, status, code) => {
    const server = await startBilledServer({ quiet: true })
    try {
      const admin = await createMember(server)
      await subscribe(server, server.stripe, 1)
      server.stripe.fault = fault
      const api = server.api.as(admin)
      const began = performance.now()
      // More than the pool has connections: none of them may be held meanwhile.
      const asked = Array.from({ length: 14 }, (_, at) =>
        api.raw(`POST /payments/subscription/current/${at % 2 === 0 ? 'refresh' : 'cancel'}`),
      )
      const all = Promise.all(asked)
      await wait(200)
      const others = await Promise.all([
        api('GET /payments/subscription/:id', current),
        api('GET /auth/me'),
        api('PUT /users/me/theme', { body: { theme: 'dark' } }),
      ])
      expect(others.map((answer) => answer.status)).toEqual([200, 200, 200])
      expect(others[0].body.status).toBe('active')
      const first = await Promise.race([all.then(() => 'answered'), wait(0, 'still asked')])
      expect([fault, first]).not.toEqual(['slow', 'answered'])
      for (const answer of await all) {
        expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) } })
      }
      expect(performance.now() - began).toBeLessThan(scaled(28_000))
    } finally {
      await server.stop()
    }
  },
  60_000,
)

test('a job tries later and later, gives up visibly, and looking again ends that', async () => {
  const server = await startBilledServer({ quiet: true })
  try {
    const admin = await createMember(server)
    await subscribe(server, server.stripe, 1)
    const api = server.api.as(admin)
    const problem = async () => (await api('GET /payments/subscription/:id', current)).body.problem
    server.stripe.fault = 'busy'
    const delays: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      await syncBilling(server, log)
      delays.push(Math.round((Date.parse((await problem())!.next_try_at!) - Date.now()) / 1000))
    }
    expect(delays).toEqual(delays.toSorted((one, other) => one - other))
    expect(delays[0]).toBeLessThanOrEqual(10)
    expect(delays.at(-1)).toBeGreaterThan(3600)
    await syncBilling(server, log)
    expect(await problem()).toMatchObject({
      code: 'stripe_unavailable',
      error: 'Stripe asks for fewer requests.',
      tries: 9,
      next_try_at: null,
    })
    server.stripe.fault = null
    expect((await api('POST /payments/subscription/:id/refresh', current)).body.problem).toBeNull()
  } finally {
    await server.stop()
  }
})

test('a key that Stripe does not accept is said, and the key stands nowhere', async () => {
  const lines: string[] = []
  const server = await startBilledServer({ quiet: true, logTo: (line) => lines.push(line) })
  const { secretKey, webhookSecret } = server.config.stripe!
  try {
    const admin = await createMember(server)
    await subscribe(server, server.stripe, 1)
    const api = server.api.as(admin)
    const answers: unknown[] = []
    const ask = async (call: string, options = {}) =>
      answers.push((await api.raw(call, options)).body)
    await ask('POST /payments/subscription/current/portal')
    await ask('POST /payments/subscription/current/cancel')
    await ask('POST /payments/webhook', {
      body: '{}',
      headers: { 'Stripe-Signature': webhookSecret! },
    })
    // The server goes on with the old key.
    server.stripe.config = { ...server.stripe.config, secretKey: 'sk_test_another' }
    await ask('POST /payments/subscription/current/refresh')
    expect(answers.at(-1)).toMatchObject({ code: 'stripe_refused' })
    await ask('POST /payments/checkout')
    await syncBilling(
      server,
      pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
    )
    await ask('GET /payments/subscription/current')
    await ask('GET /settings/front-desk')
    await ask('GET /admin/audit')
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
    `.execute(server.db)
    const contents = await Promise.all(
      tables.map(({ name }) => sql`select t::text from ${sql.raw(name)} as t`.execute(server.db)),
    )
    expect(tables.length).toBeGreaterThan(20)
    expect(lines.length).toBeGreaterThan(5)
    const everything = [lines, answers, contents.map(({ rows }) => rows)].map((it) =>
      JSON.stringify(it),
    )
    for (const secret of [secretKey, webhookSecret!]) {
      for (const text of everything) expect(text.includes(secret)).toBe(false)
    }
  } finally {
    await server.stop()
  }
})

test('nothing of the server that is installed leads to the local Stripe', async () => {
  const folder = new URL('../../', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) =>
      name.endsWith('.ts') && !name.startsWith('testing') && !/\.(test|fixture)\.ts$/.test(name),
  )
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    expect(/from '[^']*demo\//.test(text), name).toBe(false)
  }
})
