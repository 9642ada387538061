import { type Output } from '@frontdesk/contract/endpoint'
import { pushEndpoints } from '@frontdesk/contract/push'
import type { Db } from '../../db/connect.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { browserName } from '../../platform/browser-name.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import type { Services } from '../../services.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { isPointOnCurve, pushKeys } from './push-keys.ts'
import { isPushService } from './push-service.ts'
import { deletePushDevice, insertPushDevice, listPushDevices } from './push.queries.ts'
import { queuePush } from './queue-push.actions.ts'

/** A person has as many as sessions; this bounds how many there can be. */
const MOST_DEVICES = 20
const TRIES: Limit = { tries: 10, windowSeconds: 10 * 60 }

export function pushRoutes(mount: Mount, { config }: Services): void {
  mount(pushEndpoints.pushKey, async ({ db }) => {
    const { public_key } = await pushKeys(db)
    return { public_key }
  })

  mount(pushEndpoints.listPushDevices, async ({ db, actor }) => listPushDevices(db, actor))

  mount(pushEndpoints.addPushDevice, async (call) => {
    const { db, actor, origin, body } = call
    const keys = readSubscription(body, config.pushServiceBase)
    const devices = await listPushDevices(db, actor)
    if (devices.filter(({ current }) => !current).length >= MOST_DEVICES) {
      throw unprocessable(
        'too_many_devices',
        `You are told on ${MOST_DEVICES} devices already. Please take one off first.`,
      )
    }
    const browser = browserName(origin.userAgent)
    const added = await insertPushDevice(db, { sessionId: actor.sessionId, browser, ...keys })
    if (!added)
      throw conflict('push_taken', 'This address of a push service belongs to another browser')
    await recordAudit(db, call, { action: 'user.push_added', details: { browser } })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
    return added
  })

  mount(pushEndpoints.removePushDevice, async (call) => {
    const { db, actor, params } = call
    const removed = await deletePushDevice(db, { userId: actor.id, id: params.id })
    if (!removed) throw notFound('Device not found')
    await recordAudit(db, call, { action: 'user.push_removed', details: removed })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
  })

  mount(pushEndpoints.tryPushDevice, async ({ db, actor, params }) => {
    const devices = await listPushDevices(db, actor)
    if (!devices.some(({ id }) => id === params.id)) throw notFound('Device not found')
    await consume(
      db,
      `push-tries-of:${actor.id}`,
      TRIES,
      'You have tried this often enough for now.',
    )
    await queuePush(db, { subscriptionId: params.id, message: await greeting(db) })
  })
}

const greeting = async (db: Db) => ({
  title: brokerageName(await findSettings(db)),
  body: 'This is how you are told on this device.',
  path: '/profile',
  tag: 'try',
})

type Body = Output<(typeof pushEndpoints.addPushDevice)['body']>

/** @throws AppError 422 for what is no browser's */
function readSubscription({ endpoint, keys }: Body, standIn: string | null) {
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  if (!isPointOnCurve(p256dh)) {
    throw unprocessable('push_key_refused', 'This is not a key of a browser', {
      'keys.p256dh': 'This is not a key of a browser',
    })
  }
  if (!isPushService(endpoint, standIn)) {
    const sentence = 'This is not the address of a push service'
    throw unprocessable('push_service_refused', sentence, { endpoint: sentence })
  }
  return { endpoint, p256dh, auth }
}
