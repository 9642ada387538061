import { describe, expect, it } from 'vitest'
import { csvOf } from './overview-tables.tsx'

describe('csvOf', () => {
  it('quotes what a comma, a quote or a line end would break', () => {
    const lines = [
      ['Item', 'Done'],
      ['Keys, "new"\nones', 3],
    ]
    expect(csvOf(lines)).toBe('Item,Done\r\n"Keys, ""new""\nones",3\r\n')
  })

  it('lets no title become a formula, and leaves negative numbers numbers', () => {
    const titles = ['=1+1', '@x', '+1', '-1', '\t1', '＝1+1', '＠x']
    expect(csvOf([[...titles, -3]])).toBe(`${titles.map((title) => `'${title}`).join(',')},-3\r\n`)
  })
})
