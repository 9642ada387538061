import { createHash } from 'node:crypto'
import { CONSENT } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import type {
  Ceremony,
  CeremonyInput,
  Signing,
  signingEndpoints,
} from '@frontdesk/contract/signing'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy, lockPolicy } from './policies.queries.ts'
import { itemOf } from './save-policy.actions.ts'

/** A ceremony as far as its person can give it; how they proved who they are is known when it is sealed. */
export type GivenCeremony = Omit<Ceremony, 'identity'>

/** What a policy asks for, and of whom. */
interface Asked {
  signing: Signing
  name: string
  /** The newest version that they signed; null where they signed none. */
  signedVersion: number | null
  version: number
}

/** What somebody agrees to when they sign. */
export const consentOf = (signing: Signing | null) => signing?.consent ?? CONSENT

/**
 * Reads what came with a signature as far as the policy asks for it; the rest is not kept.
 * @throws AppError 409 `consent_changed` where other words were shown, 422 `ceremony_required`
 */
export function readCeremony(asked: Asked, given: CeremonyInput | undefined): GivenCeremony {
  const { signing, signedVersion, version } = asked
  const consent = consentOf(signing)
  if (given && given.consent !== consent) {
    throw conflict(
      'consent_changed',
      'The words that you agree to were changed meanwhile. Please read them again.',
    )
  }
  const compared = signing.comparison && signedVersion !== version ? signedVersion : null
  const missing = missingFrom(asked, given, compared)
  if (!given || Object.keys(missing).length > 0) {
    throw unprocessable(
      'ceremony_required',
      'This policy takes more than one press to sign. Please open it, and sign it there.',
      missing,
    )
  }
  return {
    typed_name: signing.typed_name ? given.typed_name!.trim() : null,
    compared_version: compared,
    reading_seconds: signing.reading ? given.reading_seconds! : null,
    end_reached: signing.reading ? given.end_reached! : null,
    language: given.language ?? null,
    consent_sha256: createHash('sha256').update(consent, 'utf8').digest('hex'),
  }
}

function missingFrom(
  { signing, name }: Asked,
  given: CeremonyInput | undefined,
  compared: number | null,
) {
  const missing: Record<string, string> = {}
  if (given === undefined) missing.ceremony = 'What signing this policy takes is missing'
  if (signing.typed_name && plain(given?.typed_name ?? '') !== plain(name)) {
    missing['ceremony.typed_name'] = `Please type your name as it stands here: ${name}`
  }
  if (compared !== null && given?.compared_version !== compared) {
    missing['ceremony.compared_version'] =
      `You signed version ${compared}: the text is shown beside it first`
  }
  if (signing.reading && given?.reading_seconds === undefined) {
    missing['ceremony.reading_seconds'] = 'How long the text was open is missing'
  }
  if (signing.reading && given?.end_reached === undefined) {
    missing['ceremony.end_reached'] = 'Whether the end of the text was reached is missing'
  }
  return missing
}

/** Capitals and spaces are no reason to refuse somebody's own name. */
const plain = (name: string) =>
  name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

type Draft = Output<(typeof signingEndpoints.updatePolicySigning)['body']>

/**
 * Sets what signing a policy takes; what asks for nothing is kept as null.
 * @throws AppError 404
 */
export async function updateSigning(
  call: { db: Db; actor: SignedIn; origin: Origin },
  policyId: string,
  draft: Draft,
): Promise<{ signing: Signing | null }> {
  const { db, actor } = call
  if (!(await lockPolicy(db, policyId, 'update'))) throw noSuchPolicy()
  const { comparison, typed_name, identity, reading } = draft
  const consent = draft.consent === CONSENT ? null : draft.consent
  const asksMore = comparison || typed_name || identity || reading || consent !== null
  const signing: Signing | null = asksMore
    ? { comparison, typed_name, identity, reading, consent }
    : null
  await db
    .updateTable('policies')
    .set({ signing: signing && sql`${JSON.stringify(signing)}::jsonb` })
    .where('id', '=', policyId)
    .execute()
  const policy = (await findPolicy(db, actor.id, policyId))!
  await recordAudit(db, call, {
    action: 'policy.signing_changed',
    item: itemOf(policy),
    details: { ...signing },
  })
  await publish(db, { keys: ['policies'] })
  return { signing }
}
