import type { MailSecurity } from '@frontdesk/contract/mail-server'

type MailProvider = {
  id: string
  name: string
  host: string
  port: string
  security: MailSecurity
  /** What people stumble over there. */
  hint: string
}

/** What the usual providers say of themselves. */
export const mailProviders: readonly MailProvider[] = [
  {
    id: 'google',
    name: 'Google Workspace',
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address and an app password, which Google makes for accounts with 2-step verification.',
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: '587',
    security: 'starttls',
    hint: 'Sign in with the full address. “Authenticated SMTP” has to be allowed for that mailbox in the Microsoft 365 admin center.',
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address and an app password made for SMTP, under Settings, Privacy & Security.',
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    host: 'smtppro.zoho.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address, and an app password where two-factor is on. Accounts in Europe have smtppro.zoho.eu.',
  },
  {
    id: 'ses',
    name: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    hint: 'Use the SMTP credentials that SES makes, not an access key. The region stands in the server’s name, and the sender has to be verified.',
  },
]

/** Whose server this is; undefined where it is none of those. */
export function providerOf(host: string): MailProvider | undefined {
  const name = host.trim().toLowerCase()
  if (/^email-smtp\..+\.amazonaws\.com$/.test(name)) {
    return mailProviders.find(({ id }) => id === 'ses')
  }
  if (/^smtp(pro)?\.zoho\.[a-z.]+$/.test(name)) return mailProviders.find(({ id }) => id === 'zoho')
  return mailProviders.find((provider) => provider.host === name)
}
