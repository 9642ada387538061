import { firstStepsEndpoints } from '@frontdesk/contract/first-steps'
import type { Db } from '../../db/connect.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import type { Services } from '../../services.ts'
import { findSettings, signupRule } from '../settings/settings.queries.ts'
import { findFirstSteps, keepSaid, type Said } from './first-steps.queries.ts'

const WORDS: Record<keyof Said, { yes: string; no: string }> = {
  joining_seen: { yes: 'who may join is right', no: 'who may join is to be decided' },
  links_by_hand: { yes: 'links are handed over by hand', no: 'links go by mail' },
  overview_seen: { yes: 'the overview was looked at', no: 'the overview is to be looked at' },
  dismissed: { yes: 'they are put away', no: 'they are shown again' },
}

export function firstStepsRoutes(mount: Mount, { config }: Services): void {
  const find = async (db: Db) =>
    findFirstSteps(db, {
      sendsMail: await sendsMail(db, config),
      signupMode: signupRule(await findSettings(db), config).mode,
    })

  mount(firstStepsEndpoints.get, async ({ db }) => find(db))

  mount(firstStepsEndpoints.update, async (call) => {
    const { db, body } = call
    const changed = await keepSaid(db, body)
    if (changed.length > 0) {
      const said = changed.map((name) => (body[name] ? WORDS[name].yes : WORDS[name].no))
      await recordAudit(db, call, {
        action: 'settings.first_steps',
        details: { said: said.join(', ') },
      })
      await publish(db, { keys: ['settings'], adminsOnly: true })
    }
    return find(db)
  })
}
