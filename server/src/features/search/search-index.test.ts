import { env } from 'node:process'
import {
  codePointsOf,
  compareByCodePoint,
  itemScore,
  LEAST,
  normalise,
  osaDistance,
  queryOf,
} from '@frontdesk/contract/search-scoring'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlainItem, plainDistance, plainSearch } from './brute-force.fixture.ts'
import { SearchIndex } from './search-index.ts'
import type { SearchItem } from './type-index.ts'

const ITEMS = 5000
/** `SEARCH_QUERIES=2000` asks more. */
const QUERIES = Number(env.SEARCH_QUERIES ?? 500)
const SEED = 20261121

/** Mulberry32: the same numbers on every machine. */
function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: <T>(list: readonly T[]) => list[below(list.length)]! }
}
const random = randomNumbers(SEED)

const SYLLABLES =
  'wi re fra ud po li cy es crow lis ting of fer clo sing a gent key lock box an nu al tax ti tle deed ha mp ton sea side ro of st or y'.split(
    ' ',
  )
const ODD = [
  'José',
  'Zoë',
  'Ångström',
  'naïve',
  'façade',
  '北京',
  '東京都',
  'Œuvre',
  'İzmir',
  'ﬁnance',
  'Straße',
  '𝒜gent',
  '𐐷eseret',
  '🏠',
  '👩‍👧',
  'O’Neill',
  'e-mail',
  'C++',
  '№5',
  '½',
  'ΟΔΟΣ',
  '10%',
  'a',
  'I',
]

const LETTERS = Array.from('abcdefgilnorst')
const SINGLE = Array.from('abcdefghijklmnopqrstuvwxyz0159🏠北-&')

const makeWord = () =>
  Array.from({ length: 1 + random.below(3) }, () => random.pick(SYLLABLES)).join('')
const vocabulary = [...new Set([...Array.from({ length: 900 }, makeWord), ...ODD])]
const SEPARATORS = [' ', ' ', ' ', ' ', '  ', ', ', '-', '/', '\n', '. ', ' (', '’', '_']

/** Words as they are said: some often, most seldom. */
const sayWord = () => vocabulary[Math.floor(random.next() ** 2 * vocabulary.length)]!
function say(words: number): string {
  let text = sayWord()
  for (let count = 1; count < words; count += 1) text += random.pick(SEPARATORS) + sayWord()
  return random.below(3) === 0 ? text[0]!.toUpperCase() + text.slice(1) : text
}

function makeItem(number: number): PlainItem {
  const id = `id-${number.toString().padStart(6, '0')}`
  const title = random.below(12) === 0 ? sayWord() : say(1 + random.below(5))
  if (number % 4 === 0) {
    const email = `${sayWord()}.${sayWord()}@${random.pick(['harbor.example', 'example.com'])}`
    return { id, title, email, role: random.pick(['agent', 'agent', 'admin', 'manager']) }
  }
  return {
    id,
    title,
    ...(random.below(3) > 0 && { description: say(3 + random.below(7)) }),
    ...(random.below(3) > 0 && {
      category: random.pick(['Onboarding', 'Sales', 'HR Documents', say(2)]),
    }),
    ...(random.below(4) > 0 && { body: say(12 + random.below(25)) }),
  }
}

/** What somebody may have in mind: a part of something that is there. */
function somethingThere(items: PlainItem[]): string {
  const item = random.pick(items)
  const texts = [item.title, item.title, item.description, item.email, item.category, item.body]
  return random.pick(texts.filter((text) => text !== undefined))
}

function mistype(text: string): string {
  const letters = Array.from(text)
  const at = random.below(letters.length)
  const kind = random.below(4)
  if (kind === 0) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, random.pick(LETTERS))
  else if (kind === 2) letters[at] = random.pick(LETTERS)
  else letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed())
  return letters.join('')
}

/** Words of one item, from whichever of its fields, some of them begun or mistyped. */
function wordsOfOne(items: PlainItem[]): string {
  const { id: _, ...texts } = random.pick(items)
  const words = Object.values(texts).flatMap((text) => text.split(/\s+/))
  const word = () => {
    const one = random.pick(words)
    const kind = random.below(4)
    return kind === 0 ? mistype(one) : kind === 1 ? one.slice(0, 1 + random.below(4)) : one
  }
  return Array.from({ length: 2 + random.below(2) }, word).join(' ')
}

