import { expect, test } from 'vitest'
import { limitOf, megabytes, roughSize } from './files.ts'

test('sizes are in MB with two decimals, limits as people say them', () => {
  expect(megabytes(0)).toBe('0.00 MB')
  expect(megabytes(8)).toBe('< 0.01 MB')
  expect(megabytes(1_310_720)).toBe('1.25 MB')
  expect(limitOf(1024 ** 3)).toBe('1 GB')
  expect(limitOf(50 * 1024 ** 2)).toBe('50 MB')
})

test('how much there is on a disk is said in two digits or three', () => {
  expect([0, 812, 999, 1000, 4_230_000, 72e9, 999_999_999, 3e15].map(roughSize)).toEqual([
    '0 bytes',
    '812 bytes',
    '999 bytes',
    '1.0 KB',
    '4.2 MB',
    '72 GB',
    '1000 MB',
    '3000 TB',
  ])
})
