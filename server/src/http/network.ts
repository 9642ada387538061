import type { IncomingMessage, Server } from 'node:http'

/**
 * Whose address it is, as far as can be told: the address itself, or of an IPv6 address its /64, all
 * of which one subscriber holds.
 */
export function networkOf(ip: string): string {
  // IPv4, also written as `::ffff:192.0.2.1`.
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [left = [], right = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => parseInt(group, 16).toString(16))
  return groups.slice(0, 4).join(':')
}

/** `203.0.113.9:4711` or `[2001:db8::1]:443`, as some proxies write it. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i

/** Takes the ports off the addresses in `X-Forwarded-For`: with them each connection were somebody else. */
export function dropForwardedPorts(server: Server): void {
  const drop = ({ headers }: IncomingMessage) => {
    const { 'x-forwarded-for': sent } = headers
    if (typeof sent !== 'string') return
    const addresses = sent.split(',').map((one) => one.trim().replace(WITH_PORT, '$1$2'))
    headers['x-forwarded-for'] = addresses.join(', ')
  }
  // Before anybody reads them.
  server.prependListener('request', drop)
  server.prependListener('upgrade', drop)
}
