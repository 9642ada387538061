import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { senderOf } from '../../platform/mail-transport.ts'
import { PrivateAddressError } from '../../platform/public-address.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { listNews } from '../notifications/channels.queries.ts'
import { pushKeys, pushLibrary } from './push-keys.ts'
import { findPushTarget, forgetPushDevice, touchPushDevice } from './push.queries.ts'
import { postToPushService, type PushRequest } from './push-service.ts'
import { type PushMessage, queuePush } from './queue-push.actions.ts'

/** What a job holds. */
export interface PushJob {
  subscription_id: string
  message: PushMessage
  /** Counts from 1. */
  attempt: number
}

/** Seconds until the next try, after the first, the second and so on; then it is too old to help anybody. */
const BACK_OFF = [15, 60, 300, 1800, 7200]
/** A push service that wants longer is asked again all the same, once. */
const LONGEST_PAUSE = 6 * 3600
/** For so many seconds the push service keeps what a device that is off did not take. */
const KEPT_SECONDS = 2 * 24 * 3600

/** The push service has no such browser any more (RFC 8030, section 7.3). */
const GONE = new Set([404, 410])

/** Sends one push to one device, or queues it again for later. Outside of any transaction. */
export async function sendPush(
  services: Services,
  log: FastifyBaseLogger,
  job: PushJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = services
  const { subscription_id: id, message, attempt } = job
  const target = await findPushTarget(db, id)
  if (!target || !(await isStillNews(db, message))) return
  const request = await encrypted(services, target, message)
  let reason: string
  let wanted: number | null = null
  try {
    const { status, retryAfter } = await postToPushService(request, {
      standIn: config.pushServiceBase,
      signal,
    })
    if (status >= 200 && status < 300) return await touchPushDevice(db, id)
    if (GONE.has(status)) return await forgetPushDevice(db, id, target.endpoint)
    reason = `The push service answered ${status}`
    wanted = retryAfter
    if (status !== 429 && status < 500) return fail(log, job, reason)
  } catch (error) {
    if (error instanceof PrivateAddressError) {
      fail(log, job, error.message)
      return await forgetPushDevice(db, id, target.endpoint)
    }
    // The server stops: the next one sends it.
    if (signal.aborted) return await queuePush(db, { subscriptionId: id, message, attempt })
    reason = reasonOf(error)
  }
  const pause = BACK_OFF[attempt - 1]
  if (pause === undefined) return fail(log, job, reason)
  const delaySeconds = Math.min(Math.max(pause, wanted ?? 0), LONGEST_PAUSE)
  await queuePush(db, { subscriptionId: id, message, attempt: attempt + 1, delaySeconds })
}

/** A notification's tag is its id. */
const NOTIFICATION = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Push services let one wait for hours: what was seen in the app by then, or taken back, is told to nobody. */
async function isStillNews(db: Db, { tag }: PushMessage): Promise<boolean> {
  return !NOTIFICATION.test(tag) || (await listNews(db, [tag])).length > 0
}

/** Encrypted for the browser alone (RFC 8291), with our proof for its push service (RFC 8292). */
async function encrypted(
  { db, config, address }: Services,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: Buffer; auth: Buffer },
  message: PushMessage,
): Promise<PushRequest> {
  const keys = await pushKeys(db)
  const { generateRequestDetails } = await pushLibrary()
  const { headers, body } = generateRequestDetails(
    { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    JSON.stringify(message),
    {
      vapidDetails: {
        // Whom a push service can write to; Apple's refuses those without.
        subject: `mailto:${senderOf(config, address()).address}`,
        publicKey: keys.public_key,
        privateKey: keys.private_key,
      },
      TTL: KEPT_SECONDS,
      contentEncoding: 'aes128gcm',
      // A device that was off gets the last of each tag, and the push service learns no tag.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    },
  )
  return { endpoint, headers, body }
}

/** Neither the endpoint nor what was told goes into the log. */
function fail(log: FastifyBaseLogger, { subscription_id: id, attempt }: PushJob, reason: string) {
  log.warn({ subscription_id: id, attempt, reason }, 'a push could not be sent')
}

/** A code such as `ECONNREFUSED` where there is one: a message may name the endpoint. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'unknown'
}
