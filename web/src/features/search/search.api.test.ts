import type { SearchResults, SearchType } from '@frontdesk/contract/search'
import { expect, test } from 'vitest'
import { groupsOf, highlight } from './search.api.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

test('the group with the best result stands first, and one without any nowhere', () => {
  const scored = (type: SearchType, ...scores: number[]) => ({
    [type]: scores.map((score) => ({ type, id: `${type} ${score}`, title: '', url: '', score })),
  })
  const results = {
    ...scored('policies', 40, 30),
    ...scored('users', 90, 10),
    ...scored('documents'),
    ...scored('trainings', 60),
  } as unknown as SearchResults
  expect(groupsOf(results).map(({ items }) => items[0]!.id)).toEqual([
    'users 90',
    'trainings 60',
    'policies 40',
  ])
})

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
