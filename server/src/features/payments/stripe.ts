import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Config, StripeConfig } from '../../config.ts'
import { AppError } from '../../http/errors.ts'

/** What this program was written against: Stripe keeps answering in these shapes. */
const API_VERSION = '2026-10-28.endive'
/** One request, its body included. It is tried twice. */
const REQUEST_MS = 8000
/** All requests that one person waits for, and that one job makes. */
const ANSWER_WITHIN_MS = 12_000
const JOB_WITHIN_MS = 60_000

export type Source = 'live' | 'test' | 'local'

/** Where a key leads: what is known of one place says nothing about the others. */
export function sourceOf({ secretKey, apiBase }: StripeConfig): Source {
  if (apiBase !== null) return 'local'
  return secretKey.includes('_live_') ? 'live' : 'test'
}

/**
 * What is set to open Stripe.
 * @throws AppError 422 `billing_off` without a key
 */
export function stripeConfigOf({ stripe }: Config): StripeConfig {
  if (stripe) return stripe
  throw new AppError(
    422,
    'billing_off',
    'This installation needs no subscription: STRIPE_SECRET_KEY is not set.',
  )
}

/** Why Stripe could not be asked, in a sentence for admins that holds no secret. */
export class StripeProblem extends AppError {
  override readonly code: 'stripe_unavailable' | 'stripe_refused' | 'stripe_rubbish'
  /** Of a refusal: Stripe's word for it, such as `resource_missing`, and what it is about. */
  readonly reason: { code: string; param: string } | null

  constructor(
    code: StripeProblem['code'],
    message: string,
    reason: StripeProblem['reason'] = null,
  ) {
    const status = code === 'stripe_refused' ? 422 : 503
    super(status, code, message, status === 503 ? { retryAfter: 5 } : {})
    this.code = code
    this.reason = reason
  }

  /** Whether Stripe said that it does not know something, such as a customer. */
  misses(param: string): boolean {
    return this.reason?.code === 'resource_missing' && this.reason.param === param
  }
}

const TOO_LONG = 'Stripe takes too long to answer'

/** Loaded when it is first needed: an installation without a key never does. */
async function openStripe(config: StripeConfig): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const { protocol, hostname, port } = new URL(config.apiBase ?? 'https://api.stripe.com')
  return new StripeClient(config.secretKey, {
    apiVersion: API_VERSION,
    timeout: REQUEST_MS,
    maxNetworkRetries: 1,
    // Unlike its usual one, it bounds the whole of a request and not its pauses.
    httpClient: StripeClient.createFetchHttpClient(),
    telemetry: false,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  })
}

const clients = new WeakMap<StripeConfig, Promise<Stripe>>()

/** Stripe's own library, opened with the key once. */
export function stripeOf(config: StripeConfig): Promise<Stripe> {
  const known = clients.get(config)
  if (known) return known
  const opening = openStripe(config)
  clients.set(config, opening)
  return opening
}

/**
 * Asks Stripe something, for no longer than somebody can wait: `person` or `job`. Never inside a
 * transaction: a slow answer would hold its locks and its connection.
 * @throws StripeProblem and nothing else
 */
export async function askStripe<T>(
  config: StripeConfig,
  waiting: 'person' | 'job',
  ask: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const milliseconds = waiting === 'person' ? ANSWER_WITHIN_MS : JOB_WITHIN_MS
  const tooLong = wait(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new StripeProblem('stripe_unavailable', `${TOO_LONG}.`)
  })
  // The loser of the race is nobody's to hear.
  tooLong.catch(() => undefined)
  try {
    const answer = stripeOf(config).then(ask)
    answer.catch(() => undefined)
    return await Promise.race([answer, tooLong])
  } catch (error) {
    throw problemOf(error, config)
  } finally {
    over.abort()
  }
}

/** What the library throws, by its names; its own messages may be long and are Stripe's. */
function problemOf(error: unknown, config: StripeConfig): StripeProblem {
  if (error instanceof StripeProblem) return error
  const { type, message, code, param, statusCode } = fieldsOf(error)
  if (type === 'StripeConnectionError') {
    const why = /timeout/.test(message) ? TOO_LONG : 'Stripe cannot be reached'
    return new StripeProblem('stripe_unavailable', `${why}.`)
  }
  if (type === 'StripeRateLimitError') {
    return new StripeProblem('stripe_unavailable', 'Stripe asks for fewer requests.')
  }
  if (type === 'StripeAuthenticationError') {
    return new StripeProblem('stripe_refused', 'Stripe does not accept STRIPE_SECRET_KEY.')
  }
  if (type === 'StripePermissionError') {
    return new StripeProblem('stripe_refused', 'STRIPE_SECRET_KEY is not allowed to do this.')
  }
  if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') {
    const sentence = withoutSecrets(message, config).slice(0, 300)
    return new StripeProblem('stripe_refused', `Stripe refused this: ${sentence}`, { code, param })
  }
  if (statusCode >= 500) {
    return new StripeProblem('stripe_unavailable', 'Stripe has a fault of its own.')
  }
  return new StripeProblem('stripe_rubbish', 'Stripe answered something that cannot be read.')
}

function fieldsOf(error: unknown) {
  const given = error instanceof Error ? error : {}
  const {
    type = '',
    message = '',
    code = '',
    param = '',
    statusCode = 0,
  } = given as Partial<
    Record<'type' | 'message' | 'code' | 'param', string> & { statusCode: number }
  >
  return { type, message, code, param, statusCode }
}

/** Stripe masks keys in its sentences; this is for the day when it does not. */
function withoutSecrets(text: string, { secretKey, webhookSecret }: StripeConfig): string {
  return [secretKey, webhookSecret]
    .filter((secret) => secret !== null)
    .reduce((kept, secret) => kept.replaceAll(secret, '…'), text)
    .replaceAll(/\b(sk|rk)_(test|live)_\w+|\bwhsec_\S+/g, '…')
    .replaceAll(/\p{Cc}+/gu, ' ')
}
