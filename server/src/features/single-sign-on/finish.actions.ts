import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { AppError, conflict, notFound } from '../../http/errors.ts'
import { insertSession, providerMethod } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { findAsksSecondFactor, updateProviderLogin } from '../accounts/accounts.queries.ts'
import { askForCode } from '../second-factor/challenge.actions.ts'
import { isTrusted } from '../second-factor/second-factor.queries.ts'
import { tell } from '../second-factor/second-factor.actions.ts'
import { tellOfNewBrowser } from '../users/new-browser.actions.ts'
import {
  deleteArrival,
  deleteLink,
  findOwnIdentities,
  insertLink,
  lockArrival,
  lockSessionOf,
} from './flows.queries.ts'

const signInOver = () =>
  new AppError(401, 'sign_in_over', 'This took too long, or was used before. Please sign in again.')

type Arrival = NonNullable<Awaited<ReturnType<typeof lockArrival>>>

/**
 * Opens the session of whoever came back from a provider.
 * @throws AppError 401 where that is over, or a code is asked for; 409 `link_required` where the account
 * has to be opened in its own way first
 */
export async function finishSignIn(
  db: Db,
  token: string | null,
  {
    origin,
    trustTokens,
    deviceOf,
  }: { origin: Origin; trustTokens: string[]; deviceOf: (userId: string) => string | null },
): Promise<{ token: string; userId: string; rememberMe: boolean }> {
  if (token === null) throw signInOver()
  const opened = await inTransaction(db, async (tx) => {
    const arrival = await lockArrival(tx, token)
    if (!arrival) throw signInOver()
    const { user_id: userId } = arrival
    const hasFactor = !arrival.trusted_for_factor && (await findAsksSecondFactor(tx, userId))
    const trusts = hasFactor && (await isTrusted(tx, userId, trustTokens))
    const asksCode = hasFactor && !trusts
    // Of a sign-in that takes a code it is told when that was given.
    if (arrival.linked && !asksCode) {
      await tellOfNewBrowser(tx, userId, { device: deviceOf(userId), origin })
    }
    const person = await updateProviderLogin(tx, userId)
    if (!person) throw signInOver()
    if (!arrival.linked) throw linkRequired(arrival, person.email)
    await deleteArrival(tx, token)
    if (asksCode) return { arrival, person }
    const session = await openSession(tx, { arrival, person, trusts, origin })
    return { arrival, person, session }
  })
  const { arrival, person, session } = opened
  if (session) return { token: session, userId: person.id, rememberMe: arrival.remember_me }
  return askForCode(db, person, {
    rememberMe: arrival.remember_me,
    origin,
    provider: {
      id: arrival.provider_id,
      session: arrival.provider_session,
      name: arrival.provider_name,
    },
  })
}

async function openSession(
  tx: Db,
  {
    arrival,
    person,
    trusts,
    origin,
  }: { arrival: Arrival; person: { id: string; name: string }; trusts: boolean; origin: Origin },
): Promise<string> {
  const { token } = await insertSession(tx, {
    userId: person.id,
    rememberMe: arrival.remember_me,
    signInMethod: providerMethod(arrival.issuer, trusts ? 'trusted_browser' : null),
    provider: { id: arrival.provider_id, session: arrival.provider_session },
    origin,
  })
  const details = { provider: arrival.provider_name }
  await recordAudit(tx, { origin }, { action: 'sign_in', actor: person, details })
  return token
}

const linkRequired = (arrival: Arrival, email: string) =>
  conflict(
    'link_required',
    `There is an account with ${email} that is not connected with ${arrival.provider_name} yet`,
    { provider: arrival.provider_name, email, remember_me: arrival.remember_me },
  )

/**
 * Connects the account that somebody has just opened in its own way with what came back from the provider.
 * @throws AppError 401, 409
 */
export async function linkArrival(
  tx: Db,
  token: string | null,
  { actor, origin }: { actor: SignedIn; origin: Origin },
): Promise<{ id: string; name: string }> {
  const arrival = token === null ? undefined : await lockArrival(tx, token)
  if (!arrival || arrival.linked) throw signInOver()
  if (arrival.user_id !== actor.id) {
    throw conflict('other_account', 'This is another account than the one that was asked for')
  }
  const session = await lockSessionOf(tx, actor.sessionId)
  if (!session || !actor.isFresh) throw signInOver()
  await deleteArrival(tx, token!)
  const provider = { id: arrival.provider_id, name: arrival.provider_name }
  const isConnected = await insertLink(tx, {
    providerId: provider.id,
    userId: actor.id,
    subject: arrival.subject,
    email: arrival.email,
    origin: session.origin,
  })
  if (!isConnected) {
    throw conflict('connected_otherwise', `This is connected with ${provider.name} otherwise`)
  }
  const details = { provider: provider.name }
  await recordAudit(tx, { origin, actor }, { action: 'provider.connected', details })
  await tell(tx, actor, { change: 'provider_connected', provider: provider.name })
  return provider
}

/** @throws AppError 404, 409 `only_way_in` */
export async function disconnect(
  tx: Db,
  call: { actor: SignedIn; origin: Origin },
  providerId: string,
): Promise<void> {
  const { has_password: hasPassword, providers } = await findOwnIdentities(tx, call.actor.id)
  const provider = providers.find(({ id }) => id === providerId)
  if (!provider?.connected) throw notFound('This is not connected')
  if (!hasPassword && providers.filter(({ connected }) => connected).length === 1) {
    throw conflict(
      'only_way_in',
      'This is your only way to sign in. Choose a password first: “Forgot your password?” on the sign-in page mails you the link.',
    )
  }
  await deleteLink(tx, providerId, call.actor.id)
  await recordAudit(tx, call, {
    action: 'provider.disconnected',
    details: { provider: provider.name },
  })
  await tell(tx, call.actor, { change: 'provider_disconnected', provider: provider.name })
}
