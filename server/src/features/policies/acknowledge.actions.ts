import { CONSENT } from '@frontdesk/contract/constants'
import type { PolicyAcknowledgment } from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, unprocessable } from '../../http/errors.ts'
import { hashOfRecord } from './acknowledgment-chain.ts'
import { findAcknowledgment, insertAcknowledgment } from './acknowledgments.queries.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy, findVersion, lockPolicy } from './policies.queries.ts'

/**
 * Seals the caller's statement about the current version and appends it to the chain. A second time
 * returns the newest record, unless a renewal asks for the same version again.
 * @param seen the version that the person read, where the caller says so
 * @throws AppError 404, 409 `newer_version` with the policy as it is now, 422 for a version to come
 */
export async function acknowledgePolicy(
  db: Db,
  call: { actor: SignedIn; origin: Origin },
  policyId: string,
  seen: number | undefined,
): Promise<{ record: PolicyAcknowledgment; isNew: boolean }> {
  const { actor, origin } = call
  const policy = await lockPolicy(db, policyId, 'share')
  if (!policy) throw noSuchPolicy()
  const version = policy.current_version
  if (seen !== undefined && seen > version) {
    throw unprocessable('unknown_version', `This policy has no version ${seen}`)
  }
  if (seen !== undefined && seen < version) {
    throw conflict('newer_version', 'This policy was changed while you were reading it', {
      current: await findPolicy(db, actor.id, policyId),
    })
  }

  const end = await lockChainEnd(db)
  const earlier = await findAcknowledgment(db, { policyId, userId: actor.id, version })
  if (earlier && !(await isAskedFor(db, actor.id, policyId))) {
    return { record: earlier, isNew: false }
  }

  const text = await findVersion(db, policyId, version)
  const sealed = {
    sequence: end.length + 1,
    id: uuidv7(),
    policy_id: policyId,
    user_id: actor.id,
    version,
    acknowledged_at: end.now,
    policy_title: text.title,
    person_name: actor.name,
    person_email: actor.email,
    person_role: actor.role,
    content_sha256: text.content_sha256,
    consent: CONSENT,
    sign_in_method: actor.signInMethod,
    session_id: actor.sessionId,
    ip: origin.ip,
    user_agent: origin.userAgent,
    previous_hash: end.head,
  }
  const record = { ...sealed, hash: hashOfRecord(sealed) }
  await insertAcknowledgment(db, record)
  return { record: { ...record, version_acknowledged: version }, isNew: true }
}

/** Whether a cycle has begun that nothing has closed. The chain's lock lets two at once close it once. */
async function isAskedFor(db: Db, userId: string, policyId: string): Promise<boolean> {
  const open = await db
    .selectFrom('obligations')
    .select('id')
    .where('user_id', '=', userId)
    .where('item_id', '=', policyId)
    .where('closed_at', 'is', null)
    .where('opens_at', '<=', sql<string>`now()`)
    .executeTakeFirst()
  return open !== undefined
}

/** Where the next record goes. Others wait here, so that the chain is one line. */
async function lockChainEnd(db: Db) {
  return db
    .selectFrom('acknowledgment_chain')
    .select([
      'length',
      sql<string>`encode(head, 'hex')`.as('head'),
      // The hash covers the time as JavaScript writes it, to the millisecond.
      sql<string>`date_trunc('milliseconds', clock_timestamp())`.as('now'),
    ])
    .forUpdate()
    .executeTakeFirstOrThrow()
}
