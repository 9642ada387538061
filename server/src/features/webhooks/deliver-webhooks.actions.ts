import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import { UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import type { Services } from '../../services.ts'
import {
  claimDue,
  type DueDelivery,
  findEvent,
  hasFailedForAWeek,
  holdEndpoint,
  insertTry,
  type MadeTry,
  releaseEndpoint,
  settleDelivery,
  settleEndpoint,
} from './deliveries.queries.ts'
import { postWebhook, type WebhookAnswer, type WebhookReach } from './post-webhook.ts'
import { tellOfDisabled } from './tell-of-disabled.actions.ts'
import { bodyOf, headersOf, openSecret } from './webhook-message.ts'
import { titleOf } from './webhooks.actions.ts'

/** Seconds until the next try, after the first, the second and so on: 71 hours and a half in all. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const BACK_OFF = [
  5,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
]

/** A receiver that says when to come back (`Retry-After`) is left alone for so long at most. */
const LONGEST_WAIT = HOUR

/** As many as there can be endpoints: one that hangs takes nobody else's place. */
const MOST_AT_ONCE = 20
/** What comes due while a slow receiver is waited for is looked for so often. */
const LOOK_MS = 250
/** Then the rest is another job's: what runs for five minutes is taken for dead. */
const LONGEST_RUN_MS = 60_000
/** A later one is found by the clock. */
const CLOCK_SECONDS = 60

/** What tests have otherwise. */
export type DeliveryOptions = Pick<WebhookReach, 'resolve' | 'longestMs'>

/** Sends what is due, to all endpoints at once and to each in its order, until nothing is. */
export async function deliverWebhooks(
  services: Services,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  options: DeliveryOptions = {},
): Promise<void> {
  const until = performance.now() + LONGEST_RUN_MS
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  while (!signal.aborted && performance.now() < until && failures.length === 0) {
    const due = await claimDue(services.db, MOST_AT_ONCE - running.size)
    for (const delivery of due) {
      const one = tryOnce(services, log, delivery, { ...options, signal })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one))
      running.add(one)
    }
    if (running.size === 0) return
    await Promise.race([...running, wait(LOOK_MS)])
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  if (!signal.aborted) await addJob(services.db, 'deliver_webhooks', {}, { queue: 'webhooks' })
}

async function tryOnce(
  services: Services,
  log: FastifyBaseLogger,
  due: DueDelivery,
  options: DeliveryOptions & { signal: AbortSignal },
): Promise<void> {
  const made = await send(services, due, options)
  if (!made) return releaseEndpoint(services.db, due.endpoint_id)
  await inTransaction(services.db, async (tx) => settle(tx, due, made))
  if (made.problem !== null) {
    const { endpoint_id: id, event_id: eventId } = due
    const { problem } = made
    log.warn({ webhook_id: id, event_id: eventId, problem }, 'a webhook was not taken')
  }
}

/** A try, and what the receiver says of those to come. */
interface Outcome extends MadeTry {
  isGone: boolean
  /** For how many seconds it wants nothing; 0 where it does not say. */
  waitSeconds: number
}

/** One try; null where the server stops before its end. */
async function send(
  { db, config, address }: Services,
  due: DueDelivery,
  options: DeliveryOptions & { signal: AbortSignal },
): Promise<Outcome | null> {
  const began = performance.now()
  const after = (problem: string | null, answered?: WebhookAnswer): Outcome => ({
    tookMs: Math.round(performance.now() - began),
    status: answered?.status ?? null,
    problem,
    answer: answered?.beginning ?? '',
    isGone: answered?.status === 410,
    waitSeconds: answered ? waitOf(answered) : 0,
  })
  try {
    const body = bodyOf(await findEvent(db, due.event_id), address())
    const sealed = [due.secret_sealed, ...(due.old_secret_sealed ? [due.old_secret_sealed] : [])]
    const secrets = await Promise.all(sealed.map((one) => openSecret(config, due.endpoint_id, one)))
    const headers = headersOf(secrets, { id: due.event_id, body, at: new Date() })
    const allowPrivate = config.webhookAllowPrivate
    const answered = await postWebhook(due.url, { headers, body }, { ...options, allowPrivate })
    return after(problemOf(answered.status), answered)
  } catch (error) {
    if (options.signal.aborted) return null
    if (error instanceof UnreadableSecretError) {
      return after('Its secret can’t be opened any more: please make a new one')
    }
    return after(error instanceof Error ? error.message : 'It can’t be reached')
  }
}

