import { z } from 'zod'
import { APP_ICONS, CHAT_RETENTION_YEARS, PICTURE_MAX_BYTES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { BillingWarning } from './payments.ts'
import { Role } from './users.ts'
import { line, requiredLine, text, time } from './fields.ts'

export const SignupMode = z
  .enum(['open', 'domains', 'approval', 'invite'])
  .describe(
    'Who may open an account: anyone, chosen e-mail domains, after approval, or invited people only.',
  )
export type SignupMode = z.infer<typeof SignupMode>

/** What anyone may know of this installation. */
export const PublicSettings = z.object({
  brokerage_name: z.string(),
  signup_mode: SignupMode,
  sends_mail: z.boolean().describe('False while no mail server is set.'),
  first_run: z.boolean().describe('True until the first account exists, which becomes the admin.'),
  remember_days: z.int().describe('How long “Remember me” lasts without use.'),
  passkeys: z.boolean().describe('Whether anybody signs in by passkey, so that it is offered.'),
  logo: z.string().nullable().describe('The address of the logo; null where there is none.'),
  accent_css: z
    .string()
    .nullable()
    .describe('Declarations of custom properties; null for the colours of the program.'),
})
export type PublicSettings = z.infer<typeof PublicSettings>

export const HelpCard = z.object({ title: z.string(), text: z.string() })
export type HelpCard = z.infer<typeof HelpCard>

/** The texts of the dashboard, written by the brokerage; empty where it has written none. */
const BrokerageTexts = z.object({
  brokerage_name: z.string(),
  welcome_title: z.string(),
  welcome_text: z.string(),
  broker_name: z.string(),
  broker_title: z.string(),
  broker_bio: z.string().describe('Markdown.'),
  help_cards: z.array(HelpCard),
  testimonial_quote: z.string(),
  testimonial_author: z.string(),
})
export type BrokerageTexts = z.infer<typeof BrokerageTexts>

/** The dashboard's texts, and what it has to know to say nothing that is not so. */
export const FrontDeskTexts = BrokerageTexts.extend({
  sends_mail: z.boolean().describe('False while no mail server is set.'),
  own_record: z
    .enum(['no_policies', 'nothing_asked', 'acknowledged'])
    .describe(
      'Of the caller: whether there is a policy that they can read, and whether they ever acknowledged one.',
    ),
  signup_needs_mail: z
    .boolean()
    .describe('For admins: new people confirm their work address, and no mail server is set.'),
  open_signup_warning: z
    .boolean()
    .describe('For admins: true while anyone with the link can join.'),
  first_steps: z
    .boolean()
    .describe('For admins: whether the dashboard shows what an owner does first.'),
  billing_warning: BillingWarning.nullable().describe(
    'For admins: null while the subscription needs nothing of them.',
  ),
})
export type FrontDeskTexts = z.infer<typeof FrontDeskTexts>

/** The texts of /terms and /privacy. */
export const LegalTexts = z.object({
  terms: z.string().nullable().describe('Markdown; null for the text of the program.'),
  terms_revised_at: time.nullable(),
  privacy: z.string().nullable().describe('Markdown; null for the text of the program.'),
  privacy_revised_at: time.nullable(),
})
export type LegalTexts = z.infer<typeof LegalTexts>

/** Everything that admins decide about their installation. */
export const AdminSettings = BrokerageTexts.extend(LegalTexts.shape).extend({
  logo: PublicSettings.shape.logo,
  accent: z.string().nullable().describe('As `#rrggbb`; null for the colour of the program.'),
  signup_mode: SignupMode.nullable().describe('Null: as the server was started.'),
  signup_domains: z.array(z.string()),
  server_signup_mode: SignupMode.describe('What the server was started with (`SIGNUP_MODE`).'),
  time_zone: z.string().describe('A name of IANA, such as `America/New_York`.'),
  reminders: z.boolean().describe('Whether people are reminded by mail of what is due.'),
  chat_retention_years: z
    .literal(CHAT_RETENTION_YEARS)
    .nullable()
    .describe('Years that messages are kept; null for ever.'),
  chat_export_notice: z
    .string()
    .describe(
      'What members are told of exports; admins can export conversations only where it says something.',
    ),
  escalate_after_days: z
    .int()
    .nullable()
    .describe('Days overdue after which the managers of somebody’s teams are told; null: never.'),
  second_factor_roles: z.array(Role).describe('Who has to sign in with a code too: these roles.'),
  second_factor_grace_days: z
    .int()
    .describe('Days within which they have to set it up; then nothing else answers them.'),
  session_days: z
    .int()
    .describe('Days without use after which somebody who asked to be remembered is signed out.'),
  session_hours: z.int().describe('Hours without use after which everybody else is.'),
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  updated_at: time.nullable(),
  updated_by_name: z.string().nullable(),
})
export type AdminSettings = z.infer<typeof AdminSettings>

/** Whether this is a name of IANA that every part of the program knows. */
export const isTimeZone = (zone: string) =>
  zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** The part of an address behind its `@`, such as `example.com`. */
export const emailDomain = line(253)
  .toLowerCase()
  .refine((name) => DOMAIN.test(name), 'Please write domains like example.com')

const settingsBody = z
  .object({
    brokerage_name: requiredLine(100, 'Please enter the name of the brokerage'),
    accent: line(7)
      .toLowerCase()
      .refine((colour) => /^#[0-9a-f]{6}$/.test(colour), 'Please write the color like #1b5a45')
      .nullable(),
    welcome_title: requiredLine(120, 'Please enter a heading'),
    welcome_text: text(2000).trim(),
    broker_name: line(100),
    broker_title: line(100),
    broker_bio: text(4000).trim(),
    help_cards: z
      .array(
        z.object({ title: requiredLine(60, 'Please enter a heading'), text: text(500).trim() }),
      )
      .length(4, 'There are four cards'),
    testimonial_quote: text(1000).trim(),
    testimonial_author: line(200),
    signup_mode: SignupMode.nullable(),
    signup_domains: z.array(emailDomain).max(50, 'Please name at most 50 domains'),
    time_zone: line(64).refine(isTimeZone, 'Please choose a time zone from the list'),
    reminders: z.boolean(),
    chat_retention_years: z
      .literal(CHAT_RETENTION_YEARS, 'Please choose 1, 3 or 7 years, or for ever')
      .nullable(),
    chat_export_notice: text(500).trim(),
    escalate_after_days: z
      .int('Please give a number of days')
      .min(1, 'Please give a number of days')
      .max(365, 'Please give at most 365 days')
      .nullable(),
    second_factor_roles: z
      .array(Role)
      .max(3)
      .overwrite((roles) => Role.options.filter((role) => roles.includes(role))),
    second_factor_grace_days: z
      .int('Please give a number of days')
      .min(0, 'Please give a number of days')
      .max(90, 'Please give at most 90 days'),
    session_days: z
      .int('Please give a number of days')
      .min(1, 'Please give at least one day')
      .max(180, 'Please give at most 180 days'),
    session_hours: z
      .int('Please give a number of hours')
      .min(1, 'Please give at least one hour')
      .max(168, 'Please give at most 168 hours'),
    terms: text(50_000).trim().nullable(),
    privacy: text(50_000).trim().nullable(),
  })
  .partial()

export const settingsEndpoints = {
  publicSettings: endpoint({
    method: 'GET',
    path: '/settings/public',
    access: 'public',
    summary: 'The name of the brokerage and how one joins it.',
    response: PublicSettings,
  }),
  frontDesk: endpoint({
    method: 'GET',
    path: '/settings/front-desk',
    access: 'user',
    summary: 'The texts of the dashboard.',
    response: FrontDeskTexts,
  }),
  legalTexts: endpoint({
    method: 'GET',
    path: '/settings/legal',
    access: 'public',
    summary: 'Terms of use and privacy, where the brokerage wrote its own.',
    response: LegalTexts,
  }),
  getLogo: endpoint({
    method: 'GET',
    path: '/settings/logo',
    access: 'public',
    summary: 'The logo of the brokerage. With its key as `v` it may be kept for good.',
    produces: 'image/webp',
  }),
  getIcon: endpoint({
    method: 'GET',
    path: '/settings/icon/:size',
    access: 'public',
    summary:
      'The icon of the installed app, made of the logo; 404 where there is none. With its key as `v` it may be kept for good.',
    params: z.object({ size: z.enum(['180', ...APP_ICONS]) }),
    produces: 'image/png',
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    summary: 'All settings; their `ETag` goes into `If-Match` when saving.',
    response: AdminSettings,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    fresh: [
      'terms',
      'privacy',
      'second_factor_roles',
      'second_factor_grace_days',
      'session_days',
      'session_hours',
      'chat_retention_years',
    ],
    summary:
      'Saves settings; what is left out stays. With `If-Match`, 409 `edit_conflict` when somebody else saved first.',
    body: settingsBody,
    response: AdminSettings,
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/admin/settings/logo',
    access: 'admin',
    summary: 'Puts up a logo: PNG, JPG, GIF or WebP of at most 10 MB.',
    upload: { field: 'logo', maxBytes: PICTURE_MAX_BYTES },
    response: z.object({ logo: z.string() }),
  }),
  deleteLogo: endpoint({
    method: 'DELETE',
    path: '/admin/settings/logo',
    access: 'admin',
    summary: 'Takes the logo down.',
  }),
}
