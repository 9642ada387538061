import type { MailServer } from '@frontdesk/contract/mail-server'
import { expect, test } from 'vitest'
import {
  bodyOf,
  isTexts,
  keepsPassword,
  mailProviders,
  providerOf,
  sameTexts,
  textsOf,
} from './use-mail-server-form.ts'

const server: MailServer = {
  source: 'settings',
  host: 'smtp.gmail.com',
  port: 465,
  security: 'tls',
  username: 'desk@example.com',
  has_password: true,
  password_lost: false,
  from_address: 'desk@example.com',
  from_name: null,
  revision: 2,
  updated_at: null,
  updated_by_name: null,
}
const texts = textsOf(server)

test('a password is sent only where one was typed', () => {
  expect(bodyOf(texts, '')).not.toHaveProperty('password')
  expect(bodyOf(texts, 'typed')).toMatchObject({ host: 'smtp.gmail.com', password: 'typed' })
})

test('the password before stays for the same server and name', () => {
  expect(keepsPassword({ ...texts, from_name: 'Desk' }, server)).toBe(true)
  expect(keepsPassword({ ...texts, host: 'smtp.example.com' }, server)).toBe(false)
  expect(keepsPassword(texts, { ...server, password_lost: true })).toBe(false)
})

test('a provider is known by its server, wherever its region is', () => {
  for (const provider of mailProviders) expect(providerOf(provider.host)).toBe(provider)
  expect(providerOf(' Email-SMTP.eu-west-1.amazonaws.com')?.id).toBe('ses')
  expect(providerOf('smtp.zoho.eu')?.id).toBe('zoho')
  expect(providerOf('mail.example.com')).toBeUndefined()
})

test('what is kept in the tab holds no password, and is known again', () => {
  expect(isTexts(texts)).toBe(true)
  expect(Object.keys(texts)).not.toContain('password')
  expect(isTexts({ ...texts, security: 'ssl' })).toBe(false)
  expect(sameTexts(texts, { ...texts, host: ' smtp.gmail.com ' })).toBe(true)
})
