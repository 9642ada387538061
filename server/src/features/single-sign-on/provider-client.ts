import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, type JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import { unprocessable } from '../../http/errors.ts'
import {
  checkClaims,
  checkLogout,
  type Claims,
  completed,
  RefusedTokenError,
  SLACK_SECONDS,
} from './claims.ts'

/** What is needed to speak to a provider. */
export interface ProviderAccess {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What a provider says takes no longer than this, and is no longer. */
const TIMEOUT_SECONDS = 5
const MOST_BYTES = 512 * 1024

/** For how long what a provider says of itself is believed; its keys are asked for anew every five minutes. */
const KEPT_MS = 60 * 60 * 1000
const KEYS_KEPT_MS = 5 * 60 * 1000
/** A key that nobody knows is asked for this often at most. */
const KEYS_ASKED_EVERY_MS = 30 * 1000

/** Signatures that need the provider's own key. `none`, and those made with what both know, prove nothing. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** A provider that is down, slow or none; its message is for an admin. */
export class ProviderError extends Error {}

const now = () => Date.now()

interface Kept {
  configuration: oidc.Configuration
  at: number
  keys?: { set: JSONWebKeySet; at: number }
}

/** What is known of providers, by issuer and client; few, since admins name them. */
const kept = new Map<string, Kept>()
const MOST_KEPT = 50

/** Redirects are followed nowhere, nothing takes long, and what is too long is cut off. */
const boundedFetch: oidc.CustomFetch = async (url, options) => {
  const response = await fetch(url, {
    ...options,
    body: options.body as RequestInit['body'],
    redirect: 'manual',
    signal: options.signal ?? AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  })
  const body = await readBounded(response)
  return new Response(isBodiless(response.status) ? null : body, {
    status: response.status,
    headers: response.headers,
  })
}

const isBodiless = (status: number) => [101, 204, 205, 304].includes(status)

async function readBounded({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MOST_BYTES) throw new ProviderError('its answer is longer than 512 KB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws ProviderError */
async function discover({ issuer, clientId, clientSecret }: ProviderAccess) {
  const server = new URL(issuer)
  const isPlain = server.protocol === 'http:'
  try {
    const configuration = await oidc.discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch,
      // The library believes what comes over TLS; a signature is looked at all the same.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
    const said = configuration.serverMetadata()
    // For some hosts the library lets another issuer pass.
    if (withoutSlash(said.issuer) !== withoutSlash(issuer)) {
      throw new ProviderError(`it calls itself ${said.issuer.slice(0, 200)}`)
    }
    const needed = [said.authorization_endpoint, said.token_endpoint, said.jwks_uri]
    if (!needed.every((address) => address && URL.canParse(address))) {
      throw new ProviderError('its discovery document names no addresses to sign in')
    }
    // Keys or claims that come without it could be anybody's.
    const asked = [...needed, said.userinfo_endpoint]
    if (!isPlain && asked.some((address) => address?.startsWith('http:'))) {
      throw new ProviderError('it names an address without TLS')
    }
    return configuration
  } catch (error) {
    throw unavailable(error)
  }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** What went wrong, in a few words of ours: nothing that a provider wrote reaches a person. */
function unavailable(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof ProviderError) return cause
  const isSlow =
    code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || String(error).includes('TimeoutError')
  if (isSlow) return new ProviderError(`it did not answer within ${TIMEOUT_SECONDS} seconds`)
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return new ProviderError('it calls itself by another issuer')
  }
  if (error instanceof TypeError) return new ProviderError('it can’t be reached')
  return new ProviderError('it did not answer as OpenID Connect says')
}

const keyOf = ({ issuer, clientId, clientSecret }: ProviderAccess) =>
  JSON.stringify([issuer, clientId, clientSecret])

const issuerIn = (key: string) => (JSON.parse(key) as string[])[0]

/** What a provider says of itself, kept for an hour. @throws ProviderError */
async function open(access: ProviderAccess): Promise<Kept> {
  const key = keyOf(access)
  const known = kept.get(key)
  if (known && now() - known.at < KEPT_MS) return known
  const configuration = await discover(access)
  const found = { configuration, at: now() }
  kept.delete(key)
  kept.set(key, found)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return found
}

/** A provider that was made anew may sign with another key of the same name: the next sign-in asks for its keys. */
function forgetIfOld(access: ProviderAccess): void {
  const known = kept.get(keyOf(access))
  if (known && now() - known.at >= KEYS_ASKED_EVERY_MS) kept.delete(keyOf(access))
}

/** What binds a way there to the browser and the way back; derived, so that no table holds it. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

/**
 * Where to send a browser.
 * @param anew the provider asks who is there, whoever it knows
 * @throws ProviderError
 */
export async function authorizationUrl(
  access: ProviderAccess,
  flow: FlowSecrets & { redirectUri: string; scopes: string; anew: boolean; hint?: Hint },
): Promise<string> {
  const { configuration } = await open(access)
  const url = oidc.buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: flow.redirectUri,
    scope: flow.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(flow.anew && { prompt: 'login', max_age: '0' }),
    ...flow.hint,
  })
  return url.href
}

