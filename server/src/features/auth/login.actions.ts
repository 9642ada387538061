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
import { askForCode } from '../second-factor/challenge.actions.ts'
import { isTrusted } from '../second-factor/second-factor.queries.ts'
import { tellOfNewBrowser } from '../users/new-browser.actions.ts'
import { findAccount, findSignupClaim, updateLastLogin } from '../accounts/accounts.queries.ts'
import { verifyPassword } from '../accounts/passwords.ts'

const MINUTES = 60

/**
 * Wrong passwords in a window. The narrow limit stops guessing at one account from one place; the
 * wide ones stop guessing from many places (NIST SP 800-63B-4, 3.2.2, allows 100 in a row) and at
 * many accounts. Where a person has signed in before only the narrow one holds, so that neither
 * strangers elsewhere nor a guest in their office can keep them out. A browser that has signed in as
 * this person before has tries of its own: nobody else can use them up.
 */
const PER_ACCOUNT_AND_ADDRESS: Limit = { tries: 10, windowSeconds: 15 * MINUTES }
const PER_ACCOUNT: Limit = { tries: 100, windowSeconds: 60 * MINUTES }
const PER_ADDRESS: Limit = { tries: 200, windowSeconds: 15 * MINUTES }

const TOO_MANY = 'Too many sign-in attempts. Please wait a few minutes and try again.'

const PER_DEVICE: Limit = { tries: 10, windowSeconds: 15 * MINUTES }

interface Credentials {
  email: string
  password: string
  rememberMe: boolean
  origin: Origin
  /** Names the browser that asks, where it has signed in as this person before. */
  deviceOf: (userId: string) => string | null
  /** What this browser was given by people who trust it. */
  trustTokens: string[]
  /** Whether there is a mail server that could have mailed a link. */
  sendsMail: boolean
}

/**
 * Checks a password and opens a session.
 * @throws AppError 401 where it doesn't fit, or a code is asked for too, 403 where the account is not active, 429 after too many
 */
export async function signIn(
  db: Db,
  { email, password, rememberMe, origin, deviceOf, trustTokens, sendsMail }: Credentials,
): Promise<{ token: string; userId: string }> {
  const [account, claim] = await Promise.all([findAccount(db, email), findSignupClaim(db, email)])
  const device = account ? deviceOf(account.id) : null
  const counted = device ? await countOnDevice(db, device) : await countTry(db, email, origin.ip)
  const fits = await verifyPassword(account?.password_hash ?? null, password)
  // Both, whatever the first one says: the time would tell whether the address had an account.
  const fitsClaim = claim ? await verifyPassword(claim.password_hash, password) : false
  if (!fits || !account) {
    await recordAudit(db, { origin }, { action: 'sign_in.refused', details: { email } })
    // Whoever signed up is told the same whether or not the address was taken.
    throw claim && fitsClaim ? notYet(claim, sendsMail) : invalidCredentials()
  }
  await refuseUnlessActive(db, account, { origin, sendsMail })
  const giveBack = async () => {
    await clear(db, counted.narrow)
    for (const bucket of counted.wide) await refund(db, bucket)
  }
  const trusts = account.asks_second_factor && (await isTrusted(db, account.id, trustTokens))
  if (account.asks_second_factor && !trusts) {
    await giveBack()
    return askForCode(db, account, { rememberMe, origin })
  }

  const token = await inTransaction(db, async (tx) => {
    await tellOfNewBrowser(tx, account.id, { device, origin })
    if (!(await updateLastLogin(tx, account))) throw invalidCredentials()
    const signInMethod = trusts ? 'password_on_trusted_browser' : 'password'
    const session = await insertSession(tx, {
      userId: account.id,
      rememberMe,
      signInMethod,
      origin,
    })
    await recordAudit(tx, { origin }, { action: 'sign_in', actor: account })
    return session.token
  })
  await giveBack()
  return { token, userId: account.id }
}

/** What a try was counted in: the right password clears the narrow one and gives back the wide. */
interface Counted {
  narrow: string
  wide: string[]
}

async function countOnDevice(db: Db, device: string): Promise<Counted> {
  const narrow = `sign-in-device:${device}`
  await consume(db, narrow, PER_DEVICE, TOO_MANY)
  return { narrow, wide: [] }
}

async function countTry(db: Db, email: string, ip: string): Promise<Counted> {
  const network = networkOf(ip)
  const narrow = `${accountBucket(email)}:${network}`
  await consume(db, narrow, PER_ACCOUNT_AND_ADDRESS, TOO_MANY)
  if (await hasSignedInFrom(db, email, ip)) return { narrow, wide: [] }
  const wide = [`sign-in-from:${network}`, accountBucket(email)]
  await consume(db, wide[0]!, PER_ADDRESS, TOO_MANY)
  await consume(db, wide[1]!, PER_ACCOUNT, TOO_MANY)
  return { narrow, wide }
}

const invalidCredentials = () =>
  new AppError(401, 'invalid_credentials', 'Invalid email or password')

/** Addresses of people stay out of the table's keys, and have one length. */
const accountBucket = (email: string) =>
  `sign-in:${createHash('sha256').update(email).digest('base64url')}`

/** Forgets the wrong passwords that were tried at an account: whoever reads its mail has reset it. */
export async function forgetWrongPasswords(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where(sql<boolean>`starts_with(bucket, ${accountBucket(email)})`)
    .execute()
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

/** What an account that has not begun yet is told; only an address that answers its mail begins one. */
function notYet(
  { awaits_confirmation: waits }: { awaits_confirmation: boolean },
  sendsMail: boolean,
) {
  return waits && sendsMail
    ? new AppError(
        403,
        'account_unconfirmed',
        'Please confirm your email address first, with the link that we have mailed to you',
      )
    : new AppError(
        403,
        'account_pending',
        'Your account is waiting for an administrator to approve it',
      )
}

/** The reason is given only after the right password, so that it tells a stranger nothing. */
async function refuseUnlessActive(
  db: Db,
  account: { id: string; name: string; status: string; awaits_confirmation: boolean },
  { origin, sendsMail }: { origin: Origin; sendsMail: boolean },
): Promise<void> {
  if (account.status === 'active') return
  const details = { status: account.status }
  await recordAudit(db, { origin }, { action: 'sign_in.refused', actor: account, details })
  if (account.status === 'pending') throw notYet(account, sendsMail)
  throw new AppError(
    403,
    'account_inactive',
    'Your account has been deactivated. Please ask an administrator',
  )
}
