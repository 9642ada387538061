import { afterEach, expect, test, vi } from 'vitest'
import { countIn } from './time-in-view.ts'

afterEach(() => vi.unstubAllGlobals())

/** What is counted at each of the moments, in seconds, at which a page comes into view or goes out of it. */
function counted(moments: [second: number, state: 'visible' | 'hidden'][]): number[] {
  const seen = { milliseconds: 0, since: 0 }
  return moments.map(([second, visibilityState]) => {
    vi.spyOn(performance, 'now').mockReturnValue(1 + second * 1000)
    vi.stubGlobal('document', { visibilityState })
    return countIn(seen)
  })
}

test('a page is read while it is in view, and not behind another one', () => {
  const seconds = counted([
    [0, 'visible'],
    [10, 'visible'],
    [15, 'hidden'],
    [500, 'visible'],
    [503, 'visible'],
  ])
  expect(seconds).toEqual([0, 10, 15, 15, 18])
})

test('a page that was opened behind another one is not read until it comes into view', () => {
  expect(
    counted([
      [0, 'hidden'],
      [60, 'visible'],
      [64, 'visible'],
    ]),
  ).toEqual([0, 0, 4])
})

test('a page that stays open for days counts a day', () => {
  expect(
    counted([
      [0, 'visible'],
      [3 * 24 * 60 * 60, 'visible'],
    ]),
  ).toEqual([0, 24 * 60 * 60])
})
