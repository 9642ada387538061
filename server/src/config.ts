import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { env, loadEnvFile } from 'node:process'
import type { SignupMode } from '@frontdesk/contract/settings'
import { z } from 'zod'
import { readS3Location, type S3Location } from './platform/s3-location.ts'

/** Everything the environment decides; only this file reads it. */
export interface Config {
  host: string
  port: number
  /** Absolute. */
  dataDir: string
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** A direct connection for LISTEN, where `databaseUrl` goes through a pooler. */
  databaseListenUrl: string | null
  databasePoolSize: number
  /** How browsers reach this server, without a slash at the end; null: as they ask for it. */
  publicUrl: string | null
  /** Where mail is handed over; null: mails are written to `outbox` in `dataDir`. */
  smtpUrl: string | null
  /** Who mail comes from; null: the brokerage, at the host of `publicUrl`. */
  mailFrom: { name: string | null; address: string } | null
  /** Where uploaded files are kept; null: in `dataDir`. */
  storage: S3Location | null
  /** What operators decide of scheduled backups; null where the settings do. */
  backup: {
    place: { folder: string } | S3Location | null
    /** Minutes after midnight. */
    at: number | null
    keep: { daily: number; weekly: number; monthly: number } | null
  }
  /** The largest file that may be uploaded, in bytes. */
  maxUploadBytes: number
  signup: { mode: SignupMode; domains: string[] }
  logLevel: (typeof LOG_LEVELS)[number]
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[]
  /** Who may read `/metrics`. */
  metricsFrom: 'loopback' | 'anywhere'
  /** How subscriptions are paid for; null: this installation needs none. */
  stripe: StripeConfig | null
  /** The time authority that stamps checkpoints (RFC 3161), and the policy it has to do so under; null: none, and any. */
  tsaUrl: string | null
  tsaPolicy: string | null
  /** Who cosigns checkpoints (C2SP tlog-witness), without a slash at the end; null: nobody. */
  witness: { url: string; key: string } | null
  /** What the PDF of packs is signed with: a file of PKCS #12, absolute; null: a certificate that is made here. */
  pdfSigning: { p12: string; password: string } | null
  /** The local stand-in of tests for push services, an origin on this machine; null: only those of browsers. */
  pushServiceBase: string | null
  /** Whether webhooks may lead to this machine and its network, and need no encryption. */
  webhookAllowPrivate: boolean
}

/** What opens Stripe; the two secrets never leave the server. */
export interface StripeConfig {
  secretKey: string
  /** What webhooks are signed with; null: they are refused. */
  webhookSecret: string | null
  /** What one seat costs; null: nobody can subscribe yet. */
  priceId: string | null
  /** The local stand-in of tests and the demo, an origin on this machine; null: Stripe itself. */
  apiBase: string | null
}

/** A mistake in the environment; its message is one line for the operator. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const postgresUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
    'a PostgreSQL address, such as postgres://user:password@host/database',
  )
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to,
      `a whole number from ${from} to ${to}`,
    )
    .transform(Number)

/** An origin and nothing more: no path, no query, no password, no white space. */
const isOrigin = (value: string) =>
  /^https?:\/\/\S+$/i.test(value) &&
  URL.canParse(value) &&
  new URL(value).href === `${new URL(value).origin}/`

/** An address that something is sent to: a name and a password in it would be told to whoever reads the log. */
const isPlainUrl = (value: string) =>
  /^https?:\/\/[^\s@]+$/i.test(value) && URL.canParse(value) && new URL(value).hash === ''

/** An address, or a network such as `10.0.0.0/8`. */
function isNetwork(value: string): boolean {
  const [address = '', bits = '1', ...more] = value.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest
}

const isOnThisMachine = (value: string) =>
  isOrigin(value) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(value).hostname)

