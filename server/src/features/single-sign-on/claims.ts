import type { JWTPayload } from 'jose'

/** A sign-in that can't be trusted: why, in one word for the audit trail. */
export class RefusedTokenError extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export type Claims = Record<string, unknown> & { sub: string }

/** A clock may be off by so much. */
export const SLACK_SECONDS = 60

/** What the library leaves open. @throws RefusedTokenError */
export function checkClaims(
  { clientId }: { clientId: string },
  claims: Record<string, unknown> | undefined,
  anew: boolean,
): Claims {
  const seconds = Date.now() / 1000
  if (!claims) throw new RefusedTokenError('no_token')
  const { sub, iat, azp, aud, auth_time: authTime } = claims
  // PostgreSQL takes no NUL.
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || sub.includes('\0')) {
    throw new RefusedTokenError('no_subject')
  }
  if (typeof iat !== 'number' || iat > seconds + SLACK_SECONDS) {
    throw new RefusedTokenError('issued_in_future')
  }
  if ((azp !== undefined || (Array.isArray(aud) && aud.length > 1)) && azp !== clientId) {
    throw new RefusedTokenError('wrong_azp')
  }
  const isAnew =
    typeof authTime === 'number' &&
    authTime >= seconds - 5 * SLACK_SECONDS &&
    authTime <= seconds + SLACK_SECONDS
  if (anew && !isAnew) throw new RefusedTokenError('not_asked_anew')
  return { ...claims, sub }
}

/** The token comes first. What vouches for an address is believed of that one only. */
export function completed(claims: Claims, told: Record<string, unknown>): Claims {
  const { email, email_verified: _verified, xms_edov: _owned, ...others } = claims
  if (email === undefined) return { ...told, ...others }
  if (told.email === email) return { ...told, ...claims }
  return { ...told, email_verified: undefined, xms_edov: undefined, ...claims }
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** @throws RefusedTokenError where it tells of no log-out */
export function checkLogout(payload: JWTPayload): JWTPayload {
  const { events, nonce, jti, sub, sid } = payload
  const isEvent =
    typeof events === 'object' && events !== null && isObject(Reflect.get(events, LOGOUT_EVENT))
  if (!isEvent) throw new RefusedTokenError('no_logout_event')
  if (nonce !== undefined) throw new RefusedTokenError('has_nonce')
  if (typeof jti !== 'string' || jti === '') throw new RefusedTokenError('no_jti')
  const names = [sub, sid].filter((name) => name !== undefined)
  if (names.length === 0 || names.some((name) => typeof name !== 'string' || name === '')) {
    throw new RefusedTokenError('no_subject')
  }
  return payload
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
