import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { conflict } from '../http/errors.ts'

/** Whom a passkey is made for: browsers keep it for this domain, and use it on these pages only. */
export interface Site {
  rpId: string
  origin: string
}

export const UNAVAILABLE =
  'Passkeys need PUBLIC_URL to be set to http://localhost or to an https address with a name. Whoever runs the server can do that.'

/** Null where browsers would refuse passkeys: without TLS, at a bare address, or where the address is not known. */
export function siteOf({ publicUrl }: Pick<Config, 'publicUrl'>): Site | null {
  if (publicUrl === null) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNamed = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  return (protocol === 'https:' && isNamed) || isLocal ? { rpId: hostname, origin } : null
}

/** @throws AppError 409 where this installation can have no passkeys */
export function siteOrRefusal(config: Config): Site {
  const site = siteOf(config)
  if (!site) throw conflict('passkeys_unavailable', UNAVAILABLE)
  return site
}
