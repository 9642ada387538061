import { CHAT_RETENTION_YEARS } from '@frontdesk/contract/constants'
import type { AdminSettings } from '@frontdesk/contract/settings'
import { legalMarkdown, privacy, terms } from '#web/features/legal/legal-texts.ts'
import type { SettingsBody } from './admin-settings.api.ts'

/** What the form holds; every text is one that can be typed. */
export type SettingsValues = Pick<
  AdminSettings,
  | 'brokerage_name'
  | 'welcome_title'
  | 'welcome_text'
  | 'broker_name'
  | 'broker_title'
  | 'broker_bio'
  | 'help_cards'
  | 'testimonial_quote'
  | 'testimonial_author'
  | 'time_zone'
  | 'reminders'
  | 'chat_export_notice'
  | 'second_factor_roles'
> & {
  second_factor_grace_days: string
  session_days: string
  session_hours: string
  /** Empty: nobody is told. */
  escalate_after_days: string
  /** Of the years that messages are kept; empty for ever. */
  chat_retention_years: '' | '1' | '3' | '7'
  /** Empty for the program's own colour. */
  accent: string
  /** `server` for what the server was started with. */
  signup_mode: NonNullable<AdminSettings['signup_mode']> | 'server'
  /** One on a line. */
  signup_domains: string
  terms: string
  privacy: string
}

export type SettingsField = keyof SettingsValues

/** How the fields are called where they are listed, in the order of the form. */
export const fieldLabels: Record<SettingsField, string> = {
  brokerage_name: 'Name of the brokerage',
  accent: 'Accent color',
  welcome_title: 'Welcome heading',
  welcome_text: 'Welcome text',
  broker_name: 'Broker’s name',
  broker_title: 'Broker’s title',
  broker_bio: 'About the broker',
  help_cards: 'Help cards',
  testimonial_quote: 'Testimonial',
  testimonial_author: 'Whose words',
  signup_mode: 'Who may join',
  signup_domains: 'Email domains',
  time_zone: 'Time zone',
  reminders: 'Reminders',
  escalate_after_days: 'Days overdue until managers are told',
  chat_retention_years: 'How long messages are kept',
  chat_export_notice: 'What members are told of exports',
  second_factor_roles: 'Who needs a second factor',
  second_factor_grace_days: 'Days to set it up',
  session_days: 'Days without use, where remembered',
  session_hours: 'Hours without use, otherwise',
  terms: 'Terms of use',
  privacy: 'Privacy',
}

const fields = Object.keys(fieldLabels) as SettingsField[]

const ourTexts = { terms: legalMarkdown(terms), privacy: legalMarkdown(privacy) }

/** The settings as the form shows them. */
export function valuesOf(settings: AdminSettings): SettingsValues {
  return {
    brokerage_name: settings.brokerage_name,
    accent: settings.accent ?? '',
    welcome_title: settings.welcome_title,
    welcome_text: settings.welcome_text,
    broker_name: settings.broker_name,
    broker_title: settings.broker_title,
    broker_bio: settings.broker_bio,
    help_cards: settings.help_cards,
    testimonial_quote: settings.testimonial_quote,
    testimonial_author: settings.testimonial_author,
    signup_mode: settings.signup_mode ?? 'server',
    signup_domains: settings.signup_domains.join('\n'),
    time_zone: settings.time_zone,
    reminders: settings.reminders,
    escalate_after_days: String(settings.escalate_after_days ?? ''),
    chat_retention_years: yearsText(settings.chat_retention_years),
    chat_export_notice: settings.chat_export_notice,
    second_factor_roles: settings.second_factor_roles,
    second_factor_grace_days: String(settings.second_factor_grace_days),
    session_days: String(settings.session_days),
    session_hours: String(settings.session_hours),
    terms: settings.terms ?? ourTexts.terms,
    privacy: settings.privacy ?? ourTexts.privacy,
  }
}

type Years = SettingsValues['chat_retention_years']

const yearsText = (years: 1 | 3 | 7 | null): Years => (years === null ? '' : `${years}`)

function yearsOf(text: Years) {
  return CHAT_RETENTION_YEARS.find((years) => String(years) === text) ?? null
}

/** Those of the fields `among` in which two forms differ. */
export const changedFields = (
  one: SettingsValues,
  other: SettingsValues,
  among: readonly SettingsField[] = fields,
): SettingsField[] =>
  among.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))

/** What to save: those of the fields `among` that are others than when the form was filled. */
export function bodyOf(
  values: SettingsValues,
  base: SettingsValues,
  among?: readonly SettingsField[],
): SettingsBody {
  const whole: SettingsBody = {
    ...values,
    accent: values.accent || null,
    signup_mode: values.signup_mode === 'server' ? null : values.signup_mode,
    signup_domains: domainsIn(values.signup_domains),
    chat_retention_years: yearsOf(values.chat_retention_years),
    // What is no number is refused with a sentence; none at all would say that nobody is told.
    escalate_after_days: values.escalate_after_days.trim()
      ? Number(values.escalate_after_days) || -1
      : null,
    second_factor_grace_days: Number(values.second_factor_grace_days || Number.NaN),
    session_days: Number(values.session_days || Number.NaN),
    session_hours: Number(values.session_hours || Number.NaN),
    terms: values.terms.trim() === ourTexts.terms ? null : values.terms,
    privacy: values.privacy.trim() === ourTexts.privacy ? null : values.privacy,
  }
  const changed = new Set<string>(changedFields(values, base, among))
  // The server looks at both together.
  if (changed.has('signup_mode')) changed.add('signup_domains')
  return Object.fromEntries(Object.entries(whole).filter(([field]) => changed.has(field)))
}

function domainsIn(text: string): string[] {
  const names = text.split(/[\s,;]+/).map((name) => name.replace(/^@/, '').toLowerCase())
  return [...new Set(names.filter(Boolean))]
}

/** Theirs, with what was changed here, among these fields, on top. */
export function mergeValues(
  mine: SettingsValues,
  base: SettingsValues,
  theirs: SettingsValues,
  among?: readonly SettingsField[],
): SettingsValues {
  const own = changedFields(mine, base, among).map((field) => [field, mine[field]] as const)
  return { ...theirs, ...Object.fromEntries(own) }
}

const LISTS = new Set<SettingsField>(['help_cards', 'second_factor_roles'])

/** Whether something kept is a form of this version of the app. */
export function isSettingsValues(value: unknown): value is SettingsValues {
  if (typeof value !== 'object' || value === null) return false
  const kept = new Map<string, unknown>(Object.entries(value))
  return fields.every((field) => {
    if (LISTS.has(field)) return Array.isArray(kept.get(field))
    return typeof kept.get(field) === (field === 'reminders' ? 'boolean' : 'string')
  })
}
