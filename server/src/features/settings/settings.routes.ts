import type { BillingWarning } from '@frontdesk/contract/payments'
import { settingsEndpoints } from '@frontdesk/contract/settings'
import type { Db } from '../../db/connect.ts'
import { etagOf } from '../../http/etag.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import type { Services } from '../../services.ts'
import { updateSettings } from './settings.actions.ts'
import {
  areFirstStepsShown,
  findAdminSettings,
  findOwnRecord,
  findPublicSettings,
  findSettings,
  frontDeskTexts,
  legalTexts,
  signupRule,
} from './settings.queries.ts'

/** @param findBillingWarning what the subscription needs of admins, which the dashboard tells them */
export function settingsRoutes(
  mount: Mount,
  { config }: Services,
  findBillingWarning: (db: Db) => Promise<BillingWarning | null>,
): void {
  mount(settingsEndpoints.publicSettings, async ({ db }) => findPublicSettings(db, config))

  mount(settingsEndpoints.frontDesk, async ({ db, actor }) => {
    const settings = await findSettings(db)
    const isAdmin = actor.role === 'admin'
    const { mode } = signupRule(settings, config)
    const doesSend = await sendsMail(db, config)
    return {
      ...frontDeskTexts(settings),
      // Nobody works for “Your Brokerage”.
      brokerage_name: settings.brokerage_name ?? '',
      own_record: await findOwnRecord(db, actor.id),
      sends_mail: doesSend,
      open_signup_warning: isAdmin && mode === 'open',
      signup_needs_mail: isAdmin && mode === 'domains' && !doesSend,
      first_steps: isAdmin && (await areFirstStepsShown(db)),
      billing_warning: isAdmin ? await findBillingWarning(db) : null,
    }
  })

  mount(settingsEndpoints.legalTexts, async ({ db }) => legalTexts(await findSettings(db)))

  mount(settingsEndpoints.getSettings, async ({ db, reply }) => {
    const settings = await findAdminSettings(db, config)
    reply.header('ETag', etagOf(settings))
    return settings
  })

  mount(settingsEndpoints.updateSettings, async (call) => {
    const { db, actor, body, request, reply } = call
    const { settings, changed } = await updateSettings(db, config, {
      actorId: actor.id,
      draft: body,
      ifMatch: request.headers['if-match'],
    })
    if (changed.length > 0) {
      await recordAudit(db, call, {
        action: 'settings.changed',
        details: {
          fields: changed.map((field) => field.replaceAll('_', ' ')).join(', '),
          // Who may join is what one looks for afterwards.
          ...(changed.includes('signup_mode') && { signup_mode: settings.signup_mode ?? 'server' }),
          ...(changed.includes('signup_domains') && { signup_domains: settings.signup_domains }),
        },
      })
      await publish(db, { keys: ['settings'] })
    }
    reply.header('ETag', etagOf(settings))
    return settings
  })
}
