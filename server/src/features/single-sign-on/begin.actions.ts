import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Origin } from '../../http/caller.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { refuseWithoutAddress } from './address.ts'
import { secretsOf } from './browser-cookies.ts'
import { insertFlow, newToken, type Purpose } from './flows.queries.ts'
import {
  authorizationUrl,
  type Hint,
  type ProviderAccess,
  ProviderError,
} from './provider-client.ts'
import { callbackOf, findProvider, openSecret, type ProviderRow } from './providers.queries.ts'

/** A whole office may sign in on one morning, and some press twice. */
const PER_NETWORK: Limit = { tries: 600, windowSeconds: 15 * 60 }
const TOO_MANY = 'Too many sign-ins were begun from here. Please wait a few minutes and try again.'

/** @throws AppError 404 where there is none that is switched on */
export async function enabledProvider(db: Db, id: string): Promise<ProviderRow> {
  const provider = await findProvider(db, id)
  if (!provider?.enabled) throw notFound('This way to sign in is switched off')
  return provider
}

/** What opens a provider. @throws AppError 502 where this server can't read the secret */
export async function accessTo(config: Config, provider: ProviderRow): Promise<ProviderAccess> {
  const secret = await openSecret(config, provider)
  if (secret === null) {
    throw new AppError(
      502,
      'provider_unavailable',
      `Signing in with ${provider.name} does not work on this server: an administrator has to enter the client secret anew.`,
      { extra: { provider: provider.name } },
    )
  }
  return { issuer: provider.issuer, clientId: provider.client_id, clientSecret: secret }
}

/** What a person reads where a provider is down or slow. */
export const unavailable = (provider: { name: string }, error: ProviderError) =>
  new AppError(
    502,
    'provider_unavailable',
    `${provider.name} can’t be reached right now. Please try again in a moment, or sign in another way.`,
    {
      operator: `identity provider ${provider.name}: ${error.message}`,
      extra: { provider: provider.name },
    },
  )

interface Way {
  provider: ProviderRow
  purpose: Purpose
  browser: string
  origin: Origin
  address: string
  sessionId?: string
  rememberMe?: boolean
  returnTo?: string | null
  factor?: string | null
}

/**
 * Sets somebody out for a provider.
 * @returns where to send the browser
 * @throws AppError 409 without an address to come back to, 429, 502
 */
export async function setOut(db: Db, config: Config, way: Way): Promise<string> {
  const { provider, purpose, browser, origin, address } = way
  refuseWithoutAddress(config)
  await consume(db, `provider-from:${networkOf(origin.ip)}`, PER_NETWORK, TOO_MANY)
  const access = await accessTo(config, provider)
  const state = newToken()
  try {
    const url = await authorizationUrl(access, {
      ...secretsOf(browser, state),
      redirectUri: callbackOf(address, provider.id),
      scopes: provider.scopes,
      anew: purpose === 'confirm',
      hint: hintFor(provider),
    })
    await insertFlow(db, {
      state,
      browser,
      providerId: provider.id,
      purpose,
      sessionId: way.sessionId,
      rememberMe: way.rememberMe,
      returnTo: way.returnTo,
      factor: way.factor,
    })
    return url
  } catch (error) {
    if (error instanceof ProviderError) throw unavailable(provider, error)
    throw error
  }
}

const hintFor = ({ preset, tenant }: ProviderRow): Hint =>
  preset === 'google' && tenant ? { hd: tenant } : {}

/** A path of this site as it was given; null for anything else. */
export function ownPath(wanted: string | undefined): string | null {
  const site = 'http://front.desk'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, site)) return null
  const url = new URL(wanted, site)
  if (url.origin !== site || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
