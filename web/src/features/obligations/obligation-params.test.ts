import { afterEach, expect, test, vi } from 'vitest'
import { filterOf, momentOf, readRegister } from './obligation-params.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const on = (now: string) => {
  vi.stubEnv('TZ', 'America/Chicago')
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
}

test('a past day is shown as it ended where the brokerage is; today and later are shown as they are', () => {
  on('2026-11-28T03:00:00Z')
  expect(momentOf('2026-11-26', 'America/Chicago')).toBe('2026-11-27T05:59:59.000Z')
  // It is still the 27th there, and the 28th in Berlin.
  expect(momentOf('2026-11-27', 'America/Chicago')).toBeUndefined()
  expect(momentOf('2026-11-27', 'Europe/Berlin')).toBe('2026-11-27T22:59:59.000Z')
  expect(momentOf('2026-12-01', 'America/Chicago')).toBeUndefined()
  expect(momentOf('', 'America/Chicago')).toBeUndefined()
})

test('due in seven days begins with today and ends with the seventh day, over a change of clocks too', () => {
  on('2026-10-30T15:00:00Z')
  const params = readRegister({ due: '7' })
  expect(filterOf(params, 'America/Chicago')).toMatchObject({
    due_from: '2026-10-29T23:59:59-05:00',
    due_to: '2026-11-06T23:59:59-06:00',
  })
})
