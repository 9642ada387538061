import { settingsEndpoints } from '@frontdesk/contract/settings'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import {
  brokerageName,
  findSettings,
  frontDeskTexts,
  isFirstRun,
  signupRule,
} from './settings.queries.ts'

export function settingsRoutes(mount: Mount, { config }: Services): void {
  mount(settingsEndpoints.publicSettings, async ({ db }) => {
    const settings = await findSettings(db)
    return {
      brokerage_name: brokerageName(settings),
      signup_mode: signupRule(settings, config).mode,
      sends_mail: config.smtpUrl !== null,
      first_run: await isFirstRun(db),
    }
  })

  mount(settingsEndpoints.frontDesk, async ({ db, actor }) => {
    const settings = await findSettings(db)
    return {
      ...frontDeskTexts(settings),
      sends_mail: config.smtpUrl !== null,
      open_signup_warning: actor.role === 'admin' && signupRule(settings, config).mode === 'open',
    }
  })
}
