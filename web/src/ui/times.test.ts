import { describe, expect, it } from 'vitest'
import { isOverdue } from '#web/ui/times.tsx'

describe('isOverdue', () => {
  it('is true only after the due date', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(isOverdue('2026-11-21T11:59:59Z', now)).toBe(true)
    expect(isOverdue('2026-11-21T12:00:01Z', now)).toBe(false)
    expect(isOverdue(null, now)).toBe(false)
  })
})
