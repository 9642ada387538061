import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import type { ProviderBody } from './identity-providers.api.ts'
import { presetOf } from './presets.ts'

/** A provider as its form has it. */
export type ProviderTexts = Omit<ProviderBody, 'allowed_domains' | 'tenant'> & {
  allowed_domains: string
  tenant: string
}

/** @param before null for a new one */
export function textsOf(before: IdentityProvider | null): ProviderTexts {
  const first = presetOf('google')
  return {
    name: before?.name ?? first.name,
    preset: before?.preset ?? 'google',
    issuer: before?.issuer ?? first.issuer,
    client_id: before?.client_id ?? '',
    client_secret: '',
    scopes: before?.scopes ?? first.scopes,
    allowed_domains: before?.allowed_domains.join('\n') ?? '',
    tenant: before?.tenant ?? '',
    admits: before?.admits ?? 'existing',
    trusted_for_factor: before?.trusted_for_factor ?? false,
    ends_sessions: before?.ends_sessions ?? 'own',
    hides_password: before?.hides_password ?? false,
    enabled: before?.enabled ?? false,
  }
}

export function bodyOf(texts: ProviderTexts): ProviderBody {
  const domains = texts.allowed_domains
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
  const { tenant } = presetOf(texts.preset)
  return {
    ...texts,
    allowed_domains: [...new Set(domains.filter(Boolean))],
    tenant: (tenant && texts.tenant.trim()) || null,
  }
}

const FIELDS = Object.keys(textsOf(null)) as (keyof ProviderTexts)[]

/** The field that a sentence of the server is about, such as `allowed_domains.0`. */
export const fieldAt = (path: string) => FIELDS.find((field) => field === path.split('.', 1)[0])