/** Only who has too much to do, or is away, may say it: elsewhere it means something else. */
const waitOf = ({ status, retryAfter }: WebhookAnswer) =>
  status === 429 || status === 503 ? Math.min(retryAfter ?? 0, LONGEST_WAIT) : 0

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return `It answered ${status}: redirections are not followed`
  }
  return status === 410 ? 'It answered 410: it wants no more' : `It answered ${status}`
}

/** Writes down the try and what follows from it, and tells whoever looks. */
async function settle(tx: Db, due: DueDelivery, made: Outcome): Promise<void> {
  const { id, endpoint_id: endpointId } = due
  const { problem, waitSeconds } = made
  const pauseSeconds = problem === null ? null : pauseOf(due, waitSeconds)
  // Before its deliveries, as whoever deletes it does: neither waits for the other.
  if (!(await holdEndpoint(tx, endpointId))) return
  const state = problem === null ? 'delivered' : pauseSeconds === null ? 'failed' : 'waiting'
  await insertTry(tx, id, made)
  await settleDelivery(tx, id, { state, pauseSeconds })
  if (problem === null)
    await settleEndpoint(tx, endpointId, { problem, disabled: null, waitSeconds })
  else {
    const disabled = made.isGone
      ? 'gone'
      : (await hasFailedForAWeek(tx, endpointId))
        ? 'failing'
        : null
    await settleEndpoint(tx, endpointId, { problem, disabled, waitSeconds })
    await tellOfProblem(tx, due, problem, disabled)
  }
  if (pauseSeconds !== null) await lookAgain(tx, `webhook:${id}`, pauseSeconds)
  // For what else waits there.
  if (waitSeconds > 0) await lookAgain(tx, `webhooks-of:${endpointId}`, waitSeconds)
  await publish(tx, { keys: ['webhooks'], adminsOnly: true })
}

/** Seconds until this one is tried again; null where its three days, or its tries, are over. */
function pauseOf(due: DueDelivery, waitSeconds: number): number | null {
  const pause = BACK_OFF[due.tries_in_row]
  if (pause === undefined) return null
  const seconds = Math.max(pause, waitSeconds)
  return Date.now() + seconds * 1000 > Date.parse(due.give_up_at) ? null : seconds
}

async function lookAgain(tx: Db, key: string, delaySeconds: number): Promise<void> {
  if (delaySeconds >= CLOCK_SECONDS) return
  await addJob(tx, 'deliver_webhooks', {}, { queue: 'webhooks', key, delaySeconds })
}

/** The audit trail has the first of a row of failures, and what the server does about them. */
async function tellOfProblem(
  tx: Db,
  due: DueDelivery,
  problem: string,
  disabled: 'failing' | 'gone' | null,
): Promise<void> {
  const item = { type: 'webhook', id: due.endpoint_id, title: titleOf(due) }
  const origin = { ip: 'the server itself', userAgent: 'webhooks', requestId: uuidv7() }
  if (due.failing_since === null) {
    await recordAudit(tx, { origin }, { action: 'webhook.failing', item, details: { problem } })
  }
  if (disabled === null) return
  await recordAudit(
    tx,
    { origin },
    { action: 'webhook.disabled', item, details: { reason: disabled, problem } },
  )
  await tellOfDisabled(tx, { id: due.endpoint_id, title: item.title, reason: disabled, problem })
}
