import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { uuidv7 } from 'uuidv7'

export const CLIENT_ID = 'front-desk'
export const CLIENT_SECRET = 'what only the two know'

/** A token by hand: what a provider, or a forger, may write. */
export interface Forgery {
  header?: Record<string, unknown>
  /** Over what is right; undefined leaves a claim out. */
  claims?: Record<string, unknown>
  /** Another than the provider's own; `public`: its public key as a shared secret; null: no signature. */
  key?: KeyObject | 'public' | null
  /** There is none beside the access token. */
  isMissing?: boolean
}

export interface Grant extends Forgery {
  nonce: string
  challenge: string
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
export const strangersKey = newKey().privateKey

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

/**
 * A provider of tests on loopback: its sign-in page is the test, which has it grant a code for whatever
 * claims it likes.
 */
export class FakeProvider {
  #key = newKey()
  readonly #grants = new Map<string, Grant>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  /** What the next answers are like: never, or a status and a body. */
  fault: 'silent' | { status: number; body: string; headers?: Record<string, string> } | null = null
  /** Over what its discovery document says. */
  metadata: Record<string, unknown> = {}
  /** What it tells whoever has an access token; null: nothing. */
  userinfo: Record<string, unknown> | null = null
  issuer = ''
  asked: string[] = []

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider()
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    const { port } = provider.#server.address() as AddressInfo
    provider.issuer = `http://127.0.0.1:${port}`
    // Nobody waits for a test's provider.
    provider.#server.unref()
    return provider
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** As a provider that was made anew: another key under the same name. */
  changeKey(): void {
    this.#key = newKey()
  }

  /** Lets somebody in, and returns the code that the browser takes along. */
  grant(grant: Grant): string {
    const code = uuidv7()
    this.#grants.set(code, grant)
    return code
  }

  /** A token as this provider writes it, but for what is forged. */
  token(claims: Record<string, unknown>, { header, key }: Forgery = {}): string {
    const now = seconds()
    const payload = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims }
    const data = `${part({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header })}.${part(payload)}`
    return `${data}.${this.#sign(data, key)}`
  }

  /** Tells of a log-out, by what is right but for what is forged. */
  logoutToken(claims: Record<string, unknown>, forgery?: Forgery): string {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    return this.token({ jti: uuidv7(), events, ...claims }, forgery)
  }

  #sign(data: string, key: Forgery['key']): string {
    if (key === null) return ''
    if (key === 'public') {
      const shared = this.#key.publicKey.export({ type: 'spki', format: 'pem' })
      return createHmac('sha256', shared).update(data).digest('base64url')
    }
    return sign('sha256', Buffer.from(data), key ?? this.#key.privateKey).toString('base64url')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    this.asked.push(pathname)
    if (this.fault === 'silent') return
    if (this.fault) {
      response.writeHead(this.fault.status, {
        'Content-Type': 'application/json',
        ...this.fault.headers,
      })
      response.end(this.fault.body)
      return
    }
    const answer = pathname === '/token' ? this.#redeem(await text(request)) : this.#page(pathname)
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }

  #page(path: string): { status: number; body: unknown } {
    if (path === '/jwks') {
      const jwk = this.#key.publicKey.export({ format: 'jwk' })
      return { status: 200, body: { keys: [{ ...jwk, kid: 'first', use: 'sig', alg: 'RS256' }] } }
    }
    if (path === '/userinfo' && this.userinfo) return { status: 200, body: this.userinfo }
    if (path !== '/.well-known/openid-configuration') return { status: 404, body: {} }
    return {
      status: 200,
      body: {
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        backchannel_logout_supported: true,
        ...(this.userinfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
        ...this.metadata,
      },
    }
  }

  #redeem(form: string): { status: number; body: unknown } {
    const given = new URLSearchParams(form)
    const grant = this.#grants.get(given.get('code') ?? '')
    this.#grants.delete(given.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    if (given.get('client_secret') !== CLIENT_SECRET) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    if (grant?.challenge !== challenge) return { status: 400, body: { error: 'invalid_grant' } }
    const claims = { nonce: grant.nonce, ...grant.claims }
    return {
      status: 200,
      body: {
        access_token: 'x',
        token_type: 'Bearer',
        ...(!grant.isMissing && { id_token: this.token(claims, grant) }),
      },
    }
  }
}
