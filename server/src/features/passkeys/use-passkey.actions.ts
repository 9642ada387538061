import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { holdOwnSession, insertSession, updateConfirmed } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit, refund } from '../../platform/rate-limit.ts'
import { tellOfNewBrowser } from '../users/new-browser.actions.ts'
import { secondFactorMail } from '../second-factor/second-factor-mail.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { beganBy } from '../second-factor/challenge.actions.ts'
import {
  type Challenged,
  deleteChallenge,
  findChallenge,
} from '../second-factor/second-factor.queries.ts'
import {
  type Credential,
  findCredential,
  hasPasskey,
  insertChallenge,
  listCredentials,
  type Purpose,
  takeChallenge,
  updateCounter,
  updateLastSignIn,
} from './passkeys.queries.ts'
import { type Assertion, checkSite, readAssertion, readClientData } from './read-answer.ts'
import { challengeOver, PasskeyRefusal, withRefusals } from './refusals.ts'
import { type Site, siteOrRefusal } from '../../platform/passkey-site.ts'

/** A page asks as it opens, so that the browser can offer passkeys by itself: an office shares one address. */
const ASKED: Limit = { tries: 2000, windowSeconds: 15 * 60 }
/** Nothing can be guessed; this keeps a flood of answers from costing work, and from filling the audit trail. */
const WRONG: Limit = { tries: 100, windowSeconds: 15 * 60 }
const TOO_MANY = 'Too many tries with passkeys. Please wait a few minutes and try again.'

const FIVE_MINUTES_MS = 5 * 60 * 1000

/**
 * What a browser is to ask for, of anybody or after somebody's password.
 * @throws AppError 401 where the password has to be given again, 409 where there can be no passkeys, 429
 */
export async function beginSignIn(
  db: Db,
  config: Config,
  {
    challenge,
    browser,
    origin,
  }: { challenge: string | undefined; browser: string; origin: Origin },
) {
  const site = siteOrRefusal(config)
  await consume(db, `passkey-asked:${networkOf(origin.ip)}`, ASKED, TOO_MANY)
  if (challenge === undefined) return optionsFor(db, site, { purpose: 'sign_in', browser })
  const person = await findChallenge(db, challenge)
  if (!person) throw challengeOver()
  return optionsFor(db, site, { purpose: 'second_factor', signIn: challenge }, person.id)
}

/** @throws AppError 404 where the person has no passkey, 409 where there can be none */
export async function beginConfirming(db: Db, config: Config, { id, sessionId }: SignedIn) {
  const site = siteOrRefusal(config)
  if ((await listCredentials(db, id)).length === 0) throw notFound('There is no passkey')
  return optionsFor(db, site, { purpose: 'confirm', sessionId }, id)
}

async function optionsFor(db: Db, { rpId }: Site, purpose: Purpose, ownerId?: string) {
  const credentials = ownerId === undefined ? [] : await listCredentials(db, ownerId)
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(Buffer.from(await insertChallenge(db, purpose), 'base64url')),
    timeout: FIVE_MINUTES_MS,
    userVerification: 'required',
    allowCredentials: credentials.map(({ credential_id: id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as never,
    })),
  })
  return { options: { ...options } }
}

interface Proof {
  origin: Origin
  answer: unknown
}

/**
 * Opens a session for whoever the passkey is of.
 * @throws AppError 401 where the password has to be given again, 403 for an account that is not active, 422, 429
 */
export async function signInByPasskey(
  db: Db,
  config: Config,
  proof: Proof & {
    challenge: string | undefined
    /** The one that the challenge was made for, where no password was given before. */
    browser: string
    rememberMe: boolean
    /** Names the browser that asks, where it has signed in as this person before. */
    deviceOf: (userId: string) => string | null
  },
): Promise<{ token: string; userId: string }> {
  const site = siteOrRefusal(config)
  const { origin, browser, challenge: signIn, rememberMe } = proof
  return counted(db, proof, null, async () => {
    const person = signIn === undefined ? undefined : await findChallenge(db, signIn)
    if (signIn !== undefined && !person) throw challengeOver()
    const purpose: Purpose =
      signIn === undefined ? { purpose: 'sign_in', browser } : { purpose: 'second_factor', signIn }
    const used = await readPasskey(db, site, { ...proof, purpose, ownerId: person?.id })
    const { credential } = used
    await refuseUnlessActive(db, credential, origin)
    return inTransaction(db, async (tx) => {
      if (signIn !== undefined && !(await deleteChallenge(tx, signIn))) throw challengeOver()
      await noteUse(tx, used)
      const device = proof.deviceOf(credential.user_id)
      await tellOfNewBrowser(tx, credential.user_id, { device, origin })
      return openSession(tx, used.credential, { person, rememberMe, origin })
    }).catch((error: unknown) => tellOfCopy(db, used, error))
  })
}

