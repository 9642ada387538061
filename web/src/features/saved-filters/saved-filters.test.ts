import { expect, test } from 'vitest'
import { isSameQuery } from './saved-filters.tsx'

test('the same filters in another order, or written otherwise, are the same', () => {
  expect(isSameQuery('state=overdue&search=wire+fraud', '?search=wire%20fraud&state=overdue')).toBe(
    true,
  )
  expect(isSameQuery('', '?')).toBe(true)
  expect(isSameQuery('state=overdue', 'state=open')).toBe(false)
  expect(isSameQuery('state=overdue', '')).toBe(false)
})
