import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startPushService } from '../../testing/push-service.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { isPublicAddress, lookupPublic } from '../../platform/public-address.ts'
import { isPushService, postToPushService } from './push-service.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let admin: Member
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ config: { pushServiceBase: service.url } })
  admin = await createMember(server)
})
afterAll(async () => {
  await server.stop()
  await service.close()
})

const add = (who: Member, body: object) =>
  server.api.as(who).raw('POST /push/subscriptions', { body })

describe('what is no push service is refused', () => {
  const keys = () => service.subscribe().subscription.keys

  test.each([
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://10.1.2.3/1',
    'https://192.168.1.1/1',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/1',
    'https://0x7f.1/1',
    'https://[::ffff:127.0.0.1]/1',
    'https://[fd00::1]/1',
    'https://localhost/1',
    'https://intranet/1',
    'https://push.example.com:8443/1',
    'https://user:secret@push.example.com/1',
    'ftp://push.example.com/1',
    'https://push.example.com/1\n2',
    'not an address',
    '',
  ])('%s', async (endpoint) => {
    const { status, body } = await add(admin, { endpoint, keys: keys() })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { fields: { endpoint: expect.any(String) } },
    })
  })

  test('and so are keys that are none', async () => {
    const { endpoint } = service.subscribe().subscription
    const { auth, p256dh } = keys()
    const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
    for (const wrong of [
      { auth, p256dh: offCurve },
      { auth, p256dh: p256dh.slice(1) },
      { auth: 'short', p256dh },
      { auth: '💥'.repeat(4), p256dh },
    ]) {
      expect((await add(admin, { endpoint, keys: wrong })).status).toBe(422)
    }
    expect((await add(admin, { endpoint, keys: null })).status).toBe(400)
  })

  test('a name that leads to a private address is not connected to', async () => {
    // Whoever controls a name may point it anywhere: `localhost` stands for all such names.
    const looked = await new Promise((answer) => {
      lookupPublic('localhost', { all: true }, (error, found) => answer(error?.message ?? found))
    })
    expect(looked).toBe('It leads to a private address')
    const endpoint = 'https://service.localhost/1'
    expect(isPushService(endpoint, null)).toBe(true)
    const signal = new AbortController().signal
    const sent = postToPushService(
      { endpoint, headers: {}, body: Buffer.alloc(1) },
      { standIn: null, signal },
    )
    await expect(sent).rejects.toThrow(/private address|ENOTFOUND|EAI_AGAIN/)
  })

  test('even where it got into the database', async () => {
    const signal = new AbortController().signal
    const sent = postToPushService(
      { endpoint: `${service.url}/send/1`, headers: {}, body: Buffer.alloc(1) },
      { standIn: null, signal },
    )
    await expect(sent).rejects.toThrow('It is no push service')
  })

  test('only addresses of the internet count as such', () => {
    const open = ['8.8.8.8', '1.1.1.1', '142.250.1.95', '2a00:1450:4001::5f', '2606:4700::1']
    const closed =
      `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.9.9
      192.168.0.1 192.0.0.8 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8
      ::ffff:127.0.0.1 64:ff9b::a00:1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 ff02::1 2001:db8::1 2002:7f00:1::
      2001::1 localhost`.split(/\s+/)
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
    expect(closed.filter((address) => isPublicAddress(address))).toEqual([])
  })
})
