import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { insertSession, providerMethod, type SignInMethod } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, countHit, type Limit, refund } from '../../platform/rate-limit.ts'
import { UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import { updateLastLogin } from '../accounts/accounts.queries.ts'
import { tellOfNewBrowser } from '../users/new-browser.actions.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { hashRecoveryCode, isAppCode, readCode } from './codes.ts'
import { atCode, clockOff, unsealSecret, wrongCode } from './check-code.ts'
import {
  type Challenged,
  deleteChallenge,
  findAnswers,
  findChallenge,
  findSealedSecret,
  insertChallenge,
  insertTrustedBrowser,
  takeRecoveryCode,
  takeStep,
} from './second-factor.queries.ts'

/**
 * Wrong codes of somebody who knows the password: three codes of a million are good at any time. A browser
 * that has signed in as this person before has tries of its own, so that whoever found out the password
 * keeps nobody out.
 */
const WRONG_CODES: Limit = { tries: 10, windowSeconds: 15 * 60 }
const WRONG_CODES_OF_A_DAY: Limit = { tries: 50, windowSeconds: 24 * 60 * 60 }
/** Of all such browsers of a person together: whoever reads their mail gets a new one with each reset. */
const WRONG_CODES_OF_BROWSERS: Limit = { tries: 200, windowSeconds: 24 * 60 * 60 }
const TOO_MANY = 'Too many wrong codes. Please wait a while and try again.'

/** Asks for a code, after the right password or a provider's word. @throws AppError 401 `second_factor_required`, always */
export async function askForCode(
  db: Db,
  person: { id: string; name: string },
  {
    rememberMe,
    origin,
    provider,
  }: {
    rememberMe: boolean
    origin: Origin
    provider?: { id: string; session: string | null; name: string }
  },
): Promise<never> {
  const challenge = await inTransaction(db, async (tx) => {
    const details = provider && { provider: provider.name }
    await recordAudit(tx, { origin }, { action: 'sign_in.code_asked', actor: person, details })
    return insertChallenge(tx, { userId: person.id, rememberMe, provider })
  })
  const answers = await findAnswers(db, person.id)
  const sentence = answers.includes('code')
    ? 'Please enter the code of your app'
    : 'Please use your passkey'
  throw new AppError(401, 'second_factor_required', sentence, {
    extra: {
      challenge,
      // Where there is no passkey, programs see what they have always seen.
      ...(answers.includes('passkey') && { answers }),
      ...(provider && { remember_me: rememberMe }),
    },
  })
}

const challengeOver = () =>
  new AppError(401, 'challenge_over', 'This took too long. Please sign in again.')

interface Answer {
  challenge: string
  code: string
  trustBrowser: boolean
  origin: Origin
  /** Names the browser that asks, where it has signed in as this person before. */
  deviceOf: (userId: string) => string | null
}

/**
 * Opens the session that the password alone did not.
 * @returns `trustToken` for a browser that is to be trusted
 * @throws AppError 401 where the challenge is over, 422 for a code that opens nothing, 429 after too many
 */
export async function answerChallenge(
  db: Db,
  config: Config,
  { challenge, code, trustBrowser, origin, deviceOf }: Answer,
): Promise<{ token: string; userId: string; trustToken: string | null }> {
  const person = await findChallenge(db, challenge)
  if (!person) throw challengeOver()
  const factor = factorOf(code)
  const device = deviceOf(person.id)
  return countCode(db, { person, origin, device }, async () => {
    const take = await readAnyCode(db, config, { person, code, origin })
    return inTransaction(db, async (tx) => {
      if (!(await deleteChallenge(tx, challenge))) throw challengeOver()
      await take(tx)
      await tellOfNewBrowser(tx, person.id, { device, origin })
      return openSession(tx, person, { factor, trustBrowser, origin })
    })
  })
}

type Factor = 'totp' | 'recovery_code'

/** Of which kind a code is. */
export const factorOf = (code: string): Factor => (isAppCode(code) ? 'totp' : 'recovery_code')

/** How somebody has proved who they are who gave this code beside the password. */
export const methodOf = (code: string): SignInMethod => `password_and_${factorOf(code)}`

type Person = Pick<Challenged, 'id' | 'name' | 'email'>

/**
 * Counts a try with a code, and gives it back where the code was right; a refusal is in the audit trail.
 * @throws AppError 429 after too many wrong ones
 */
export async function countCode<T>(
  db: Db,
  { person, origin, device }: { person: Person; origin: Origin; device: string | null },
  work: () => Promise<T>,
): Promise<T> {
  const buckets = bucketsOf(person.id, device)
  for (const [bucket, limit] of buckets) await consume(db, bucket, limit, TOO_MANY)
  try {
    const done = await work()
    for (const [bucket] of buckets) await refund(db, bucket)
    return done
  } catch (error) {
    if (error instanceof AppError && error.status === 422) {
      await recordAudit(
        db,
        { origin },
        { action: 'sign_in.code_refused', actor: person, details: { reason: error.code } },
      )
    }
    throw error
  }
}

/**
 * Looks at a code of the app or a recovery code.
 * @returns what uses it up, in the transaction of what it is good for
 * @throws AppError 422 for one that is not right; 401 where there is no second factor any more
 */
export async function readAnyCode(
  db: Db,
  config: Config,
  { person, code, origin }: { person: Person; code: string; origin: Origin },
): Promise<(tx: Db) => Promise<void>> {
  if (!isAppCode(code)) return (tx) => useRecoveryCode(tx, person, code, origin)
  const { step, name } = await readAppCode(db, config, person.id, code)
  return async (tx) => {
    if (!(await takeStep(tx, person.id, step))) throw codeUsed()
    if (await isSpent(tx, name)) throw codeUsed()
  }
}

const bucketsOf = (userId: string, device: string | null): (readonly [string, Limit])[] => {
  const who = device ? `device:${device}` : userId
  return [
    [`second-factor:${who}`, WRONG_CODES],
    [`second-factor-day:${who}`, WRONG_CODES_OF_A_DAY],
    ...(device ? [[`second-factor-browsers:${userId}`, WRONG_CODES_OF_BROWSERS] as const] : []),
  ]
}

/** Longer than a code can be ahead and still be told so. */
const SPENT_SECONDS = 15 * 60

/** Spends a code; true where it was spent before. */
async function isSpent(db: Db, name: string): Promise<boolean> {
  const { hits } = await countHit(db, name, SPENT_SECONDS)
  return hits > 1
}

/** By which a code is known to be spent: sealed, the same secret never looks the same again. */
const nameOf = (sealed: Buffer, step: number) =>
  `second-factor-code:${createHash('sha256').update(sealed).digest('base64url')}:${step}`

/**
 * A code of a clock that is ahead is told, and spent by that: whoever guessed it would only have to wait.
 * @returns the step that the code is of, and by which name it is spent
 */
async function readAppCode(
  db: Db,
  { dataDir }: Config,
  userId: string,
  code: string,
): Promise<{ step: number; name: string }> {
  const sealed = await findSealedSecret(db, userId)
  // Switched off, or reset, since the password was given.
  if (!sealed) throw challengeOver()
  const secret = await unsealSecret(dataDir, sealed, userId).catch((error: unknown) => {
    if (!(error instanceof UnreadableSecretError)) throw error
    throw conflict(
      'key_missing',
      `Codes of apps can’t be checked on this server: ${error.message}. Please use a recovery code, or ask an administrator.`,
    )
  })
  const read = readCode(secret, code)
  if (!read) throw wrongCode()
  const name = nameOf(sealed, read.step)
  if (read.secondsOff === 0) return { step: read.step, name }
  if (read.secondsOff > 0) await isSpent(db, name)
  throw clockOff(read.secondsOff)
}

const codeUsed = () =>
  atCode('code_used', 'This code was used already. Please wait for the next one.')

async function useRecoveryCode(
  tx: Db,
  person: Person,
  code: string,
  origin: Origin,
): Promise<void> {
  const found = await takeRecoveryCode(tx, person.id, hashRecoveryCode(person.id, code))
  if (found === 'used') throw atCode('code_used', 'This recovery code was used already')
  if (found === 'unknown') throw wrongCode()
  await recordAudit(tx, { origin }, { action: 'second_factor.recovery_used', actor: person })
  await queueMail(tx, secondFactorMail, {
    to: person.email,
    data: { change: 'recovery_used' },
    userId: person.id,
  })
}

async function openSession(
  tx: Db,
  person: Challenged,
  how: { factor: Factor; trustBrowser: boolean; origin: Origin },
) {
  const { factor, trustBrowser, origin } = how
  if (!(await updateLastLogin(tx, person))) throw challengeOver()
  const { token } = await insertSession(tx, {
    userId: person.id,
    rememberMe: person.remember_me,
    ...beganBy(person, factor),
    origin,
  })
  const trustToken = trustBrowser ? await insertTrustedBrowser(tx, person.id, origin) : null
  const details = {
    second_factor: factor === 'totp' ? 'app' : 'recovery code',
    browser_trusted: trustBrowser,
    ...(person.provider_name !== null && { provider: person.provider_name }),
  }
  await recordAudit(tx, { origin }, { action: 'sign_in', actor: person, details })
  await publish(tx, { keys: ['me'], userIds: [person.id] })
  return { token, userId: person.id, trustToken }
}

/** By what it began, and with what it ends. */
export function beganBy(person: Challenged, factor: Factor | 'passkey') {
  const { provider_id: id, provider_session: session, issuer } = person
  if (id === null || issuer === null) return { signInMethod: `password_and_${factor}` as const }
  return { signInMethod: providerMethod(issuer, factor), provider: { id, session } }
}
