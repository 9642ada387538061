import { expect, test } from 'vitest'
import { titleFrom, typeLabel } from './documents.api.ts'

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

test('a type is said in capitals; an unknown one is just a file', () => {
  expect(typeLabel('pdf')).toBe('PDF')
  expect(typeLabel('bin')).toBe('File')
})