/** Makes a session as good as one that has just begun. @throws AppError 422, 429 */
export async function confirmByPasskey(
  db: Db,
  config: Config,
  { actor, ...proof }: Proof & { actor: SignedIn },
): Promise<void> {
  const site = siteOrRefusal(config)
  await counted(db, proof, actor, async () => {
    const purpose: Purpose = { purpose: 'confirm', sessionId: actor.sessionId }
    const used = await readPasskey(db, site, { ...proof, purpose, ownerId: actor.id })
    await inTransaction(db, async (tx) => {
      await holdOwnSession(tx, actor)
      await noteUse(tx, used)
      await updateConfirmed(tx, actor.sessionId, 'passkey')
      const details = { by: 'passkey' }
      await recordAudit(tx, { ...proof, actor }, { action: 'session.confirmed', details })
    }).catch((error: unknown) => tellOfCopy(db, used, error))
  })
}

/** Counts a try, and gives it back where the answer was right. */
async function counted<T>(
  db: Db,
  { origin }: Proof,
  actor: SignedIn | null,
  work: () => Promise<T>,
): Promise<T> {
  const bucket = `passkey-answers:${networkOf(origin.ip)}`
  await consume(db, bucket, WRONG, TOO_MANY)
  const done = await withRefusals(db, { origin, actor }, work)
  await refund(db, bucket)
  return done
}

interface Used {
  credential: Credential
  counter: number
}

/**
 * Looks at an answer; its challenge is used up, whatever comes of it.
 * @param asked.ownerId whose passkey it has to be
 * @throws PasskeyRefusal
 */
async function readPasskey(
  db: Db,
  site: Site,
  asked: { answer: unknown; purpose: Purpose; ownerId: string | undefined },
): Promise<Used> {
  const answer = readAssertion(asked.answer)
  const said = readClientData(answer, 'webauthn.get')
  const credential = await findCredential(db, Buffer.from(answer.id, 'base64url'))
  const owner = credential && { id: credential.user_id, name: credential.name }
  if (!(await takeChallenge(db, said.challenge, asked.purpose))) {
    throw new PasskeyRefusal('challenge_over', owner)
  }
  const counter = checkSite(answer, said, site, owner)
  if (!credential) throw new PasskeyRefusal('unknown')
  const { userHandle = handleOf(credential.user_id) } = answer.response
  const isTheirs = (asked.ownerId ?? credential.user_id) === credential.user_id
  if (!isTheirs || userHandle !== handleOf(credential.user_id)) {
    throw new PasskeyRefusal('not_theirs', owner)
  }
  if (!(await isSigned(answer, said.challenge, credential, site))) {
    throw new PasskeyRefusal('wrong_signature', owner)
  }
  return { credential, counter }
}

/** As what a device knows its owner: the bytes of the id. */
export const handleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

async function isSigned(
  answer: Assertion,
  challenge: string,
  credential: Credential,
  site: Site,
): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(credential.public_key),
        // What it counted is looked at where it is written down, and after the signature: it tells of a copy.
        counter: 0,
      },
    })
    return verified
  } catch {
    return false
  }
}

/** @throws PasskeyRefusal where the device has not counted on, or the passkey has been removed meanwhile */
async function noteUse(tx: Db, { credential, counter }: Used): Promise<void> {
  if (await updateCounter(tx, credential.id, counter)) return
  const owner = { id: credential.user_id, name: credential.name }
  const isThere = await hasPasskey(tx, credential.id)
  throw new PasskeyRefusal(isThere ? 'counted_back' : 'unknown', owner)
}

/** Tells the owner by mail of a passkey that two devices seem to have; throws what was thrown. */
async function tellOfCopy(db: Db, { credential }: Used, error: unknown): Promise<never> {
  if (error instanceof PasskeyRefusal && error.reason === 'counted_back') {
    await inTransaction(db, async (tx) =>
      queueMail(tx, secondFactorMail, {
        to: credential.email,
        data: { change: 'passkey_copied', passkey: credential.passkey },
        userId: credential.user_id,
      }),
    )
  }
  throw error
}

/** @throws AppError 403, which only the owner of the passkey is told */
async function refuseUnlessActive(
  db: Db,
  { user_id: id, name, status }: Credential,
  origin: Origin,
): Promise<void> {
  if (status === 'active') return
  const actor = { id, name }
  await recordAudit(db, { origin }, { action: 'sign_in.refused', actor, details: { status } })
  throw new AppError(
    403,
    'account_inactive',
    'Your account has been deactivated. Please ask an administrator',
  )
}

async function openSession(
  tx: Db,
  { user_id: id, name, origin: began }: Credential,
  how: { person: Challenged | undefined; rememberMe: boolean; origin: Origin },
) {
  const { person, origin } = how
  if (!(await updateLastSignIn(tx, id))) throw challengeOver()
  const { token } = await insertSession(tx, {
    userId: id,
    rememberMe: person?.remember_me ?? how.rememberMe,
    ...(person ? beganBy(person, 'passkey') : { signInMethod: 'passkey' as const }),
    origin,
    passkey: { origin: began },
  })
  const details = person ? { second_factor: 'passkey' } : { by: 'passkey' }
  await recordAudit(tx, { origin }, { action: 'sign_in', actor: { id, name }, details })
  await publish(tx, { keys: ['me'], userIds: [id] })
  return { token, userId: id }
}
