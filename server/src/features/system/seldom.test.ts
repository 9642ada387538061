import { expect, test } from 'vitest'
import { seldom } from './seldom.ts'

test('what took long is asked again only after a thousand times as long', async () => {
  let now = 0
  let asked = 0
  let takes = 2000
  const count = seldom(
    async () => {
      asked += 1
      const number = asked
      await Promise.resolve()
      now += takes
      return number
    },
    () => now,
  )
  // Who asks meanwhile waits for the same answer.
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  now += 1_999_000
  expect(await count()).toBe(1)
  takes = 1
  now += 1001
  expect(await count()).toBe(2)
  now += 999
  expect(await count()).toBe(2)
  now += 2
  expect(await count()).toBe(3)
})

test('an answer that failed is asked for again', async () => {
  let fails = true
  const ask = seldom(async () => {
    if (fails) throw new Error('gone')
    return 'there'
  })
  await expect(ask()).rejects.toThrow('gone')
  fails = false
  expect(await ask()).toBe('there')
})
