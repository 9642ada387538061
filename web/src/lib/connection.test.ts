import { expect, test } from 'vitest'
import {
  forgetKeptAnswers,
  isServerReachable,
  noteKeptAnswer,
  oldestKept,
  setServerReachable,
} from './connection.ts'

test('a page without a line is as old as the oldest of what it shows', () => {
  noteKeptAnswer('2026-11-02T09:00:00Z')
  noteKeptAnswer('2026-11-01T09:00:00Z')
  noteKeptAnswer('2026-11-03T09:00:00Z')
  expect([isServerReachable(), oldestKept()]).toEqual([false, '2026-11-01T09:00:00Z'])
  // Another page shows something else.
  forgetKeptAnswers()
  noteKeptAnswer('2026-11-03T09:00:00Z')
  expect(oldestKept()).toBe('2026-11-03T09:00:00Z')
  setServerReachable(true)
  expect(oldestKept()).toBeNull()
})
