import { CLOSE_RESTART } from '@frontdesk/contract/constants'
import { expect, test, vi } from 'vitest'
import { comingBack, spreadOf, waitBefore } from './come-back.ts'

test('after a restart a thousand browsers come back spread over what the server said', () => {
  const end = { code: CLOSE_RESTART, reason: 'restarting, come back within 20 s' }
  const perSecond = new Map<number, number>()
  for (let browser = 0; browser < 1000; browser += 1) {
    const second = Math.floor(waitBefore(end, 0) / 1000)
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
  }
  expect(Math.max(...perSecond.keys())).toBeLessThan(20)
  // Fifty a second on average, and never a herd.
  expect(Math.max(...perSecond.values())).toBeLessThan(120)
})

test('a line that was lost alone is back within a second', () => {
  for (let time = 0; time < 100; time += 1) {
    expect(waitBefore({ code: 1006, reason: '' }, 0)).toBeLessThanOrEqual(1000)
  }
})

test('tries that fail come later and later, up to half a minute', () => {
  const last = () => 1
  const waits = [0, 1, 2, 9].map((failures) =>
    waitBefore({ code: 1006, reason: '' }, failures, last),
  )
  expect(waits).toEqual([1000, 2000, 4000, 30_000])
})

test('what no server of ours says spreads nothing, and never more than half a minute', () => {
  expect(spreadOf({ code: CLOSE_RESTART, reason: '' })).toBe(0)
  expect(spreadOf({ code: 1001, reason: 'within 20 s' })).toBe(0)
  expect(spreadOf({ code: CLOSE_RESTART, reason: 'within 99999 s' })).toBe(30_000)
})

test('who waits for their turn is known to, until a line is tried', () => {
  vi.useFakeTimers()
  const connect = vi.fn<() => void>()
  const coming = comingBack(connect)
  coming.after({ code: CLOSE_RESTART, reason: 'restarting, come back within 20 s' })
  expect(coming.waitsForTurn()).toBe(true)
  coming.trying()
  vi.advanceTimersByTime(60_000)
  expect([coming.waitsForTurn(), connect.mock.calls.length]).toEqual([false, 0])
  coming.after({ code: 1006, reason: '' })
  vi.advanceTimersByTime(2000)
  expect([coming.waitsForTurn(), connect.mock.calls.length]).toEqual([false, 1])
  vi.useRealTimers()
})