/** What spares people a choice at the provider; it decides nothing. */
export interface Hint {
  hd?: string
}

/**
 * Trades the code that came back for what the provider says of the person.
 * @throws RefusedTokenError, or ProviderError where it is down
 */
export async function redeemCode(
  access: ProviderAccess,
  flow: FlowSecrets & { callback: URL; anew: boolean },
): Promise<Claims> {
  const { configuration } = await open(access)
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, flow.callback, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    const claims = checkClaims(access, tokens.claims(), flow.anew)
    return await withAddress(configuration, claims, tokens.access_token)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.message === 'wrong_signature') forgetIfOld(access)
    throw refusal
  }
}

/** Some write the address into no token, and tell it to whoever has one, by the same subject. */
async function withAddress(
  configuration: oidc.Configuration,
  claims: Claims,
  accessToken: string,
): Promise<Claims> {
  const hasAll = claims.email !== undefined && claims.email_verified !== undefined
  if (hasAll || !configuration.serverMetadata().userinfo_endpoint) return claims
  try {
    return completed(claims, await oidc.fetchUserInfo(configuration, accessToken, claims.sub))
  } catch {
    // What it does not tell is not believed: the token alone has to do.
    return claims
  }
}

const CLAIMS: Record<string, string> = {
  nonce: 'wrong_nonce',
  iss: 'wrong_issuer',
  aud: 'wrong_audience',
  azp: 'wrong_azp',
  exp: 'expired_token',
  nbf: 'issued_in_future',
  sub: 'no_subject',
}

function refusalOf(error: unknown): Error {
  if (error instanceof RefusedTokenError || error instanceof ProviderError) return error
  if (error instanceof oidc.AuthorizationResponseError) return new RefusedTokenError('error_answer')
  if (error instanceof oidc.ResponseBodyError) {
    if (error.status >= 500) return new ProviderError('it has a fault of its own')
    return new RefusedTokenError(
      error.error === 'invalid_grant' ? 'code_refused' : 'client_refused',
    )
  }
  if (!(error instanceof Error) || error instanceof TypeError) return unavailable(error)
  const { code, message, cause } = error as oidc.ClientError
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return unavailable(error)
  if (cause instanceof ProviderError) return cause
  return new RefusedTokenError(reasonOf(code, `${message} ${String(cause)}`, cause))
}

