import { expect, test } from 'vitest'
import { drawnFor } from './drawn-questions.ts'

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const attempt = (number: number, userId = 'someone') => ({ userId, number })
const ids = (count: number) => Array.from({ length: count }, (_, index) => `question ${index}`)

test('whatever is drawn from whatever there is: each at most once, so many, and the same again', () => {
  const next = numbersFrom(20_261_124)
  const below = (most: number) => Math.floor(next() * most)
  for (let round = 0; round < 400; round += 1) {
    const pool = ids(below(40))
    const drawing = { pool, questions: 1 + below(45), seed: `seed ${below(1000)}` }
    const which = attempt(1 + below(9), `person ${below(50)}`)
    const drawn = drawnFor(drawing, which)
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(drawn.every((id) => pool.includes(id))).toBe(true)
    expect(drawn).toHaveLength(Math.min(drawing.questions, pool.length))
    // In whatever order the bank lists them.
    expect(drawnFor({ ...drawing, pool: pool.toReversed() }, which)).toEqual(drawn)
  }
})

test('each question is drawn as often as any other, in each place', () => {
  const pool = ids(8)
  const times = new Map(pool.map((id) => [id, [0, 0, 0]]))
  const attempts = 4000
  for (let number = 1; number <= attempts; number += 1) {
    drawnFor({ pool, questions: 3, seed: 'fair' }, attempt(number)).forEach((id, place) => {
      times.get(id)![place]! += 1
    })
  }
  // Of 500 expected in each place, five standard deviations are 105.
  for (const counts of times.values()) {
    for (const count of counts) expect(Math.abs(count - attempts / pool.length)).toBeLessThan(105)
  }
})

test('another person, attempt or seed draws others; a question that goes changes its own place only', () => {
  const drawing = { pool: ids(30), questions: 10, seed: 'one' }
  const drawn = drawnFor(drawing, attempt(1))
  expect(drawnFor(drawing, attempt(2))).not.toEqual(drawn)
  expect(drawnFor(drawing, attempt(1, 'somebody else'))).not.toEqual(drawn)
  expect(drawnFor({ ...drawing, seed: 'two' }, attempt(1))).not.toEqual(drawn)
  const gone = drawn[4]!
  const without = drawnFor({ ...drawing, pool: ids(30).filter((id) => id !== gone) }, attempt(1))
  expect(without.slice(0, 9)).toEqual(drawn.filter((id) => id !== gone))
})