const SMTP_URL = /^smtps?:\/\/([^/?#@]*@)?[^/?#@]+\/?(\?[^#]*)?$/
const MAIL_FROM = /^(?:(?<name>[^<>"\p{Cc}]*?)\s*<(?<inAngles>[^<>]+)>|(?<bare>[^<>]+))$/u
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)

const variables = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'an address to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65535).default(3000),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(10),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'the address that people open, such as https://desk.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => SMTP_URL.test(value) && URL.canParse(value),
      'a mail server, such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readMailFrom)
    .refine(
      (from) => z.email().safeParse(from.address).success,
      'an address, such as desk@example.com or Front Desk <desk@example.com>',
    )
    .optional(),
  STORAGE_URL: z
    .string()
    .transform(readS3Location)
    .refine(
      (location) => location !== null,
      'a bucket, such as s3://key:secret@bucket/folder?region=eu-west-1&endpoint=https://s3.example.com',
    )
    .optional(),
  BACKUP_URL: z
    .string()
    .transform((value) => (isAbsolute(value) ? { folder: value } : readS3Location(value)))
    .refine(
      (place) => place !== null,
      'a folder, such as /backups, or a bucket, such as s3://key:secret@bucket/backups?region=eu-west-1',
    )
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, such as 02:15')
    .transform((value) => Number(value.slice(0, 2)) * 60 + Number(value.slice(3)))
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'how many days, weeks and months, such as 7,4,12')
    .transform((value) => {
      const [daily = 0, weekly = 0, monthly = 0] = value.split(',').map(Number)
      return { daily, weekly, monthly }
    })
    .optional(),
  MAX_UPLOAD_MB: wholeNumber(1, 1_000_000).default(1024),
  SIGNUP_MODE: z
    .string()
    .transform((value) => {
      const [mode, ...rest] = value.split(':')
      return { mode, domains: rest.length > 0 ? list(rest.join(':')) : undefined }
    })
    .refine(
      ({ mode = '', domains }) =>
        domains
          ? mode === 'domains' && domains.length > 0 && domains.every((name) => DOMAIN.test(name))
          : ['open', 'approval', 'invite'].includes(mode),
      'open, approval, invite, or domains: followed by e-mail domains, such as domains:example.com,example.org',
    )
    .transform(({ mode, domains }) => ({
      mode: mode as SignupMode,
      domains: domains ?? [],
    }))
    .default({ mode: 'open', domains: [] }),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  TRUST_PROXY: z
    .string()
    .transform(list)
    .refine(
      (entries) => entries.every(isNetwork),
      'addresses or networks of your reverse proxies, such as 127.0.0.1 or 10.0.0.0/8',
    )
    .default([]),
  METRICS_FROM: z
    .enum(['loopback', 'anywhere'], { error: 'loopback or anywhere' })
    .default('loopback'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_\w+$/,
      'a secret key of Stripe, which begins with sk_test_ or sk_live_ (or rk_ where it is restricted)',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'the signing secret of the webhook, which begins with whsec_')
    .optional(),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w+$/, 'the price of one seat, which begins with price_')
    .optional(),
  STRIPE_API_BASE: z
    .string()
    .refine(
      isOnThisMachine,
      'the address of a stand-in for Stripe on this machine, such as http://127.0.0.1:4242',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  TSA_URL: z
    .string()
    .refine(isPlainUrl, 'the address of a time authority, such as https://tsa.example.com/tsr')
    .optional(),
  TSA_POLICY: z
    .string()
    .regex(/^[0-2](\.(0|[1-9]\d{0,9})){1,20}$/, 'the identifier of a policy, such as 1.2.3.4.1')
    .optional(),
  WITNESS_URL: z
    .string()
    .refine(isPlainUrl, 'the address of a witness, such as https://witness.example.com')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  WITNESS_KEY: z
    .string()
    .regex(
      /^[^\s+]+\+[\da-f]{8}\+[\w+/]+=*$/,
      'the verifier key of the witness, such as witness.example.com+5e6f7a8b+BA…',
    )
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'true or false')
    .default('false')
    .transform((value) => value === 'true'),
  PDF_SIGNING_P12: z
    .string()
    .transform((value) => resolve(value))
    .optional(),
  PDF_SIGNING_PASSWORD: z.string().default(''),
  PUSH_SERVICE_BASE: z
    .string()
    .refine(
      isOnThisMachine,
      'the address of a stand-in for push services on this machine, such as http://127.0.0.1:4343',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
})

/** Whose values are never repeated, not even where they are wrong. */
const SECRETS = new Set(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PDF_SIGNING_PASSWORD'])

/**
 * Reads the environment and, where there is one, `.env` in the current folder (the environment wins).
 * @throws ConfigError naming the variable and what it takes
 */
export function readConfig(source: NodeJS.ProcessEnv = readEnvironment()): Config {
  // A variable that is set to nothing counts as not set.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(set)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    const name = String(path[0])
    const value = set[name] ?? ''
    // Logs keep this line; an address may hold a password.
    const got =
      SECRETS.has(name) || /@|password/.test(value) ? '' : ` (got ${JSON.stringify(value)})`
    throw new ConfigError(`${name} is not valid: it takes ${message}${got}`)
  }
  const { data } = parsed
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseListenUrl: data.DATABASE_LISTEN_URL ?? null,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    publicUrl: data.PUBLIC_URL ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? null,
    storage: data.STORAGE_URL ?? null,
    backup: {
      place: data.BACKUP_URL ?? null,
      at: data.BACKUP_AT ?? null,
      keep: data.BACKUP_KEEP ?? null,
    },
    maxUploadBytes: data.MAX_UPLOAD_MB * 1024 * 1024,
    signup: data.SIGNUP_MODE,
    logLevel: data.LOG_LEVEL,
    trustProxy: data.TRUST_PROXY,
    metricsFrom: data.METRICS_FROM,
    stripe: readStripe(data),
    tsaUrl: data.TSA_URL ?? null,
    tsaPolicy: data.TSA_POLICY ?? null,
    witness: readWitness(data),
    pdfSigning: data.PDF_SIGNING_P12
      ? { p12: data.PDF_SIGNING_P12, password: data.PDF_SIGNING_PASSWORD }
      : null,
    pushServiceBase: data.PUSH_SERVICE_BASE ?? null,
    webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE,
  }
}

