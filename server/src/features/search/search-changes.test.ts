import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlainItem, plainSearch } from './brute-force.fixture.ts'
import { SearchIndex } from './search-index.ts'

const WORDS =
  'wire wires rewire fraud frauds fruad deed deeds key keys the teh a of 北京 é-mail'.split(' ')
const QUERIES = ['wire', 'ire', 'frau', 'the de', 'teh', 'a', 'key of', 'mail', '北', '-', 'of the']
const IDS = Array.from({ length: 150 }, (_, number) => `id-${number.toString().padStart(3, '0')}`)

const text = (most: number) =>
  fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most })
    .map((words) => words.join(' '))
const item = fc.record({
  id: fc.constantFrom(...IDS),
  title: text(3),
  description: text(4),
  body: text(9),
})
/** Each round takes items in, new ones and changed ones, and lets others go. */
const rounds = fc.array(
  fc.record({
    items: fc.array(item, { maxLength: 120 }),
    gone: fc.array(fc.constantFrom(...IDS), { maxLength: 80 }),
  }),
  { maxLength: 6 },
)

test('an index that has changed finds what one over the same items would', () => {
  fc.assert(
    fc.property(rounds, (history) => {
      const index = new SearchIndex()
      const there = new Map<string, PlainItem>()
      for (const { items, gone } of history) {
        for (const id of gone) there.delete(id)
        for (const one of items) there.set(one.id, one)
        index.ofType('policies').apply(
          items.map(({ id, title, ...texts }) => {
            return { id, title, subtitle: '', adminsOnly: false, texts }
          }),
          gone,
        )
        const expected = plainSearch([...there.values()])
        for (const query of QUERIES) {
          const { policies } = index.search(query, { limit: 20, admin: true })
          const seen = policies.map(({ id, score }) => ({ id, score }))
          expect({ query, seen }).toEqual({ query, seen: expected(query, 20) })
        }
      }
    }),
    { numRuns: 60, seed: 20261121 },
  )
})
