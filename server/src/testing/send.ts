import { request } from 'node:http'
import { connect } from 'node:net'
import { scaled } from './patience.ts'

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  /** The text of the status line. */
  reason: string
  /** Lower-case names. */
  headers: Record<string, string>
  body: string
  ms: number
}

/** Sends one request with exactly these headers, from another loopback address where one is given. */
export function send(
  url: string,
  options: {
    method?: string
    path: string
    headers?: Record<string, string | string[]>
    body?: string | Buffer
    localAddress?: string
  },
): Promise<RawAnswer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body, localAddress } = options
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const call = request(
      url,
      { method, path, headers: { ...length, ...headers }, localAddress, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            reason: response.statusMessage ?? '',
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(parts).toString('utf8'),
            ms: performance.now() - started,
          }),
        )
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

/** Sends bytes as they are, and returns what comes back until the server hangs up or has said nothing for 3 seconds. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(scaled(3000), () => socket.destroy())
    socket.on('data', (part) => parts.push(part))
    // A server that hangs up while being written to is an answer too.
    socket.on('error', () => undefined)
    socket.on('close', () =>
      resolve({
        ...parseAnswer(Buffer.concat(parts).toString('utf8')),
        ms: performance.now() - started,
      }),
    )
  })
}

/** Status 0 where nothing came. */
function parseAnswer(text: string): Omit<RawAnswer, 'ms'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const [, status = '0', reason = ''] = /^HTTP\/1\.1 (\d+) (.*)$/.exec(first) ?? []
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(status), reason, headers, body: rest.join('\r\n\r\n') }
}
