import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  isPublicAddress,
  PrivateAddressError,
  publicLookup,
  type Resolve,
} from '../../platform/public-address.ts'

/** How a receiver answered. */
export interface WebhookAnswer {
  status: number
  /** How what it said begins, as text. */
  beginning: string
  /** For how many seconds it wants nothing, by `Retry-After`; null where it says nothing of that. */
  retryAfter: number | null
}

/** What is looked at when it is connected to. */
export interface WebhookReach {
  /** Whether addresses of this machine and its network, and `http`, are allowed. */
  allowPrivate: boolean
  signal: AbortSignal
  /** Tests have one of their own. */
  resolve?: Resolve
  /** In all: looking the name up, connecting, sending and reading. */
  longestMs?: number
}

const LONGEST_MS = 15_000
/** What comes after it is not read: the connection is closed. */
const MOST_READ = 64 * 1024
const MOST_KEPT = 1024

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** Why something may not be sent there, in a sentence; null where it may. What a name stands for is seen when it is connected to. */
export function refusalOf(address: string, allowPrivate: boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'This is no web address'
  if (url.username !== '' || url.password !== '') {
    return 'Please leave name and password out of the address: deliveries are signed'
  }
  if (allowPrivate) return null
  if (url.protocol !== 'https:') return 'Please enter an address that begins with https://'
  const host = hostOf(url).replace(/\.$/, '')
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost$/.test(host)
  return isPrivate
    ? 'This is an address of this server’s own network, which it does not send to'
    : null
}

/**
 * Posts to an address that an admin has named, follows no redirection, and reads a bounded part of the answer.
 * @throws with one sentence where nobody answers in time, or it may not be connected to
 */
export async function postWebhook(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: WebhookReach,
): Promise<WebhookAnswer> {
  const { allowPrivate, signal, resolve = lookup, longestMs = LONGEST_MS } = reach
  const refusal = refusalOf(address, allowPrivate)
  if (refusal) throw new Error(refusal)
  const request = address.startsWith('https:') ? requestHttps : requestHttp
  const tooLong = AbortSignal.timeout(longestMs)
  try {
    return await new Promise((answer, fail) => {
      const call = request(address, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: nothing is left open, and the name is looked up once.
        agent: false,
        signal: AbortSignal.any([signal, tooLong]),
        ...(!allowPrivate && { lookup: publicLookup(resolve) }),
      })
      call.on('error', fail)
      call.on('close', () => fail(new Error('The connection was closed without an answer')))
      call.on('response', (response) => {
        answer(readAnswer(response).finally(() => call.destroy()))
      })
      call.end(body)
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Error(sentenceOf(error, tooLong.aborted, longestMs), { cause: error })
  }
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const parts: Buffer[] = []
  let kept = 0
  let read = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    if (kept < MOST_KEPT) parts.push(part.subarray(0, MOST_KEPT - kept))
    kept = Math.min(MOST_KEPT, kept + part.length)
    read += part.length
    if (read >= MOST_READ) break
  }
  // PostgreSQL takes no NUL, and half a character at the cut is shown as what it is.
  const beginning = Buffer.concat(parts).toString('utf8').replaceAll('\0', '\u{fffd}')
  const retryAfter = secondsOf(response.headers['retry-after'], Date.now())
  return { status: response.statusCode ?? 0, beginning, retryAfter }
}

/** `Retry-After` (RFC 9110, section 10.2.3): seconds, or a moment. */
function secondsOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,15}$/.test(header)) return Number(header)
  // As HTTP writes moments; all else that could be read as one is none.
  const moment = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - now) / 1000))
}

/** What went wrong, without the address, which may be long, or a secret. */
function sentenceOf(error: unknown, isTooLate: boolean, longestMs: number): string {
  if (isTooLate) return `It did not answer in full within ${longestMs / 1000} seconds`
  const known = firstOf(error)
  if (known instanceof PrivateAddressError) {
    return 'Its name leads to a private address, to which nothing is sent'
  }
  const code = known instanceof Error && 'code' in known ? String(known.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `Its name was not found (${code})`
  if (/CERT|SIGNATURE|ERR_TLS|SSL/.test(code)) return `Its certificate is not right (${code})`
  if (code.startsWith('HPE_')) return 'What answers there speaks no HTTP'
  if (code !== '') return `It can’t be reached (${code})`
  return known instanceof Error ? known.message : 'It can’t be reached'
}

/** Where a name has several addresses, what went wrong with the first of them. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : error
