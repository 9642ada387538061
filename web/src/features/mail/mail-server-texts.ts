import type { MailSecurity, MailServer } from '@frontdesk/contract/mail-server'
import { hasTexts } from '#web/lib/kept-text.ts'
import type { MailServerBody } from './mail-server.api.ts'

/** What the form holds beside the password, which no browser keeps. */
export type MailServerTexts = {
  host: string
  port: string
  security: MailSecurity
  username: string
  from_address: string
  from_name: string
}

const names = ['host', 'port', 'security', 'username', 'from_address', 'from_name'] as const

/** As the form shows it. */
export const textsOf = (server: MailServer): MailServerTexts => ({
  host: server.host ?? '',
  port: server.port === null ? '587' : String(server.port),
  security: server.security ?? 'starttls',
  username: server.username ?? '',
  from_address: server.from_address ?? '',
  from_name: server.from_name ?? '',
})

export const sameTexts = (one: MailServerTexts, other: MailServerTexts) =>
  names.every((name) => one[name].trim() === other[name].trim())

/** Whether something kept is such a form. */
export const isTexts = (value: unknown): value is MailServerTexts =>
  hasTexts(value, names) && ['tls', 'starttls', 'none'].includes(value.security)

/** As the API takes it; without a password the one before stays. */
export const bodyOf = (texts: MailServerTexts, password: string): MailServerBody => ({
  ...texts,
  port: Number(texts.port),
  ...(password !== '' && { password }),
})

/** Whether the password before can stay: it is kept for one server and name. */
export const keepsPassword = (texts: MailServerTexts, server: MailServer) =>
  server.has_password &&
  !server.password_lost &&
  (['host', 'port', 'security', 'username'] as const).every(
    (name) => texts[name].trim() === textsOf(server)[name],
  )
