import type { AdminSettings, SignupMode } from '@frontdesk/contract/settings'
import {
  Activity,
  Archive,
  Building2,
  CalendarClock,
  CreditCard,
  FileCheck2,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Scale,
  ShieldCheck,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { rolePlurals } from '#web/lib/account-words.ts'
import type { SettingsField } from './settings-values.ts'

export const signupModes: { value: SignupMode; label: string; hint: string }[] = [
  { value: 'open', label: 'Anyone', hint: 'Whoever has the address of this portal can join.' },
  {
    value: 'domains',
    label: 'People with a work address',
    hint: 'Only email addresses of the domains below. An account begins once its mailbox has answered.',
  },
  {
    value: 'approval',
    label: 'Anyone, after approval',
    hint: 'A new account waits until an administrator activates it.',
  },
  { value: 'invite', label: 'Invited people only', hint: 'The sign-up page says so.' },
]

export const nameOfMode = (mode: SignupMode) =>
  signupModes.find(({ value }) => value === mode)?.label ?? mode

/** A part of the settings with an address and a save of its own. */
export type SettingsSectionFacts = {
  /** The end of its address. */
  id: SettingsSectionId
  title: string
  /** By what else it is looked for. */
  words: string
  icon: LucideIcon
  /** What its form holds, and what a save of it may change. */
  fields: readonly SettingsField[]
  /** What is set now, in a few words. */
  now: (settings: AdminSettings) => string
}

export type SettingsSectionId =
  | 'sign-in'
  | 'brokerage'
  | 'joining'
  | 'time'
  | 'dashboard'
  | 'chat'
  | 'legal'

const settingsSections: readonly SettingsSectionFacts[] = [
  {
    id: 'brokerage',
    title: 'Brokerage',
    words: 'name logo color accent',
    icon: Building2,
    fields: ['brokerage_name', 'accent'],
    now: ({ brokerage_name: name, logo }) => `${name}, ${logo ? 'with a logo' : 'no logo yet'}`,
  },
  {
    id: 'joining',
    title: 'Joining',
    words: 'signup domain approval',
    icon: UserPlus,
    fields: ['signup_mode', 'signup_domains'],
    now: ({ signup_mode: mode, server_signup_mode: server }) => nameOfMode(mode ?? server),
  },
  {
    id: 'sign-in',
    title: 'Sign-in',
    words: 'second factor session password',
    icon: ShieldCheck,
    fields: ['second_factor_roles', 'second_factor_grace_days', 'session_days', 'session_hours'],
    now: ({ second_factor_roles: needed }) =>
      needed.length === 0
        ? 'A second factor is everybody’s own choice'
        : `Second factor for ${needed.map((role) => rolePlurals[role].toLowerCase()).join(', ')}`,
  },
  {
    id: 'time',
    title: 'Time and reminders',
    words: 'time zone escalation',
    icon: CalendarClock,
    fields: ['time_zone', 'reminders', 'escalate_after_days'],
    now: ({ time_zone: zone, reminders, escalate_after_days: days }) =>
      `${zone.replaceAll('_', ' ')}, reminders ${reminders ? 'on' : 'off'}${reminders && days !== null ? `, managers told after ${days} days` : ''}`,
  },
  {
    id: 'dashboard',
    title: 'Dashboard',
    words: 'welcome text bio broker help cards testimonial',
    icon: LayoutDashboard,
    fields: [
      'welcome_title',
      'welcome_text',
      'broker_name',
      'broker_title',
      'broker_bio',
      'help_cards',
      'testimonial_quote',
      'testimonial_author',
    ],
    now: ({ welcome_title: title }) => `“${title}”`,
  },
  {
    id: 'chat',
    title: 'Conversations',
    words: 'chat retention export',
    icon: MessagesSquare,
    fields: ['chat_retention_years', 'chat_export_notice'],
    now: ({ chat_retention_years: years }) =>
      `Messages are kept ${years === null ? 'for ever' : years === 1 ? 'for 1 year' : `for ${years} years`}`,
  },
  {
    id: 'legal',
    title: 'Terms and privacy',
    words: 'legal',
    icon: Scale,
    fields: ['terms', 'privacy'],
    now: ({ terms, privacy }) =>
      terms === null && privacy === null ? 'The texts that came along' : 'Your own texts',
  },
]

export const findSection = (id: string) => settingsSections.find((section) => section.id === id)

type SettingsPlace = Pick<SettingsSectionFacts, 'title' | 'words' | 'icon' | 'now'> & { to: string }

const [brokerage, joining, ...others] = settingsSections.map((section) => ({
  ...section,
  to: `/admin/settings/${section.id}`,
}))

/** Where everything is set: the sections, and what is kept apart from them. */
export const settingsPlaces: readonly SettingsPlace[] = [
  brokerage!,
  joining!,
  {
    to: '/admin/settings/mail',
    title: 'Mail',
    words: 'smtp server sender test',
    icon: Mail,
    now: () => 'By which server invitations and reminders go out',
  },
  ...others,
  {
    to: '/admin/settings/evidence',
    title: 'Evidence',
    words: 'checkpoints copies',
    icon: FileCheck2,
    now: () => 'Who keeps copies of checkpoints outside',
  },
  {
    to: '/admin/settings/backup',
    title: 'Backup',
    words: 'restore copy storage',
    icon: Archive,
    now: () => 'When everything is copied, where to, and whether it could be restored',
  },
  {
    to: '/admin/system',
    title: 'System',
    words: 'storage disk health version',
    icon: Activity,
    now: () => 'How the portal itself does, where files are kept, and what needs attention',
  },
  {
    to: '/admin/settings/programs',
    title: 'Programs',
    words: 'api keys scim',
    icon: KeyRound,
    now: () => 'Keys by which other programs call',
  },
  {
    to: '/admin/settings/webhooks',
    title: 'Webhooks',
    words: 'integrations',
    icon: Webhook,
    now: () => 'Which programs are told what happens here',
  },
  {
    to: '/admin/billing',
    title: 'Billing',
    words: 'stripe payment subscription invoice',
    icon: CreditCard,
    now: () => 'The subscription of this installation',
  },
  {
    to: '/admin/settings/first-steps',
    title: 'First steps',
    words: 'checklist beginning',
    icon: ListChecks,
    now: () => 'What there is to do in the first hour',
  },
]
