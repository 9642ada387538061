import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countText,
  counted,
  formatDate,
  formatDateTime,
  formatRelative,
  formatTime,
} from './format.ts'

/** ICU puts a narrow space before AM and PM; browsers don't. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')
const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options)
const moments = fc.date({
  min: new Date('1950-01-01T00:00:00Z'),
  max: new Date('2200-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('dates and times are written as Intl writes them', () => {
  const [date, both, time] = [
    intl({ dateStyle: 'medium' }),
    intl({ dateStyle: 'medium', timeStyle: 'short' }),
    intl({ timeStyle: 'short' }),
  ]
  fc.assert(
    fc.property(moments, (moment) => {
      const iso = moment.toISOString()
      expect(formatDate(iso)).toBe(plain(date.format(moment)))
      expect(formatDateTime(iso)).toBe(plain(both.format(moment)))
      expect(formatTime(iso)).toBe(plain(time.format(moment)))
    }),
  )
})

test('midnight and noon are twelve', () => {
  expect(formatTime('2026-11-21T00:05')).toBe('12:05 AM')
  expect(formatTime('2026-11-21T12:00')).toBe('12:00 PM')
})

test('how long ago, or until when, as Intl says it', () => {
  const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  const units = { minute: 60, hour: 3600, day: 86_400 } as const
  const now = Date.parse('2026-11-21T12:00:00Z')
  for (const [unit, seconds] of Object.entries(units) as ['minute' | 'hour' | 'day', number][]) {
    for (const count of [-6, -2, -1, 1, 2, 6]) {
      const iso = new Date(now + count * seconds * 1000).toISOString()
      expect(formatRelative(iso, now)).toBe(relative.format(count, unit))
    }
  }
  expect(formatRelative(new Date(now - 30_000).toISOString(), now)).toBe('just now')
  expect(formatRelative(new Date(now - 7 * 86_400_000).toISOString(), now)).toMatch(
    /^Nov 14, 2026$/,
  )
})

test('a number is exact as far as it was counted', () => {
  expect(countText(0)).toBe('0')
  expect(countText(312, false)).toBe('312')
  expect(countText(10_000, true)).toBe('more than 10,000')
})

test('what is no time is nothing', () => {
  for (const write of [formatDate, formatDateTime, formatTime]) {
    expect(write(null)).toBe('')
    expect(write('soon')).toBe('')
  }
  expect(formatRelative('soon')).toBe('')
})

test('one is one, and all else, nothing too, is many', () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, 'job has', 'jobs have'))).toEqual([
    '0 jobs have',
    '1 job has',
    '2 jobs have',
    '1,204 jobs have',
  ])
})
