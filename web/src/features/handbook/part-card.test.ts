import { textOfPart } from '@frontdesk/contract/import-parts'
import { describe, expect, test } from 'vitest'
import { type Decisions, firstLevel, levelsOf, partsOf } from './part-card.tsx'

const TEXT = `Before all.

# Hours

Nine to five.

## Fridays

Until three.

# Empty

# Leave

Twenty days.
`

const NOTHING: Decisions = {
  level: 1,
  titles: {},
  categories: {},
  isIn: {},
  asText: new Set(),
  merged: {},
  category: '',
}
const partsAt = (change: Partial<Decisions>, text = TEXT) =>
  partsOf(text, { ...NOTHING, ...change }, 'Handbook')
const startOf = (title: string) => TEXT.indexOf(title)

describe('parts of a text', () => {
  test('begin at headings, what stands above the first is one, and what is empty or a cover page is left out', () => {
    const parts = partsAt({})
    expect(parts.map(({ title, words, isIn }) => [title, words, isIn])).toEqual([
      ['Handbook', 2, false],
      ['Hours', 7, true],
      ['Empty', 0, false],
      ['Leave', 2, true],
    ])
    expect(parts[0]).toMatchObject({ isCover: true })
    expect(partsAt({ isIn: { 0: true } })[0]).toMatchObject({ isIn: true })
    const [rule] = partsAt({}, `${'A rule has words. '.repeat(10)}${TEXT}`)
    expect(rule).toMatchObject({ isCover: false, isIn: true })
    expect(TEXT.slice(parts[3]!.from, parts[3]!.to).trim()).toBe('Twenty days.')
  })

  test('keep what was decided of them when the text is split otherwise', () => {
    const decided = {
      titles: { [startOf('# Leave')]: 'Days off' },
      categories: { [startOf('# Leave')]: 'People' },
      isIn: { [startOf('# Hours')]: false },
      category: 'Office',
    }
    for (const level of [1, 2]) {
      const parts = partsAt({ ...decided, level })
      expect(parts.find(({ start }) => start === startOf('# Hours'))).toMatchObject({
        isIn: false,
        category: 'Office',
      })
      expect(parts.at(-1)).toMatchObject({ title: 'Days off', category: 'People', isIn: true })
    }
    expect(partsAt({ ...decided, level: 2 })).toHaveLength(5)
  })

  test('that are joined reach from the first to the end of the last', () => {
    const merged = { [startOf('# Empty')]: true, [startOf('# Leave')]: true }
    const parts = partsAt({ merged })
    expect(parts.map(({ title }) => title)).toEqual(['Handbook', 'Hours'])
    expect(TEXT.slice(parts[1]!.from, parts[1]!.to)).toContain('# Leave\n\nTwenty days.')
  })

  test('begin at no bold line that is said to be no heading', () => {
    const asText = new Set([startOf('# Empty')])
    const parts = partsAt({ asText })
    expect(parts.map(({ title }) => title)).toEqual(['Handbook', 'Hours', 'Leave'])
    const { from, to } = parts[1]!
    expect(textOfPart(TEXT, { from, to }, asText)).toBe(
      'Nine to five.\n\n# Fridays\n\nUntil three.\n\n**Empty**',
    )
    expect(levelsOf(TEXT, asText).map((level) => level.parts)).toEqual([1, 3, 4])
  })

  test('that are too long for a policy say so', () => {
    const long = `# Long\n\n${'word '.repeat(41_000)}\n\n# Short\n\nFine.\n`
    expect(partsAt({}, long).map(({ isTooLong }) => isTooLong)).toEqual([true, false])
  })
})

test('a text is offered at each level that makes other parts, and a short one whole', () => {
  expect(levelsOf(TEXT)).toEqual([
    { level: 0, parts: 1 },
    { level: 1, parts: 4 },
    { level: 2, parts: 5 },
  ])
  expect(firstLevel(TEXT)).toBe(0)
  // The title alone is at the first level.
  const long = `# Handbook\n\n${'## A\n\ntext\n\n'.repeat(900)}`
  expect(firstLevel(long)).toBe(2)
  expect(levelsOf('no heading')).toEqual([{ level: 0, parts: 1 }])
  const whole = partsAt({ level: 0 }, '# Title\n\nText.\n')
  expect(whole.map(({ title, words }) => [title, words])).toEqual([['Title', 1]])
})
