import { expect, test } from 'vitest'
import { byDueDate } from './dashboard-cards.tsx'

test('what is due first stands first, and what has no date last', () => {
  const undated = { dueAt: null }
  const overdue = { dueAt: '2026-11-02T23:59:59.000Z' }
  const soon = { dueAt: '2026-12-02T23:59:59.000Z' }
  expect(byDueDate([undated, soon, overdue])).toEqual([overdue, soon, undated])
})
