import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cwd, execPath } from 'node:process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConfigError, readConfig, readDemoConfig } from './config.ts'
import { programPath } from './testing/programs.ts'

test('with nothing set, it serves this machine from ./data', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(cwd(), 'data'),
    databaseUrl: null,
    databaseListenUrl: null,
    databasePoolSize: 10,
    publicUrl: null,
    smtpUrl: null,
    mailFrom: null,
    storage: null,
    backup: { place: null, at: null, keep: null },
    maxUploadBytes: 1024 ** 3,
    signup: { mode: 'open', domains: [] },
    logLevel: 'info',
    trustProxy: [],
    metricsFrom: 'loopback',
    stripe: null,
    tsaUrl: null,
    tsaPolicy: null,
    witness: null,
    pdfSigning: null,
    webhookAllowPrivate: false,
    pushServiceBase: null,
  })
})

test('the demo tells nobody outside, but lets webhooks be tried with a receiver on this machine', () => {
  vi.stubEnv('WEBHOOK_ALLOW_PRIVATE', 'true')
  vi.stubEnv('SMTP_URL', 'smtp://mail.example.com')
  try {
    expect(readDemoConfig()).toMatchObject({ webhookAllowPrivate: true, smtpUrl: null })
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a certificate for PDF files has a password of its own, or none', () => {
  const file = { PDF_SIGNING_P12: '/etc/desk.p12' }
  expect(readConfig(file).pdfSigning).toEqual({ p12: '/etc/desk.p12', password: '' })
  const both = { ...file, PDF_SIGNING_PASSWORD: 'secret' }
  expect(readConfig(both).pdfSigning).toMatchObject({ password: 'secret' })
  expect(readConfig({ PDF_SIGNING_PASSWORD: 'secret' }).pdfSigning).toBeNull()
})

test('Stripe is opened with a key only, and a live one never opens a stand-in', () => {
  const key = 'sk_test_1'
  expect(readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' }).stripe).toBeNull()
  expect(readConfig({ STRIPE_SECRET_KEY: key }).stripe).toEqual({
    secretKey: key,
    webhookSecret: null,
    priceId: null,
    apiBase: null,
  })
  const base = { STRIPE_API_BASE: 'http://127.0.0.1:4242' }
  expect(readConfig({ STRIPE_SECRET_KEY: key, ...base }).stripe?.apiBase).toBe(base.STRIPE_API_BASE)
  for (const live of ['sk_live_1', 'rk_live_1']) {
    expect(() => readConfig({ STRIPE_SECRET_KEY: live, ...base })).toThrow(
      /^STRIPE_API_BASE is not valid: it takes no stand-in while STRIPE_SECRET_KEY is a live key$/,
    )
  }
})

test('an empty value is none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '', SIGNUP_MODE: '' })).toEqual(
    readConfig({}),
  )
})

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65535 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['DATA_DIR', '/srv/front desk', { dataDir: '/srv/front desk' }],
  ['DATABASE_URL', 'postgresql://u:p%40@db:5433/desk?sslmode=require', {}],
  ['DATABASE_URL', 'postgres:///desk?host=/run/postgresql', {}],
  ['PUBLIC_URL', 'https://desk.example.com/', { publicUrl: 'https://desk.example.com' }],
  ['PUBLIC_URL', 'http://10.0.0.5:8080', { publicUrl: 'http://10.0.0.5:8080' }],
  // As browsers write it in `Origin`.
  ['PUBLIC_URL', 'HTTPS://Desk.Example.com:443', { publicUrl: 'https://desk.example.com' }],
  ['SIGNUP_MODE', 'approval', { signup: { mode: 'approval', domains: [] } }],
  ['SIGNUP_MODE', 'invite', { signup: { mode: 'invite', domains: [] } }],
  [
    'SIGNUP_MODE',
    'domains: Harbor.example , b.example',
    { signup: { mode: 'domains', domains: ['harbor.example', 'b.example'] } },
  ],
  ['BACKUP_URL', '/backups', { backup: { place: { folder: '/backups' }, at: null, keep: null } }],
  ['BACKUP_AT', '23:05', { backup: { place: null, at: 1385, keep: null } }],
  [
    'BACKUP_KEEP',
    '3,2,1',
    { backup: { place: null, at: null, keep: { daily: 3, weekly: 2, monthly: 1 } } },
  ],
  ['MAX_UPLOAD_MB', '50', { maxUploadBytes: 50 * 1024 ** 2 }],
  [
    'STORAGE_URL',
    's3://key:se%2Fcret@desk/office?region=eu-west-1&endpoint=https://s3.example.com',
    {
      storage: {
        bucket: 'desk',
        prefix: 'office/',
        region: 'eu-west-1',
        endpoint: 'https://s3.example.com',
        credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
      },
    },
  ],
  ['STORAGE_URL', 's3://desk', { storage: expect.objectContaining({ credentials: null }) }],
  ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
  [
    'TRUST_PROXY',
    '127.0.0.1, 10.0.0.0/8,fd00::/8',
    { trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] },
  ],
  ['METRICS_FROM', 'anywhere', { metricsFrom: 'anywhere' }],
])('%s takes %j', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

const BAD: [name: string, value: string, takes: string][] = [
  ...['-1', '65536', '3000.5', '3e3', ' 3000', 'http', '0x50', '٣٠٠٠'].map(
    (value): [string, string, string] => ['PORT', value, 'a whole number from 0 to 65535'],
  ),
  ['HOST', 'all interfaces', 'an address to listen on'],
  ['HOST', 'http://127.0.0.1', 'an address to listen on'],
  ...['0', '1.5', '-1', '10MB'].map((value): [string, string, string] => [
    'MAX_UPLOAD_MB',
    value,
    'a whole number from 1 to 1000000',
  ]),
  ...[
    'https://desk.s3.example.com',
    's3://',
    's3://Desk_1',
    's3://key:a-secret@desk?acl=public',
    's3://key@desk',
    's3://desk?endpoint=ftp://s3.example.com',
    's3://desk/a folder',
  ].map((value): [string, string, string] => ['STORAGE_URL', value, 'a bucket, such as s3://']),
  ['DATABASE_URL', 'mysql://u:a-secret@db/desk', 'a PostgreSQL address'],
  ['DATABASE_URL', 'db.example.com', 'a PostgreSQL address'],
  ['DATABASE_URL', 'postgres://', 'a PostgreSQL address'],
  ['DATABASE_URL', 'postgres://u:a-secret@[bad/desk', 'a PostgreSQL address'],
  ['DATABASE_URL', 'postgres://u:a-secret@db:port/desk', 'a PostgreSQL address'],
  ['DATABASE_LISTEN_URL', 'https://u:a-secret@db', 'a PostgreSQL address'],
  ...['1', '0', '201', 'many'].map((value): [string, string, string] => [
    'DATABASE_POOL_SIZE',
    value,
    'a whole number from 2 to 200',
  ]),
  ...[
    'desk.example.com',
    'ftp://desk.example.com',
    'https://',
    'https://desk.example.com/portal',
    'https://desk.example.com?x',
    'https://desk example.com',
    'https://desk.example.com\nevil',
    'https://u:a-secret@desk.example.com',
    'javascript:alert(1)',
    'https://[bad',
  ].map((value): [string, string, string] => ['PUBLIC_URL', value, 'the address that people open']),
  ...[
    'closed',
    'OPEN',
    'open:example.com',
    'invite:x',
    'domains',
    'domains:',
    'domains: ,',
    'domains:example',
    'domains:a@example.com',
    'domains:*.example.com',
    'domains:example.com;b.example',
    'domains:example.com:b.example',
  ].map((value): [string, string, string] => ['SIGNUP_MODE', value, 'open, approval, invite, or']),
  ['LOG_LEVEL', 'verbose', 'one of trace, debug, info, warn, error, fatal, silent'],
  ...[
    'true',
    'all',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'fd00::/129',
    '1.2.3',
  ].map((value): [string, string, string] => ['TRUST_PROXY', value, 'addresses or networks']),
  ['STRIPE_SECRET_KEY', 'pk_test_a-secret', 'a secret key of Stripe'],
  ['STRIPE_WEBHOOK_SECRET', 'a-secret', 'the signing secret'],
  ['STRIPE_PRICE_ID', 'prod_1', 'the price of one seat'],
  ['STRIPE_API_BASE', 'https://api.stripe.example', 'the address of a stand-in'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:4242/v1', 'the address of a stand-in'],
  ['WEBHOOK_ALLOW_PRIVATE', 'yes', 'true or false'],
  ['METRICS_FROM', 'everywhere', 'loopback or anywhere'],
]

test.each(BAD)('%s=%j is refused in one line that says what it takes', (name, value, takes) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} is not valid: it takes ${takes}[^\\n]*$`))
  expect(read).not.toThrow('a-secret')
})

describe('the program', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'frontdesk-config-'))
  })
  afterAll(async () => rm(folder, { recursive: true }))

  /** Starts it in the folder, with this environment and nothing else. */
  function start(variables: Record<string, string>) {
    const child = spawn(execPath, [programPath('main')], { cwd: folder, env: variables })
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      let out = ''
      let err = ''
      child.stdout.on('data', (part: Buffer) => (out += part.toString()))
      child.stderr.on('data', (part: Buffer) => (err += part.toString()))
      child.on('close', (code) => resolve({ code, out, err }))
    })
  }

  test('stops with that line alone, and starts nothing', async () => {
    const { code, out, err } = await start({ SIGNUP_MODE: 'everyone' })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^SIGNUP_MODE is not valid: it takes open, [^\n]*\(got "everyone"\)\n$/)
  })

  test('reads .env where it starts, and the environment wins', async () => {
    await writeFile(join(folder, '.env'), 'PORT=from-file\nLOG_LEVEL=loud\n')
    expect((await start({})).err).toContain('PORT is not valid')
    expect((await start({ PORT: '0' })).err).toContain('LOG_LEVEL is not valid')
  })

  test('says so in one line where it cannot write its data', async () => {
    await writeFile(join(folder, '.env'), '')
    await writeFile(join(folder, 'taken'), 'a file')
    const { code, out, err } = await start({ DATA_DIR: join(folder, 'taken'), PORT: '0' })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^DATA_DIR [^\n]*\n$/)
  })
})
