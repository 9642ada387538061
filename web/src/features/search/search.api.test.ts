import { expect, test } from 'vitest'
import { highlight } from './search.api.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Wire fraud', 'wire', '[Wire] fraud'],
  ['Rewiring and wire', 'wire', 'Rewiring and [wire]'],
  ['Rewired', 'wire', 'Re[wire]d'],
  ['Zoë  Ångström', 'zoe ang', '[Zoë  Ång]ström'],
  ['ﬁnance desk', 'finance', '[ﬁnance] desk'],
  ['Wire fraud', 'wrie', '[Wire] fraud'],
  ['Escrow and deposit handling', 'depost escrow', '[Escrow] and [deposit] handling'],
  ['🏠 keys', '🏠', '[🏠] keys'],
  ['Nothing here', 'lantern', 'Nothing here'],
  ['Nothing here', '  ', 'Nothing here'],
])('%s, searched for “%s”', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})
