import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { unprocessable } from '../../http/errors.ts'
import { type SignInMethod, updateConfirmed } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { findAsksSecondFactor } from '../accounts/accounts.queries.ts'
import { checkOwnPassword, holdProven } from '../users/password.actions.ts'
import { countCode, methodOf, readAnyCode } from './challenge.actions.ts'
import { atCode } from './check-code.ts'
import { findAnswers, isTrusted } from './second-factor.queries.ts'

const FIELD = 'password'

interface Proof {
  actor: SignedIn
  origin: Origin
  password: string
  code: string | undefined
  /** Names the browser that asks, where it has signed in as this person before. */
  device: string | null
  trustTokens: string[]
}

/**
 * Makes a session as good as one that has just begun.
 * @throws AppError 422 for a wrong password or code, or where a code is needed; 429 after too many
 */
export async function confirmIdentity(db: Db, config: Config, proof: Proof): Promise<void> {
  const { actor, origin, password, code, device, trustTokens } = proof
  const hash = await checkOwnPassword(db, proof, { password, field: FIELD })
  const confirm = (method: SignInMethod, take?: (tx: Db) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await holdProven(tx, actor, { hash, field: FIELD })
      await take?.(tx)
      await updateConfirmed(tx, actor.sessionId, method)
      await recordAudit(tx, { origin, actor }, { action: 'session.confirmed' })
    })
  if (!(await findAsksSecondFactor(db, actor.id))) return confirm('password')
  if (await isTrusted(db, actor.id, trustTokens)) return confirm('password_on_trusted_browser')
  if (!(await findAnswers(db, actor.id)).includes('code')) {
    throw unprocessable(
      'passkey_required',
      'Your role needs more than a password: please use your passkey',
    )
  }
  if (!code) throw atCode('code_required', 'Please enter the code of your app')
  await countCode(db, { person: actor, origin, device }, async () =>
    confirm(methodOf(code), await readAnyCode(db, config, { person: actor, code, origin })),
  )
}
