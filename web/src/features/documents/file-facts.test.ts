import { expect, test } from 'vitest'
import { limitOf, megabytes, titleFrom, typeLabel } from './file-facts.ts'

test.each([
  ['Lease 2031.pdf', 'Lease 2031'],
  ['archive.tar.gz', 'archive.tar'],
  ['README', 'README'],
  ['.env', '.env'],
  ['v1.2 notes', 'v1.2 notes'],
  ['שלום.docx', 'שלום'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(200)],
])('the title of %j is %j', (name, title) => {
  expect(titleFrom(name)).toBe(title)
})

test('sizes are in MB with two decimals, limits as people say them', () => {
  expect(megabytes(0)).toBe('0.00 MB')
  expect(megabytes(1_310_720)).toBe('1.25 MB')
  expect(limitOf(1024 ** 3)).toBe('1 GB')
  expect(limitOf(50 * 1024 ** 2)).toBe('50 MB')
  expect(typeLabel('pdf')).toBe('PDF')
  expect(typeLabel('bin')).toBe('File')
})
