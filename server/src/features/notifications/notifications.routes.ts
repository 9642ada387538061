import { type Notification, notificationEndpoints } from '@frontdesk/contract/notifications'
import { canEditDrafts } from '@frontdesk/contract/permissions'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findTimeZone } from './time-zone.queries.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { notificationText } from './notification-text.ts'
import {
  countUnread,
  findChoices,
  findNotification,
  listNotifications,
  saveChoices,
  type StoredNotification,
  updateAllRead,
  updateRead,
  updateSeen,
} from './notifications.queries.ts'

/** Rows of the list where the caller asks for no number. */
const LIMIT = 50

const noSuchNotification = () => notFound('Notification not found')

export function notificationRoutes(mount: Mount): void {
  mount(notificationEndpoints.listNotifications, async (call) => {
    const { db, actor, query, request, reply } = call
    const { limit = LIMIT, cursor, unread } = query
    const options = { limit, cursor, unread: unread === 'true' }
    const page = await listNotifications(db, actor.id, options)
    const timeZone = await zoneOf(db, actor)
    const rows = page.rows.map((row) => shown(row, timeZone))
    return sendPage({ request, reply }, { ...page, rows })
  })

  mount(notificationEndpoints.countNotifications, async ({ db, actor }) => ({
    unread: await countUnread(db, actor.id),
  }))

  mount(notificationEndpoints.readNotification, async ({ db, actor, params, body }) => {
    const found = await findNotification(db, actor.id, params.id)
    if (!found) throw noSuchNotification()
    await updateRead(db, found.id, body.read)
    await tellOwnDevices(db, actor)
    return shown((await findNotification(db, actor.id, found.id))!, await zoneOf(db, actor))
  })

  mount(notificationEndpoints.readAllNotifications, async ({ db, actor, body }) => {
    const { newest_id: id } = body
    const newest = id === undefined ? null : await findNotification(db, actor.id, id)
    if (newest === undefined) throw noSuchNotification()
    const read = await updateAllRead(db, actor.id, newest)
    if (read > 0) await tellOwnDevices(db, actor)
    return { read }
  })

  mount(notificationEndpoints.seeNotifications, async ({ db, actor, body }) =>
    updateSeen(db, actor.id, body.ids),
  )

  mount(notificationEndpoints.getNotificationChoices, async ({ db, actor }) =>
    findChoices(db, { userId: actor.id, isAuthor: canEditDrafts(actor) }),
  )

  mount(notificationEndpoints.changeNotificationChoices, async (call) => {
    const { db, actor, body } = call
    await saveChoices(db, actor.id, body)
    await recordAudit(db, call, { action: 'user.notifications_chosen', details: body })
    await tellOwnDevices(db, actor)
    return findChoices(db, { userId: actor.id, isAuthor: canEditDrafts(actor) })
  })
}

const tellOwnDevices = async (db: Db, actor: SignedIn) =>
  publish(db, { keys: ['notifications'], userIds: [actor.id] })

async function zoneOf(db: Db, actor: SignedIn): Promise<string> {
  return (await findTimeZone(db, actor.id)) ?? timeZoneOf(await findSettings(db))
}

const shown = (row: StoredNotification, timeZone: string): Notification => ({
  id: row.id,
  kind: row.kind,
  ...notificationText(row, timeZone),
  created_at: row.created_at,
  read_at: row.read_at,
})
