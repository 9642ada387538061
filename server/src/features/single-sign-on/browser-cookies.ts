/// <reference types="@fastify/cookie" />
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from './flows.queries.ts'
import type { FlowSecrets } from './provider-client.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const PATH = '/api/v1/auth/oidc/'
const TOKEN = /^[\w-]{43}$/

/** Whose way to a provider this is. It has to come along on the way back from another site, hence `lax`. */
const BROWSER = 'frontdesk_provider'
const BROWSER_SECONDS = 10 * 60

/** What the page trades for a session. */
const ARRIVAL = 'frontdesk_arrival'
const ARRIVAL_SECONDS = 15 * 60

const tokenIn = ({ cookies }: FastifyRequest, name: string): string | null => {
  const value = cookies[name] ?? ''
  return TOKEN.test(value) ? value : null
}

export const browserIn = (request: FastifyRequest) => tokenIn(request, BROWSER)
export const arrivalIn = (request: FastifyRequest) => tokenIn(request, ARRIVAL)

/** Names the browser, for several ways there at once. */
export function nameBrowser({ request, reply }: Exchange, secure: boolean): string {
  const browser = browserIn(request) ?? newToken()
  reply.setCookie(BROWSER, browser, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: BROWSER_SECONDS,
  })
  return browser
}

export function giveArrival(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(ARRIVAL, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: ARRIVAL_SECONDS,
  })
}

export const forgetArrival = (reply: FastifyReply) => reply.clearCookie(ARRIVAL, { path: PATH })

/** What binds one way to this browser: only its cookie gives them, so that no table and no log has them. */
export function secretsOf(browser: string, state: string): FlowSecrets {
  const derive = (what: string) =>
    createHmac('sha256', browser).update(`${what}.${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
