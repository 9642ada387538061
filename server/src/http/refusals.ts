import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { recordAudit } from '../platform/audit.ts'
import type { AuditAction } from '../platform/audit-actions.ts'
import { countHit } from '../platform/rate-limit.ts'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'

const HOUR_SECONDS = 60 * 60

/** Refusals of an hour, of everybody together, after which they too are only told of by powers of ten. */
const MOST_IN_AN_HOUR = 1000

/**
 * Writes a refusal down: of a role or an API key, of a CSRF token, by a limit, of what a directory wants, of a
 * provider that does not answer. The trail can't be filled by asking
 * again: within an hour one person's (or, of nobody's, one network's) refusals of one call leave a
 * row at the 1st, the 10th, the 100th and so on, each with the count so far.
 */
export async function recordRefusal(
  db: Db,
  request: FastifyRequest,
  refusal: { call: string; error: unknown },
): Promise<void> {
  const action = actionFor(refusal)
  if (!action) return
  try {
    const who = request.signedIn?.id ?? networkOf(request.ip)
    const bucket = `${action}:${refusal.call}:${who}`
    const { hits } = await countHit(db, bucket, HOUR_SECONDS)
    if (!isPowerOfTen(hits)) return
    const { hits: all } = await countHit(db, 'refusals', HOUR_SECONDS)
    if (all > MOST_IN_AN_HOUR && !isPowerOfTen(all)) return
    const details = { call: refusal.call, count: hits, ...reasonIn(refusal.error) }
    await recordAudit(db, request, { action, details })
  } catch (error) {
    // The answer is a refusal all the same; a database that is away says so by itself.
    request.log.warn({ err: error }, 'a refusal could not be written down')
  }
}

/** By a role, or to a key: of its scopes, or of what no key can do. */
const REFUSED = new Set(['forbidden', 'scope_missing', 'not_by_key'])

/** Of a key that is over, or stands where addresses are written down. */
const BAD_KEY = new Set(['invalid_key', 'key_in_address'])

function actionFor({ call, error }: { call: string; error: unknown }): AuditAction | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'csrf_failed') return 'csrf.refused'
  if (error.status === 429) return 'limit.reached'
  if (BAD_KEY.has(error.code)) return 'api_key.refused'
  if (error.code === 'provider_unavailable') return 'sign_in.provider_away'
  // What a directory gets wrong nobody else sees: it tries again, and says so on a page of its own at best.
  if (call.includes(' /scim/v2/') && [400, 409].includes(error.status)) return 'scim.refused'
  return error.status === 403 && REFUSED.has(error.code) ? 'access.refused' : null
}

/** What the sentence of the row names beside the call. */
function reasonIn(error: unknown): Record<string, unknown> {
  if (!(error instanceof AppError)) return {}
  const { code: reason, extra } = error
  if (reason === 'provider_unavailable') return { provider: extra?.provider }
  return [400, 409].includes(error.status) ? { reason } : {}
}

const isPowerOfTen = (count: number) => /^10*$/.test(String(count))
