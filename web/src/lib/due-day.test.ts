import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockOf, dayOf, dueMoment, endOfDay, endOfDayIn } from './due-day.ts'

afterEach(() => vi.unstubAllEnvs())

describe('dueMoment', () => {
  it('says the last minute of the day and by whose clock', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(dueMoment('2026-11-30').replaceAll('\u202F', ' ')).toBe(
      'Nov 30, 2026 at 11:59 PM, Pacific Standard Time',
    )
    expect(dueMoment('')).toBe('')
  })
})

describe('endOfDay', () => {
  it.each([
    ['America/New_York', '2026-11-30', '2026-11-30T23:59:59-05:00'],
    ['America/New_York', '2026-07-01', '2026-07-01T23:59:59-04:00'],
    ['Asia/Kolkata', '2026-11-30', '2026-11-30T23:59:59+05:30'],
    ['Pacific/Marquesas', '2026-11-30', '2026-11-30T23:59:59-09:30'],
    ['UTC', '2026-11-30', '2026-11-30T23:59:59+00:00'],
  ])('in %s is the last second of %s there', (name, day, end) => {
    vi.stubEnv('TZ', name)
    expect(endOfDay(day)).toBe(end)
    expect(dayOf(new Date(endOfDay(day)))).toBe(day)
  })

  it('takes the offset that holds in the evening of a clock change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(endOfDay('2026-11-01')).toBe('2026-11-01T23:59:59-05:00')
  })
})

describe('clockOf', () => {
  it.each([
    ['America/New_York', '2026-12-01T14:00:00Z', '2026-12-01T09:00'],
    ['Asia/Kolkata', '2026-12-01T20:00:00Z', '2026-12-02T01:30'],
    ['UTC', '2026-12-01T09:05:00Z', '2026-12-01T09:05'],
  ])('in %s shows %s as the reader’s clock does', (zone, moment, shown) => {
    vi.stubEnv('TZ', zone)
    expect(clockOf(new Date(moment))).toBe(shown)
  })
})

describe('endOfDayIn', () => {
  it.each([
    ['America/New_York', '2026-07-01', '2026-07-02T03:59:59.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2026-01-01T09:59:59.000Z'],
    ['UTC', '2026-11-30', '2026-11-30T23:59:59.000Z'],
  ])('in %s is the last second of %s there, wherever the reader is', (zone, day, end) => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    expect(endOfDayIn(day, zone)).toBe(end)
  })
})
