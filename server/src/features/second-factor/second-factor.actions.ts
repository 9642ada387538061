import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { countHit } from '../../platform/rate-limit.ts'
import { seal, unseal, UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { type SecondFactorData, secondFactorMail } from './second-factor-mail.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { lockTeamMember } from '../users/admin-users.queries.ts'
import { noSuchUser } from '../users/change-person.actions.ts'
import { proveOneself } from '../users/password.actions.ts'
import { purposeOf, stepOrRefusal } from './check-code.ts'
import { addressOf, hashRecoveryCode, newRecoveryCodes, newSecret } from './codes.ts'
import {
  deleteAllFactors,
  deleteSecondFactor,
  findSealedSecret,
  replaceRecoveryCodes,
  replaceSecondFactor,
  updateFactorOrigin,
} from './second-factor.queries.ts'

interface Call {
  actor: SignedIn
  origin: Origin
}

const FIELD = 'password'
const SETUP_MS = 30 * 60 * 1000

const setupPurposeOf = (userId: string) => `second factor to be ${userId}`

/**
 * Makes a secret. It is kept by whoever is asked for a code of it, sealed, and nowhere else.
 * @throws AppError 403 `fresh_sign_in_required`, 422 for a wrong password, 429 after too many
 */
export async function beginSetup(
  db: Db,
  { dataDir }: Config,
  call: Call,
  password: string | undefined,
) {
  const { id, email } = call.actor
  await proveOneself(db, call, { password, field: FIELD })
  const secret = newSecret()
  const kept = JSON.stringify({ secret, until: Date.now() + SETUP_MS })
  const setup = await seal(dataDir, kept, setupPurposeOf(id))
  const issuer = brokerageName(await findSettings(db))
  return {
    setup: setup.toString('base64url'),
    secret,
    uri: addressOf(secret, { issuer, label: email }),
  }
}

/**
 * Switches the second factor on, in the place of the one before.
 * @returns the recovery codes
 * @throws AppError 422 where the code is none of the secret, or the setup is over
 */
export async function confirmSetup(
  tx: Db,
  { dataDir }: Config,
  call: Call,
  given: { setup: string; code: string },
): Promise<string[]> {
  const { actor } = call
  const secret = await readSetup(dataDir, actor.id, given.setup)
  const lastStep = stepOrRefusal(secret, given.code)
  await lockUser(tx, actor.id)
  if (await isServed(tx, given.setup)) throw setupOver()
  const before = await findSealedSecret(tx, actor.id)
  const sealedSecret = await seal(dataDir, secret, purposeOf(actor.id))
  await replaceSecondFactor(tx, { userId: actor.id, sealedSecret, lastStep })
  const codes = await giveRecoveryCodes(tx, actor.id)
  await recordAudit(tx, call, { action: 'second_factor.enabled' })
  await tell(tx, actor, { change: before ? 'replaced' : 'on' })
  return codes
}

/** A setup serves once, whatever becomes of the factor: who took it away would find it back. */
async function isServed(tx: Db, setup: string): Promise<boolean> {
  const print = createHash('sha256').update(setup).digest('base64url')
  const { hits } = await countHit(tx, `second-factor-setup:${print}`, SETUP_MS / 1000)
  return hits > 1
}

const setupOver = () => unprocessable('setup_over', 'This setup is over. Please begin again.')

async function readSetup(dataDir: string, userId: string, setup: string): Promise<string> {
  try {
    const sealed = Buffer.from(setup, 'base64url')
    const kept = await unseal(dataDir, sealed, setupPurposeOf(userId))
    const { secret, until } = JSON.parse(kept) as { secret: string; until: number }
    if (until > Date.now()) return secret
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
  }
  throw setupOver()
}

async function giveRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

const noFactor = () => notFound('There is no second factor')

/** @returns ten new codes; @throws AppError 403, 404, 422 for a wrong password, 429 */
export async function renewCodes(
  db: Db,
  call: Call,
  password: string | undefined,
): Promise<string[]> {
  const { actor } = call
  const hold = await proveOneself(db, call, { password, field: FIELD })
  return inTransaction(db, async (tx) => {
    await hold(tx)
    if (!(await findSealedSecret(tx, actor.id))) throw noFactor()
    const codes = await giveRecoveryCodes(tx, actor.id)
    await recordAudit(tx, call, { action: 'second_factor.codes_renewed' })
    await tell(tx, actor, { change: 'codes_renewed' })
    return codes
  })
}

/** Switches it off. @throws AppError 403, 404, 422 for a wrong password, 429 */
export async function switchOff(db: Db, call: Call, password: string | undefined): Promise<void> {
  const { actor } = call
  const hold = await proveOneself(db, call, { password, field: FIELD })
  await inTransaction(db, async (tx) => {
    await hold(tx)
    if (!(await deleteSecondFactor(tx, actor.id))) throw noFactor()
    await recordAudit(tx, call, { action: 'second_factor.disabled' })
    await tell(tx, actor, { change: 'off' })
  })
}

/**
 * Takes somebody's second factor away, who has lost their phone.
 * @throws AppError 404, or 422 for one's own, which takes the password
 */
export async function resetForPerson(tx: Db, call: Call, id: string): Promise<void> {
  if (id === call.actor.id) {
    throw unprocessable('own_second_factor', 'Please switch your own off under Security')
  }
  const person = await lockTeamMember(tx, id)
  if (!person) throw noSuchUser()
  if (!(await deleteAllFactors(tx, id))) throw noFactor()
  await updateFactorOrigin(tx, id, 'after_admin_factor_reset')
  const item = { type: 'user', id, title: person.name }
  await recordAudit(tx, call, { action: 'second_factor.reset', item })
  await tell(tx, person, { change: 'reset', by: call.actor.name })
}

/** Tells the person by mail, and every screen that shows it. */
export async function tell(
  tx: Db,
  person: { id: string; email: string },
  data: SecondFactorData,
): Promise<void> {
  const { id, email } = person
  await queueMail(tx, secondFactorMail, { to: email, data, userId: id })
  await publish(tx, { keys: ['me'], userIds: [id] })
  await publish(tx, { keys: ['users'], adminsOnly: true })
}
