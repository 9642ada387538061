import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

/** A name that leads to an address of this machine or its network. */
export class PrivateAddressError extends Error {}

/** What a name stands for, as `dns.lookup` tells; tests have one of their own. */
export type Resolve = typeof lookup

/**
 * Gives only addresses that may be connected to: whatever a name stood for a moment ago, this is what is used. An
 * address in the place of a name is not looked up by Node, and has to be checked before.
 */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [])
      const open = found.filter(({ address }) => isPublicAddress(address))
      const first = open[0]
      if (!first) return done(new PrivateAddressError('It leads to a private address'), [])
      if (options.all) return done(null, open)
      return done(null, first.address, first.family)
    })
  }

export const lookupPublic = publicLookup(lookup)