/** The library's own words, as ours. */
function reasonOf(code: string | undefined, words: string, cause: unknown): string {
  const claim =
    (cause as { cause?: { claim?: string } } | undefined)?.cause?.claim ??
    /"(nonce|iss|aud|azp|exp|nbf|sub)"/.exec(words)?.[1]
  if (words.includes('response parameter')) {
    return words.includes('"iss"') ? 'mixed_up' : 'wrong_state'
  }
  if (claim && CLAIMS[claim]) return CLAIMS[claim]
  if (/"alg"|algorithm|unsupported/i.test(words)) return 'wrong_algorithm'
  if (/signature/i.test(words)) return 'wrong_signature'
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return 'unknown_key'
  return 'bad_answer'
}

/** What can be said of a provider that works. @throws AppError 422 `provider_unavailable` */
export async function testProvider(issuer: string) {
  // What is known of it may be why somebody asks.
  for (const key of kept.keys()) if (issuerIn(key) === issuer) kept.delete(key)
  try {
    const configuration = await discover({ issuer, clientId: 'test', clientSecret: 'test' })
    const said = configuration.serverMetadata()
    const { keys } = await fetchKeys(said.jwks_uri!)
    return {
      authorization_host: new URL(said.authorization_endpoint!).host,
      keys: keys.length,
      tells_log_outs: said.backchannel_logout_supported === true,
    }
  } catch (error) {
    const sentence = `The provider does not work: ${unavailable(error).message}.`
    throw unprocessable('provider_unavailable', sentence, { issuer: sentence })
  }
}

async function fetchKeys(address: string): Promise<JSONWebKeySet> {
  const response = await boundedFetch(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  })
  if (response.status !== 200) throw new ProviderError('it does not show its keys')
  try {
    const set = (await response.json()) as JSONWebKeySet
    createLocalJWKSet(set)
    return set
  } catch {
    throw new ProviderError('it does not show its keys')
  }
}

async function keysOf(found: Kept, isUnknown: boolean): Promise<JSONWebKeySet> {
  const { keys } = found
  const age = keys ? now() - keys.at : Infinity
  if (keys && age < (isUnknown ? KEYS_ASKED_EVERY_MS : KEYS_KEPT_MS)) return keys.set
  const set = await fetchKeys(found.configuration.serverMetadata().jwks_uri!)
  found.keys = { set, at: now() }
  return set
}

/** Its keys may have changed, with their names or without. */
const OF_OTHER_KEYS = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'])

/** What a log-out token says, checked but for whether it came before. @throws RefusedTokenError, ProviderError */
export async function readLogoutToken(access: ProviderAccess, token: string): Promise<JWTPayload> {
  const found = await open(access).catch((error: unknown) => {
    throw unavailable(error)
  })
  const verify = async (isUnknown: boolean) =>
    jwtVerify(token, createLocalJWKSet(await keysOf(found, isUnknown)), {
      issuer: found.configuration.serverMetadata().issuer,
      audience: access.clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: '10 minutes',
      clockTolerance: SLACK_SECONDS,
    })
  const read = async () => {
    try {
      return await verify(false)
    } catch (error) {
      if (!OF_OTHER_KEYS.has((error as { code?: string }).code ?? '')) throw error
      return verify(true)
    }
  }
  const { payload, protectedHeader } = await read().catch((error: unknown) => {
    if (error instanceof ProviderError || error instanceof TypeError) throw unavailable(error)
    const { code, claim } = error as { code?: string; claim?: string }
    throw new RefusedTokenError(logoutReason(code, claim))
  })
  const { typ } = protectedHeader
  if (typ !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(typ)) {
    throw new RefusedTokenError('wrong_type')
  }
  return checkLogout(payload)
}

function logoutReason(code: string | undefined, claim: string | undefined): string {
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED') return 'wrong_algorithm'
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return 'wrong_signature'
  if (code === 'ERR_JWKS_NO_MATCHING_KEY') return 'unknown_key'
  if (code === 'ERR_JWT_EXPIRED') return 'expired_token'
  if (claim === 'iat') return 'issued_in_future'
  return (claim && CLAIMS[claim]) || 'bad_answer'
}
