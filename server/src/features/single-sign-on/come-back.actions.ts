import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { providerMethod, updateConfirmed } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { findAccount, insertAccount } from '../accounts/accounts.queries.ts'
import { acceptByProvider } from '../invitations/accept.actions.ts'
import { tell } from '../second-factor/second-factor.actions.ts'
import { accessTo } from './begin.actions.ts'
import { secretsOf } from './browser-cookies.ts'
import {
  findLinked,
  findSubjectOf,
  type Flow,
  insertArrival,
  insertLink,
  lockSessionOf,
  takeFlow,
  touchLink,
} from './flows.queries.ts'
import { checkOrganisation, type Identity, identityOf } from './judge.ts'
import { type Claims, RefusedTokenError } from './claims.ts'
import { ProviderError, redeemCode } from './provider-client.ts'
import { findProvider, type ProviderRow } from './providers.queries.ts'

/** Each leaves a row in the audit trail; more than this from one network leave none. */
const PER_NETWORK: Limit = { tries: 600, windowSeconds: 15 * 60 }

interface Return {
  providerId: string
  /** The address that the provider sent the browser to, whole. */
  callback: URL
  /** What the cookie says; null without one. */
  browser: string | null
  origin: Origin
}

/** Where the browser goes on, and what it gets on its way. */
interface Onward {
  to: string
  arrival?: string
}

type Person = { id: string; name: string }

/** Why somebody who came back is not let in, by name. */
class Refusal extends Error {
  readonly reason: string
  readonly person: Person | undefined
  constructor(reason: string, person?: Person) {
    super(reason)
    this.reason = reason
    this.person = person
  }
}

/** Takes somebody in who comes back from a provider. Whatever is wrong, they go on to a page that says so. */
export async function comeBack(db: Db, config: Config, way: Return): Promise<Onward> {
  const { providerId, callback, browser, origin } = way
  let flow: Flow | null = null
  let provider: ProviderRow | undefined
  try {
    await consume(db, `provider-return:${networkOf(origin.ip)}`, PER_NETWORK, '')
    provider = await findProvider(db, providerId)
    if (!provider) throw notFound('This way to sign in is gone')
    if (!provider.enabled) throw new Refusal('unknown_provider')
    const state = callback.searchParams.get('state') ?? ''
    if (!browser) throw new Refusal('other_browser')
    const taken = await takeFlow(db, { state, browser, providerId })
    flow = taken.flow
    if (taken.problem) throw new Refusal(taken.problem)
    const claims = await redeemCode(await accessTo(config, provider), {
      ...secretsOf(browser, state),
      callback,
      anew: flow!.purpose === 'confirm',
    })
    const ended = { provider, flow: flow!, claims, origin }
    return await inTransaction(db, async (tx) => receive(tx, ended))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (reason !== 'too_many') {
      await recordAudit(
        db,
        { origin },
        {
          action: 'sign_in.provider_refused',
          actor: error instanceof Refusal ? error.person : undefined,
          details: { provider: provider!.name, reason },
        },
      )
    }
    return { to: pathOf(flow, reason) }
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal || error instanceof RefusedTokenError) return error.reason
  if (error instanceof ProviderError) return 'provider_unavailable'
  if (!(error instanceof AppError)) return null
  if (error.status === 429) return 'too_many'
  return error.code === 'provider_unavailable' ? error.code : null
}

/** The page that says how it ended; `problem` is left out where it ended well. */
function pathOf(flow: Flow | null, problem?: string): string {
  const query = new URLSearchParams(problem && { problem })
  if (flow?.purpose === 'connect') {
    if (!problem) query.set('connected', 'yes')
    return `/profile/security?${query}`
  }
  if (flow?.purpose === 'confirm') return `/login/confirmed${problem ? `?${query}` : ''}`
  if (flow?.return_to) query.set('redirect', flow.return_to)
  return `${problem ? '/login' : '/login/finish'}${query.size > 0 ? `?${query}` : ''}`
}

interface Arrived {
  provider: ProviderRow
  flow: Flow
  claims: Claims
  origin: Origin
}

