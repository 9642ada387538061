import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitRequestTime } from './request-time.ts'

const app = Fastify({ requestTimeout: 0 })
let port = 0

beforeAll(async () => {
  limitRequestTime(app, { withinMs: 300, silentMs: 300 })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.once('end', () => done(null))
    payload.once('error', done)
  })
  app.post('/text', async () => 'done')
  app.post('/file', { config: { isUpload: true } }, async () => 'done')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => app.close())

/** Sends a body of so many pieces with pauses between; resolves with what came back. */
async function sendSlowly(path: string, pieces: number, pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: ${pieces}\r\n\r\n`,
  )
  for (let sent = 0; sent < pieces && !socket.destroyed; sent += 1) {
    await wait(pauseMs)
    socket.write('x')
  }
  await closed
  return answer
}

test('a request that drags on is hung up on, an upload that goes on is not', async () => {
  expect(await sendSlowly('/text', 2, 20)).toContain('200 OK')
  expect(await sendSlowly('/text', 10, 100)).not.toContain('200 OK')
  expect(await sendSlowly('/file', 10, 100)).toContain('200 OK')
})

test('an upload that falls silent is hung up on', async () => {
  expect(await sendSlowly('/file', 2, 900)).not.toContain('200 OK')
})

test('an address that nobody serves has its limit too', async () => {
  expect(await sendSlowly('/nowhere', 10, 100)).not.toContain('200 OK')
})