function makeQuery(items: PlainItem[]): string {
  const text = somethingThere(items)
  const words = text.split(/\s+/)
  switch (random.below(12)) {
    case 0:
      return mistype(random.pick(words))
    case 1:
      return mistype(mistype(random.pick(words)))
    case 2:
      return random.pick(words).slice(0, 1 + random.below(6))
    case 3:
      return text.slice(random.below(10), 3 + random.below(20))
    case 4:
      return [sayWord(), sayWord(), ...(random.below(2) ? [sayWord()] : [])].join(' ')
    case 5:
      return words
        .slice(0, 1 + random.below(4))
        .toReversed()
        .map((word) => (random.below(3) ? word : mistype(word)))
        .join(' ')
    case 6:
      return random.pick([
        ...ODD,
        ...ODD.map((word) => word.toUpperCase()),
        `${random.pick(ODD)} ${sayWord()}`,
      ])
    case 7:
      return random.pick(SINGLE)
    case 8:
    case 9:
      return wordsOfOne(items)
    case 10:
      return random.below(2) ? mistype(text).slice(0, 200) : say(60).slice(0, 200)
    default:
      return mistype(text)
  }
}

const itemOf = ({ id, title, ...texts }: PlainItem): SearchItem => ({
  id,
  title,
  subtitle: '',
  adminsOnly: false,
  texts,
})

const wellFormed = (text: string) => text.toWellFormed()

test(`${QUERIES} queries over ${ITEMS} items find what the table says: items, scores and order`, () => {
  const items = Array.from({ length: ITEMS }, (_, number) => makeItem(number))
  const expected = plainSearch(items)
  const index = new SearchIndex()
  // In parts, out of order, and after another life, as an index that has run for a while.
  const shuffled = items.toSorted((a, b) => (a.id.slice(-2) < b.id.slice(-2) ? -1 : 1))
  index
    .ofType('policies')
    .apply(
      shuffled.slice(0, 900).map((item) => itemOf({ ...item, title: say(3), description: say(4) })),
    )
  index.ofType('policies').apply(
    [],
    shuffled.slice(200, 400).map(({ id }) => id),
  )
  for (let from = 0; from < ITEMS; from += 700) {
    index.ofType('policies').apply(shuffled.slice(from, from + 700).map(itemOf))
  }
  let found = 0
  for (let number = 0; number < QUERIES; number += 1) {
    const query = wellFormed(makeQuery(items))
    const { policies } = index.search(query, { limit: 20, admin: true })
    const seen = policies.map(({ id, score }) => ({ id, score }))
    expect({ query, seen }).toEqual({ query, seen: expected(query, 20) })
    found += seen.length
  }
  // Neither side may be silent.
  expect(found).toBeGreaterThan(QUERIES * 5)
}, 900_000)

test('what a browser ranks by itself scores as the index does, bodies apart', () => {
  const items = Array.from({ length: 60 }, (_, number) => ({ ...makeItem(number), body: '' }))
  const expected = plainSearch(items)
  for (let count = 0; count < 300; count += 1) {
    const query = wellFormed(makeQuery(items))
    // A blank query finds nothing, and nothing is ranked for it.
    if (normalise(query) === '') continue
    const scores = items.map(({ id, ...texts }) => {
      const normal = Object.entries(texts).map(([field, text]) => [field, normalise(text)])
      return { id, score: itemScore(Object.fromEntries(normal), queryOf(normalise(query))) }
    })
    const found = scores.filter(({ score }) => score >= LEAST)
    const byId = (list: { id: string; score: number }[]) =>
      list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect({ query, found: byId(found) }).toEqual({ query, found: byId(expected(query, 60)) })
  }
})

test('the distance is the textbook’s wherever it is at most what is allowed', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '🏠'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 2 }), (one, other, allowed) => {
      const [a, b] = [codePointsOf(one), codePointsOf(other)]
      const [real, fast] = [plainDistance(a, b), osaDistance(a, b, allowed)]
      expect(Math.min(fast, allowed + 1)).toBe(Math.min(real, allowed + 1))
    }),
    { numRuns: 3000, seed: SEED },
  )
})

test('titles come by code point, which UTF-16 does not order', () => {
  const titles = ['\u{FF21}', '\u{1D49C}', 'b', 'a', 'ab', '\uE000', 'B']
  const byPoint = titles.toSorted(compareByCodePoint)
  expect(byPoint).toEqual(['B', 'a', 'ab', 'b', '\uE000', '\u{FF21}', '\u{1D49C}'])
})
