import { property, assert, integer, record, option, constant } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  formatPercent,
  hasNoAttemptsLeft,
  isRetakeDue,
  percentOf,
  trainingAction,
  type TrainingStanding,
} from './training-action.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()

const failed: TrainingStanding = {
  attempts: 1,
  maxAttempts: 3,
  lastAttemptScore: 60,
  lastAttemptDate: daysAgo(10),
  minPassingScore: 70,
  retakeThreshold: 365,
  progress: 100,
}
const passed = { ...failed, lastAttemptScore: 90 }
const at = (standing: Partial<TrainingStanding>) => trainingAction({ ...failed, ...standing }, now)

describe('the action, in the order of the rules', () => {
  it('1: starts where there are no attempts, however much has been read', () => {
    expect(at({ attempts: 0, lastAttemptScore: null, lastAttemptDate: null, progress: 40 })).toBe(
      'start',
    )
  })

  it('2: reviews after a pass, at exactly the pass mark too', () => {
    expect(at({ lastAttemptScore: 90 })).toBe('review')
    expect(at({ lastAttemptScore: 70 })).toBe('review')
    expect(at({ lastAttemptScore: 69.9 })).toBe('start')
  })

  it('2: retakes from the day on which the threshold is reached', () => {
    expect(at({ ...passed, retakeThreshold: 11 })).toBe('review')
    expect(at({ ...passed, retakeThreshold: 10 })).toBe('retake')
    expect(at({ ...passed, retakeThreshold: 0 })).toBe('retake')
    expect(at({ ...passed, retakeThreshold: null, lastAttemptDate: daysAgo(9999) })).toBe('review')
  })

  it('2 comes before 3: a pass is reviewed although a section is not read', () => {
    expect(at({ lastAttemptScore: 90, progress: 50 })).toBe('review')
  })

  it('3: continues a failed training that is partly done, also with no attempts left', () => {
    expect(at({ progress: 50 })).toBe('continue')
    expect(at({ progress: 50, attempts: 3 })).toBe('continue')
  })

  it('4: reviews what has no attempts left', () => {
    expect(at({ attempts: 3 })).toBe('review')
    expect(at({ attempts: 4, progress: 0 })).toBe('review')
  })

  it('5: starts otherwise; 0 attempts is no limit', () => {
    expect(at({ attempts: 2 })).toBe('start')
    expect(at({ attempts: 400, maxAttempts: 0 })).toBe('start')
  })
})

test('a threshold without an attempt is never due', () => {
  expect(isRetakeDue({ ...failed, lastAttemptDate: null, retakeThreshold: 0 }, now)).toBe(false)
})

test('no attempts are left at the maximum, and never without one', () => {
  expect(hasNoAttemptsLeft({ attempts: 2, maxAttempts: 3 })).toBe(false)
  expect(hasNoAttemptsLeft({ attempts: 3, maxAttempts: 3 })).toBe(true)
  expect(hasNoAttemptsLeft({ attempts: 3, maxAttempts: 0 })).toBe(false)
})

test('what has no quiz is completed by reading it, which uses no attempts up', () => {
  expect(hasNoAttemptsLeft({ attempts: 1, maxAttempts: 1, questions: 0 })).toBe(false)
  expect(hasNoAttemptsLeft({ attempts: 1, maxAttempts: 1, questions: 1 })).toBe(true)
})

test('percents have one decimal and stay between 0 and 100', () => {
  expect(percentOf(2, 3)).toBe(66.7)
  expect(percentOf(0, 0)).toBe(0)
  expect(formatPercent(70)).toBe('70.0%')
  assert(
    property(integer({ min: 1, max: 500 }), integer({ min: 0, max: 500 }), (whole, rest) => {
      const percent = percentOf(Math.min(rest, whole), whole)
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
      expect(Math.round(percent * 10) / 10).toBe(percent)
    }),
  )
})

test('law: whoever has not passed is never asked to retake', () => {
  const standing = record({
    attempts: integer({ min: 0, max: 9 }),
    maxAttempts: integer({ min: 0, max: 9 }),
    lastAttemptScore: option(integer({ min: 0, max: 69 })),
    lastAttemptDate: constant(daysAgo(400)),
    minPassingScore: constant(70),
    retakeThreshold: option(integer({ min: 0, max: 500 })),
    progress: integer({ min: 0, max: 100 }),
  })
  assert(property(standing, (one) => trainingAction(one, now) !== 'retake'))
})
