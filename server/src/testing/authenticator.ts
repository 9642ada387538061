import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const UP = 1
const UV = 4
const AT = 64

type Options = Record<string, unknown> & { challenge?: string }

/** What an answer says that is not so. */
export interface Lie {
  origin?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  isVerified?: boolean
  /** In the place of the next one. */
  counter?: number
  userHandle?: string
  /** In the place of the passkey's own. */
  key?: KeyObject
  /** In the place of none, with its statement in CBOR. */
  attestation?: { format: string; statement: Buffer }
}

/** A passkey and the browser around it, which signs whatever it is told. */
export interface Authenticator {
  id: string
  /** Answers `navigator.credentials.create()`. */
  create(options: Options, lie?: Lie): Record<string, unknown>
  /** Answers `navigator.credentials.get()`. */
  get(options: Options, lie?: Lie): Record<string, unknown>
}

/** Made with node:crypto alone, so that nothing of it is of the library that reads the answers. */
export function createAuthenticator(
  origin: string,
  { counts = true }: { counts?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(24)
  const rpId = new URL(origin).hostname
  let counter = 0
  let userHandle: string | undefined

  const clientData = (options: Options, type: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: options.challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (lie: Lie, attested: Buffer = Buffer.alloc(0)) => {
    if (counts) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? counter)
    const flags = UP | (lie.isVerified === false ? 0 : UV) | (attested.length > 0 ? AT : 0)
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    id: common.id,
    create: (options, lie = {}) => {
      userHandle = (options.user as { id: string }).id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const { format = 'none', statement = Buffer.from([0xa0]) } = lie.attestation ?? {}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text(format),
        text('attStmt'),
        statement,
        text('authData'),
        bytes(authenticatorData(lie, attested)),
      ])
      return {
        ...common,
        response: {
          clientDataJSON: clientData(options, 'webauthn.create', lie).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get: (options, lie = {}) => {
      const data = authenticatorData(lie)
      const said = clientData(options, 'webauthn.get', lie)
      const signed = Buffer.concat([data, createHash('sha256').update(said).digest()])
      return {
        ...common,
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, lie.key ?? privateKey).toString('base64url'),
          userHandle: lie.userHandle ?? userHandle,
        },
      }
    },
  }
}

const sha256 = (value: string) => createHash('sha256').update(value).digest()

/** A text in CBOR. */
export const text = (value: string) => withLength(0x60, Buffer.from(value))

/** Bytes in CBOR. */
export const bytes = (value: Buffer) => withLength(0x40, value)

/** In as few bytes as can be, which is what readers expect. */
function withLength(kind: number, value: Buffer): Buffer {
  const { length } = value
  if (length < 24) return Buffer.concat([Buffer.from([kind + length]), value])
  if (length < 256) return Buffer.concat([Buffer.from([kind + 24, length]), value])
  return Buffer.concat([Buffer.from([kind + 25, length >> 8, length % 256]), value])
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
}
