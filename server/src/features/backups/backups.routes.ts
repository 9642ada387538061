import { backupEndpoints } from '@frontdesk/contract/backups'
import { conflict, unprocessable } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { queueBackup, queueRehearsal } from './back-up-if-due.actions.ts'
import { findBackupSettings, updateBackupSettings } from './backup-settings.actions.ts'
import { findBackup, findNewestDone, listBackups, listRehearsals } from './backups.queries.ts'

const STALE = { keys: ['backups' as const], adminsOnly: true }

export function backupRoutes(mount: Mount, { config }: Services): void {
  mount(backupEndpoints.listBackups, async ({ db, query, request, reply }) => {
    const page = await listBackups(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page)
  })

  mount(backupEndpoints.makeBackup, async (call) => {
    const { db, actor } = call
    const id = await queueBackup(db, { cause: 'asked', askedBy: actor.id })
    if (!id) throw conflict('backup_under_way', 'A backup is being made already')
    await recordAudit(db, call, { action: 'backup.asked' })
    await publish(db, STALE)
    return findBackup(db, id)
  })

  mount(backupEndpoints.getBackupSettings, async ({ db, reply }) => {
    const settings = await findBackupSettings(db, config)
    reply.header('ETag', etagOf(settings))
    return settings
  })

  mount(backupEndpoints.updateBackupSettings, async (call) => {
    const { db, actor, body, request, reply } = call
    const ifMatch = request.headers['if-match']
    const edit = { draft: body, actorId: actor.id, ifMatch }
    const settings = await updateBackupSettings(db, config, edit)
    await recordAudit(db, call, {
      action: 'backup.settings_changed',
      details: { enabled: settings.enabled, at: settings.at, place: settings.place },
    })
    await publish(db, STALE)
    reply.header('ETag', etagOf(settings))
    return settings
  })

  mount(backupEndpoints.listRehearsals, async ({ db, query, request, reply }) => {
    const page = await listRehearsals(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page)
  })

  mount(backupEndpoints.rehearse, async (call) => {
    const { db, actor } = call
    if (!(await findNewestDone(db, { isThere: true }))) {
      throw unprocessable('no_backup', 'There is no backup yet that could be restored')
    }
    const rehearsal = await queueRehearsal(db, { cause: 'asked', askedBy: actor.id })
    if (!rehearsal) throw conflict('rehearsal_under_way', 'A rehearsal is under way already')
    await recordAudit(db, call, { action: 'backup.rehearsal_asked' })
    await publish(db, STALE)
    return rehearsal
  })
}
