import type { IdentityProvider, ProviderPreset } from '@frontdesk/contract/single-sign-on'
import type { ProviderBody } from './identity-providers.api.ts'

type Preset = {
  id: ProviderPreset
  /** On the button, until somebody writes another name. */
  name: string
  label: string
  issuer: string
  scopes: string
  hint: string
  /** By what it tells organizations apart, where it does. */
  tenant: { label: string; hint: string } | null
}

const SCOPES = 'openid email profile'

/** What is known of the usual providers; docs/single-sign-on.md says what to type there. */
export const presets: readonly Preset[] = [
  {
    id: 'google',
    name: 'Google',
    label: 'Google Workspace',
    issuer: 'https://accounts.google.com',
    scopes: SCOPES,
    hint: 'Make an OAuth client of the kind “Web application” in the Google Cloud console.',
    tenant: {
      label: 'Workspace domain',
      hint: 'Such as example.com. Without it anybody with a Google account gets as far as the rules below.',
    },
  },
  {
    id: 'entra',
    name: 'Microsoft',
    label: 'Microsoft Entra (Microsoft 365)',
    issuer: 'https://login.microsoftonline.com/your-tenant-id/v2.0',
    scopes: SCOPES,
    hint: 'Register an app in the Entra admin center, and put your tenant’s ID into the issuer.',
    tenant: { label: 'Tenant ID', hint: 'The same ID as in the issuer.' },
  },
  {
    id: 'okta',
    name: 'Okta',
    label: 'Okta',
    issuer: 'https://your-name.okta.com',
    scopes: SCOPES,
    hint: 'Make an app integration of the kind “OIDC, Web Application” in the Okta admin console.',
    tenant: null,
  },
  {
    id: 'other',
    name: '',
    label: 'Another provider (OpenID Connect)',
    issuer: '',
    scopes: SCOPES,
    hint: 'Any that publishes a discovery document and signs its tokens with a key of its own.',
    tenant: null,
  },
]

export const presetOf = (id: ProviderPreset) => presets.find((preset) => preset.id === id)!

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
