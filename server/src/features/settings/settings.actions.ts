import type { Input, Output } from '@frontdesk/contract/endpoint'
import type { AdminSettings, settingsEndpoints } from '@frontdesk/contract/settings'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { defaultTexts } from './default-texts.ts'
import { findAdminSettings, lockSettings } from './settings.queries.ts'

type Draft = Output<(typeof settingsEndpoints.updateSettings)['body']>
type Field = keyof Input<(typeof settingsEndpoints.updateSettings)['body']>

/**
 * Saves what a draft has; what it leaves out stays.
 * @param call.ifMatch the `ETag` that the editor started from, where known
 * @returns the settings, and which of them are others now
 * @throws AppError 409 `edit_conflict` with the settings as they are, 422 for domains that are missing
 */
export async function updateSettings(
  db: Db,
  config: Config,
  call: { actorId: string; draft: Draft; ifMatch: string | undefined },
): Promise<{ settings: AdminSettings; changed: Field[] }> {
  const { actorId, draft, ifMatch } = call
  const { revision } = await lockSettings(db)
  const before = await findAdminSettings(db, config)
  await refuseIfChanged(before, {
    ifMatch,
    sentence: 'Somebody else has saved the settings in the meantime',
    findCurrent: async () => before,
  })
  refuseNoDomains({ ...before, ...draft })
  const changed = fieldsOf(draft).filter((field) => !isSame(draft[field], before[field]))
  if (changed.length > 0) {
    const values = Object.fromEntries(changed.map((field) => [field, stored(field, draft[field])]))
    await db
      .updateTable('settings')
      .set({
        ...values,
        ...(changed.includes('terms') && { terms_revised_at: sql`now()` }),
        ...(changed.includes('privacy') && { privacy_revised_at: sql`now()` }),
        revision: revision + 1,
        updated_at: sql`now()`,
        updated_by: actorId,
      })
      .execute()
  }
  return { settings: await findAdminSettings(db, config), changed }
}

/** Otherwise nobody at all could sign up, which is what `invite` is for. */
function refuseNoDomains({ signup_mode: mode, signup_domains: domains }: AdminSettings): void {
  if (mode !== 'domains' || domains.length > 0) return
  const sentence = 'Please name at least one domain, such as example.com'
  throw unprocessable('no_domains', sentence, { signup_domains: sentence })
}

const fieldsOf = (draft: Draft) =>
  (Object.keys(draft) as Field[]).filter((field) => draft[field] !== undefined)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const EMPTY_IS_NONE = new Set<Field>(['terms', 'privacy', 'chat_export_notice'])

/** Our own text is not written down, so that a better one of a later version is shown. */
function stored(field: Field, value: unknown): unknown {
  if (field in defaultTexts && isSame(value, defaultTexts[field as keyof typeof defaultTexts])) {
    return null
  }
  if (EMPTY_IS_NONE.has(field) && value === '') return null
  return field === 'help_cards' ? JSON.stringify(value) : value
}
