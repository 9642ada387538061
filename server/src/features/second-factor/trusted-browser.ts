/// <reference types="@fastify/cookie" />
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'frontdesk_trusted'
const TOKEN = /^[\w-]{43}$/
const KEPT_SECONDS = 30 * 24 * 60 * 60
/** People who share a browser keep their places in it, the latest first. */
const MOST = 5

/** What this browser was given by people who trust it. */
export const trustTokensIn = (request: FastifyRequest): string[] =>
  (request.cookies[COOKIE] ?? '')
    .split('~')
    .filter((token) => TOKEN.test(token))
    .slice(0, MOST)

/** Gives it one more; it goes to nothing but the sign-in. */
export function giveTrustToken(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
  { secure }: { secure: boolean },
): void {
  const tokens = [token, ...trustTokensIn(request)].slice(0, MOST)
  reply.setCookie(COOKIE, tokens.join('~'), {
    path: '/api/v1/auth/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: KEPT_SECONDS,
  })
}
