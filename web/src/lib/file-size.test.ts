import { expect, test } from 'vitest'
import { limitOf, megabytes } from './file-size.ts'

test('sizes are in MB with two decimals, limits as people say them', () => {
  expect(megabytes(0)).toBe('0.00 MB')
  expect(megabytes(8)).toBe('< 0.01 MB')
  expect(megabytes(1_310_720)).toBe('1.25 MB')
  expect(limitOf(1024 ** 3)).toBe('1 GB')
  expect(limitOf(50 * 1024 ** 2)).toBe('50 MB')
})
