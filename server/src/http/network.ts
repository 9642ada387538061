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
