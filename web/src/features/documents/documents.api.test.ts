import { expect, test } from 'vitest'
import { filterOf, readListParams, titleFrom, typeLabel } from './documents.api.ts'

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

const folder = '019a0000-0000-7000-8000-000000000001'

test('the address narrows and orders the list', () => {
  const params = readListParams({
    search: 'lease',
    category: 'Legal',
    kind: 'pdf',
    folder,
    order: 'newest',
  })
  expect(filterOf(params)).toEqual({
    search: 'lease',
    category: 'Legal',
    kind: 'pdf',
    folder,
    pinned_first: 'true',
    sort: 'updated',
    order: 'desc',
  })
  expect(readListParams({ folder: 'none' }).folder).toBe('none')
})

test('what the address gets wrong narrows nothing', () => {
  const params = readListParams({
    category: 'Rumours',
    kind: 'exe',
    folder: `${folder}' or 1`,
    order: 'sideways',
  })
  expect(filterOf(params)).toEqual({ pinned_first: 'true', sort: 'title', order: 'asc' })
})
