import { readFileSync } from 'node:fs'
import { accentCss, accentTokens, contrast, ON_ACCENT, PAPERS } from '@frontdesk/contract/accent'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const accents = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is what WCAG says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('whatever is chosen, its text can be read on every paper, and the text on it too', () => {
  fc.assert(
    fc.property(accents, (accent) => {
      const tokens = accentTokens(accent)
      for (const theme of ['light', 'dark'] as const) {
        const of = (name: string) => tokens[name]![theme]
        for (const paper of [...PAPERS[theme], of('accent-soft')]) {
          expect(contrast(of('accent'), paper)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(of('focus'), paper)).toBeGreaterThanOrEqual(3)
        }
        for (const ground of ['fill', 'fill-hover', 'ground', 'ground-shade']) {
          expect(contrast(ON_ACCENT, of(`accent-${ground}`))).toBeGreaterThanOrEqual(4.5)
        }
      }
    }),
    {
      numRuns: 500,
      examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#00ff00'], ['#ff0000']],
    },
  )
})

test('a colour that can be read stays as it was chosen', () => {
  for (const accent of ['#1b5a45', '#7a3b22', '#2b4a63', '#573b66']) {
    expect(accentTokens(accent).accent!.light).toBe(accent)
  }
})

test('it decides all tokens of the accent, and the papers are those of the style sheet', () => {
  const css = readFileSync(new URL('../../../../web/src/ui/tokens.css', import.meta.url), 'utf8')
  const names = [...css.matchAll(/--(accent[\w-]*|focus):/g)].map(([, name]) => name)
  expect(new Set(Object.keys(accentTokens('#123456')))).toEqual(new Set(names))
  const values = (index: 1 | 2) =>
    ['paper', 'surface', 'sunken', 'raised', 'hover'].map(
      (name) =>
        new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.[index] ?? name,
    )
  expect(values(1).toSorted()).toEqual(PAPERS.light.toSorted())
  expect(values(2).every((paper) => PAPERS.dark.includes(paper))).toBe(true)
  expect(css).toContain(`--on-accent: light-dark(${ON_ACCENT}, ${ON_ACCENT})`)
})

test('the style sheet of an accent is declarations of colours', () => {
  expect(accentCss('#ffcc00')).toMatch(/^(--[a-z-]+:light-dark\(#[\da-f]{6},#[\da-f]{6}\);?){7}$/)
})
