import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { ClientFrame } from '@frontdesk/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeChannel, openChannel, passOn } from '#web/lib/connection.ts'
import { Conversation, PAGE } from './conversation.ts'

const call = vi.hoisted(() =>
  vi.fn<(key: string, options: { query: Record<string, number> }) => Promise<ChatMessage[]>>(),
)
vi.mock('#web/lib/call.ts', () => ({ call }))

/** The conversation as it is stored. */
let stored: ChatMessage[] = []
/** Answers that are under way: they know what was stored when they were asked for. */
let answers: (() => void)[] = []
let isSlow = false
let isAway = false
let said: ClientFrame[] = []
let stops: (() => void)[] = []

const message = (number: number, fields: Partial<ChatMessage> = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a conversation reads of it
  ({ id: `m${number}`, chat_id: 'one', number, user_id: 'ben', ...fields }) as ChatMessage

const store = (count: number) => {
  for (let n = 0; n < count; n += 1) stored.push(message(stored.length + 1))
}
/** Stores one more, and says so. */
const write = (fields: Partial<ChatMessage> = {}) => {
  const next = message(stored.length + 1, fields)
  stored.push(next)
  passOn({ type: 'message', message: next })
}
const change = (number: number, body: string) => {
  stored = stored.with(number - 1, { ...stored[number - 1]!, body })
  return stored[number - 1]!
}

beforeEach(() => {
  ;[stored, answers, said, isSlow, isAway] = [[], [], [], false, false]
  call.mockImplementation(async (_key, { query: { before = Infinity, after, limit = 0 } }) => {
    const fitting = stored.filter(({ number }) => number < before && number > (after ?? 0))
    const page = after === undefined ? fitting.slice(-limit) : fitting.slice(0, limit)
    if (isAway) throw new Error('away')
    if (isSlow) await new Promise<void>((resolve) => void answers.push(resolve))
    return page
  })
  openChannel((frame) => said.push(frame))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  closeChannel()
})

/** Its first answer is on its way. */
function opening(goal: number | null = null) {
  const conversation = new Conversation('one', 'ana', goal)
  stops.push(conversation.open())
  return conversation
}

/** The same, with the first answer here. */
async function opened(goal: number | null = null) {
  const conversation = opening(goal)
  await vi.waitFor(() => expect(conversation.state().isLoading).toBe(false))
  return conversation
}
const numbers = (it: Conversation) => it.state().messages.map(({ number }) => number)
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const answerAll = () => {
  isSlow = false
  for (const answer of answers.splice(0)) answer()
}

test('what is said while it opens is there: the answer on its way does not know it', async () => {
  store(3)
  isSlow = true
  const conversation = opening()
  write()
  write()
  passOn({ type: 'message', message: change(2, 'Better') })
  answerAll()
  await vi.waitFor(() => expect(numbers(conversation)).toEqual(upTo(5)))
  expect(conversation.state().messages[1]!.body).toBe('Better')
})

test('what is said before its line is open is there, though the answer on its way is older', async () => {
  store(3)
  isSlow = true
  const conversation = opening()
  store(1)
  passOn({ type: 'ready' })
  answerAll()
  await vi.waitFor(() => expect(numbers(conversation)).toEqual(upTo(4)))
})

test('what is said while the last page comes is there', async () => {
  store(250)
  const conversation = await opened(60)
  await vi.waitFor(() => expect(conversation.state().hasNewer).toBe(true))
  isSlow = true
  const coming = conversation.loadNewer()
  write()
  answerAll()
  await coming
  await vi.waitFor(() => expect(numbers(conversation).at(-1)).toBe(251))
  expect(conversation.state().hasNewer).toBe(false)
})

test('after a gap all that is shown is as it was changed meanwhile, further back too', async () => {
  store(250)
  const conversation = await opened()
  await conversation.loadOlder()
  closeChannel()
  change(60, 'Long ago')
  store(130)
  openChannel((frame) => said.push(frame))
  passOn({ type: 'ready' })
  await vi.waitFor(() => expect(numbers(conversation)).toEqual(upTo(380, 51)))
  expect(conversation.state().messages[9]!.body).toBe('Long ago')
})

test('of two places that are asked for the last one is shown, whichever answer comes first', async () => {
  store(1000)
  const conversation = await opened()
  isSlow = true
  const first = conversation.goTo(100)
  const second = conversation.goTo(null)
  isSlow = false
  answers[1]!()
  answers[0]!()
  await Promise.all([first, second])
  expect(numbers(conversation).at(-1)).toBe(1000)
  expect(conversation.state().hasNewer).toBe(false)
})

test('what is here stays where another place can’t be shown, and is tried again', async () => {
  store(500)
  const conversation = await opened(100)
  isAway = true
  await conversation.goTo(null)
  expect(conversation.state()).toMatchObject({ error: 'Failed to load messages', isLoading: false })
  expect(numbers(conversation)).toContain(100)
  isAway = false
  await conversation.again()
  expect(conversation.state().error).toBeNull()
  expect(numbers(conversation).at(-1)).toBe(500)
})

test('however far somebody scrolls, up or down, so much is kept that it stays quick', async () => {
  store(100_000)
  const conversation = await opened(1)
  for (let page = 0; page < 40; page += 1) await conversation.loadNewer()
  expect(conversation.state().hasOlder).toBe(true)
  const held = numbers(conversation)
  expect(held.length).toBeLessThanOrEqual(2000)
  expect(held).toEqual(upTo(held.at(-1)!, held[0]))
  expect(held.at(-1)).toBeGreaterThan(3900)
})

test('who stays at the end for ever keeps so many, and misses none', async () => {
  store(PAGE)
  const conversation = await opened()
  const shown = new Set<number>()
  for (let n = 0; n < 5000; n += 1) {
    write()
    // As the list does where its end is in sight.
    if (conversation.state().hasNewer) await conversation.loadNewer()
    shown.add(numbers(conversation).at(-1)!)
  }
  expect(shown.size).toBe(5000)
  expect(numbers(conversation).length).toBeLessThanOrEqual(2000)
})

test('how far was read is said again over the next line', async () => {
  store(5)
  const conversation = await opened()
  conversation.sayRead(5)
  closeChannel()
  openChannel((frame) => said.push(frame))
  passOn({ type: 'ready' })
  const reads = said.filter(({ type }) => type === 'read')
  expect(reads).toEqual([0, 1].map(() => ({ type: 'read', chat_id: 'one', number: 5 })))
  expect(conversation.state().readTo).toBe(5)
})
