import { type OwnTimeZone, timeZoneEndpoints } from '@frontdesk/contract/time-zone'
import type { Db } from '../../db/connect.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { findTimeZone, updateTimeZone } from './time-zone.queries.ts'

export function timeZoneRoutes(mount: Mount): void {
  mount(timeZoneEndpoints.getTimeZone, async ({ db, actor }) => ownTimeZone(db, actor.id))

  mount(timeZoneEndpoints.changeTimeZone, async (call) => {
    const { db, actor, body } = call
    await updateTimeZone(db, actor.id, body.time_zone)
    await recordAudit(db, call, { action: 'user.time_zone_changed', details: body })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
    return ownTimeZone(db, actor.id)
  })
}

async function ownTimeZone(db: Db, userId: string): Promise<OwnTimeZone> {
  return {
    time_zone: await findTimeZone(db, userId),
    brokerage_time_zone: timeZoneOf(await findSettings(db)),
  }
}
