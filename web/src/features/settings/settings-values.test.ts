import type { AdminSettings } from '@frontdesk/contract/settings'
import { expect, test } from 'vitest'
import { bodyOf, isSettingsValues, mergeValues, valuesOf } from './settings-values.ts'

const stored: AdminSettings = {
  brokerage_name: 'Harbor',
  logo: null,
  accent: null,
  welcome_title: 'Hello',
  welcome_text: '',
  broker_name: 'Nora',
  broker_title: 'Broker',
  broker_bio: '',
  help_cards: [1, 2, 3, 4].map((number) => ({ title: `Card ${number}`, text: '' })),
  testimonial_quote: '',
  testimonial_author: '',
  signup_mode: null,
  signup_domains: [],
  server_signup_mode: 'open',
  time_zone: 'UTC',
  reminders: true,
  chat_retention_years: null,
  chat_export_notice: '',
  escalate_after_days: 7,
  second_factor_roles: [],
  second_factor_grace_days: 14,
  session_days: 30,
  session_hours: 12,
  terms: null,
  terms_revised_at: null,
  privacy: null,
  privacy_revised_at: null,
  revision: 1,
  updated_at: null,
  updated_by_name: null,
}
const base = valuesOf(stored)

test('after how many days managers are told: a number, none, and what is none is left to the server to refuse', () => {
  const sent = (days: string) => bodyOf({ ...base, escalate_after_days: days }, base)
  expect(base.escalate_after_days).toBe('7')
  expect(sent('14')).toEqual({ escalate_after_days: 14 })
  expect(sent(' ')).toEqual({ escalate_after_days: null })
  expect(sent('soon')).toEqual({ escalate_after_days: -1 })
})

test('only what was changed is sent, in the form of the API', () => {
  expect(bodyOf(base, base)).toEqual({})
  expect(bodyOf({ ...base, accent: '#123456', reminders: false }, base)).toEqual({
    accent: '#123456',
    reminders: false,
  })
  const joining = {
    signup_mode: 'domains' as const,
    signup_domains: '@Harbor.example, b.example\n',
  }
  expect(bodyOf({ ...base, ...joining }, base)).toEqual({
    signup_mode: 'domains',
    signup_domains: ['harbor.example', 'b.example'],
  })
})

test('a section saves its own fields alone, and puts nothing else on top of what others wrote', () => {
  const values = { ...base, brokerage_name: 'Hill', broker_bio: 'Mine' }
  expect(bodyOf(values, base, ['broker_bio'])).toEqual({ broker_bio: 'Mine' })
  expect(mergeValues(values, base, base, ['broker_bio'])).toEqual({ ...base, broker_bio: 'Mine' })
})

test('messages are kept for so many years, or for ever', () => {
  expect(bodyOf({ ...base, chat_retention_years: '3' }, base)).toEqual({ chat_retention_years: 3 })
  const kept = valuesOf({ ...stored, chat_retention_years: 7 })
  expect(kept.chat_retention_years).toBe('7')
  expect(bodyOf({ ...kept, chat_retention_years: '' }, kept)).toEqual({
    chat_retention_years: null,
  })
})

test('the program’s own legal text is shown to begin with, and is none when it comes back', () => {
  expect(base.terms).toContain('# Your account')
  const own = { ...base, terms: `${base.terms}\n\nAnd one thing more.` }
  expect(bodyOf(own, base).terms).toBe(own.terms)
  expect(bodyOf(base, own)).toEqual({ terms: null })
})

test('what two people changed apart from each other is put together', () => {
  const theirs = { ...base, brokerage_name: 'Hill', welcome_title: 'Theirs' }
  const mine = { ...base, broker_bio: 'Mine', welcome_title: 'Mine' }
  expect(mergeValues(mine, base, theirs)).toEqual({
    ...base,
    brokerage_name: 'Hill',
    broker_bio: 'Mine',
    welcome_title: 'Mine',
  })
})

test('what another version of the app has kept is left alone', () => {
  expect(isSettingsValues(base)).toBe(true)
  expect(isSettingsValues({ ...base, reminders: 'yes' })).toBe(false)
  const { privacy: _, ...older } = base
  expect(isSettingsValues(older)).toBe(false)
})
