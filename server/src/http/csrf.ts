/// <reference types="@fastify/cookie" />
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CSRF_FAILED } from '@frontdesk/contract/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const COOKIE = 'frontdesk_csrf'
const COOKIE_VALUE = /^[\w-]{43}$/

/**
 * The token is an HMAC of the cookie, so that neither can be guessed from outside, and of the
 * session that asked for it. A token fetched before signing in stays good after it.
 */
function tokenFor(key: Buffer, cookie: string, sessionId: string | null): string {
  return createHmac('sha256', key)
    .update(`${cookie}.${sessionId ?? ''}`)
    .digest('base64url')
}

/** Gives the browser its cookie, a new one only where it has none, and returns the matching token. */
export function issueCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { key: Buffer; secure: boolean; sessionId: string | null },
): string {
  const sent = request.cookies[COOKIE]
  const cookie = sent && COOKIE_VALUE.test(sent) ? sent : randomBytes(32).toString('base64url')
  reply.setCookie(COOKIE, cookie, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
  })
  const token = tokenFor(options.key, cookie, options.sessionId)
  reply.header('X-CSRF-Token', token)
  return token
}

/** Random, and this browser's own until it is closed. A script has none: ''. */
export function browserOf(request: FastifyRequest): string {
  return request.cookies[COOKIE] ?? ''
}

/** A browser adds at least one of these by itself; a script with a bearer token has nothing ambient. */
function comesFromBrowser(request: FastifyRequest): boolean {
  const { cookie, origin } = request.headers
  return cookie !== undefined || origin !== undefined || 'sec-fetch-site' in request.headers
}

/**
 * Refuses a request from a browser that doesn't carry the token of its own cookie and session.
 * @throws AppError 403 with the reason phrase that the client looks for
 */
export function checkCsrf(request: FastifyRequest, key: Buffer, sessionId: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD' || !comesFromBrowser(request)) return
  const sent = request.headers['x-csrf-token']
  const cookie = request.cookies[COOKIE]
  const valid =
    typeof sent === 'string' &&
    cookie !== undefined &&
    COOKIE_VALUE.test(cookie) &&
    [sessionId, null].some((session) => equal(sent, tokenFor(key, cookie, session)))
  if (!valid) throw new AppError(403, 'csrf_failed', CSRF_FAILED, { reasonPhrase: CSRF_FAILED })
}

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
