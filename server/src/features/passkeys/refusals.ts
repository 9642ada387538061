import type { Db } from '../../db/connect.ts'
import type { Author, Origin, SignedIn } from '../../http/caller.ts'
import { AppError, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'

/** Why an answer opens nothing: what the person reads, by the end of its code. */
const SENTENCES = {
  malformed: 'This is not an answer of a passkey',
  challenge_over: 'This took too long, or was answered already. Please try again.',
  other_origin: 'This answer was given to another site. Please open Front Desk at its own address.',
  other_site: 'This passkey is for another site',
  not_verified:
    'The device did not check that it is you. Please use your finger, your face or its PIN.',
  unknown: 'This passkey is not known here. It may have been removed: please sign in another way.',
  not_theirs: 'This passkey is somebody else’s',
  wrong_signature: 'This passkey did not sign as it should. Please try again.',
  counted_back:
    'This passkey has counted backwards, as a copy of it would. Please remove it and make a new one.',
  attested: 'This device sends more about itself than was asked for. Please use another passkey.',
  known: 'There is a passkey of this device already',
} as const
type Reason = keyof typeof SENTENCES

/** Thrown within, so that it can be written down with whose passkey it was. */
export class PasskeyRefusal extends Error {
  readonly reason: Reason
  readonly owner: Author | undefined
  constructor(reason: Reason, owner?: Author) {
    super(SENTENCES[reason])
    this.reason = reason
    this.owner = owner
  }
}

/**
 * Does what takes an answer; a refusal is in the audit trail, whatever else is taken back.
 * @throws AppError 422 `passkey_…`
 */
export async function withRefusals<T>(
  db: Db,
  { origin, actor }: { origin: Origin; actor: SignedIn | null },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error
    const { reason, owner } = error
    await recordAudit(
      db,
      { origin },
      { action: 'passkey.refused', actor: actor ?? owner, details: { reason } },
    )
    throw unprocessable(`passkey_${reason}`, error.message)
  }
}

export const challengeOver = () =>
  new AppError(401, 'challenge_over', 'This took too long. Please sign in again.')
