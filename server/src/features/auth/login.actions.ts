import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { insertSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { clear, consume, type Limit, refund } from '../../platform/rate-limit.ts'
import { findAccount, updateLastLogin } from './auth.queries.ts'
import { verifyPassword } from './passwords.ts'

const MINUTES = 60

/**
 * Wrong passwords in a window. The narrow limit stops guessing at one account from one place; the
 * wide ones stop guessing from many places (NIST SP 800-63B-4, 3.2.2, allows 100 in a row) and at
 * many accounts. Where a person has signed in before only the narrow one holds, so that neither
 * strangers elsewhere nor a guest in their office can keep them out.
 */
const PER_ACCOUNT_AND_ADDRESS: Limit = { tries: 10, windowSeconds: 15 * MINUTES }
const PER_ACCOUNT: Limit = { tries: 100, windowSeconds: 60 * MINUTES }
const PER_ADDRESS: Limit = { tries: 200, windowSeconds: 15 * MINUTES }

const TOO_MANY = 'Too many sign-in attempts. Please wait a few minutes and try again.'

interface Credentials {
  email: string
  password: string
  rememberMe: boolean
  origin: Origin
}

/**
 * Checks a password and opens a session.
 * @throws AppError 401 where it doesn't fit, 403 where the account is not active, 429 after too many
 */
export async function signIn(
  db: Db,
  { email, password, rememberMe, origin }: Credentials,
): Promise<{ token: string; userId: string }> {
  const buckets = bucketsOf(email, origin.ip)
  await consume(db, buckets.both, PER_ACCOUNT_AND_ADDRESS, TOO_MANY)
  const known = await hasSignedInFrom(db, email, origin.ip)
  if (!known) {
    await consume(db, buckets.address, PER_ADDRESS, TOO_MANY)
    await consume(db, buckets.account, PER_ACCOUNT, TOO_MANY)
  }

  const account = await findAccount(db, email)
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || !account) {
    await recordAudit(db, { origin }, { action: 'sign_in.refused', details: { email } })
    throw invalidCredentials()
  }
  await refuseUnlessActive(db, account, origin)

  const token = await inTransaction(db, async (tx) => {
    if (!(await updateLastLogin(tx, account))) throw invalidCredentials()
    const session = await insertSession(tx, { userId: account.id, rememberMe, origin })
    await recordAudit(tx, { origin }, { action: 'sign_in', actor: account })
    return session.token
  })
  await clear(db, buckets.both)
  if (!known) {
    await refund(db, buckets.address)
    await refund(db, buckets.account)
  }
  return { token, userId: account.id }
}

const invalidCredentials = () =>
  new AppError(401, 'invalid_credentials', 'Invalid email or password')

/** Addresses of people stay out of the table's keys, and have one length. */
function bucketsOf(email: string, ip: string) {
  const account = createHash('sha256').update(email).digest('base64url')
  return {
    both: `sign-in:${account}:${networkOf(ip)}`,
    account: `sign-in:${account}`,
    address: `sign-in-from:${networkOf(ip)}`,
  }
}

/** As the audit trail tells, because a log-out forgets the session. */
async function hasSignedInFrom(db: Db, email: string, ip: string): Promise<boolean> {
  const places = await db
    .selectFrom('audit_events')
    .innerJoin('users', 'users.id', 'audit_events.actor_id')
    .select('audit_events.ip')
    .distinct()
    .where('users.email', '=', email)
    .where('audit_events.action', '=', 'sign_in')
    .where('audit_events.happened_at', '>', sql<string>`now() - interval '90 days'`)
    .execute()
  return places.some((place) => networkOf(place.ip) === networkOf(ip))
}

/** The reason is given only after the right password, so that it tells a stranger nothing. */
async function refuseUnlessActive(
  db: Db,
  account: { id: string; name: string; status: string },
  origin: Origin,
): Promise<void> {
  if (account.status === 'active') return
  await recordAudit(
    db,
    { origin },
    {
      action: 'sign_in.refused',
      actor: account,
      details: { status: account.status },
    },
  )
  throw account.status === 'pending'
    ? new AppError(
        403,
        'account_pending',
        'Your account is waiting for an administrator to approve it',
      )
    : new AppError(
        403,
        'account_inactive',
        'Your account has been deactivated. Please ask an administrator',
      )
}
