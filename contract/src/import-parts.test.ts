import { expect, test } from 'vitest'
import { headingsOf, textOfPart } from './import-parts.ts'

test('headings are found with what is below them, and those in code are none', () => {
  const text =
    '# One **bold** ##\n\n```\n# no heading\n```\n\n## [Two](https://a.example) *three*\r\nx\n'
  const found = headingsOf(text)
  expect(found.map(({ level, title }) => [level, title])).toEqual([
    [1, 'One bold'],
    [2, 'Two three'],
  ])
  expect(found.map(({ start }) => text.slice(start, start + 3))).toEqual(['# O', '## '])
  expect(text.slice(found[1]!.bodyStart)).toBe('x\n')
  expect(headingsOf('#no\n####### no\n    text').length).toBe(0)
})

test('a title has what is written with a backslash as it is meant', () => {
  const [found] = headingsOf(String.raw`# Keys \*and\* \<locks> \[A\] **now**`)
  expect(found!.title).toBe('Keys *and* <locks> [A] now')
})

test.each([' ', '[', '![a](', '*a', '_a ', '# '])(
  'a line of a million letters is no heading: %j over and over',
  (unit) => {
    const text = `# One\n\n# x${unit.repeat(1_000_000 / unit.length)}x\n\n# Two\n`
    expect(headingsOf(text).map(({ title }) => title)).toEqual(['One', 'Two'])
  },
)

test('a part begins at the first level, whatever it was below', () => {
  const text = '# All\n\n### Low\n\ntext\n\n#### Lower\n\n# Next\n'
  expect(textOfPart(text, { from: 5, to: text.indexOf('# Next') })).toBe(
    '# Low\n\ntext\n\n## Lower',
  )
  expect(textOfPart(text, { from: 0, to: text.length })).toBe(text.trim())
  expect(textOfPart('no heading\n', { from: 0, to: 3 })).toBe('no')
})