async function receive(tx: Db, { provider, flow, claims, origin }: Arrived): Promise<Onward> {
  const identity = identityOf(provider, claims)
  const linked = await findLinked(tx, provider.id, identity.subject)
  checkOrganisation(provider, claims, linked ? identity.written : identity.verified)
  if (flow.purpose !== 'sign_in') {
    const session = await lockSessionOf(tx, flow.session_id!)
    if (!session) throw new Refusal('session_over')
    const mine = { provider, flow, identity, linked, origin, session }
    await (flow.purpose === 'connect' ? connect(tx, mine) : confirm(tx, mine))
    return { to: pathOf(flow) }
  }
  const person: Found = linked ?? (await findByAddress(tx, { provider, identity, origin }))
  if (person.status !== 'active') {
    const isPending = person.status === 'pending'
    throw new Refusal(isPending ? 'account_pending' : 'account_inactive', person)
  }
  const isLinked = linked !== undefined || person.isNew === true
  await touchLink(tx, { providerId: provider.id, subject: identity.subject })
  const arrival = await insertArrival(tx, {
    providerId: provider.id,
    userId: person.id,
    subject: identity.subject,
    email: identity.written,
    providerSession: identity.session,
    linked: isLinked,
    rememberMe: flow.remember_me,
  })
  const details = { provider: provider.name }
  // Of somebody new the opened account tells as much.
  if (!person.isNew) {
    const action = isLinked ? 'sign_in.by_provider' : 'sign_in.not_connected'
    await recordAudit(tx, { origin }, { action, actor: person, details })
  }
  return { to: pathOf(flow), arrival }
}

interface Found extends Person {
  status: string
  isNew?: boolean
}

/** Whose the verified address is; a new account where there is none and the provider may bring people. */
async function findByAddress(
  tx: Db,
  { provider, identity, origin }: { provider: ProviderRow; identity: Identity; origin: Origin },
): Promise<Found> {
  const { verified } = identity
  if (verified === null) throw new Refusal('unverified_address')
  const account = await findAccount(tx, verified)
  if (account) {
    // Somebody else at the provider has this address now, or had it before.
    if (await findSubjectOf(tx, provider.id, account.id))
      throw new Refusal('other_subject', account)
    if (account.status !== 'pending') return account
    const way = { names: identity, provider: provider.name, origin }
    const name = await acceptByProvider(tx, account.id, way)
    if (name === null) return account
    await connectNew(tx, account.id, { provider, identity })
    return { id: account.id, name, status: 'active', isNew: true }
  }
  if (provider.admits === 'existing') throw new Refusal('no_account')
  const { firstName, lastName } = identity
  const id = await insertAccount(tx, {
    firstName,
    lastName,
    email: verified,
    passwordHash: null,
    role: 'agent',
    status: 'active',
    emailVerified: true,
  })
  // Somebody was faster with the same address: they have an account now.
  if (!id) throw new Refusal('used_state')
  await connectNew(tx, id, { provider, identity })
  const name = `${firstName} ${lastName}`.trim()
  await recordAudit(
    tx,
    { origin },
    {
      action: 'user.joined_by_provider',
      actor: { id, name },
      item: { type: 'user', id, title: name },
      details: { email: verified, provider: provider.name },
    },
  )
  await publish(tx, { keys: ['users'] })
  return { id, name, status: 'active', isNew: true }
}

/** Nobody else had a hand in an account that begins by a provider. */
async function connectNew(
  tx: Db,
  userId: string,
  { provider, identity }: Pick<Arrived, 'provider'> & { identity: Identity },
): Promise<void> {
  const { subject, written } = identity
  const link = { providerId: provider.id, userId, subject, email: written }
  await insertLink(tx, { ...link, origin: 'password' })
}

interface OwnSession {
  provider: ProviderRow
  identity: Identity
  linked: { id: string } | undefined
  origin: Origin
  session: NonNullable<Awaited<ReturnType<typeof lockSessionOf>>>
}

async function connect(tx: Db, { provider, identity, linked, origin, session }: OwnSession) {
  if (linked && linked.id !== session.id) throw new Refusal('subject_of_other', session)
  const isConnected = await insertLink(tx, {
    providerId: provider.id,
    userId: session.id,
    subject: identity.subject,
    email: identity.written,
    origin: session.origin,
  })
  if (!isConnected) throw new Refusal('other_subject', session)
  const details = { provider: provider.name }
  await recordAudit(tx, { origin }, { action: 'provider.connected', actor: session, details })
  await tell(tx, session, { change: 'provider_connected', provider: provider.name })
}

async function confirm(
  tx: Db,
  { provider, linked, origin, session, flow }: OwnSession & { flow: Flow },
) {
  if (linked?.id !== session.id) throw new Refusal('other_person', session)
  const method = providerMethod(provider.issuer, flow.factor)
  await updateConfirmed(tx, flow.session_id!, method)
  const details = { provider: provider.name }
  await recordAudit(tx, { origin }, { action: 'session.confirmed', actor: session, details })
}
