/**
 * How well a text matches what is looked for: docs/search.md, read by the server's index and by the list
 * that a browser shows until the server has answered.
 */

/** Runs of letters and digits. */
const WORDS = /[\p{L}\p{N}]+/gu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const MARKS = /\p{M}+/gu
// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\0-\x7f]*$/

/** Without accents, in lower case, trimmed, with one space for each run of white space. */
export function normalise(text: string): string {
  if (ASCII.test(text)) return collapse(text.toLowerCase())
  return collapse(text.normalize('NFKD').replace(MARKS, '').toLowerCase())
}

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** A text as it is compared, and for each character of that where it stands in the text. */
export function foldWithOrigins(text: string): { folded: string; origins: number[] } {
  let folded = ''
  const origins: number[] = []
  let at = 0
  for (const character of text) {
    for (const unit of normalise(character) || (/\s/u.test(character) ? ' ' : '')) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue
      folded += unit
      for (let part = 0; part < unit.length; part += 1) origins.push(at)
    }
    at += character.length
  }
  return { folded, origins }
}

/** The words of a normalised text, in order. */
export function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? []
}

/** The same with where they stand. */
export function wordPlacesOf(text: string): { word: string; index: number }[] {
  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({ word, index }))
}

/** What a code unit is, once it has been asked for: this is asked of every character. */
const kinds = new Uint8Array(0x10000)
const LETTER_OR_DIGIT_KIND = 1
const OTHER_KIND = 2

/** Said of one code unit: false for both halves of a character above U+FFFF. */
export function isLetterOrDigit(unit: number): boolean {
  const known = kinds[unit]!
  if (known !== 0) return known === LETTER_OR_DIGIT_KIND
  const is = LETTER_OR_DIGIT.test(String.fromCharCode(unit))
  kinds[unit] = is ? LETTER_OR_DIGIT_KIND : OTHER_KIND
  return is
}

/** Whether the character that ends before `index` is no letter or digit; true at the very start. */
export function startsWord(text: string, index: number): boolean {
  if (index === 0) return true
  const unit = text.charCodeAt(index - 1)
  const isLowSurrogate = (unit & 0xfc00) === 0xdc00
  if (!isLowSurrogate || index === 1) return !isLetterOrDigit(unit)
  return !LETTER_OR_DIGIT.test(text.slice(index - 2, index))
}

/** Where a text contains another, at the start of a word if it can be; else -1. */
export function placeOf(text: string, part: string): number {
  const first = text.indexOf(part)
  for (let at = first; at >= 0; at = text.indexOf(part, at + 1)) if (startsWord(text, at)) return at
  return first
}

/** Code points, which lengths and distances count. */
export function codePointsOf(text: string): number[] {
  const points: number[] = []
  for (const character of text) points.push(character.codePointAt(0)!)
  return points
}

/** Order by code point, which that of UTF-16 isn't above U+FFFF. */
export function compareByCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index += 1) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) return sortable(x) - sortable(y)
  }
  return a.length - b.length
}

/** Surrogates stand for what comes after all of the rest. */
const sortable = (unit: number) => ((unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit)

/** Any distance above 2, which is never allowed. */
const FAR = 3

let rows: Int32Array[] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)]

/**
 * Optimal-string-alignment distance of two texts given as code points: inserted, removed, replaced and
 * neighbouring swapped characters. 3 stands for any distance above `allowed`, which is at most 2.
 * @param length how many of `b` count
 */
export function osaDistance(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  allowed: number,
  length = b.length,
): number {
  if (Math.abs(a.length - length) > allowed) return FAR
  if (rows[0]!.length <= length) rows = rows.map(() => new Int32Array(length * 2 + 2))
  let [before, last, row] = rows as [Int32Array, Int32Array, Int32Array]
  for (let j = 0; j <= Math.min(length, allowed); j += 1) last[j] = j
  if (allowed < length) last[allowed + 1] = FAR
  for (let i = 1; i <= a.length; i += 1) {
    // Only the cells this near to the diagonal can hold a distance that is allowed.
    const from = Math.max(1, i - allowed)
    const to = Math.min(length, i + allowed)
    row[from - 1] = from === 1 ? i : FAR
    let least = row[from - 1]!
    for (let j = from; j <= to; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cell = Math.min(last[j - 1]! + same, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cell = Math.min(cell, before[j - 2]! + 1)
      }
      row[j] = cell
      if (cell < least) least = cell
    }
    if (to < length) row[to + 1] = FAR
    if (least > allowed) return FAR
    ;[before, last, row] = [last, row, before]
  }
  return last[length]! > allowed ? FAR : last[length]!
}

