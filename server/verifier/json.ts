import { saysTwice } from '../src/platform/says-twice.ts'

/** JSON as a pack has it: what two programs could read in two ways is none. */

/** An object that has no member twice, in it neither, and whole signs only; or null. */
export function fromJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && !saysTwice(text, value) && !hasHalfSigns(text, value) ? value : null
  } catch {
    return null
  }
}

/** One of a pair of UTF-16 without the other: as bytes, all of them are the same, so that a hash does not tell them apart. */
function hasHalfSigns(json: string, value: unknown): boolean {
  // UTF-8 has none: it takes an escape to write one.
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && /\p{Surrogate}/u.test(next)) return true
    if (typeof next === 'object' && next !== null) {
      for (const one of Object.entries(next).flat()) open.push(one)
    }
  }
  return false
}

/** The same where every number is whole and written as digits alone, so that all programs read the same one. */
export const fromPlainJson = (text: string) => (hasOtherNumbers(text) ? null : fromJson(text))

const CODES = { quote: 0x22, backslash: 0x5c, minus: 0x2d, point: 0x2e, e: 0x65 }
const isDigit = (code: number) => code >= 0x30 && code <= 0x39

function hasOtherNumbers(json: string): boolean {
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === CODES.quote) quoted = !quoted
    else if (quoted && code === CODES.backslash) at += 1
    else if (!quoted) {
      if (code === CODES.minus || code === CODES.point) return true
      // In lower case; the words of JSON have one, too, and no digit before it.
      if ((code | 0x20) === CODES.e && isDigit(json.charCodeAt(at - 1))) return true
    }
  }
  return false
}

/** As the portal writes times: one form for each moment, which no machine reads by its own zone. */
export function isTime(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const time = new Date(value)
  // Years beyond 9999 have a form of their own, with a sign.
  return value.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
