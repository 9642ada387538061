import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a push service was sent, and what the browser behind it makes of that. */
export interface ReceivedPush {
  headers: IncomingHttpHeaders
  /** What stands in the decrypted body. */
  message: { title: string; body: string; path: string; tag: string }
  /** Bytes over the wire. */
  size: number
  /** What the sender proved itself with: the claims of its token, and the key that signed it. */
  vapid: { claims: { aud: string; exp: number; sub: string }; key: string }
}

/** A browser that listens at a push service, with what it would tell the server about itself. */
export interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
}

/** A push service of the tests' own on this machine. */
export interface PushServiceStandIn {
  /** What `PUSH_SERVICE_BASE` is set to. */
  url: string
  subscribe(): PushBrowser
  /** What it answers instead of 201, one after the other, and then as usual again. */
  nextAnswers: { status: number; headers?: Record<string, string> }[]
  /** How often it was called in all. */
  calls: number
  close(): Promise<void>
}

/** Starts one that decrypts what it is sent (RFC 8291) and checks who sent it (RFC 8292). */
export async function startPushService(): Promise<PushServiceStandIn> {
  const browsers = new Map<string, { browser: PushBrowser; open: (body: Buffer) => string }>()
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    service.calls += 1
    const body = Buffer.concat(await request.toArray())
    const next = service.nextAnswers.shift()
    const known = browsers.get(request.url ?? '')
    if (next || !known) return response.writeHead(next?.status ?? 404, next?.headers).end()
    const vapid = provenBy(request.headers.authorization ?? '')
    const message = JSON.parse(known.open(body)) as ReceivedPush['message']
    known.browser.received.push({ headers: request.headers, message, size: body.length, vapid })
    return response.writeHead(201).end()
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushServiceStandIn = {
    url,
    nextAnswers: [],
    calls: 0,
    subscribe: () => {
      const path = `/send/${randomBytes(16).toString('hex')}`
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const auth = randomBytes(16)
      const browser: PushBrowser = {
        subscription: {
          endpoint: `${url}${path}`,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        received: [],
      }
      browsers.set(path, { browser, open: (body) => decrypted(body, keys, auth) })
      return browser
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return service
}

/** Written from RFC 8188 and 8291, and from nothing of the library that encrypts. */
function decrypted(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32)
  const derived = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, length),
    )
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** @throws where the token is not signed by the key that it comes with */
function provenBy(header: string): ReceivedPush['vapid'] {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(header)?.groups ?? {}
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const signer = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('The token of the push is not signed by its key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
