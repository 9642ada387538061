import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each(['12e45678', '007', 'true', 'null', '{"a":1}', '"quoted"', '1_000', 'a+b & c=d', '“ü”'])(
  'what was typed is what the box shows again: %s',
  (search) => {
    expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
  },
)

test('any texts come back as they were', () => {
  const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed())
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), text), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})

test('an address that somebody wrote by hand is read as written; nothing is nothing', () => {
  expect(parseSearch('?search=007&state=all')).toEqual({ search: '007', state: 'all' })
  expect(stringifySearch({ search: undefined, state: null })).toBe('')
  expect(parseSearch('')).toEqual({})
})
