import { createHash } from 'node:crypto'
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { Author } from '../../http/caller.ts'
import { PasskeyRefusal } from './refusals.ts'
import type { Site } from '../../platform/passkey-site.ts'

/** Of one part: more than any device sends; the largest keys and signatures of today take a tenth of it. */
const MOST_CHARACTERS = 16_000

const base64url = z
  .string()
  .max(MOST_CHARACTERS)
  .regex(/^[\w-]+$/)
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') }

const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((value) => value ?? undefined),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const Attestation = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).catch([]).default([]),
  }),
})
export type Attestation = z.infer<typeof Attestation>

const ClientData = z.object({
  type: z.string(),
  challenge: base64url,
  origin: z.string(),
  /** Asked for in a frame of another site. */
  crossOrigin: z.boolean().default(false),
})

/** @throws PasskeyRefusal where it is none */
export const readAssertion = (answer: unknown): Assertion => read(Assertion, answer)
/** @throws PasskeyRefusal where it is none */
export const readAttestation = (answer: unknown): Attestation => read(Attestation, answer)

function read<T>(shape: z.ZodType<T>, answer: unknown): T {
  const { data } = shape.safeParse(answer)
  if (!data) throw new PasskeyRefusal('malformed')
  return data
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** What the browser says it was asked. @throws PasskeyRefusal */
export function readClientData(
  { response: { clientDataJSON } }: Assertion | Attestation,
  type: 'webauthn.get' | 'webauthn.create',
) {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
  } catch {
    throw new PasskeyRefusal('malformed')
  }
  const { data } = ClientData.safeParse(said)
  if (data?.type !== type) throw new PasskeyRefusal('malformed')
  return data
}

/**
 * Where the answer was given, for whom, and by somebody that the device knows: the library looks at all of it
 * again, but says what is wrong in words for programmers.
 * @returns what the device counted
 * @throws PasskeyRefusal
 */
export function checkSite(
  answer: Assertion | Attestation,
  { origin, crossOrigin }: { origin: string; crossOrigin: boolean },
  site: Site,
  owner?: Author,
): number {
  if (origin !== site.origin || crossOrigin) throw new PasskeyRefusal('other_origin', owner)
  const { rpIdHash, flags, counter } = authenticatorDataOf(answer)
  const expected = createHash('sha256').update(site.rpId).digest()
  if (!expected.equals(rpIdHash)) throw new PasskeyRefusal('other_site', owner)
  if (!flags.up || !flags.uv) throw new PasskeyRefusal('not_verified', owner)
  return counter
}

function authenticatorDataOf({ response }: Assertion | Attestation) {
  try {
    if ('authenticatorData' in response) {
      return parseAuthenticatorData(bytesOf(response.authenticatorData))
    }
    return parseAuthenticatorData(attestationOf(response.attestationObject).get('authData'))
  } catch {
    throw new PasskeyRefusal('malformed')
  }
}

const attestationOf = (text: string) => decodeAttestationObject(bytesOf(text))

/**
 * We ask devices to say nothing of their maker. One that does all the same names certificates, and looking
 * through those would have this server open addresses that a stranger chose.
 * @throws PasskeyRefusal
 */
export function refuseCertificates({ response }: Attestation): void {
  const attestation = attestationOf(response.attestationObject)
  const kind = attestation.get('fmt')
  const isOwn = kind === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (kind !== 'none' && !isOwn) throw new PasskeyRefusal('attested')
}
