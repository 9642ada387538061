import { describe, expect, it } from 'vitest'
import { type ComparisonRow, foldUnchanged } from './compare-texts.ts'

/** `.` is an unchanged paragraph, `x` a changed one. */
const rowsOf = (pattern: string): ComparisonRow[] =>
  Array.from(pattern, (sign, place) =>
    sign === '.'
      ? { kind: 'same', text: String(place) }
      : { kind: 'added', before: null, after: [] },
  )

/** Folded stretches in brackets. */
const shapeOf = (pattern: string) =>
  foldUnchanged(rowsOf(pattern))
    .map(({ rows, folded }) => {
      const signs = rows.map((row) => (row.kind === 'same' ? '.' : 'x')).join('')
      return folded ? `[${signs}]` : signs
    })
    .join('')

describe('foldUnchanged', () => {
  it.each([
    ['', ''],
    ['x', 'x'],
    ['....', '[....]'],
    ['...x', '...x'],
    ['....x', '[...].x'],
    ['x....', 'x.[...]'],
    ['x....x', 'x....x'],
    ['x.....x', 'x.[...].x'],
    ['..x.......xx...', '..x.[.....].xx...'],
  ])('%s becomes %s', (pattern, shape) => {
    expect(shapeOf(pattern)).toBe(shape)
  })

  it('says where each stretch begins', () => {
    expect(foldUnchanged(rowsOf('x.....x')).map((stretch) => stretch.from)).toEqual([0, 1, 2, 5, 6])
  })
})
