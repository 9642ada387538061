import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  isPublicAddress,
  lookupPublic,
  PrivateAddressError,
} from '../../platform/public-address.ts'

/** What a push service is given to do. */
export interface PushRequest {
  endpoint: string
  headers: Record<string, string>
  body: Buffer
}

/** How it answered: an HTTP status, and for how many seconds it wants to be left alone. */
export interface PushAnswer {
  status: number
  retryAfter: number | null
}

/** Looking the name up, connecting and answering, in all. */
const LONGEST_MS = 10_000

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Whether a browser may name this as its push service. What its name stands for is looked at when it is
 * connected to, because that can change.
 * @param standIn an origin on this machine that stands in for all of them in tests
 */
export function isPushService(endpoint: string, standIn: string | null): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || url.href !== endpoint) return false
  if (url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  const host = hostOf(url)
  return isIP(host) ? isPublicAddress(host) : /[^.]\.[a-z][a-z0-9-]*$/.test(host)
}

/**
 * Posts to a push service, follows no redirection and reads nothing of what it says but the status.
 * @throws where it can't be reached in time, or is none
 */
export async function postToPushService(
  { endpoint, headers, body }: PushRequest,
  { standIn, signal }: { standIn: string | null; signal: AbortSignal },
): Promise<PushAnswer> {
  if (!isPushService(endpoint, standIn)) throw new PrivateAddressError('It is no push service')
  const isStandIn = new URL(endpoint).origin === standIn
  const request = endpoint.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((answer, fail) => {
    const call = request(endpoint, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      ...(!isStandIn && { lookup: lookupPublic }),
    })
    call.on('error', fail)
    call.on('response', (response) => {
      response.on('error', () => undefined)
      response.destroy()
      answer({
        status: response.statusCode ?? 0,
        retryAfter: secondsOf(response.headers['retry-after']),
      })
    })
    call.end(body)
  })
}

/** A number of seconds, or a date. */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
