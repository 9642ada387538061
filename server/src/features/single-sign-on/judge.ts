import { email as emailField } from '@frontdesk/contract/fields'
import { type Claims, RefusedTokenError } from './claims.ts'
import type { ProviderRow } from './providers.queries.ts'

/** What a provider says of somebody, as far as we believe it. */
export interface Identity {
  subject: string
  /** What it wrote as their address, whether or not it has looked. */
  written: string | null
  /** The address that it has verified; only this one finds an account. */
  verified: string | null
  firstName: string
  lastName: string
  /** What it calls its own session. */
  session: string | null
}

const textIn = (claims: Claims, name: string, max: number): string => {
  const value = claims[name]
  if (typeof value !== 'string') return ''
  return value
    .normalize()
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, max)
}

/** Some write it as text. Entra says nothing of the kind but, where asked for, who owns the domain. */
const isVerified = ({ preset }: Pick<ProviderRow, 'preset'>, claims: Claims): boolean => {
  const says = (name: string) => [true, 'true', 1, '1'].includes(claims[name] as never)
  return preset === 'entra' ? says('xms_edov') : says('email_verified')
}

export function identityOf(provider: Pick<ProviderRow, 'preset'>, claims: Claims): Identity {
  const written = emailField.safeParse(claims.email).data ?? null
  const [first = '', ...rest] = textIn(claims, 'name', 200).split(' ')
  return {
    subject: claims.sub,
    written,
    verified: isVerified(provider, claims) ? written : null,
    firstName:
      textIn(claims, 'given_name', 100) || first.slice(0, 100) || (written?.split('@')[0] ?? 'New'),
    lastName: textIn(claims, 'family_name', 100) || rest.join(' ').slice(0, 100),
    session: textIn(claims, 'sid', 255) || null,
  }
}

/**
 * Whether the provider is meant for people of this kind.
 * @throws RefusedTokenError `tenant_not_allowed`, `domain_not_allowed`
 */
export function checkOrganisation(
  { preset, tenant, allowed_domains: domains }: ProviderRow,
  claims: Claims,
  address: string | null,
): void {
  const claimed = preset === 'entra' ? claims.tid : claims.hd
  if (tenant !== null && claimed !== tenant) throw new RefusedTokenError('tenant_not_allowed')
  if (domains.length > 0 && !domains.includes(address?.split('@')[1] ?? '')) {
    throw new RefusedTokenError('domain_not_allowed')
  }
}
