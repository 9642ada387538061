import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
/** What IANA keeps for machines, houses, documentation and tunnels (RFC 6890 and after). */
const RESERVED = new BlockList()
const RESERVED_IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
for (const network of RESERVED_IPV4.split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  RESERVED.addSubnet(address, Number(bits), 'ipv4')
}
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  RESERVED.addSubnet(address, bits, 'ipv6')
}

/** Whether an address is one of the internet, and not of this machine, its network or nobody. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !RESERVED.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return GLOBAL.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6')
}

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

/** A name that leads to an address of this machine or its network. */
export class PrivateAddressError extends Error {}

/** Gives only addresses that may be connected to: whatever a name stood for a moment ago, this is what is used. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, [])
    const open = found.filter(({ address }) => isPublicAddress(address))
    const first = open[0]
    if (!first) return done(new PrivateAddressError('It leads to a private address'), [])
    if (options.all) return done(null, open)
    return done(null, first.address, first.family)
  })
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
