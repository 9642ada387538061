import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExpired } from './retention.ts'

const days = (from: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => new Date(Date.parse(`${from}T02:15:00Z`) + at * 86_400_000),
  )
const kept = (times: Date[], keep: Parameters<typeof findExpired>[1], zone = 'UTC') => {
  const gone = new Set(findExpired(times, keep, zone))
  return times.filter((_, at) => !gone.has(at)).map((time) => time.toISOString().slice(0, 10))
}

test('of a hundred days there stay the last three, the last of two weeks, and that of two months', () => {
  const times = days('2026-08-18', 100)
  expect(kept(times, { daily: 3, weekly: 2, monthly: 2 })).toEqual([
    '2026-10-31',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
  ])
})

test('a day is the brokerage’s', () => {
  const times = [new Date('2026-11-25T03:00:00Z'), new Date('2026-11-25T23:00:00Z')]
  expect(findExpired(times, { daily: 5, weekly: 0, monthly: 0 }, 'UTC')).toEqual([0])
  expect(findExpired(times, { daily: 5, weekly: 0, monthly: 0 }, 'America/Chicago')).toEqual([])
})

test('the newest never goes, what stays would stay again, and no more stays than was asked for', () => {
  const moments = fc.array(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    { minLength: 1, maxLength: 60 },
  )
  const keep = fc.record({ daily: fc.nat(8), weekly: fc.nat(8), monthly: fc.nat(8) })
  fc.assert(
    fc.property(moments, keep, (times, retention) => {
      const gone = findExpired(times, retention, 'America/Denver')
      const stay = times.filter((_, at) => !gone.includes(at))
      const latest = Math.max(...times.map((time) => time.getTime()))
      expect(stay.map((time) => time.getTime())).toContain(latest)
      expect(findExpired(stay, retention, 'America/Denver')).toEqual([])
      const { daily, weekly, monthly } = retention
      expect(stay.length).toBeLessThanOrEqual(Math.max(1, daily + weekly + monthly))
    }),
  )
})
