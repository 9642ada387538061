/** Runs of letters and digits. */
const WORDS = /[\p{L}\p{N}]+/gu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const MARKS = /\p{M}+/gu
// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\0-\x7f]*$/

/** Without accents, in lower case, trimmed, with one space for each run of white space. */
export function normalise(text: string): string {
  if (ASCII.test(text)) return collapse(text.toLowerCase())
  const plain = collapse(text.normalize('NFKD').replace(MARKS, '').toLowerCase())
  // What has become ASCII is kept in one byte a character.
  return ASCII.test(plain) ? Buffer.from(plain, 'latin1').toString('latin1') : plain
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
export function piecesOf(text: string): { word: string; index: number }[] {
  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({ word, index }))
}

/** What stands at an index of a text: read by code unit, because this is asked of every character. */
const lettersAndDigits = new Uint8Array(0x10000)
for (let unit = 0; unit < 0x10000; unit += 1) {
  lettersAndDigits[unit] = LETTER_OR_DIGIT.test(String.fromCharCode(unit)) ? 1 : 0
}

/** Said of one code unit: false for both halves of a character above U+FFFF. */
export const isLetterOrDigit = (unit: number) => lettersAndDigits[unit] === 1

/** Whether the character that ends before `index` is no letter or digit; true at the very start. */
export function startsWord(text: string, index: number): boolean {
  if (index === 0) return true
  const unit = text.charCodeAt(index - 1)
  const isLowSurrogate = (unit & 0xfc00) === 0xdc00
  if (!isLowSurrogate || index === 1) return lettersAndDigits[unit] === 0
  return !LETTER_OR_DIGIT.test(text.slice(index - 2, index))
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
