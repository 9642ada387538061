/** What a pack is refused for: one sentence that somebody who is no programmer understands. */
export class Refusal extends Error {}

/** @throws Refusal */
export function refuse(sentence: string): never {
  throw new Refusal(sentence)
}

/** What a pack says within a sentence can neither move about on a screen nor turn the sentence round. */
export const withoutMoving = (sentence: string): string =>
  sentence.slice(0, LONGEST_SENTENCE).replaceAll(MOVING, '\ufffd')
const LONGEST_SENTENCE = 2000
const MOVING = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Null where the bytes are no UTF-8. */
export function textFrom(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** Of 64 lower-case digits. */
export function hashFromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 32; i += 1) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
  return bytes
}

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
