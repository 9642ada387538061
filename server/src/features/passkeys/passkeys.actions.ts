import { type Passkey, PASSKEYS_MAX } from '@frontdesk/contract/passkeys'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { browserName } from '../../platform/browser-name.ts'
import { publish } from '../../platform/publish.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { tell } from '../second-factor/second-factor.actions.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  type Purpose,
  takeChallenge,
  updateName,
} from './passkeys.queries.ts'
import {
  type Attestation,
  checkSite,
  readAttestation,
  readClientData,
  refuseCertificates,
} from './read-answer.ts'
import { PasskeyRefusal, withRefusals } from './refusals.ts'
import { type Site, siteOrRefusal } from '../../platform/passkey-site.ts'
import { handleOf } from './use-passkey.actions.ts'

interface Call {
  actor: SignedIn
  origin: Origin
}

/** What all devices of today can sign with: Ed25519, P-256, RSA. */
const ALGORITHMS = [-8, -7, -257]

const FIVE_MINUTES_MS = 5 * 60 * 1000

const purposeOf = ({ sessionId }: SignedIn): Purpose => ({ purpose: 'add', sessionId })

/** What a browser is to make. @throws AppError 409 where there can be none, or no more */
export async function beginAdding(db: Db, config: Config, actor: SignedIn) {
  const site = siteOrRefusal(config)
  const credentials = await listCredentials(db, actor.id)
  refuseTooMany(credentials)
  const options = await generateRegistrationOptions({
    rpName: brokerageName(await findSettings(db)),
    rpID: site.rpId,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new Uint8Array(Buffer.from(handleOf(actor.id), 'base64url')),
    challenge: new Uint8Array(
      Buffer.from(await insertChallenge(db, purposeOf(actor)), 'base64url'),
    ),
    timeout: FIVE_MINUTES_MS,
    attestationType: 'none',
    excludeCredentials: credentials.map(({ credential_id: id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as never,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { options: { ...options } }
}

function refuseTooMany(passkeys: unknown[]): void {
  if (passkeys.length < PASSKEYS_MAX) return
  const sentence = `You have ${PASSKEYS_MAX} passkeys. Please remove one first`
  throw conflict('too_many_passkeys', sentence)
}

/** Keeps a passkey. @throws AppError 409 for too many, 422 `passkey_…` */
export async function addPasskey(
  db: Db,
  config: Config,
  call: Call,
  given: { answer: unknown; name: string | undefined },
): Promise<Passkey> {
  const site = siteOrRefusal(config)
  const { actor, origin } = call
  return withRefusals(db, call, async () => {
    const answer = readAttestation(given.answer)
    const said = readClientData(answer, 'webauthn.create')
    if (!(await takeChallenge(db, said.challenge, purposeOf(actor)))) {
      throw new PasskeyRefusal('challenge_over')
    }
    checkSite(answer, said, site)
    const made = await readNewKey(answer, said.challenge, site)
    return inTransaction(db, async (tx) => {
      await holdOwnSession(tx, actor)
      await lockUser(tx, actor.id)
      refuseTooMany(await listCredentials(tx, actor.id))
      const passkey = await insertPasskey(tx, {
        userId: actor.id,
        sessionId: actor.sessionId,
        name: given.name || browserName(origin.userAgent),
        transports: answer.response.transports,
        ...made,
      })
      if (!passkey) throw new PasskeyRefusal('known')
      const details = { passkey: passkey.name }
      await recordAudit(tx, call, { action: 'passkey.added', details })
      await tell(tx, actor, { change: 'passkey_added', passkey: passkey.name })
      return passkey
    })
  })
}

/** @throws PasskeyRefusal */
async function readNewKey(answer: Attestation, challenge: string, site: Site) {
  refuseCertificates(answer)
  const { response } = answer
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: {
      ...answer,
      response,
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!made) throw new PasskeyRefusal('wrong_signature')
  const { id, publicKey, counter } = made.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
  }
}

const noPasskey = () => notFound('There is no such passkey')

/** @throws AppError 404 */
export async function renamePasskey(
  tx: Db,
  call: Call,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const { actor } = call
  const passkey = await updateName(tx, { userId: actor.id, id, name })
  if (!passkey) throw noPasskey()
  await recordAudit(tx, call, { action: 'passkey.renamed', details: { passkey: name } })
  await publish(tx, { keys: ['me'], userIds: [actor.id] })
  return passkey
}

/** Removes a passkey, and tells its owner. @throws AppError 404 */
export async function removePasskey(tx: Db, call: Call, id: string): Promise<void> {
  const { actor } = call
  const name = await deletePasskey(tx, actor.id, id)
  if (name === undefined) throw noPasskey()
  await recordAudit(tx, call, { action: 'passkey.removed', details: { passkey: name } })
  await tell(tx, actor, { change: 'passkey_removed', passkey: name })
}
