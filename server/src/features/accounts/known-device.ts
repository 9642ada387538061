/// <reference types="@fastify/cookie" />
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const COOKIE = 'frontdesk_device'
const KEPT_SECONDS = 180 * 24 * 60 * 60

/** People who share a browser keep their places in it, the latest first. */
const MOST = 5

/** A name that means nothing, when it was given, and the proof that we gave it for this account. */
const PROOF = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

/** What proves a browser, and whether its cookie may only go over TLS. */
export interface DeviceKey {
  key: Buffer
  secure: boolean
}

export const deviceKeyOf = (config: Config, csrfKey: Buffer): DeviceKey => ({
  key: createHmac('sha256', csrfKey).update('known devices').digest(),
  secure: config.publicUrl?.startsWith('https:') ?? false,
})

const now = () => Math.floor(Date.now() / 1000)

function proofFor({ key }: DeviceKey, userId: string, name: string, since: string): string {
  return createHmac('sha256', key).update(`${userId}.${name}.${since}`).digest('base64url')
}

const proofsIn = (request: FastifyRequest): string[] =>
  (request.cookies[COOKIE] ?? '').split('~').filter((proof) => PROOF.test(proof))

/**
 * The name of the browser, where somebody has signed in with it as this person (or followed a link
 * that was mailed to them); null otherwise. It opens nothing: it only has tries of its own.
 */
export function knownDevice(
  request: FastifyRequest,
  key: DeviceKey,
  userId: string,
): string | null {
  for (const proof of proofsIn(request)) {
    const [, name = '', since = '', given = ''] = PROOF.exec(proof) ?? []
    const isRight = timingSafeEqual(
      Buffer.from(given),
      Buffer.from(proofFor(key, userId, name, since)),
    )
    if (isRight && Number(since) > now() - KEPT_SECONDS) return name
  }
  return null
}

/** Remembers that this browser is the person's. Signing out does not end that. */
export function rememberDevice(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  key: DeviceKey,
  userId: string,
): void {
  // It keeps its name, or each sign-in would bring it new tries.
  const name = knownDevice(request, key, userId) ?? randomBytes(16).toString('base64url')
  const since = String(now())
  const others = proofsIn(request).filter((proof) => !proof.startsWith(`${name}.`))
  const own = `${name}.${since}.${proofFor(key, userId, name, since)}`
  reply.setCookie(COOKIE, [own, ...others].slice(0, MOST).join('~'), {
    path: '/api/v1/auth/',
    httpOnly: true,
    sameSite: 'strict',
    secure: key.secure,
    maxAge: KEPT_SECONDS,
  })
}
