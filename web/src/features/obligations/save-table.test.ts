import { describe, expect, it } from 'vitest'
import { csvOf } from './save-table.ts'

describe('csvOf', () => {
  it('quotes what a comma, a quote or a line end would break', () => {
    expect(
      csvOf([
        ['Item', 'Done'],
        ['Keys, "new"\nones', 3],
      ]),
    ).toBe('Item,Done\r\n"Keys, ""new""\nones",3\r\n')
  })

  it('lets no title become a formula, and leaves negative numbers numbers', () => {
    expect(csvOf([['=1+1', '@x', -3]])).toBe("'=1+1,'@x,-3\r\n")
  })
})
