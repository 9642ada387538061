import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFiles } from '../platform/files.ts'
import { endStalledRequests } from './stalled-requests.ts'

const QUIET_MS = 300

let app: FastifyInstance
let port: number
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-stalled-'))
  const files = openFiles({ dataDir: folder, storage: null }, 'documents')
  app = Fastify({ forceCloseConnections: true })
  endStalledRequests(app, QUIET_MS)
  await app.register(multipart)
  app.post('/upload', async (request) => {
    const part = await request.file()
    await files.discard(await files.receive(part!.file))
    // Slower than a pause may be: what has arrived is waited for.
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS * 2))
    return 'done'
  })
  app.post('/json', async () => 'done')
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
const upload = (length: number) =>
  `POST /upload HTTP/1.1\r\n${HEAD}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`

test('an upload that falls silent is closed, and leaves nothing', async () => {
  const piece = 'x'.repeat(100_000)
  const { answer, ms } = await trickle([upload(900_000), part, piece, piece], 20)
  expect(answer).not.toContain('done')
  expect(ms).toBeGreaterThan(QUIET_MS)
  expect(ms).toBeLessThan(QUIET_MS * 6)
  await vi.waitFor(async () => expect(await filesNow()).toEqual([]))
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
  expect(ms).toBeLessThan(QUIET_MS * 3)
  const whole = head.replace('100', '2')
  expect((await trickle([`${whole}{}`], 10)).answer).toContain('done')
})
