import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, type ComparisonRow } from './compare-texts.ts'

const textOf = (rows: ComparisonRow[], side: 'before' | 'after') =>
  rows.flatMap((row) => {
    if (row.kind === 'same') return [row.text]
    const segments = row[side]
    return segments ? [segments.map((segment) => segment.text).join('')] : []
  })

describe('compareTexts', () => {
  it('keeps equal texts as they are', () => {
    expect(compareTexts('One\n\nTwo', 'One\n\nTwo')).toEqual([
      { kind: 'same', text: 'One' },
      { kind: 'same', text: 'Two' },
    ])
  })

  it('takes a picture as a whole, whatever its name and another’s have in common', () => {
    const picture = (words: string, digit: string) =>
      `![${words}](/api/v1/pictures/${'a'.repeat(63)}${digit}-40x30.webp)`
    const [old, fresh] = [picture('The hook', '1'), picture('The hook', '2')]
    expect(compareTexts(`See ${old} here.`, `See ${fresh} here.`)).toEqual([
      {
        kind: 'changed',
        before: [
          { text: 'See ', changed: false },
          { text: old, changed: true },
          { text: ' here.', changed: false },
        ],
        after: [
          { text: 'See ', changed: false },
          { text: fresh, changed: true },
          { text: ' here.', changed: false },
        ],
      },
    ])
    expect(compareTexts(`${old}\n\nOne`, `${old}\n\nTwo`)[0]).toEqual({ kind: 'same', text: old })
  })

  it('marks only the words that differ within a paragraph', () => {
    expect(compareTexts('Deposit within 3 days.', 'Deposit within 2 days.')).toEqual([
      {
        kind: 'changed',
        before: [
          { text: 'Deposit within ', changed: false },
          { text: '3', changed: true },
          { text: ' days.', changed: false },
        ],
        after: [
          { text: 'Deposit within ', changed: false },
          { text: '2', changed: true },
          { text: ' days.', changed: false },
        ],
      },
    ])
  })

  it('puts a reworded paragraph beside its old self when another one was added before it', () => {
    const rows = compareTexts(
      'Keys are returned to the lockbox after every showing.',
      'Visitors sign the log.\nKeys are returned to the lockbox straight after every showing.',
    )
    expect(rows.map((row) => row.kind)).toEqual(['added', 'changed'])
  })

  it('reads unlike paragraphs as one removed and one added', () => {
    const rows = compareTexts('Parking is behind the office.', 'Wire fraud is reported at once.')
    expect(rows.map((row) => row.kind)).toEqual(['removed', 'added'])
  })

  it('does not count blank lines or the kind of line break', () => {
    expect(compareTexts('One\r\nTwo', 'One\n\n\nTwo').every((row) => row.kind === 'same')).toBe(
      true,
    )
  })

  it('loses and invents no paragraph on either side', () => {
    const line = array(constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 6 })
    const lines = array(
      line.map((words) => words.join(' ')),
      { maxLength: 12 },
    )
    assert(
      property(lines, lines, (before, after) => {
        const rows = compareTexts(before.join('\n'), after.join('\n'))
        expect(textOf(rows, 'before')).toEqual(before)
        expect(textOf(rows, 'after')).toEqual(after)
      }),
    )
  })
})