/**
 * Which characters a text has, as 32 bits. One edit takes away at most one of them and brings at most
 * one, so that most texts that are too different need not be compared.
 */
export function letterMask(points: ArrayLike<number>): number {
  let mask = 0
  for (let index = 0; index < points.length; index += 1) mask |= 1 << (points[index]! & 31)
  return mask
}

/** What is searched in, the weightiest first. */
export const FIELDS = [
  'title',
  'email',
  'description',
  'category',
  'folder',
  'role',
  'body',
] as const
export type Field = (typeof FIELDS)[number]

/** How much a match in each field counts (docs/search.md). */
export const WEIGHTS: Record<Field, number> = {
  title: 1,
  email: 0.9,
  description: 0.8,
  category: 0.7,
  folder: 0.7,
  role: 0.6,
  body: 0.6,
}

export const EQUAL = 100
export const PREFIX = 90
export const WORD_START = 80
export const INSIDE = 70
/** What several words can reach together. */
export const MOST_FOR_WORDS = 69
/** What a likeness can come close to. */
export const MOST_FOR_LIKENESS = 60
/** Below this nothing is found. */
export const LEAST = 30

/** A text to look for, with what is asked of it again and again. */
export interface Term {
  text: string
  points: number[]
  mask: number
  /** How many edits away a word may be. */
  allowed: number
}

/** What somebody looks for. */
export interface Query extends Term {
  /** Its words where it has several; empty where it is but one. */
  words: Term[]
}

/** @param text normalised */
export function queryOf(text: string): Query {
  const words = wordsOf(text)
  return { ...termOf(text), words: words.length > 1 ? words.map(termOf) : [] }
}

function termOf(text: string): Term {
  const points = codePointsOf(text)
  const allowed = points.length < 3 ? 0 : points.length < 6 ? 1 : 2
  return { text, points, mask: letterMask(points), allowed }
}

/** 100, 90, 80 or 70 where the field contains the text; else 0. */
export function containedScore(field: string, text: string): number {
  let index = field.indexOf(text)
  if (index < 0) return 0
  if (index === 0) return field.length === text.length ? EQUAL : PREFIX
  while (index > 0) {
    if (startsWord(field, index)) return WORD_START
    index = field.indexOf(text, index + 1)
  }
  return INSIDE
}

let otherPoints = new Int32Array(64)

/** Up to 60 where a text is enough like a term; else 0. */
export function likeness(term: Term, text: string): number {
  // Thousands of words may be asked for each keystroke: none gets an array of its own.
  if (otherPoints.length < text.length) otherPoints = new Int32Array(text.length * 2)
  let length = 0
  for (let index = 0; index < text.length; length += 1) {
    const point = text.codePointAt(index)!
    otherPoints[length] = point
    index += point > 0xffff ? 2 : 1
  }
  const distance = osaDistance(term.points, otherPoints, term.allowed, length)
  if (distance > term.allowed) return 0
  return MOST_FOR_LIKENESS * (1 - distance / Math.max(term.points.length, length))
}

/**
 * What one item scores, unrounded; under 30 it is not found.
 * @param texts of its fields but the body, normalised
 */
export function itemScore(texts: Partial<Record<Field, string>>, query: Query): number {
  const fields = FIELDS.flatMap((field) => {
    const text = texts[field] ?? ''
    return text === '' ? [] : [{ text, weight: WEIGHTS[field], words: wordsOf(text) }]
  })
  const bestOf = (term: Term) => {
    let best = 0
    for (const { text, weight, words } of fields) {
      let score = containedScore(text, term.text)
      if (score === 0)
        score = Math.max(likeness(term, text), ...words.map((word) => likeness(term, word)))
      best = Math.max(best, score * weight)
    }
    return best
  }
  const ofWords = query.words.map(bestOf)
  const mean =
    ofWords.length === 0 || ofWords.includes(0)
      ? 0
      : ofWords.reduce((sum, score) => sum + score, 0) / ofWords.length
  return Math.max(bestOf(query), Math.min(MOST_FOR_WORDS, mean))
}
