import { accentCss } from '@frontdesk/contract/accent'
import { CHAT_RETENTION_YEARS } from '@frontdesk/contract/constants'
import type {
  AdminSettings,
  FrontDeskTexts,
  HelpCard,
  LegalTexts,
  PublicSettings,
  SignupMode,
} from '@frontdesk/contract/settings'
import type { Role } from '@frontdesk/contract/users'
import type { Selectable } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Settings } from '../../db/schema.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import { siteOf } from '../../platform/passkey-site.ts'
import { defaultTexts } from './default-texts.ts'

type Row = Selectable<Settings>

/** What admins wrote; null where they left the program's own text. */
export async function findSettings(db: Db): Promise<Row> {
  return db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
}

/** The same, held until the transaction ends. */
export async function lockSettings(db: Db): Promise<Row> {
  return db.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** What the first admin brings along; what somebody has set before stays. */
export async function beginSettings(
  db: Db,
  first: { brokerName: string; timeZone: string | undefined },
): Promise<void> {
  const { brokerName, timeZone } = first
  await db
    .updateTable('settings')
    .set({ broker_name: brokerName, ...(timeZone && { time_zone: timeZone }) })
    .where('updated_at', 'is', null)
    .execute()
}

/** What the dashboard may say to somebody for whom no policy waits. */
export async function findOwnRecord(db: Db, userId: string): Promise<FrontDeskTexts['own_record']> {
  const signed = await db
    .selectFrom('policy_acknowledgments')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (signed) return 'acknowledged'
  const policy = await db
    .selectFrom('policies')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return policy ? 'nothing_asked' : 'no_policies'
}

/** Where the logo is; its key is in the address, so that a new logo is a new address. */
export const logoAddress = ({ logo_key: key }: Pick<Row, 'logo_key'>) =>
  key && `/api/v1/settings/logo?v=${key}`

/** What anyone may know. */
export async function findPublicSettings(db: Db, config: Config): Promise<PublicSettings> {
  const settings = await findSettings(db)
  return {
    brokerage_name: brokerageName(settings),
    signup_mode: signupRule(settings, config).mode,
    sends_mail: await sendsMail(db, config),
    first_run: await isFirstRun(db),
    remember_days: settings.session_days,
    passkeys: siteOf(config) !== null && (await hasPasskeys(db)),
    logo: logoAddress(settings),
    accent_css: settings.accent && accentCss(settings.accent),
  }
}

/** Everything, as the settings screen has it. */
export async function findAdminSettings(db: Db, config: Config): Promise<AdminSettings> {
  const settings = await findSettings(db)
  const editor = settings.updated_by
    ? await db
        .selectFrom('users')
        .select('name')
        .where('id', '=', settings.updated_by)
        .executeTakeFirst()
    : undefined
  return {
    ...frontDeskTexts(settings),
    ...legalTexts(settings),
    logo: logoAddress(settings),
    accent: settings.accent,
    signup_mode: settings.signup_mode,
    signup_domains: settings.signup_domains ?? [],
    server_signup_mode: config.signup.mode,
    time_zone: settings.time_zone,
    reminders: settings.reminders,
    chat_retention_years: retentionOf(settings),
    chat_export_notice: settings.chat_export_notice ?? '',
    escalate_after_days: settings.escalate_after_days,
    second_factor_roles: settings.second_factor_roles as Role[],
    second_factor_grace_days: settings.second_factor_grace_days,
    session_days: settings.session_days,
    session_hours: settings.session_hours,
    revision: settings.revision,
    updated_at: settings.updated_at,
    updated_by_name: editor?.name ?? null,
  }
}

/** For how many years messages are kept. */
const retentionOf = ({ chat_retention_years: years }: Row) =>
  CHAT_RETENTION_YEARS.find((choice) => choice === years) ?? null

/** The brokerage's own terms and privacy texts. */
export const legalTexts = (row: Row): LegalTexts => ({
  terms: row.terms,
  terms_revised_at: row.terms_revised_at,
  privacy: row.privacy,
  privacy_revised_at: row.privacy_revised_at,
})

/** Those of the keys that are the logo's. */
export async function findKnownLogos(db: Db, keys: string[]): Promise<string[]> {
  const { logo_key: key } = await findSettings(db)
  return key && keys.includes(key) ? [key] : []
}

/** The name of the brokerage, as written or ours. */
export const brokerageName = (row: Row) => row.brokerage_name ?? defaultTexts.brokerage_name

/** The brokerage's time zone, as written or that of the machine. */
export const timeZoneOf = (row: Row) =>
  row.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Who may open an account: the admins' setting wins over the environment's. */
export function signupRule(row: Row, config: Config): { mode: SignupMode; domains: string[] } {
  if (!row.signup_mode) return config.signup
  return { mode: row.signup_mode, domains: row.signup_domains ?? [] }
}

/** The texts of the dashboard, each as written or ours. */
export function frontDeskTexts(row: Row) {
  return {
    brokerage_name: brokerageName(row),
    welcome_title: row.welcome_title ?? defaultTexts.welcome_title,
    welcome_text: row.welcome_text ?? defaultTexts.welcome_text,
    broker_name: row.broker_name ?? defaultTexts.broker_name,
    broker_title: row.broker_title ?? defaultTexts.broker_title,
    broker_bio: row.broker_bio ?? defaultTexts.broker_bio,
    help_cards: (row.help_cards as HelpCard[] | null) ?? defaultTexts.help_cards,
    testimonial_quote: row.testimonial_quote ?? defaultTexts.testimonial_quote,
    testimonial_author: row.testimonial_author ?? defaultTexts.testimonial_author,
  }
}

/** Whether anybody has a passkey. */
async function hasPasskeys(db: Db): Promise<boolean> {
  const any = await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()
  return any !== undefined
}

/** Whether nobody has an account yet. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !anyone
}

/** Whether admins are shown the first steps on their dashboard. */
export async function areFirstStepsShown(db: Db): Promise<boolean> {
  const row = await db.selectFrom('first_steps').select('dismissed_at').executeTakeFirstOrThrow()
  return row.dismissed_at === null
}
