/** The address that somebody means, such as `https://example.com` for `example.com`; null for none that a text may have. */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /[\s<>]/.test(address)) return null
  if (/^(?:https?:\/\/|tel:)[^/]/i.test(address) || /^mailto:.+@/i.test(address)) return address
  if (/^\/(?![/\\])/.test(address)) return address
  if (/^[^/@:]+@[^/@:]+\.[^/@:]+$/.test(address)) return `mailto:${address}`
  if (/^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(address))
    return `https://${address}`
  return null
}
