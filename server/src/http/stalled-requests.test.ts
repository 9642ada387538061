import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFiles } from '../platform/files.ts'
import { AppError } from './errors.ts'
import { createDocument } from '../testing/documents.ts'
import { createMember } from '../testing/factories.ts'
import { EVER, scaled } from '../testing/patience.ts'
import { startTestServer } from '../testing/test-server.ts'
import { handleErrors } from './error-handler.ts'
import { endStalledRequests } from './stalled-requests.ts'
import { takeUploads } from './upload.ts'

const QUIET_MS = 300

let app: FastifyInstance
let port: number
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-stalled-'))
  const files = openFiles({ dataDir: folder, storage: null }, 'documents')
  app = Fastify({ forceCloseConnections: true })
  endStalledRequests(app, QUIET_MS)
  handleErrors(app, {})
  await app.register(async (scope) => {
    await takeUploads(scope)
    const options = {
      onRequest: async ({ headers }: FastifyRequest) => {
        if (headers.authorization === undefined) throw new AppError(401, 'no', 'Unauthorized')
      },
    }
    scope.post('/upload', options, async (request) => {
      const part = await request.file()
      await files.discard(await files.receive(part!.file))
      // Slower than a pause may be: what has arrived is waited for.
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS * 2))
      return 'done'
    })
  })
  app.post('/json', async () => 'done')
  app.get('/slow', async (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          for (let piece = 0; piece < 4; piece += 1) {
            yield `piece ${piece}\n`
            await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 2))
          }
          yield 'the end'
        })(),
      ),
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const filesNow = async () => readdir(join(folder, 'files', 'documents')).catch(() => [])

/** Sends a piece every so many ms and then nothing; resolves with what came back, and when it ended. */
function trickle(pieces: string[], everyMs: number): Promise<{ answer: string; ms: number }> {
  const started = performance.now()
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ answer, ms: performance.now() - started }))
    const waiting = [...pieces]
    const timer = setInterval(() => {
      const piece = waiting.shift()
      if (piece === undefined || socket.destroyed) clearInterval(timer)
      else socket.write(piece)
    }, everyMs)
  })
}

const HEAD = 'Host: localhost\r\nConnection: close\r\n'
const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const upload = (length: number, who = 'Authorization: me\r\n') =>
  `POST /upload HTTP/1.1\r\n${HEAD}${who}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`

test('an answer may take longer than its request had', async () => {
  const { answer } = await trickle([`GET /slow HTTP/1.1\r\n${HEAD}\r\n`], 20)
  expect(answer).toContain('the end')
})

test('an upload that falls silent is closed, and leaves nothing', async () => {
  const piece = 'x'.repeat(100_000)
  const { answer, ms } = await trickle([upload(900_000), part, piece, piece], 20)
  expect(answer).not.toContain('done')
  expect(ms).toBeGreaterThan(QUIET_MS)
  expect(ms).toBeLessThan(scaled(QUIET_MS * 6))
  await vi.waitFor(async () => expect(await filesNow()).toEqual([]), EVER)
})

test('an upload that keeps coming is taken, however long it lasts', async () => {
  const end = '\r\n--x--\r\n'
  const pieces = Array.from({ length: 12 }, () => 'y'.repeat(1000))
  const length = part.length + 12_000 + end.length
  const { answer, ms } = await trickle([upload(length), part, ...pieces, end], QUIET_MS / 3)
  expect(answer).toContain('done')
  expect(ms).toBeGreaterThan(QUIET_MS * 4)
  expect(await filesNow()).toEqual([])
})

test('what is no upload has to be here in time, also where it keeps coming', async () => {
  const head = `POST /json HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
  const { answer, ms } = await trickle([head, ...Array.from({ length: 30 }, () => '"')], 60)
  expect(answer).toBe('')
  expect(ms).toBeLessThan(scaled(QUIET_MS * 3))
  const whole = head.replace('100', '2')
  expect((await trickle([`${whole}{}`], 10)).answer).toContain('done')
})

test('an upload of nobody is answered at once, and then it is over, even if it keeps coming', async () => {
  const head = upload(1_000_000, '').replace('Connection: close\r\n', '')
  const { answer, ms } = await trickle([head, part, ...Array.from({ length: 100 }, () => 'z')], 50)
  expect(answer).toContain('HTTP/1.1 401 ')
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(ms).toBeLessThan(scaled(4000))
})

test('nor may a form take its time where nobody takes one', async () => {
  const head = upload(1_000_000).replace('/upload', '/json')
  const { answer, ms } = await trickle([head, part, ...Array.from({ length: 100 }, () => 'z')], 50)
  expect(answer).toContain('HTTP/1.1 415 ')
  expect(ms).toBeLessThan(scaled(4000))
})

test('300 slow forms of nobody are gone soon, and colleagues do not notice', async () => {
  const server = await startTestServer({ limits: { quietMs: QUIET_MS } })
  const admin = await createMember(server)
  const { hostname, port: at } = new URL(server.url)
  const head = `POST /api/v1/documents HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999999\r\n\r\n${part}`
  let open = 0
  const dripping = Array.from({ length: 300 }, () => {
    let drip: NodeJS.Timeout | undefined
    const socket = connect(Number(at), hostname, () => {
      socket.write(head)
      drip = setInterval(() => socket.write('z'), QUIET_MS / 3)
    })
    open += 1
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      open -= 1
    })
    return socket.resume()
  })
  try {
    const asked = await server.api.as(admin)('GET /auth/me')
    expect(asked.status).toBe(200)
    await vi.waitFor(() => expect(open).toBe(0), EVER)
    const kept = await createDocument(server.api.as(admin))
    expect(kept.title).toBe('Lease agreement')
  } finally {
    for (const socket of dripping) socket.destroy()
    await server.stop()
  }
})
