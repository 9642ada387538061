import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from './review-words.tsx'

afterEach(() => vi.unstubAllEnvs())

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'a day is the same day in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatDay('2026-12-01')).toBe('Dec 1, 2026')
  },
)
