import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ClientFrame, ServerFrame, StaleKey } from '@frontdesk/contract/realtime'
import { call } from '#web/lib/call.ts'
import {
  closeChannel,
  isLive,
  isServerReachable,
  openChannel,
  passOn,
  watchConnection,
} from '#web/lib/connection.ts'
import { forgetEarlyAnswers } from '#web/lib/early-answers.ts'
import { onUse } from '#web/lib/in-use.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { hasUnsentMessages, storedToken } from '#web/lib/session-storage.ts'
import { askingSince, expireSession } from '#web/session/session.tsx'
import { comingBack, type LineEnd } from './come-back.ts'

const CLOSED_ABNORMALLY: LineEnd = { code: 1006, reason: '' }
const LISTS_EVERY_MS = 1000
/** A line that brings no answer for so long is dead, whatever the browser says of it. */
const ANSWER_WITHIN_MS = 10_000
const READY_WITHIN_MS = 20_000
/** Who only reads asks so often whether a line that brings nothing is still there, and when they come back to the page. */
const ASK_AFTER_MS = 60_000
const ASK_ON_RETURN_AFTER_MS = 10_000
/** Who uses the page is said to be there so often. */
const THERE_EVERY_MS = 2 * 60_000
/** Frames after which the list of conversations, and what is unread, are others. */
const CHANGES_LISTS = new Set<ServerFrame['type']>(['message', 'chat', 'read'])
/** Beside the settings, what a first step may be done by. */
const STEPS = new Set<StaleKey>(['policies', 'trainings', 'users', 'invitations'])

/** Keeps what is on screen fresh while somebody is signed in; returns what stops it. */
export function followServer(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let socket: WebSocket | undefined
  const coming = comingBack(connect)
  const lists = listRefresher()
  const silence = silenceWatch(lose)
  let missedSomething = false

  function connect() {
    coming.trying()
    const token = storedToken()
    if (!token) return
    const opening = new WebSocket(address())
    socket = opening
    opening.addEventListener('open', () => opening.send(JSON.stringify(authFrame(token))), {
      signal,
    })
    const isOurs = () => opening === socket
    opening.addEventListener('message', (event) => isOurs() && receive(event), { signal })
    opening.addEventListener('close', (end) => isOurs() && reconnect(end, token), { signal })
    silence.expect(READY_WITHIN_MS)
  }

  /** Without waiting for the browser to find out, which may take minutes. */
  function lose() {
    const dead = socket
    if (!dead) return
    reconnect(CLOSED_ABNORMALLY, '')
    dead.close()
  }

  const quiet = quietWatch((there) => {
    // Who uses the page goes first.
    if (there && coming.waitsForTurn()) connect()
    return askWhetherThere(socket, silence, there)
  })

  /** What came before the first socket was open may be stale already; after a gap everything is. */
  const authFrame = (token: string): ClientFrame => ({
    type: 'auth',
    token,
    ...(!missedSomething && { shown_ms: performance.now() - askingSince() }),
  })

  function receive({ data }: MessageEvent<string>) {
    for (const watch of [silence, quiet]) watch.over()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends by the contract
    const frame = JSON.parse(data) as ServerFrame
    if (frame.type === 'ready' && isLive()) return
    if (frame.type === 'invalidate') askAgain(frame.keys)
    if (frame.type === 'ready') {
      coming.succeeded()
      forgetEarlyAnswers()
      openChannel((next) => {
        socket?.send(JSON.stringify(next))
        if (next.type === 'message') silence.expect(ANSWER_WITHIN_MS)
      })
      if (missedSomething) void queryClient.invalidateQueries()
      missedSomething = false
      // What waits from before is sent wherever the person is by now.
      if (hasUnsentMessages()) void import('#web/features/chat/outbox.ts').catch(() => undefined)
    }
    if (CHANGES_LISTS.has(frame.type)) lists.refresh()
    passOn(frame)
  }

  function reconnect(end: LineEnd, token: string) {
    socket = undefined
    silence.over()
    missedSomething = true
    closeChannel()
    if (end.code === CLOSE_UNAUTHORIZED) {
      expireSession(token)
      return
    }
    coming.after(end)
    // Finds out whether the whole server is away, which the banner then says.
    call('GET /health/live').catch(() => undefined)
  }

  connect()
  const stopWatching = watchConnection(() => {
    if (isServerReachable() && !socket && !coming.waitsForTurn()) connect()
  })
  globalThis.addEventListener('offline', lose, { signal })
  signal.addEventListener('abort', () => {
    coming.stop()
    socket?.close()
    for (const end of [stopWatching, lists.stop, silence.over, quiet.stop, closeChannel]) end()
  })
  return () => stop.abort()
}

/** The token again: `ready` answers it, and changes nothing. False where nobody can be asked. */
function askWhetherThere(
  socket: WebSocket | undefined,
  silence: { expect: (withinMs: number) => void },
  there?: true,
): boolean {
  const token = storedToken()
  if (!socket || !token || !isLive()) return false
  socket.send(JSON.stringify({ type: 'auth', token, there } satisfies ClientFrame))
  silence.expect(ANSWER_WITHIN_MS)
  return true
}

function askAgain(keys: StaleKey[]) {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] })
  // What awaits somebody is others now: so is what they have to be told.
  if (keys.includes('me')) void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  if (keys.some((key) => STEPS.has(key))) {
    void queryClient.invalidateQueries({ queryKey: ['settings', 'first-steps'] })
  }
}

/** Has the lists of conversations asked for again, once a second however much is said. */
function listRefresher() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const key of ['unread', 'list']) {
        void queryClient.invalidateQueries({ queryKey: ['chats', key] })
      }
    }, LISTS_EVERY_MS)
  }
  return { refresh, stop: () => clearTimeout(timer) }
}

/** Calls back where nothing has come for as long as something is expected within. */
function silenceWatch(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    expect: (withinMs: number) => {
      timer ??= setTimeout(onSilence, withinMs)
    },
    /** Something came, or nothing is expected any more. */
    over: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Calls back where a page that is looked at has heard nothing for a while, and where somebody uses it. */
function quietWatch(ask: (there?: true) => boolean) {
  let heardAt = performance.now()
  const look = (quietForMs: number) => {
    if (!globalThis.document.hidden && performance.now() - heardAt >= quietForMs) ask()
  }
  const timer = setInterval(() => look(ASK_AFTER_MS), ASK_AFTER_MS / 2)
  const onReturn = () => look(ASK_ON_RETURN_AFTER_MS)
  globalThis.document.addEventListener('visibilitychange', onReturn)
  const stopHands = handsWatch(() => ask(true))
  return {
    /** Something came. */
    over: () => {
      heardAt = performance.now()
    },
    stop: () => {
      clearInterval(timer)
      stopHands()
      globalThis.document.removeEventListener('visibilitychange', onReturn)
    },
  }
}

/** Tells where somebody uses the page with their hands, now and then; the last of it counts, too. */
function handsWatch(tell: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const hear = () => {
    again = timer !== undefined
    if (again || !tell()) return
    timer = setTimeout(() => {
      timer = undefined
      if (again) hear()
    }, THERE_EVERY_MS)
  }
  const stop = onUse(hear)
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function address(): string {
  const { protocol, host } = globalThis.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/chat/ws`
}
