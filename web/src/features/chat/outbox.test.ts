import type { ClientFrame, ServerFrame } from '@frontdesk/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unsentChatTexts } from '#web/lib/session-storage.ts'
import { closeChannel, openChannel, passOn } from '#web/lib/connection.ts'
import { discard, post, postAgain, waitingIn } from './outbox.ts'

const CHAT = 'one'
let sent: Extract<ClientFrame, { type: 'message' }>[] = []

function connect() {
  openChannel((frame) => frame.type === 'message' && sent.push(frame))
  passOn({ type: 'ready' })
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const waiting of waitingIn(CHAT)) discard(waiting)
  sent = []
  connect()
})

afterEach(() => vi.unstubAllGlobals())

const write = (body: string, chatId = CHAT) =>
  post({ chat_id: chatId, body, files: [], announcement: false })
const bodies = () => sent.map(({ body }) => body)
const refuse = (code: string) =>
  passOn({ type: 'error', error: 'No', code, client_id: sent.at(-1)!.client_id })
const acknowledge = ({ chat_id, client_id } = sent.at(-1)!) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the outbox reads of it
  passOn({ type: 'ack', client_id, message: { chat_id, client_id } } as ServerFrame)

test('a message waits for the one before it, and for nothing in another conversation', () => {
  write('first')
  write('second')
  write('elsewhere', 'two')
  expect(bodies()).toEqual(['first', 'elsewhere'])
  acknowledge()
  acknowledge(sent[0])
  expect(bodies()).toEqual(['first', 'elsewhere', 'second'])
})

test('one that the server is too busy for is not overtaken', () => {
  write('first')
  write('second')
  refuse('busy')
  write('third')
  vi.advanceTimersByTime(2000)
  expect(bodies()).toEqual(['first', 'first'])
  acknowledge()
  acknowledge()
  expect(bodies()).toEqual(['first', 'first', 'second', 'third'])
})

test('one that is refused for good waits for its author, and the next goes', () => {
  write('first')
  write('second')
  refuse('unknown_people')
  expect(bodies()).toEqual(['first', 'second'])
  acknowledge()
  expect(waitingIn(CHAT)).toMatchObject([{ body: 'first', problem: 'No' }])
  postAgain(waitingIn(CHAT)[0]!)
  expect(bodies()).toEqual(['first', 'second', 'first'])
})

test('what was written without a line goes in its order when it is back', () => {
  closeChannel()
  expect(unsentChatTexts()).toEqual({ waits: false, draft: false })
  write('first')
  expect(unsentChatTexts()).toEqual({ waits: true, draft: false })
  write('second')
  expect(bodies()).toEqual([])
  connect()
  acknowledge()
  acknowledge()
  expect(bodies()).toEqual(['first', 'second'])
  expect(waitingIn(CHAT)).toEqual([])
})

test('what a full store takes no more is shown and sent all the same', () => {
  closeChannel()
  const items = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key: string) => void items.delete(key),
  })
  write('first')
  isFull = true
  write('second')
  expect(waitingIn(CHAT)).toMatchObject([{ body: 'first' }, { body: 'second' }])
  connect()
  acknowledge()
  expect(waitingIn(CHAT)).toMatchObject([{ body: 'second' }])
  acknowledge()
  expect(bodies()).toEqual(['first', 'second'])
  expect(waitingIn(CHAT)).toEqual([])
  expect(items.size).toBe(0)
})
