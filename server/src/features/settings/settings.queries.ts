import type { HelpCard, SignupMode } from '@frontdesk/contract/settings'
import type { Selectable } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Settings } from '../../db/schema.ts'
import { defaultTexts } from './default-texts.ts'

type Row = Selectable<Settings>

/** What admins wrote; null where they left the program's own text. */
export async function findSettings(db: Db): Promise<Row> {
  return db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
}

/** The name of the brokerage, as written or ours. */
export const brokerageName = (row: Row) => row.brokerage_name ?? defaultTexts.brokerage_name

/** The brokerage's time zone, as written or that of the machine. */
export const timeZoneOf = (row: Row & { time_zone?: string | null }) =>
  row.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether people are reminded of what is due; they are unless admins say otherwise. */
export const remindsPeople = (row: Row & { reminders?: boolean }) => row.reminders ?? true

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

/** Whether nobody has an account yet. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !anyone
}
