import { expect, test } from 'vitest'
import { filterOf, readListParams } from './list-params.ts'

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
