import { codePointsOf, letterMask, likeness, type Term } from '@frontdesk/contract/search-scoring'
import { Answers } from './answers.ts'
import { bitCount } from './bits.ts'
import { WordRuns } from './word-runs.ts'

interface Word {
  text: string
  /** How many lists it is in. */
  uses: number
  /** In code points. */
  length: number
  /** Where it stands among the words of its length. */
  place: number
}

/** The words of one length, side by side with their letters: reading these is most of a search. */
interface SameLength {
  numbers: number[]
  masks: Int32Array
}

/** Words that are equally much like what was looked for. */
export interface LikeWords {
  score: number
  words: number[]
}

/** Where in a word a text shall stand. */
export type Place = 'anywhere' | 'start' | 'end'

/** All words of all texts, each with a number that it keeps while it is said anywhere. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #words: Word[] = []
  readonly #free: number[] = []
  readonly #byLength = new Map<number, SameLength>()
  readonly #runs: WordRuns | null
  readonly #likes = new Answers<LikeWords[]>()
  readonly #containing = new Answers<number[]>()

  /** @param options.ofWords or of whole texts, which are not asked for what they contain */
  constructor(options: { ofWords: boolean }) {
    this.#runs = options.ofWords ? new WordRuns() : null
  }

  numberOf(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  /** Counts one use more of a word; returns its number. */
  use(text: string): number {
    const number = this.#numbers.get(text) ?? this.#enter(text)
    this.#words[number]!.uses += 1
    return number
  }

  /** Counts one use less; without any the word is forgotten. */
  release(number: number): void {
    const word = this.#words[number]!
    word.uses -= 1
    if (word.uses === 0) this.#forget(number, word)
  }

  /** The words that are like a term, the most alike first. */
  like(term: Term): LikeWords[] {
    if (term.allowed === 0) return []
    return this.#likes.get(term.text, () => {
      const found = new Map<number, number[]>()
      const { length } = term.points
      for (let other = length - term.allowed; other <= length + term.allowed; other += 1) {
        const same = this.#byLength.get(other)
        if (same) this.#collectLike(term, same, found)
      }
      const groups = [...found].map(([score, words]) => ({ score, words }))
      return groups.sort((a, b) => b.score - a.score)
    })
  }

  /** The words that contain a text. */
  containing(text: string, place: Place): number[] {
    return this.#containing.get(`${place} ${text}`, () => {
      const start = place === 'start' ? ' ' : ''
      const end = place === 'end' ? ' ' : ''
      const run = start + text + end
      if (run.length === 1) return this.#withLetter(text)
      return this.#runs!.mayContain(run).filter((number) => {
        const word = this.#words[number]!.text
        if (place === 'start') return word.startsWith(text)
        return place === 'end' ? word.endsWith(text) : word.includes(text)
      })
    })
  }

  #forgetAnswers(): void {
    this.#likes.clear()
    this.#containing.clear()
  }

  #withLetter(letter: string): number[] {
    const found: number[] = []
    for (const number of this.#numbers.values()) {
      if (this.#words[number]!.text.includes(letter)) found.push(number)
    }
    return found
  }

  #collectLike(term: Term, { numbers, masks }: SameLength, found: Map<number, number[]>): void {
    const { mask, allowed } = term
    for (let place = 0; place < numbers.length; place += 1) {
      const other = masks[place]!
      // One edit takes away at most one letter, and brings at most one.
      if (bitCount(mask & ~other) > allowed || bitCount(other & ~mask) > allowed) continue
      const number = numbers[place]!
      const score = likeness(term, this.#words[number]!.text)
      if (score === 0) continue
      const group = found.get(score)
      if (group) group.push(number)
      else found.set(score, [number])
    }
  }

  #enter(text: string): number {
    const points = codePointsOf(text)
    const { length } = points
    const same = this.#byLength.get(length) ?? { numbers: [], masks: new Int32Array(4) }
    this.#byLength.set(length, same)
    const place = same.numbers.length
    if (place === same.masks.length) {
      const masks = new Int32Array(place * 2)
      masks.set(same.masks)
      same.masks = masks
    }
    const number = this.#free.pop() ?? this.#words.length
    const word = { text: this.#runs ? copyOf(text) : text, uses: 0, length, place }
    this.#words[number] = word
    this.#numbers.set(word.text, number)
    this.#runs?.add(number, word.text)
    this.#forgetAnswers()
    same.numbers.push(number)
    same.masks[place] = letterMask(points)
    return number
  }

  /** The last word of its length takes its place. */
  #forget(number: number, { text, length, place }: Word): void {
    this.#numbers.delete(text)
    this.#runs?.remove(number, text)
    this.#forgetAnswers()
    this.#free.push(number)
    const same = this.#byLength.get(length)!
    const last = same.numbers.pop()!
    if (last === number) return
    same.numbers[place] = last
    same.masks[place] = same.masks[same.numbers.length]!
    this.#words[last]!.place = place
  }
}

/** From so many characters on, a part of a text is kept as a view of the whole, which then stays. */
const VIEWED_FROM = 13

const copyOf = (text: string) => (text.length < VIEWED_FROM ? text : Buffer.from(text).toString())