function readWitness(data: z.output<typeof variables>): Config['witness'] {
  const { WITNESS_URL: url, WITNESS_KEY: key } = data
  if (!url) return null
  if (!key) throw new ConfigError('WITNESS_URL is not valid: it takes WITNESS_KEY beside it')
  return { url, key }
}

function readStripe(data: z.output<typeof variables>): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase = null } = data
  if (apiBase !== null && secretKey?.includes('_live_')) {
    throw new ConfigError(
      'STRIPE_API_BASE is not valid: it takes no stand-in while STRIPE_SECRET_KEY is a live key',
    )
  }
  if (!secretKey) return null
  return {
    secretKey,
    webhookSecret: data.STRIPE_WEBHOOK_SECRET ?? null,
    priceId: data.STRIPE_PRICE_ID ?? null,
    apiBase,
  }
}

/** The same for the demo, which has a data folder and an embedded database of its own, keeps its files there, sends no mail, and never opens Stripe. */
export function readDemoConfig(): Config {
  const source = { DATA_DIR: './demo-data', LOG_LEVEL: 'warn', ...readEnvironment() }
  return readConfig({
    ...source,
    DATABASE_URL: '',
    DATABASE_LISTEN_URL: '',
    SMTP_URL: '',
    STORAGE_URL: '',
    BACKUP_URL: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_PRICE_ID: '',
    STRIPE_API_BASE: '',
    TSA_URL: '',
    WITNESS_URL: '',
    PDF_SIGNING_P12: '',
    PUSH_SERVICE_BASE: '',
  })
}

function readMailFrom(value: string): { name: string | null; address: string } {
  const { name, inAngles, bare } = MAIL_FROM.exec(value.trim())?.groups ?? {}
  return { name: name?.trim() || null, address: (inAngles ?? bare ?? '').trim() }
}

function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env')
  return env
}
