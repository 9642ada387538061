import type { Config } from '../../config.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { accessTo, enabledProvider, unavailable } from './begin.actions.ts'
import { hashOf } from './flows.queries.ts'
import { RefusedTokenError } from './claims.ts'
import { ProviderError, readLogoutToken } from './provider-client.ts'
import type { ProviderRow } from './providers.queries.ts'

/** A provider may empty a whole office at once; each refusal leaves a row in the audit trail. */
const PER_NETWORK: Limit = { tries: 3000, windowSeconds: 15 * 60 }
const TOO_MANY = 'Too many log-outs were told from here. Please try again later.'

/**
 * Ends what a provider says has ended there.
 * @throws AppError 400 `bad_logout_token`, 404, 429, 502
 */
export async function receiveLogout(
  db: Db,
  config: Config,
  { providerId, token, origin }: { providerId: string; token: string; origin: Origin },
): Promise<void> {
  const provider = await enabledProvider(db, providerId)
  await consume(db, `provider-tells:${networkOf(origin.ip)}`, PER_NETWORK, TOO_MANY)
  const refuse = async (reason: string): Promise<never> => {
    const details = { provider: provider.name, reason }
    await recordAudit(db, { origin }, { action: 'provider.log_out_refused', details })
    throw new AppError(400, 'bad_logout_token', 'This log-out token is refused')
  }
  try {
    const { jti, sub, sid } = await readLogoutToken(await accessTo(config, provider), token)
    const isNew = await inTransaction(db, async (tx) => {
      if (!(await insertLogout(tx, provider.id, jti!))) return false
      await endSessions(tx, { provider, subject: sub, session: sid as string | undefined, origin })
      return true
    })
    if (!isNew) await refuse('told_before')
  } catch (error) {
    if (error instanceof RefusedTokenError) await refuse(error.reason)
    if (error instanceof ProviderError) throw unavailable(provider, error)
    throw error
  }
}

/** False where it was told before. */
async function insertLogout(tx: Db, providerId: string, jti: string): Promise<boolean> {
  const row = await tx
    .insertInto('provider_logouts')
    .values({
      provider_id: providerId,
      token_hash: hashOf(jti),
      expires_at: sql`now() + interval '30 minutes'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .executeTakeFirst()
  return row !== undefined
}

interface Ended {
  provider: ProviderRow
  subject: string | undefined
  session: string | undefined
  origin: Origin
}

async function endSessions(tx: Db, { provider, subject, session, origin }: Ended): Promise<void> {
  const people = await findPeople(tx, provider.id, { subject, session })
  for (const person of people) {
    const { numDeletedRows: count } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', person.id)
      .$if(provider.ends_sessions === 'own', (query) =>
        query
          .where('provider_id', '=', provider.id)
          .$if(session !== undefined, (own) => own.where('provider_session', '=', session!)),
      )
      .executeTakeFirst()
    await endHalves(tx, provider.id, person.id)
    const details = { provider: provider.name, sessions: Number(count) }
    await recordAudit(
      tx,
      { origin },
      {
        action: 'provider.logged_out',
        actor: { id: person.id, name: person.name },
        details,
      },
    )
    await publish(tx, { keys: [], endedSessionsOf: person.id })
  }
}

/** Where sign-ins stand that have begun there and not ended here. */
const HALVES = ['identity_arrivals', 'sign_in_challenges'] as const

async function endHalves(tx: Db, providerId: string, userId: string): Promise<void> {
  for (const table of HALVES) {
    await tx
      .deleteFrom(table)
      .where('provider_id', '=', providerId)
      .where('user_id', '=', userId)
      .execute()
  }
}

async function findPeople(
  tx: Db,
  providerId: string,
  { subject, session }: { subject: string | undefined; session: string | undefined },
) {
  if (subject !== undefined) {
    return tx
      .selectFrom('identity_links')
      .innerJoin('users', 'users.id', 'identity_links.user_id')
      .select(['users.id', 'users.name'])
      .where('provider_id', '=', providerId)
      .where('subject', '=', subject)
      .execute()
  }
  const of = (table: 'sessions' | (typeof HALVES)[number]) =>
    tx
      .selectFrom(table)
      .select('user_id')
      .where('provider_id', '=', providerId)
      .where('provider_session', '=', session!)
  return tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where((is) =>
      is.or(['sessions' as const, ...HALVES].map((table) => is('id', 'in', of(table)))),
    )
    .execute()
}
