import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ClientFrame, ServerFrame } from '@frontdesk/contract/realtime'
import { call } from '#web/lib/call.ts'
import { isServerReachable, watchConnection } from '#web/lib/connection.ts'
import { closeChannel, openChannel, passOn } from '#web/lib/live-channel.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { hasUnsentMessages, storedToken } from '#web/lib/session-storage.ts'
import { expireSession } from '#web/session/session.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const LISTS_EVERY_MS = 1000
/** Frames after which the list of conversations, and what is unread, are others. */
const CHANGES_LISTS = new Set<ServerFrame['type']>(['message', 'chat', 'read'])

/** Keeps what is on screen fresh while somebody is signed in; returns what stops it. */
export function followServer(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let listTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let missedSomething = false
  const began = performance.now()

  function connect() {
    clearTimeout(timer)
    const token = storedToken()
    if (!token) return
    const opening = new WebSocket(address())
    socket = opening
    opening.addEventListener('open', () => opening.send(JSON.stringify(authFrame(token))), {
      signal,
    })
    opening.addEventListener('message', receive, { signal })
    opening.addEventListener('close', ({ code }) => reconnect(code, token), { signal })
  }

  /** What came before the first socket was open may be stale already; after a gap everything is. */
  const authFrame = (token: string): ClientFrame => ({
    type: 'auth',
    token,
    ...(!missedSomething && { shown_ms: performance.now() - began }),
  })

  function receive({ data }: MessageEvent<string>) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends by the contract
    const frame = JSON.parse(data) as ServerFrame
    if (frame.type === 'invalidate') {
      for (const key of frame.keys) void queryClient.invalidateQueries({ queryKey: [key] })
    }
    if (frame.type === 'ready') {
      failures = 0
      openChannel((next) => socket?.send(JSON.stringify(next)))
      if (missedSomething) void queryClient.invalidateQueries()
      missedSomething = false
      // What waits from before is sent wherever the person is by now.
      if (hasUnsentMessages()) void import('#web/features/chat/outbox.ts').catch(() => undefined)
    }
    if (CHANGES_LISTS.has(frame.type)) refreshLists()
    passOn(frame)
  }

  /** Once a second, however much is said. */
  function refreshLists() {
    listTimer ??= setTimeout(() => {
      listTimer = undefined
      for (const key of ['unread', 'list']) {
        void queryClient.invalidateQueries({ queryKey: ['chats', key] })
      }
    }, LISTS_EVERY_MS)
  }

  function reconnect(code: number, token: string) {
    socket = undefined
    missedSomething = true
    closeChannel()
    if (code === CLOSE_UNAUTHORIZED) {
      expireSession(token)
      return
    }
    timer = setTimeout(connect, waitBefore(failures))
    failures += 1
    // Finds out whether the whole server is away, which the banner then says.
    call('GET /health/live').catch(() => undefined)
  }

  connect()
  const stopWatching = watchConnection(() => {
    if (isServerReachable() && !socket) connect()
  })
  signal.addEventListener('abort', () => {
    stopWatching()
    clearTimeout(timer)
    clearTimeout(listTimer)
    socket?.close()
    closeChannel()
  })
  return () => stop.abort()
}

function address(): string {
  const { protocol, host } = globalThis.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/chat/ws`
}

/** Doubles up to half a minute, spread so that a restarted server isn't asked by all at once. */
function waitBefore(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  return longest * (0.5 + Math.random() / 2)
}
