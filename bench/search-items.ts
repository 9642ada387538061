/** Made-up items for `bench/search.ts`: the same ones for both engines, each by its number alone. */

export interface BenchItem {
  id: string
  number: number
  title: string
  description: string
  category: string
  body: string
}

const CATEGORIES = ['Onboarding', 'Sales', 'Support', 'HR Documents', 'Finance', 'Legal', 'Other']
/** About as many different words as a few shelves of office papers have. */
const VOCABULARY = 40_000
const BODY_LENGTH = 2000
const KNOWN =
  'the of and to in a is for that on be with as by or this an are it from at client agent listing property seller buyer closing offer contract escrow policy office broker deposit wire transfer fraud inspection disclosure commission agreement showing lockbox training record sign'.split(
    ' ',
  )
const ONSETS = 'b c d f g h l m n p r s t v w br cl cr dr fl gr pl pr sh st th tr'.split(' ')
const VOWELS = 'a e i o u ai ea io ou'.split(' ')
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'd', 'ng', 'st']

/** Mulberry32. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
type Random = () => number
const pick = <T>(random: Random, list: readonly T[]) => list[Math.floor(random() * list.length)]!

const vocabulary = makeVocabulary()

function makeVocabulary(): string[] {
  const random = randomNumbers(1)
  const words = new Set(KNOWN)
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(random() * 4)
    let word = ''
    for (let count = 0; count < syllables; count += 1) {
      word += pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS)
    }
    words.add(word)
  }
  return [...words]
}

/** By Zipf's law: the tenth word of a language is said about a tenth as often as the first. */
const sayWord = (random: Random) => vocabulary[Math.floor(VOCABULARY ** random()) - 1]!

function say(random: Random, words: number): string {
  const said = Array.from({ length: words }, () => sayWord(random))
  return said.map((word, at) => (at > 0 && random() < 0.06 ? `${word},` : word)).join(' ')
}

/** The items of these numbers. */
export function makeItems(from: number, to: number): BenchItem[] {
  return Array.from({ length: to - from }, (_, offset) => makeItem(from + offset))
}

function makeItem(number: number): BenchItem {
  const random = randomNumbers(number + 1000)
  let body = ''
  while (body.length < BODY_LENGTH) body += `${say(random, 14)}. `
  // Titles are made of words that say something.
  const title = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
    pick(random, vocabulary.slice(20, 4000)),
  ).join(' ')
  return {
    id: `item-${number}`,
    number,
    title,
    description: say(random, 12),
    category: pick(random, CATEGORIES),
    body,
  }
}

/** What is asked as people type: each phrase letter by letter, some with a slip of the finger. */
export function makeKeystrokes(items: number, phrases = 40): string[] {
  const random = randomNumbers(7)
  const keystrokes: string[] = []
  for (let count = 0; count < phrases; count += 1) {
    const item = makeItem(Math.floor(random() * items))
    const words = pick(random, [item.title, item.title, item.body, item.description]).split(' ')
    const start = Math.floor(random() * Math.max(1, words.length - 3))
    let phrase = words.slice(start, start + 1 + Math.floor(random() * 3)).join(' ')
    if (random() < 0.4 && phrase.length > 4) {
      const at = 1 + Math.floor(random() * (phrase.length - 2))
      phrase =
        phrase.slice(0, at) +
        phrase.slice(at + 1, at + 2) +
        phrase.slice(at, at + 1) +
        phrase.slice(at + 2)
    }
    for (let length = 1; length <= phrase.length; length += 1)
      keystrokes.push(phrase.slice(0, length))
  }
  return keystrokes
}
