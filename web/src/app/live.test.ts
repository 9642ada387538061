import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStorage } from '#web/lib/fake-storage.fixture.ts'

/** A line that a test holds the other end of. */
class FakeSocket extends EventTarget {
  sent: unknown[] = []
  constructor() {
    super()
    sockets.push(this)
  }
  send = (text: string) => void this.sent.push(JSON.parse(text))
  close = () => undefined
  say = (frame: object) =>
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  end = (code: number) =>
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }))
}

let sockets: FakeSocket[] = []
let page: EventTarget

const READY = { type: 'ready', user_id: 'ada', online: [] }
const KEYS = ['notifications', 'me', 'policies', 'documents', 'settings'] as const

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  sockets = []
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('location', { protocol: 'https:', host: 'desk.example' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('fetch', async () => Response.json({}))
  vi.stubGlobal('WebSocket', FakeSocket)
  sessionStorage.setItem('auth_token', 'token of Ada')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that follows the server, with something of each kind on it. */
async function open() {
  const { followServer } = await import('./live.ts')
  const { isLive } = await import('#web/lib/connection.ts')
  const { queryClient } = await import('#web/lib/query-client.ts')
  for (const key of KEYS) queryClient.setQueryData([key, 'first-steps'], {})
  const stop = followServer()
  const staleOf = () =>
    KEYS.filter((key) => queryClient.getQueryState([key, 'first-steps'])?.isInvalidated)
  return { stop, isLive, staleOf }
}

const tell = (...keys: string[]) =>
  sockets
    .at(-1)!
    .say({ type: 'invalidate', keys } satisfies { type: ServerFrame['type']; keys: string[] })

test('what is asked of somebody is news of the bell, too', async () => {
  const { stop, staleOf } = await open()
  sockets[0]!.say(READY)
  expect(staleOf()).toEqual([])
  tell('documents')
  expect(staleOf()).toEqual(['documents'])
  tell('me')
  expect(staleOf()).toEqual(['notifications', 'me', 'documents'])
  tell('policies')
  expect(staleOf()).toEqual([...KEYS])
  stop()
})

test('a line that the browser knows to be gone is given up at once, and all is asked for after it', async () => {
  const { stop, isLive, staleOf } = await open()
  sockets[0]!.say(READY)
  expect(isLive()).toBe(true)
  page.dispatchEvent(new Event('offline'))
  expect(isLive()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
  // What the one before it still says is of before.
  sockets[0]!.say(READY)
  expect(isLive()).toBe(false)
  expect(staleOf()).toEqual([])
  sockets[1]!.say(READY)
  expect(isLive()).toBe(true)
  expect(staleOf()).toEqual([...KEYS])
  stop()
})

test('a session that ended elsewhere ends here, and no other line is asked for', async () => {
  const { stop } = await open()
  const { currentSession } = await import('#web/session/session.tsx')
  sockets[0]!.say(READY)
  sockets[0]!.end(CLOSE_UNAUTHORIZED)
  expect(currentSession()).toMatchObject({ state: 'signed-out', ending: 'expired' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets).toHaveLength(1)
  stop()
})
