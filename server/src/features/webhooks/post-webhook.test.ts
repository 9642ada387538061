import { spawn } from 'node:child_process'
import type { lookup } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publicLookup } from '../../platform/public-address.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { startReceiver } from '../../testing/webhook-receiver.ts'
import { postWebhook, refusalOf } from './post-webhook.ts'
import { headersOf, newSecret } from './webhook-message.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let server: TestServer
let admin: Member
beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

const signal = new AbortController().signal
const message = { headers: {}, body: '{}' }
/** A resolver that gives these, one after the other, and counts. */
function resolverOf(...answers: string[][]) {
  const asked: string[] = []
  const resolve = ((
    name: string,
    _options: object,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) => {
    asked.push(name)
    const found = answers[Math.min(asked.length, answers.length) - 1]!
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
  return { asked, resolve }
}

const FORBIDDEN =
  `127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 224.0.0.1
  255.255.255.255 ::1 :: fc00::1 fd12:3456::1 fe80::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1
  64:ff9b:1::a00:1 2002:7f00:1:: 2001::1 2001:db8::1`.split(/\s+/)

describe('nothing is sent to this machine or its network', () => {
  test.each(FORBIDDEN)('%s, in the address', async (address) => {
    const url = address.includes(':') ? `https://[${address}]/` : `https://${address}/`
    const { asked, resolve } = resolverOf([address])
    await expect(
      postWebhook(url, message, { allowPrivate: false, signal, resolve }),
    ).rejects.toThrow('own network')
    expect(asked).toEqual([])
    const { status, body } = await server.api.as(admin).raw('POST /admin/webhooks', {
      body: { url, events: ['person.created'] },
    })
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'address_refused' } })
  })

  test.each(FORBIDDEN)('%s, behind a name', async (address) => {
    const { asked, resolve } = resolverOf([address])
    const { port } = new URL(receiver.url)
    await expect(
      postWebhook(`https://hooks.example.com:${port}/`, message, {
        allowPrivate: false,
        signal,
        resolve,
      }),
    ).rejects.toThrow('Its name leads to a private address')
    expect(asked).toEqual(['hooks.example.com'])
  })

  test('a name is looked up once for each connection, and only what is public of it is connected to', async () => {
    const { asked, resolve } = resolverOf(['127.0.0.1', '8.8.8.8', '::1'], ['127.0.0.1'])
    const look = () =>
      new Promise((answer) => {
        publicLookup(resolve)('hooks.example.com', { all: true }, (error, found) =>
          answer(error?.message ?? found),
        )
      })
    expect(await look()).toEqual([{ address: '8.8.8.8', family: 4 }])
    // It leads inwards from now on: what it was before is not remembered.
    expect(await look()).toBe('It leads to a private address')
    expect(asked).toHaveLength(2)
  })

  test.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://a.localhost./',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'ftp://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://user@hooks.example.com/',
  ])('%s is refused', (url) => expect(refusalOf(url, false)).toEqual(expect.any(String)))
})

test('a receiver that never ends its answer, or closes without one, is an error in time', async () => {
  receiver.answers.set('/drips', (response) => {
    response.writeHead(200)
    response.write('a')
  })
  receiver.answers.set('/closes', (_, request) => request.socket.destroy())
  const options = { allowPrivate: true, signal, longestMs: 300 }
  await expect(postWebhook(`${receiver.url}/drips`, message, options)).rejects.toThrow(
    'did not answer in full within 0.3 seconds',
  )
  await expect(postWebhook(`${receiver.url}/closes`, message, options)).rejects.toThrow(
    /can’t be reached|closed/,
  )
})

test('the receiver of the page about webhooks takes what is signed, once, and refuses what is not', async () => {
  const page = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? []
  const { port } = new URL(receiver.url)
  const secret = newSecret()
  const own = String(Number(port) + 1)
  const child = spawn(execPath, ['--input-type=module', '-e', code], {
    env: { PATH: env.PATH, PORT: own, WEBHOOK_SECRET: secret },
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const said: string[] = []
    child.stdout.on('data', (part: Buffer) => said.push(part.toString('utf8')))
    const body = '{"type":"ping","timestamp":"2026-11-23T20:15:00.000Z","data":{}}'
    const send = (by: string) =>
      postWebhook(
        `http://127.0.0.1:${own}/`,
        { headers: headersOf([by], { id: 'one', body, at: new Date() }), body },
        { allowPrivate: true, signal },
      )
    await vi.waitFor(async () => expect((await send(secret)).status).toBe(204), EVER)
    expect((await send(secret)).status).toBe(204)
    expect((await send(newSecret())).status).toBe(400)
    await vi.waitFor(() => expect(said.join('')).toContain('ping'), EVER)
    expect(said.join('').match(/ping/g)).toHaveLength(1)
  } finally {
    child.kill()
  }
})
