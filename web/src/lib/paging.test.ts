import { expect, test } from 'vitest'
import { loadWhole } from './paging.ts'

const numbers = Array.from({ length: 1234 }, (_, number) => number)

/** As the server pages: a cursor is where the next page begins. */
const asked: number[] = []
const loadPage = async (cursor: string | undefined, limit: number) => {
  asked.push(limit)
  const from = Number(cursor ?? 0)
  const next = from + limit
  return {
    data: numbers.slice(from, next),
    nextCursor: next < numbers.length ? String(next) : null,
  }
}

test.each([
  [5000, 1234],
  [1234, 1234],
  [700, 700],
  [20, 20],
])('of a list of 1,234, asked for at most %i, %i come, in order and once', async (most, count) => {
  expect(await loadWhole(loadPage, most)).toEqual(numbers.slice(0, count))
  expect(Math.max(...asked)).toBeLessThanOrEqual(500)
})
