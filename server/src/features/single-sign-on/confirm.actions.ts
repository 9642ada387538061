import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { findAsksSecondFactor } from '../accounts/accounts.queries.ts'
import { countCode, factorOf, readAnyCode } from '../second-factor/challenge.actions.ts'
import { atCode } from '../second-factor/check-code.ts'
import { findAnswers, isTrusted } from '../second-factor/second-factor.queries.ts'
import { findSubjectOf } from './flows.queries.ts'
import type { ProviderRow } from './providers.queries.ts'

interface Proof {
  provider: ProviderRow
  actor: SignedIn
  origin: Origin
  code: string | null
  trustTokens: string[]
  /** Names the browser that asks, where it has signed in as this person before. */
  device: string | null
}

/**
 * Asks for what somebody has to give beside the provider's word, before they set out for it.
 * @returns what was given; null where nothing is asked for
 * @throws AppError 404 where they are not connected, 422 for a wrong code, or where one is needed, 429
 */
export async function takeFactor(db: Db, config: Config, proof: Proof): Promise<string | null> {
  const { provider, actor, origin, code, trustTokens, device } = proof
  if (!(await findSubjectOf(db, provider.id, actor.id))) throw notFound('This is not connected')
  if (provider.trusted_for_factor || !(await findAsksSecondFactor(db, actor.id))) return null
  if (await isTrusted(db, actor.id, trustTokens)) return 'trusted_browser'
  if (!(await findAnswers(db, actor.id)).includes('code')) {
    throw unprocessable('passkey_required', 'Please confirm with your passkey instead')
  }
  if (!code) throw atCode('code_required', 'Please enter the code of your app')
  await countCode(db, { person: actor, origin, device }, async () =>
    inTransaction(db, await readAnyCode(db, config, { person: actor, code, origin })),
  )
  return factorOf(code)
}
