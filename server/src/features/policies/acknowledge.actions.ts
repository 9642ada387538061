import { setTimeout } from 'node:timers/promises'
import type { PolicyAcknowledgment } from '@frontdesk/contract/policies'
import type { CeremonyInput } from '@frontdesk/contract/signing'
import type { Db } from '../../db/connect.ts'
import { BusyError } from '../../db/turns.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, unauthorized, unprocessable } from '../../http/errors.ts'
import { freshSignInRequired } from '../../http/fresh-sign-in.ts'
import { findAcknowledgment, findCurrentText } from './acknowledgments.queries.ts'
import { readCeremony } from './ceremony.actions.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy } from './policies.queries.ts'
import type { Sealer } from './seal.actions.ts'

/** Somebody who saves the policy, or changes the person, holds it for some milliseconds. */
const LOOK_AGAIN_MS = 25
const GIVE_UP_MS = 5000

/**
 * Seals the caller's statement about the current version and appends it to the chain. A second time
 * returns the newest record, unless a renewal asks for the same version again. The text is read, and an
 * earlier record looked for, before anybody waits.
 * @param given.version the one that the person read, where the caller says so
 * @param given.ceremony what the policy takes beside a press, where it does
 * @throws AppError 401 where the session has ended in the meantime, 403 where they have to prove again that it is
 * they, 404, 409 `newer_version` with the policy as it is now or `consent_changed`, 422 for a version to come or
 * `ceremony_required`; BusyError
 */
export async function acknowledgePolicy(
  { db, sealer }: { db: Db; sealer: Sealer },
  { actor, origin }: { actor: SignedIn; origin: Origin },
  policyId: string,
  { version: seen, ceremony }: { version?: number; ceremony?: CeremonyInput },
): Promise<PolicyAcknowledgment> {
  const until = performance.now() + GIVE_UP_MS
  while (performance.now() < until) {
    const text = await findCurrentText(db, policyId, actor.id)
    if (!text) throw noSuchPolicy()
    const { version } = text
    if (seen !== undefined && seen > version) {
      throw unprocessable('unknown_version', `This policy has no version ${seen}`)
    }
    if (seen !== undefined && seen < version) {
      throw conflict('newer_version', 'This policy was changed while you were reading it', {
        current: await findPolicy(db, actor.id, policyId),
      })
    }
    if (text.acknowledged) {
      return (await findAcknowledgment(db, { policyId, userId: actor.id, version }))!
    }
    const { title, content_sha256: contentSha256, signing, signedVersion } = text
    const { id: userId, sessionId } = actor
    const outcome = await sealer.seal({
      policyId,
      version,
      title,
      contentSha256,
      signing,
      ceremony:
        signing && readCeremony({ signing, name: actor.name, signedVersion, version }, ceremony),
      userId,
      sessionId,
      origin,
    })
    if (outcome === 'signed_out') throw unauthorized()
    if (outcome === 'not_confirmed') throw notConfirmed()
    if (outcome !== 'again') return { ...outcome, version_acknowledged: version }
    await setTimeout(LOOK_AGAIN_MS)
  }
  throw new BusyError('Others held the policy or the person')
}

const notConfirmed = () =>
  freshSignInRequired('Please confirm that it is you: this policy is signed with that')
